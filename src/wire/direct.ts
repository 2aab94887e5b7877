import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { CallSurface } from '../core/callRecords/decision.ts';
import type { Actor } from '../core/kernel/actor.ts';
import type { Ctx, Log } from '../core/kernel/context.ts';
import type { LimitClass } from '../core/kernel/limitClasses.ts';
import { Overloaded } from '../core/lib/admission.ts';
import { eventLoop } from '../core/lib/eventLoopScheduler.ts';
import { JSON_TYPE } from '../core/lib/mediaType.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';
import { charge } from '../core/limits/charge.ts';
import { LARGE_BODY_BYTES, noteBody } from './bodies.ts';
import { admit, bearerOf, limitHeaders, requestIdOf } from './gate.ts';
import type { HttpDeps } from './httpDeps.ts';
import { compressOpen } from './openAnswer.ts';
import { type Answer, isSinglePiece, JSON_UTF8 } from './toolCall.ts';

/**
 * A request answered without the framework: a GET, or a POST with a complete body. Its credential was checked earlier,
 * and the result is still in memory.
 */
type DirectRequest = {
  readonly headers: IncomingHttpHeaders;
  /** The groups of the route's pattern: values of the path and, if used, of the query. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Empty for a GET. */
  readonly body: Buffer;
};

/** A parsed request of a route: its cost, and its handler. */
type DirectCall = {
  readonly limitClass: LimitClass;
  answer(ctx: Ctx, request: DirectRequest): Promise<Answer>;
};

/** The response to a failed request, with its headers. */
export type DirectRefusal = Answer & { readonly headers: Readonly<Record<string, string>> };

/** Requests that agents send all day, by their address. */
export type DirectRoute = {
  readonly method: 'GET' | 'POST';
  /** Matches the whole path and query. A request with other query parameters goes to the framework. */
  readonly pattern: RegExp;
  /** The framework's own route for the same requests, for metrics. */
  readonly route: string;
  /** The recorded surface of its calls. */
  readonly surface: CallSurface;
  /**
   * The token's actor from memory; null if the framework's route must look it up. `clientId` is empty if the pattern
   * has no group `client_id`.
   */
  known(token: string, clientId: string): Actor | null;
  /**
   * A function if the call depends on the body; it returns null for requests that only the framework's route can
   * answer.
   */
  readonly call: DirectCall | ((request: DirectRequest) => DirectCall | null);
  /** Logs a fault of the service. */
  refuse(error: unknown, log: Pick<Log, 'error'>): DirectRefusal;
};

/** Whether the process stops, and its log. */
type DirectOptions = {
  readonly log: RequestLogs;
  /** As in `createApp`. */
  readonly proxyHops: number;
  isStopping(): boolean;
};

/** Creates the log of one request, whose lines contain its id. */
type RequestLogs = { child(fields: { readonly reqId: string }): Log };

/**
 * Answers plain requests of cached callers without the framework, whose routing, parsing and hooks would cost as much
 * as a call. All other requests continue to the framework. Both give the same responses: `test/wire/direct.test.ts`
 * compares them.
 */
export function serveDirectly(
  { server }: FastifyInstance,
  edge: HttpDeps,
  options: DirectOptions,
  routes: readonly DirectRoute[],
): void {
  const framework = server.listeners('request');
  const passToFramework: FrameworkHandler = (request, response) => {
    for (const listener of framework) Reflect.apply(listener, server, [request, response]);
  };
  const { isStopping } = options;
  const serving = { ...options, edge, passToFramework };
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isOurs = !isStopping() && server.listening && isPlain(edge, request);
    const matched = isOurs ? matchRoute(routes, request) : null;
    if (!matched) passToFramework(request, response);
    else if (eventLoop.isOverloaded(matched.actor.accountId ?? '')) shed(edge, matched.route, request, response);
    else void serve(serving, matched, request, response).catch((error: unknown) => endConnection(response, error));
  });

  // An error that no code expects ends one connection. As an unhandled rejection, it would end the process.
  function endConnection(response: ServerResponse, error: unknown): void {
    edge.deps.log.error({ err: error }, 'a request could not be answered');
    response.destroy();
  }
}

