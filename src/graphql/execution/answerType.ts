import { EVENT_STREAM } from '../../wire/webResponse.ts';

const GRAPHQL_JSON = 'application/graphql-response+json';

/**
 * The content type of an answer without events. With a status other than 200, clients such as Apollo's read `errors`
 * only under GraphQL's own media type, since plain JSON could come from a proxy.
 */
export const jsonTypeFor = (accept = ''): string => (accept.includes(GRAPHQL_JSON) ? GRAPHQL_JSON : 'application/json');

/** The answer's content type. Clients that accept events after JSON want them only for subscriptions. */
export function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  return first.trim().toLowerCase() === EVENT_STREAM ? EVENT_STREAM : jsonTypeFor(accept);
}
