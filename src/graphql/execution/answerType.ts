import { EVENT_STREAM } from '../../wire/webResponse.ts';

const GRAPHQL_JSON = 'application/graphql-response+json';

/**
 * The content type of an answer without events. Clients such as Apollo's take the `errors` of an answer with another
 * status than 200 for the service's only where it says so: JSON alone may come from a proxy.
 */
export const jsonTypeFor = (accept = ''): string => (accept.includes(GRAPHQL_JSON) ? GRAPHQL_JSON : 'application/json');

/** The answer's content type. Clients that accept events after JSON want them only for subscriptions. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  return first.trim().toLowerCase() === EVENT_STREAM ? EVENT_STREAM : jsonTypeFor(accept);
}