type FrameworkHandler = (request: IncomingMessage, response: ServerResponse) => void;

type MatchedRequest = {
  readonly route: DirectRoute;
  readonly params: DirectRequest['params'];
  readonly token: string;
  readonly actor: Actor;
};

/** True for requests that the fast path supports. */
function isPlain({ bodyBytesMax }: HttpDeps, { method, headers, httpVersionMinor }: IncomingMessage): boolean {
  if (httpVersionMinor !== 1 || headers['transfer-encoding'] !== undefined) return false;
  if (method === 'GET') return headers['content-length'] === undefined;
  if (method !== 'POST' || headers['content-type'] !== JSON_TYPE) return false;
  const bytes = Number(headers['content-length'] ?? 0);
  const isSmall = bytes > 0 && bytes < LARGE_BODY_BYTES && bytes <= bodyBytesMax;
  return isSmall && headers['content-encoding'] === undefined;
}

type ParsedRequest = Omit<MatchedRequest, 'actor'> & { readonly url: string; readonly header: string };

/** The last request of each connection, because nearly all clients repeat its address and token. */
const lastRequests = new WeakMap<Socket, ParsedRequest>();

/** The route of a plain request by a cached caller; null for any other request. */
function matchRoute(routes: readonly DirectRoute[], request: IncomingMessage): MatchedRequest | null {
  const { method, url = '', headers, socket } = request;
  const header = headers.authorization ?? '';
  const last = lastRequests.get(socket);
  const isSame = last?.url === url && last.header === header && last.route.method === method;
  const parsed = isSame ? last : parseRequest(routes, method, url, header);
  if (!parsed) return null;
  if (!isSame) lastRequests.set(socket, parsed);
  const { route, params, token } = parsed;
  const actor = token === '' ? null : route.known(token, params['client_id'] ?? '');
  return actor && { route, params, token, actor };
}

function parseRequest(
  routes: readonly DirectRoute[],
  method: string | undefined,
  url: string,
  header: string,
): ParsedRequest | null {
  for (const route of routes) {
    const params = route.method === method ? route.pattern.exec(url)?.groups : undefined;
    if (params) return { route, params, url, header, token: bearerOf(header) ?? '' };
  }
  return null;
}

const refusals = new WeakMap<DirectRoute, DirectRefusal>();

/**
 * Refuses a request before anything else is done for it. Under overload, most requests end here, so it has to cost much
 * less than a call: no body is read, and no line is logged.
 */
function shed({ deps }: HttpDeps, route: DirectRoute, request: IncomingMessage, response: ServerResponse): void {
  const refusal = refusals.get(route) ?? route.refuse(new Overloaded(), deps.log);
  refusals.set(route, refusal);
  eventLoop.noteRefusal();
  const head = headOf(requestIdOf(request));
  // Clients that retry at once would prolong this turn without end.
  if (eventLoop.isTurnLong()) setImmediate(send, response, refusal, head);
  else send(response, refusal, head);
  deps.meter?.requestServed({ route: route.route, status: refusal.status, ms: 0 });
}

type Serving = DirectOptions & { readonly edge: HttpDeps; readonly passToFramework: FrameworkHandler };

const NO_BODY = Buffer.alloc(0);

/** Reads the body and answers requests that the route supports. */
async function serve(serving: Serving, matched: MatchedRequest, request: IncomingMessage, response: ServerResponse) {
  const { route, params, token } = matched;
  const { headers } = request;
  // Nearly all bodies arrive together with the headers, so this rarely waits.
  if (route.method === 'POST') await null;
  const isWhole = request.readableLength === Number(headers['content-length'] ?? 0);
  const body: Buffer | null = isWhole ? (request.read() ?? NO_BODY) : await readBody(request);
  if (!body) return;
  // While a body was awaited, the token may have been revoked.
  const isKnown = isWhole || route.known(token, params['client_id'] ?? '') !== null;
  const directRequest = { headers, params, query: params, body };
  const call = callOf(route, directRequest);
  if (isKnown && call) return answer(serving, matched, { call, directRequest }, request, response);
  noteBody(request, body);
  serving.passToFramework(request, response);
}

