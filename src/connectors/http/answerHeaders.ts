import type { AnswerHeaders } from '../../core/results/outcome.ts';
import type { ToolRequest } from '../../core/servers/toolRequest.ts';

/** Headers with links, versions and totals, which callers always get. */
export const ALWAYS_EXPOSED: readonly string[] = [
  ...['link', 'location', 'content-location', 'etag', 'content-range', 'x-total-count', 'x-total', 'x-total-pages'],
  ...['x-next-page', 'x-prev-page', 'operation-location', 'retry-after'],
];
/** Headers that describe the connection or the server. For a response to HEAD, they are not part of the result. */
const NEVER =
  /^(?:connection|date|server|keep-alive|transfer-encoding|vary|via|alt-svc|nel|report-to|strict-transport-security|set-cookie|x-powered-by|content-security-policy.*|access-control-.*)$/;

const VALUE_CHARS_MAX = 2_048;
const HEADERS_MAX = 48;

/** The response headers that callers get: names, or `all`. */
export type ExposedHeaders = 'all' | readonly string[];

/** The response headers that a tool's callers get. */
export function exposedHeaders(request: ToolRequest | null): ExposedHeaders {
  if (request?.method === 'HEAD') return 'all';
  return request?.responseHeaders ? [...ALWAYS_EXPOSED, ...request.responseHeaders] : ALWAYS_EXPOSED;
}

/** The headers that callers get; undefined for none. */
export function pickHeaders(
  headers: AnswerHeaders,
  exposed: ExposedHeaders = ALWAYS_EXPOSED,
): AnswerHeaders | undefined {
  const names = exposed === 'all' ? Object.keys(headers).filter((name) => !NEVER.test(name)) : exposed;
  const result = new Map<string, string>();
  for (const name of names) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (value && result.size < HEADERS_MAX) result.set(name, value.slice(0, VALUE_CHARS_MAX));
  }
  return result.size === 0 ? undefined : Object.fromEntries(result);
}
