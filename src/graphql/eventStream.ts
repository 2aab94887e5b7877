import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const EVENT_STREAM = 'text/event-stream';
export const JSON_ANSWER = 'application/json';

/** The form of the answer. Clients that name events after JSON want them for subscriptions alone. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  if (first.trim().toLowerCase() === EVENT_STREAM) return EVENT_STREAM;
  return accept.includes('application/graphql-response+json') ? 'application/graphql-response+json' : JSON_ANSWER;
}

/** Sends events as they come, and anything else whole. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false;
  if (!isStream || !response.body) return reply.send(await response.text());
  // The connection ends with its stream, or stopping would wait for it; a proxy is not to hold events back.
  reply.headers({ connection: 'close', 'x-accel-buffering': 'no' });
  return reply.send(Readable.from(response.body));
}