/** The call of a request; null for one that the framework answers, as it does if reading the request fails. */
function callOf({ call }: DirectRoute, request: DirectRequest): DirectCall | null {
  if (typeof call !== 'function') return call;
  try {
    return call(request);
  } catch {
    return null;
  }
}

/** The body of a request; null if its sender disconnects before it is complete. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => resolve(Buffer.concat(chunks)));
  // Once the body has ended, this does nothing.
  request.once('close', () => resolve(null));
  return promise;
}

type PreparedCall = { readonly call: DirectCall; readonly directRequest: DirectRequest };

/** The checks of every request, in the order of `gate.ts`; then the call itself. */
async function answer(
  { edge, log: logs, proxyHops, isStopping }: Serving,
  { route: { surface, refuse, route }, actor }: MatchedRequest,
  { call, directRequest }: PreparedCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { deps } = edge;
  const receivedAt = performance.now();
  const { headers, method, url = '' } = request;
  const requestId = requestIdOf(request);
  const log = logs.child({ reqId: requestId });
  const head = headOf(requestId);
  let reply: Answer;
  try {
    const turn = eventLoop.admit(actor.accountId ?? '');
    if (turn) await turn;
    const limit = await charge({ actor, limiter: deps.limiter }, call.limitClass);
    Object.assign(head, limitHeaders(limit));
    const { traceparent } = headers;
    const trace = traceparent === undefined ? null : readTraceparent(traceparent);
    const ctx = admit(edge, actor, limit, { requestId, surface, receivedAt, trace, log }, headers, response);
    reply = await call.answer(ctx, directRequest);
    const sent = reply.isOpen ? compressOpen(reply, headers, response, ctx) : reply;
    reply = sent instanceof Promise ? await sent : sent;
  } catch (error) {
    reply = refuse(error, log);
  }
  // The process is stopping and would not answer another request on this connection.
  if (isStopping()) Object.assign(head, { connection: 'close' });
  send(response, reply, head);
  const exactMs = performance.now() - receivedAt;
  const { status } = reply;
  const [path = ''] = url.split('?', 1);
  deps.meter?.requestServed({ route, status, ms: exactMs });
  const { accountId } = actor;
  const address = callerAddress(request, proxyHops);
  log.info({ method, path, status, ms: Math.round(exactMs), accountId, address }, 'request');
}

type Head = Record<string, string | number>;

const headOf = (requestId: string): Head => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** Sends a reply with the headers in `head`, to which it adds. */
function send(response: ServerResponse, { status, body, headers }: Answer, head: Head): void {
  if (headers) Object.assign(head, headers);
  if (status === 304) return void response.writeHead(status, head).end();
  const parts = isSinglePiece(body) ? [body] : body;
  let length = 0;
  for (const part of parts) length += Buffer.byteLength(part);
  head['content-type'] = JSON_UTF8;
  head['content-length'] = length;
  response.writeHead(status, head);
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}

/**
 * The sender's address, trusting as many proxies as the framework does (`proxyHops` in `app.ts`). Each proxy appends
 * its caller's address to `X-Forwarded-For`, so only the last entries are reliable. `test/wire/callerAddress.test.ts`
 * compares it with the framework.
 */
export function callerAddress({ socket, headers }: IncomingMessage, proxyHops: number): string | undefined {
  const { remoteAddress } = socket;
  const forwarded = headers['x-forwarded-for'];
  if (proxyHops === 0 || forwarded === undefined) return remoteAddress;
  const named = String(forwarded)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .reverse();
  return named[Math.min(proxyHops, named.length) - 1] ?? remoteAddress;
}
