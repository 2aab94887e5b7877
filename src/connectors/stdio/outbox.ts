/** Queue of messages to a program. */
export type Outbox = {
  /**
   * Writes a message in turn; `fail` receives the error if it cannot be written.
   * @returns a function that withdraws the message, and returns false if the message was already written
   */
  put(text: string, fail: (error: unknown) => void): () => boolean;
};

type Message = { readonly text: string; readonly fail: (error: unknown) => void };

/**
 * Writes messages one at a time, as fast as the program reads. An unread message waits no longer than its sender; a
 * withdrawn message frees its memory. Tested by `test/connectors/stdio/unreadCalls.test.ts`.
 * @param write resolves when more may be written
 */
export function createOutbox(write: (text: string) => Promise<void>): Outbox {
  const waiting = new Set<Message>();
  const first = (): Message | undefined => waiting.values().next().value;
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    // A single iterator would retain withdrawn messages while it waits.
    for (let next = first(); next; next = first()) {
      waiting.delete(next);
      await write(next.text).catch(next.fail);
    }
    isWriting = false;
  };
  return {
    put(text, fail) {
      const message = { text, fail };
      waiting.add(message);
      if (!isWriting) void writeAll();
      return () => waiting.delete(message);
    },
  };
}
