import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const EVENT_STREAM = 'text/event-stream';

/** Sends a `Response` of the Fetch standard: event streams as they arrive, with `eventHeaders`, anything else whole. */
export async function sendResponse(
  reply: FastifyReply,
  response: Response,
  eventHeaders: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
  if (!isStream || !response.body) return reply.send(Buffer.from(await response.arrayBuffer()));
  return reply.headers(eventHeaders).send(Readable.from(response.body));
}
