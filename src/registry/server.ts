import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/kernel/context.ts';
import { toClientId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { findPublished, listPublished, type PublishedEndpoint } from '../core/registry/published.ts';
import { addressFor } from '../wire/address.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../wire/frameworkErrors.ts';
import { type Authentication, bearerOf, enter } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { isMethodRefused } from '../wire/routes.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import { type EntryPlace, nameOf, namespaceOf, toEntry } from './entry.ts';
import { cursorAfter, isVersion, readListQuery } from './query.ts';

const PREFIX = '/v0.1';
const SERVERS = '/servers';
const VERSIONS = '/servers/:name/versions';
const ONE_VERSION = '/servers/:name/versions/:version';

/**
 * Pages of any origin may read the registry, for clients in a browser. That's safe: it accepts no cookies, so a page
 * needs an API key, and the rest is public.
 */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
} as const;
const PREFLIGHT_SECONDS = '600';

type Handle = (ctx: Ctx, request: FastifyRequest, place: EntryPlace) => Promise<object>;

/**
 * Serves the API of MCP registries (`/v0.1/servers`, like the official one). Each client endpoint that the caller may
 * see is a server to connect to. Lists the endpoints of the API key's account. Without a key, lists the endpoints of
 * the account that the operator has made public. Tested by `test/registry/`.
 */
export async function registerRegistry(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ ...CORS, 'cache-control': 'no-store' });
      });
      scope.setErrorHandler<FastifyError>((error, request, reply) => sendError(edge, error, request, reply));
      scope.setNotFoundHandler((request, reply) => {
        if (!isMethodRefused(request, reply)) throw new AppError('not_found', 'Not found');
        throw new AppError('method_not_allowed', 'This registry is read-only');
      });
      route(scope, edge, SERVERS, async (ctx, { query }, place) => {
        const { isKnownVersion, limit, after, search, since } = readListQuery(query);
        const prefix = nameOf(place, 'client_');
        const { rows, next } = await listPublished(ctx, { limit, cursor: after, search, since, prefix });
        if (!isKnownVersion) return toList([], place);
        return toList(rows, place, next === null ? undefined : cursorAfter(next, { search, since }));
      });
      route(scope, edge, VERSIONS, async (...args) => toList([await findServer(...args)], args[2]));
      route(scope, edge, ONE_VERSION, async (...args) => toEntry(args[2], await findServer(...args)));
    },
    { prefix: PREFIX },
  );
}

/** A route for `GET`, with CORS preflights. */
function route(scope: FastifyInstance, edge: HttpDeps, url: string, handle: Handle): void {
  scope.get(url, async (request, reply) => {
    const ctx = await enter(edge, request, reply, authenticationOf(edge), 'default');
    const publicUrl = edge.publicUrl();
    const place = { address: addressFor(request.host, publicUrl), namespace: namespaceOf(publicUrl) };
    return reply.type(JSON_UTF8).send(JSON.stringify(await handle(ctx, request, place)));
  });
  scope.options(url, (_request, reply) => reply.code(204).header('access-control-max-age', PREFLIGHT_SECONDS).send());
}

/** Authenticates by API key. A visitor without one sees the operator's public list. */
const authenticationOf = (edge: HttpDeps): Authentication => ({
  surface: 'account_api',
  unauthorized: 'Invalid or missing API key',
  identify: async ({ headers: { authorization }, ip }) => {
    if (authorization === undefined && edge.deps.publicRegistry !== null)
      return { kind: 'visitor', accountId: null, address: ip };
    const key = bearerOf(authorization);
    return key === null ? null : edge.authenticate.apiKey(key, ip);
  },
});

const toList = (rows: readonly PublishedEndpoint[], place: EntryPlace, nextCursor?: string) => ({
  servers: rows.map((row) => toEntry(place, row)),
  metadata: { count: rows.length, ...(nextCursor !== undefined && { nextCursor }) },
});

/** The endpoint that a path names. @throws not_found */
async function findServer(ctx: Ctx, { params }: FastifyRequest, place: EntryPlace): Promise<PublishedEndpoint> {
  const { name = '', version = 'latest' } = isRecord(params) ? params : {};
  const prefix = nameOf(place, '');
  const clientId = String(name).startsWith(prefix) ? String(name).slice(prefix.length) : '';
  const published = await findPublished(ctx, toClientId(clientId));
  if (!published || !isVersion(String(version))) throw new AppError('not_found', 'Server not found');
  return published;
}

function sendError(edge: HttpDeps, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = FRAMEWORK_ERRORS[thrown.code] ?? toSurfaceError(edge, thrown);
  const status = STATUS[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, status }, error.message);
  return reply
    .code(status)
    .headers(errorHeaders(error))
    .type(JSON_UTF8)
    .send(JSON.stringify({ error: error.message }));
}
