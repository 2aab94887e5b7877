import { createParser } from 'eventsource-parser';

/** One event of a stream. */
export type ServerSentEvent = {
  readonly data: string;
  /** The last id seen on the stream, from which it can be resumed. */
  readonly lastEventId: string | null;
  /** Absent: `message`. */
  readonly event?: string;
};

/** How long to wait before reconnecting to a stream, in ms, if the server states it. */
type NoteRetry = (ms: number) => void;

/** An event exceeded its bound; reading ends there. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

// For lines that end in a carriage return, the parser rescans its input at every line, so a large chunk could take
// minutes.
const PIECE_BYTES = 4_096;

/**
 * Events with data of a `text/event-stream` body (HTML Living Standard, section 9.2.6). Buffers at most one chunk, and
 * `charactersMax` UTF-16 units of one event. Tested by `test/connectors/mcp/sse.test.ts`.
 * @throws EventTooLarge
 */
export async function* eventsOf(
  body: AsyncIterable<Uint8Array>,
  charactersMax: number,
  onRetry: NoteRetry = () => undefined,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let lastEventId: string | null = null;
  let complete: ServerSentEvent[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: charactersMax,
    onRetry,
    onEvent: ({ data, id, event }) => {
      lastEventId = id ?? lastEventId;
      complete.push({ data, lastEventId, ...(event && event !== 'message' && { event }) });
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
  });
  for await (const piece of piecesOf(body)) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* complete;
    complete = [];
    if (isTooLarge) throw new EventTooLarge();
  }
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) yield chunk.subarray(start, start + PIECE_BYTES);
  }
}
