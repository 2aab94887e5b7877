import { EVENT_STREAM } from '../../wire/webResponse.ts';

export const JSON_ANSWER = 'application/json';

/** The connection ends with its stream, or stopping would wait for it; a proxy is not to hold events back. */
export const EVENT_HEADERS = { connection: 'close', 'x-accel-buffering': 'no' };

/** The form of the answer. Clients that name events after JSON want them for subscriptions alone. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  if (first.trim().toLowerCase() === EVENT_STREAM) return EVENT_STREAM;
  return accept.includes('application/graphql-response+json') ? 'application/graphql-response+json' : JSON_ANSWER;
}
