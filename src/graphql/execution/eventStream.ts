import { EVENT_STREAM } from '../../wire/webResponse.ts';

export const JSON_ANSWER = 'application/json';

/** The connection closes with its stream, or shutdown would wait for it; proxies must not buffer events. */
export const EVENT_HEADERS = { connection: 'close', 'x-accel-buffering': 'no' };

/** The answer's content type. Clients that accept events after JSON want them only for subscriptions. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  if (first.trim().toLowerCase() === EVENT_STREAM) return EVENT_STREAM;
  return accept.includes('application/graphql-response+json') ? 'application/graphql-response+json' : JSON_ANSWER;
}
