import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Paths for MCP clients' sign-in. Clients also request metadata that does not exist, and must see the 404. */
const SIGN_IN =
  '\\.well-known/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:/[^?]*)?|oauth/(?:token|register)';
const COVERED = new RegExp(`^/(?:graphql|v1/[^?]*|s/[^/?]+/(?!mcp/[^?])[^?]*|${SIGN_IN})(?:\\?|$)`);
/** Addresses that MCP clients in web pages call: a stack's endpoint, and its sign-in. */
const OF_MCP = new RegExp(`^/(?:s/[^/?]+/mcp/?|${SIGN_IN})(?:\\?|$)`);

const METHODS = 'GET, POST, PUT, DELETE';
/** Request headers a page may send: only those a surface reads. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'idempotency-key',
  'if-none-match',
  'traceparent',
  'x-end-user',
  'x-graphql-event-stream-token',
  'x-request-id',
].join(', ');
/** Response headers a page may read. */
const EXPOSED = [
  'etag',
  'link',
  'retry-after',
  'x-error-code',
  'x-error-message',
  'x-outcome',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-validation-errors',
].join(', ');
/** Additional headers of MCP clients. A client repeats inputs in headers that tools name (`mcp-param-…`). */
const MCP_REQUEST_HEADERS = 'last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id';
const MCP_INPUT_HEADER = /^mcp-param-[\w!#$%&'*+.^`|~-]{1,128}$/;
const INPUT_HEADERS_MAX = 64;
const MCP_EXPOSED = 'mcp-session-id, www-authenticate';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the listed origins read responses of GraphQL, REST, MCP and its sign-in (CORS, Fetch standard).
 * Origins are compared byte for byte, so similar names don't match. Browser credentials are never allowed: a page uses
 * its own API key or token, and session cookies work only for our pages. Call it last: it runs before all handlers.
 * Tested by `test/wire/crossOrigin.test.ts`.
 */
export function allowOrigins({ server }: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed: ReadonlySet<string> = new Set(origins);
  const next = server.listeners('request');
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (COVERED.test(request.url ?? '') && setCorsHeaders(allowed, request, response)) return;
    for (const listener of next) Reflect.apply(listener, server, [request, response]);
  });
}

/** Sets the headers of a response. @returns true if the response needs nothing else */
function setCorsHeaders(allowed: ReadonlySet<string>, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, headers, url = '' } = request;
  const { origin } = headers;
  const isOfMcp = OF_MCP.test(url);
  // Set on every response: a cache must not give a page a response without CORS headers.
  response.setHeader('vary', 'Origin');
  if (origin === undefined || !allowed.has(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    response.writeHead(204, {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': isOfMcp ? mcpHeaders(headers) : REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
      'content-length': '0',
    });
    response.end();
    return true;
  }
  response.setHeader('access-control-expose-headers', isOfMcp ? `${EXPOSED}, ${MCP_EXPOSED}` : EXPOSED);
  return false;
}

function mcpHeaders({ 'access-control-request-headers': requestedHeaders = '' }: IncomingMessage['headers']): string {
  const names = requestedHeaders.split(',', INPUT_HEADERS_MAX).map((name) => name.trim().toLowerCase());
  return [REQUEST_HEADERS, MCP_REQUEST_HEADERS, ...names.filter((name) => MCP_INPUT_HEADER.test(name))].join(', ');
}
