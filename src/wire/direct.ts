import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { CallSurface } from '../core/callRecords/decision.ts';
import type { Ctx, Log } from '../core/context.ts';
import { JSON_TYPE } from '../core/lib/mediaType.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';
import { turns } from '../core/lib/turns.ts';
import { charge, rateLimited } from '../core/limits/charge.ts';
import type { LimitClass } from '../core/limits/classes.ts';
import { connectionEnd } from './connectionEnd.ts';
import type { Edge } from './edge.ts';
import { bearerOf, contextFor, endUserOf, LARGE_BODY_BYTES, limitHeaders, noteBody, requestIdOf } from './gate.ts';
import { type Answer, isWhole, JSON_UTF8 } from './toolCall.ts';

/** A POST whose body came whole, or a GET, by a caller who is in memory. */
export type DirectRequest = {
  readonly headers: IncomingHttpHeaders;
  /** The groups of the route's pattern: values of the path and, where it takes one, of the query. */
  readonly params: Readonly<Record<string, string>>;
  /** Of a GET, nothing. */
  readonly body: Buffer;
};

/** A request as its route understands it: what it costs, and what answers it once it is paid for. */
export type DirectCall = { readonly limitClass: LimitClass; answer(ctx: Ctx): Promise<Answer> };

/** What is answered to a request that failed, with the headers that go with it. */
export type DirectRefusal = Answer & { readonly headers: Readonly<Record<string, string>> };

/** Requests that agents send all day, by their address. */
export type DirectRoute = {
  readonly method: 'GET' | 'POST';
  /** Matches the whole address. A query with other parameters is left to the framework. */
  readonly pattern: RegExp;
  /** The framework's own route for the same, which it is counted as. */
  readonly route: string;
  /** What calls over it are recorded as. */
  readonly surface: CallSurface;
  /** Who shows a token there, from memory alone. */
  known(token: string, params: DirectRequest['params']): Actor | null;
  /** Null for a request that only the framework's route can answer. */
  open(request: DirectRequest): DirectCall | null;
  /** Logs a fault of the service. */
  refuse(error: unknown, log: Log): DirectRefusal;
};

/** The process's readiness, and its log. */
export type DirectOptions = {
  readonly log: Log;
  /** As in `createApp`. */
  readonly proxyHops: number;
  isReady(): boolean;
};

/**
 * Answers plain requests of callers in memory without the framework, whose routing, parsing and hooks would cost as
 * much as a call. Every other request goes on to the framework, and both give the same answers:
 * `test/wire/direct.test.ts` compares them.
 */
export function serveDirectly(
  { server }: FastifyInstance,
  edge: Edge,
  { log, proxyHops, isReady }: DirectOptions,
  routes: readonly DirectRoute[],
): void {
  const framework = server.listeners('request');
  const passToFramework: FrameworkHandler = (request, response) => {
    for (const listener of framework) Reflect.apply(listener, server, [request, response]);
  };
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isOurs = isReady() && server.listening && isPlain(edge, request);
    const matched = isOurs ? matchRoute(routes, request) : null;
    if (matched) void serve({ edge, log, proxyHops, isReady, passToFramework }, matched, request, response);
    else passToFramework(request, response);
  });
}

type FrameworkHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Whether a request has nothing that only the framework knows how to treat. */
function isPlain({ bodyBytesMax }: Edge, { method, headers, httpVersionMinor }: IncomingMessage): boolean {
  if (httpVersionMinor !== 1 || headers['transfer-encoding'] !== undefined) return false;
  if (method === 'GET') return headers['content-length'] === undefined;
  if (method !== 'POST' || headers['content-type'] !== JSON_TYPE) return false;
  const bytes = Number(headers['content-length'] ?? 0);
  const isSmall = bytes > 0 && bytes < LARGE_BODY_BYTES && bytes <= bodyBytesMax;
  return isSmall && headers['content-encoding'] === undefined;
}

type MatchedRequest = {
  readonly route: DirectRoute;
  readonly params: DirectRequest['params'];
  readonly token: string;
  readonly actor: Actor;
};

/** The route that a request takes, by a caller in memory; null for any other request. */
function matchRoute(
  routes: readonly DirectRoute[],
  { method, url = '', headers }: IncomingMessage,
): MatchedRequest | null {
  for (const route of routes) {
    const params = route.method === method ? route.pattern.exec(url)?.groups : undefined;
    if (!params) continue;
    const token = bearerOf(headers.authorization) ?? '';
    const actor = token === '' ? null : route.known(token, params);
    return actor && { route, params, token, actor };
  }
  return null;
}

