import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

// Without the MCP endpoint, which refuses requests of other origins' pages.
const COVERED = /^\/(?:graphql|v1\/[^?]*|s\/[^/?]+\/(?!mcp(?:[/?]|$))[^?]*)(?:\?|$)/;

const METHODS = 'GET, POST, PUT, DELETE';
/** What a page may send: only what some surface reads. */
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
/** What a page may read beside the body. */
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
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the listed origins read answers of GraphQL and REST (CORS, as the Fetch standard has it). An origin is
 * compared as a whole, byte for byte, so that no name that begins or ends like a listed one passes. Credentials of the
 * browser are never allowed: such a page shows an API key or token itself, and a session's cookie stays good for pages
 * of our own alone. Call it last: it stands before whatever answers requests. `test/wire/crossOrigin.test.ts` tears it
 * down.
 */
export function allowOrigins({ server }: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed: ReadonlySet<string> = new Set(origins);
  const next = server.listeners('request');
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (COVERED.test(request.url ?? '') && tellBrowser(allowed, request, response)) return;
    for (const listener of next) Reflect.apply(listener, server, [request, response]);
  });
}

/** Sets the headers of an answer. @returns whether that was all that was asked for */
function tellBrowser(allowed: ReadonlySet<string>, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, headers } = request;
  const { origin } = headers;
  // Set on every answer: a cache must not give an answer without CORS headers to a page.
  response.setHeader('vary', 'Origin');
  if (origin === undefined || !allowed.has(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    response.writeHead(204, {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
      'content-length': '0',
    });
    response.end();
    return true;
  }
  response.setHeader('access-control-expose-headers', EXPOSED);
  return false;
}
