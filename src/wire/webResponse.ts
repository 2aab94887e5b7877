import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const EVENT_STREAM = 'text/event-stream';

/**
 * Closes the connection at the end of its stream, because shutdown would otherwise wait for the idle connection.
 * Proxies must not buffer events.
 */
export const EVENT_HEADERS = { connection: 'close', 'x-accel-buffering': 'no' };

/** Sends a `Response` of the Fetch standard: event streams as they arrive, with `eventHeaders`, anything else whole. */
export async function sendResponse(
  reply: FastifyReply,
  response: Response,
  eventHeaders: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
  if (!isStream || !response.body) return reply.send(Buffer.from(await response.arrayBuffer()));
  return reply.headers(eventHeaders).send(streamOf(response.body));
}

/**
 * A stream of these parts. The first part is requested immediately. Otherwise, if the caller has left, a source that
 * ends before its first read keeps its resources (a generator) or throws uncatchably (Yoga's event streams).
 */
export const streamOf = (parts: AsyncIterable<Uint8Array | string>): Readable =>
  Readable.from(begun(parts), { objectMode: false });

function begun<T>(parts: AsyncIterable<T>): AsyncIterableIterator<T> {
  const reading = parts[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<T>> | null = reading.next();
  // The reader gets the error; without a reader it must not become an unhandled rejection.
  first.catch(() => undefined);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const next = first ?? reading.next();
      first = null;
      return next;
    },
    return: async () => (await reading.return?.()) ?? { done: true, value: undefined },
  };
}
