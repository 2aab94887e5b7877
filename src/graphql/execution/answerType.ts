import { EVENT_STREAM } from '../../wire/webResponse.ts';

const GRAPHQL_JSON = 'application/graphql-response+json';

/**
 * The content type of a response without events. If the status isn't 200, clients such as Apollo's read `errors` only
 * under GraphQL's own media type, because plain JSON could come from a proxy.
 */
export const jsonTypeFor = (accept = ''): string => (accept.includes(GRAPHQL_JSON) ? GRAPHQL_JSON : 'application/json');

/** The response's content type. A client that lists event streams after JSON wants them only for subscriptions. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  return first.trim().toLowerCase() === EVENT_STREAM ? EVENT_STREAM : jsonTypeFor(accept);
}