type Serving = DirectOptions & { readonly edge: Edge; readonly passToFramework: FrameworkHandler };

/** Reads the body, and answers what the route understands. Never rejects. */
async function serve(serving: Serving, matched: MatchedRequest, request: IncomingMessage, response: ServerResponse) {
  const { route, params, token } = matched;
  const { headers } = request;
  // Nearly all bodies come together with the head, and are there by then.
  if (route.method === 'POST') await null;
  const isWhole = request.readableLength === Number(headers['content-length'] ?? 0);
  const body = isWhole ? wholeBody(request) : await readBody(request);
  if (!body) return;
  // While a body was awaited, the token may have been revoked.
  const isKnown = isWhole || route.known(token, params) !== null;
  const call = isKnown ? route.open({ headers, params, body }) : null;
  if (call) return answer(serving, matched, call, request, response);
  noteBody(request, body);
  serving.passToFramework(request, response);
}

const NO_BODY = Buffer.alloc(0);

function wholeBody(request: IncomingMessage): Buffer {
  const body: unknown = request.readableLength === 0 ? null : request.read();
  return Buffer.isBuffer(body) ? body : NO_BODY;
}

/** The body of a request; null where its sender leaves before all of it came. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => resolve(Buffer.concat(chunks)));
  // After the end this changes nothing.
  request.once('close', () => resolve(null));
  return promise;
}

/** The checks of every request, in the order of `gate.ts`; then what was asked. */
async function answer(
  { edge, log: processLog, proxyHops, isReady }: Serving,
  { route, actor }: MatchedRequest,
  call: DirectCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { headers, method, url: path } = request;
  const requestId = requestIdOf(request);
  const log = requestLog(processLog, requestId);
  const head = ['x-request-id', requestId, 'x-content-type-options', 'nosniff', 'cache-control', 'no-store'];
  let given: Answer;
  try {
    const turn = turns.take(actor.accountId ?? '');
    if (turn) await turn;
    const limit = await charge({ actor, limiter: edge.deps.limiter }, call.limitClass);
    addHeaders(head, limitHeaders(limit));
    if (!limit.isAllowed) throw rateLimited(limit, edge.deps.now());
    const endUser = endUserOf(headers, actor);
    const { traceparent } = headers;
    const trace = traceparent === undefined ? null : readTraceparent(traceparent);
    const arrival = { requestId, surface: route.surface, receivedAt: startedAt, trace, endUser, log };
    given = await call.answer(contextFor(edge, actor, { ...arrival, ...connectionEnd(response) }));
    if (given.headers) addHeaders(head, given.headers);
  } catch (error) {
    const refusal = route.refuse(error, log);
    addHeaders(head, refusal.headers);
    given = refusal;
  }
  // The process is stopping: a further request on this connection would be too late.
  if (!isReady()) head.push('connection', 'close');
  send(response, given, head);
  const exactMs = performance.now() - startedAt;
  edge.deps.meter.requestServed({ route: route.route, status: given.status, ms: exactMs });
  const ms = Math.round(exactMs);
  const { accountId } = actor;
  log.info(
    { method, path, status: given.status, ms, accountId, address: callerAddress(request, proxyHops) },
    'request',
  );
}

function send(response: ServerResponse, { status, body }: Answer, head: string[]): void {
  if (status === 304) return void response.writeHead(status, head).end();
  let length = 0;
  for (const part of isWhole(body) ? [body] : body) length += Buffer.byteLength(part);
  head.push('content-type', JSON_UTF8, 'content-length', String(length));
  response.writeHead(status, head);
  if (isWhole(body)) return void response.end(body);
  for (const part of body) response.write(part);
  response.end();
}

function addHeaders(head: string[], headers: DirectRefusal['headers']): void {
  for (const name in headers) head.push(name, headers[name] ?? '');
}

/** Lines with the id of one request, without a logger of its own. */
const requestLog = (log: Log, reqId: string): Log => ({
  debug: (fields, message) => log.debug({ reqId, ...fields }, message),
  info: (fields, message) => log.info({ reqId, ...fields }, message),
  warn: (fields, message) => log.warn({ reqId, ...fields }, message),
  error: (fields, message) => log.error({ reqId, ...fields }, message),
});

/**
 * The address that sent a request, with as many proxies trusted as the framework trusts (`proxyHops` in `app.ts`): each
 * proxy appends the address that it was called from to `X-Forwarded-For`, so that only the last entries can be
 * believed. `test/wire/callerAddress.test.ts` compares it with the framework's answer.
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
