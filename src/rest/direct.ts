import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { Log } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { JSON_TYPE } from '../core/lib/mediaType.ts';
import { turns } from '../core/lib/turns.ts';
import { charge, rateLimited } from '../core/limits/charge.ts';
import type { Edge } from '../wire/edge.ts';
import { bearerOf, contextFor, endOf, endUserOf, LARGE_BODY_BYTES, requestIdOf } from '../wire/gate.ts';
import { type Answer, JSON_UTF8 } from '../wire/toolCall.ts';
import { invokeStackTool } from './accountTools.ts';
import { type Operation, TOOL_OPERATIONS } from './operations.ts';
import { type CallRequest, paramOf } from './request.ts';
import { callStackTool } from './stackTools.ts';
import { accountSurface, refusalOf, type Surface, stackSurface } from './surface.ts';

/** A tool call of the documented interface: where it is sent, who may send it, what answers it. */
type Route = {
  /** Of the whole address, without a query; its groups are the path's values. */
  readonly pattern: RegExp;
  readonly operation: Operation;
  readonly surface: Surface;
  known(token: string, params: CallRequest['params']): Actor | null;
  handle(request: CallRequest): Promise<Answer>;
};

const routesOf = (edge: Edge): readonly Route[] => [
  {
    pattern: /^\/s\/(?<client_id>[\w-]+)\/call_tool$/,
    operation: TOOL_OPERATIONS.call_tool,
    surface: stackSurface(edge),
    known: (token, params) => edge.known.stackToken(token, paramOf({ params }, 'client_id')),
    handle: callStackTool,
  },
  {
    pattern: /^\/v1\/stacks\/(?<stack_id>[\w-]+)\/tools\/(?<tool_id>[\w-]+)\/invoke$/,
    operation: TOOL_OPERATIONS.invoke_tool,
    surface: accountSurface(edge),
    known: edge.known.apiKey,
    handle: invokeStackTool,
  },
];

/** What the process says of itself, and where it logs. */
export type DirectOptions = { readonly log: Log; isReady(): boolean };

/**
 * Answers plain tool calls of callers in memory without the framework, whose routing, parsing and hooks would cost as
 * much as the call. Every other request goes on to the framework untouched, and both give the same answers:
 * `test/rest/direct.test.ts` compares them.
 */
export function serveCallsDirectly({ server }: FastifyInstance, edge: Edge, options: DirectOptions): void {
  const routes = routesOf(edge);
  const framework = server.listeners('request');
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isOurs = options.isReady() && server.listening && isPlain(edge, request);
    const admitted = isOurs ? admit(routes, request) : null;
    if (admitted) void serve(edge, options.log, admitted, request, response);
    else for (const listener of framework) Reflect.apply(listener, server, [request, response]);
  });
}

/** Whether a request has nothing that only the framework knows how to treat. */
function isPlain({ bodyBytesMax }: Edge, { method, headers, httpVersionMinor }: IncomingMessage): boolean {
  if (method !== 'POST' || httpVersionMinor !== 1 || headers['content-type'] !== JSON_TYPE) return false;
  const bytes = Number(headers['content-length'] ?? 0);
  const isSmall = bytes > 0 && bytes < LARGE_BODY_BYTES && bytes <= bodyBytesMax;
  return isSmall && headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined;
}

type Admitted = { readonly route: Route; readonly params: CallRequest['params']; readonly actor: Actor };

/** The call that a request is, by a caller in memory; null for any other request. */
function admit(routes: readonly Route[], { url = '', headers }: IncomingMessage): Admitted | null {
  for (const route of routes) {
    const params = route.pattern.exec(url)?.groups;
    if (!params) continue;
    const token = bearerOf(headers.authorization);
    const actor = token === null ? null : route.known(token, params);
    return actor && { route, params, actor };
  }
  return null;
}

/** The checks of every request, in the order of `wire/gate.ts`; then the call. Never rejects. */
async function serve(
  edge: Edge,
  processLog: Log,
  { route, params, actor }: Admitted,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { headers, method, url: path } = request;
  const requestId = requestIdOf(request);
  const log = new RequestLog(processLog, requestId);
  const head = ['x-request-id', requestId, 'x-content-type-options', 'nosniff', 'cache-control', 'no-store'];
  let answer: Answer;
  try {
    const turn = turns.take(actor.accountId ?? '');
    if (turn) await turn;
    const limit = await charge({ actor, limiter: edge.deps.limiter }, route.operation.limitClass);
    head.push('x-ratelimit-limit', String(limit.limit), 'x-ratelimit-remaining', String(limit.remaining));
    head.push('x-ratelimit-reset', String(limit.resetAt));
    if (!limit.isAllowed) throw rateLimited(limit, edge.deps.now());
    const endUser = endUserOf(headers, actor);
    const ctx = contextFor(edge, actor, { requestId, endUser, log, ...endOf(response) });
    answer = await route.handle({ headers, query: NO_QUERY, params, body: await bodyOf(request), ctx });
  } catch (error) {
    const refusal = refusalOf(route.surface, route.operation, error, log);
    head.push(...Object.entries(refusal.headers).flat());
    answer = refusal;
  }
  const { status, body } = answer;
  head.push('content-type', JSON_UTF8, 'content-length', String(Buffer.byteLength(body)));
  response.writeHead(status, head).end(body);
  log.info({ method, path, status, ms: Math.round(performance.now() - startedAt) }, 'request');
}

const NO_QUERY = {};

/** The body of a request, whose length was announced. @throws AppError when its sender leaves before all of it came */
function bodyOf(request: IncomingMessage): Buffer | Promise<Buffer> {
  // Nearly all came together with the head.
  if (request.readableLength === Number(request.headers['content-length'])) {
    const whole: unknown = request.read();
    if (Buffer.isBuffer(whole)) return whole;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => resolve(Buffer.concat(chunks)));
  // After the end this changes nothing.
  request.once('close', () => reject(new AppError('invalid_input', 'Invalid request parameters')));
  return promise;
}

/** Lines of one request, by its id, without a logger of its own. */
class RequestLog implements Log {
  readonly #log: Log;
  readonly #reqId: string;

  constructor(log: Log, reqId: string) {
    this.#log = log;
    this.#reqId = reqId;
  }

  debug(fields: object, message: string): void {
    this.#log.debug({ reqId: this.#reqId, ...fields }, message);
  }

  info(fields: object, message: string): void {
    this.#log.info({ reqId: this.#reqId, ...fields }, message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn({ reqId: this.#reqId, ...fields }, message);
  }

  error(fields: object, message: string): void {
    this.#log.error({ reqId: this.#reqId, ...fields }, message);
  }
}
