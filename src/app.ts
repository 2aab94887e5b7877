import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { registerDashboard } from './dashboard/server.ts';
import { registerFiles } from './files/server.ts';
import { isSocketUpgrade } from './graphql/connections/upgrade.ts';
import type { TrustedDocuments } from './graphql/execution/trustedDocuments.ts';
import { registerGraphql } from './graphql/server.ts';
import { registerMcp } from './mcp/server.ts';
import { registerConnect } from './oauth/connect.ts';
import { registerSignin } from './oauth/server.ts';
import { registerRegistry } from './registry/server.ts';
import { directRoutes } from './rest/direct.ts';
import { openApiDocument } from './rest/openapi/document.ts';
import { registerRest } from './rest/server.ts';
import { sendMissing } from './site/missing.ts';
import { registerSite } from './site/server.ts';
import { registerSingleSignOn } from './sso/server.ts';
import { allowOrigins } from './wire/crossOrigin.ts';
import { serveDirectly } from './wire/direct.ts';
import { STATUS } from './wire/errors.ts';
import { requestIdOf } from './wire/gate.ts';
import { registerHealth } from './wire/health.ts';
import type { HttpDeps } from './wire/httpDeps.ts';
import { registerMetrics } from './wire/metrics.ts';
import { collectRoutes, isMethodRefused, redirectFromSlash, withoutContent } from './wire/routes.ts';
import { JSON_UTF8 } from './wire/toolCall.ts';
import { drainUnread } from './wire/unreadBody.ts';

type AppOptions = {
  readonly log: FastifyBaseLogger;
  /** Number of trusted proxies in front of this service. Only they may state where a request comes from. */
  readonly proxyHops: number;
  /** Origins whose pages may read GraphQL and REST responses; none by default. */
  readonly corsOrigins?: readonly string[];
  /** The documents that GraphQL executes; by default, any document. */
  readonly documents?: TrustedDocuments;
  /** Whether this process was asked to stop. */
  isStopping(): boolean;
  /** Whether it stops because another worker serves in its place, so that the service stays ready. */
  isReplaced?(): boolean;
};

// Load balancers and supervisors request these every few seconds, so their log lines have level `debug`.
const PROBES = new Set(['/livez', '/readyz']);
const UNKNOWN_ROUTE = 'none';
// Maximum length of a path parameter. As long as a request line may be, since Fastify would answer a longer parameter
// with its own error body.
const MAX_PARAM_LENGTH = 16_384;
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * The request's target, with percent signs escaped if the path cannot be decoded. The request then fails like one for
 * an unknown name.
 */
function decodableUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

type Refusal = { readonly status: string; readonly detail: string };

function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: '408 Request Timeout', detail: 'Request timeout' };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: '431 Request Header Fields Too Large', detail: 'Request headers too large' };
  return { status: '400 Bad Request', detail: 'Invalid request parameters' };
}

/**
 * Answers input that is not an HTTP request (RFC 9112): an unknown method, or headers that are too large or never end.
 * The path is unknown, so the response has the general form and no rate limit headers.
 */
function refuseUnreadable(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = refusalOf(error.code);
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${JSON_UTF8}`,
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** One HTTP server for all surfaces. */
export async function createApp(edge: HttpDeps, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    // Replace Fastify's log line, because the query string may hold secrets, although the documentation forbids it.
    logController: new LogController({ disableRequestLogging: true }),
    // Trust only the entries of `X-Forwarded-For` that our proxies appended: the caller controls earlier ones.
    trustProxy: (_address, hop) => hop < options.proxyHops,
    http: { shouldUpgradeCallback: isSocketUpgrade },
    bodyLimit: edge.bodyBytesMax,
    genReqId: requestIdOf,
    rewriteUrl: decodableUrl,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    // Still serve requests on open connections during shutdown, because proxies do not retry a 503 elsewhere.
    return503OnClosing: false,
    // A client that never finishes its request must not keep its connection.
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: refuseUnreadable,
  });
  addHooks(app, edge, options);
  collectRoutes(app);
  drainUnread(app);
  app.setNotFoundHandler((request, reply) => {
    if (isMethodRefused(request, reply)) {
      return reply.code(STATUS.method_not_allowed).send({ detail: 'Method not allowed' });
    }
    return redirectFromSlash(request, reply) ?? sendMissing(request, reply);
  });
  registerHealth(app, edge, () => !options.isStopping() || options.isReplaced?.() === true);
  registerMetrics(app, edge);
  await registerRest(app, edge);
  await registerGraphql(app, edge, options);
  const mcp = await registerMcp(app, { ...edge, origins: new Set(options.corsOrigins) });
  serveDirectly(app, edge, options, [...directRoutes(edge), mcp]);
  allowOrigins(app, options.corsOrigins ?? []);
  await registerRegistry(app, edge);
  registerSite(app, edge, openApiDocument);
  await registerSignin(app, edge);
  await registerConnect(app, edge);
  await registerSingleSignOn(app, edge);
  await registerFiles(app, edge);
  await registerDashboard(app);
  return app;
}

/** Hooks that apply to every request. */
function addHooks(app: FastifyInstance, edge: HttpDeps, options: Pick<AppOptions, 'isStopping'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    // Ignore this header, in which a caller could name any host. Proxies must pass on `Host` instead.
    if (headers['x-forwarded-host'] !== undefined) headers['x-forwarded-host'] = undefined;
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // Make proxies close idle connections before this instance does. Decide when the response begins, because shutdown
    // may have started during the call.
    if (options.isStopping()) reply.header('connection', 'close');
    done(null, request.method === 'HEAD' ? withoutContent(payload) : payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(edge, request, reply);
    done();
  });
}

/** Logs and counts a request that was answered. */
function noteAnswer({ deps: { meter } }: HttpDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip: address, accountId = undefined, is404, routeOptions } = request;
  const { elapsedTime, statusCode: status } = reply;
  const [path = ''] = request.url.split('?', 1);
  const level = PROBES.has(path) ? 'debug' : 'info';
  meter?.requestServed({ route: is404 ? UNKNOWN_ROUTE : (routeOptions.url ?? UNKNOWN_ROUTE), status, ms: elapsedTime });
  request.log[level]({ method, path, status, ms: Math.round(elapsedTime), accountId, address }, 'request');
}
