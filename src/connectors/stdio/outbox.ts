/** What waits to be written to a program. */
export type Outbox = {
  /**
   * Writes a message when it is its turn; `fail` is told what is wrong where it cannot be written.
   * @returns what takes it back: true if it was not written yet, and never will be
   */
  put(text: string, fail: (error: unknown) => void): () => boolean;
};

type Message = { readonly text: string; readonly fail: (error: unknown) => void };

/**
 * Writes messages one after the other, as fast as they are read. What a program does not read waits no longer than
 * whoever sent it: taken back, it leaves nothing in memory. `test/connectors/stdio/unreadCalls.test.ts` tears it down.
 * @param write resolves when more may be written
 */
export function createOutbox(write: (text: string) => Promise<void>): Outbox {
  const waiting = new Set<Message>();
  const first = (): Message | undefined => waiting.values().next().value;
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    // Not by one iterator: while it waits, that would keep what has been taken back.
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
