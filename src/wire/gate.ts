import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallSurface } from '../core/callRecords/decision.ts';
import type { Actor, AgentActor } from '../core/kernel/actor.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { checkEndUser } from '../core/kernel/endUser.ts';
import type { AccountId } from '../core/kernel/ids.ts';
import type { LimitClass } from '../core/kernel/limitClasses.ts';
import { isListMode, type ListMode } from '../core/kernel/listMode.ts';
import { Overloaded } from '../core/lib/admission.ts';
import { AppError } from '../core/lib/errors.ts';
import { eventLoop } from '../core/lib/eventLoopScheduler.ts';
import { JSON_TYPE, mediaTypeOf } from '../core/lib/mediaType.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';
import type { WhenAnswered } from '../core/limits/answerBytes.ts';
import { charge } from '../core/limits/charge.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import { networkOf } from '../core/limits/network.ts';
import { rateLimited } from '../core/limits/rateLimited.ts';
import type { HttpDeps, RequestScope } from './httpDeps.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's request id if it's well-formed, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const requestId = headers['x-request-id'];
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : randomUUID();
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request, once it is known. */
    accountId?: AccountId;
  }
}

/** The result of authentication: the actor, or the refusal with the counter to show in the headers. */
type RequestIdentity =
  | { readonly actor: Actor; readonly refusal?: never }
  | { readonly limit: LimitState; readonly actor?: never; readonly refusal: AppError };

/** How a surface authenticates. */
export type Authentication = {
  /** The actor behind the credential; null when it is missing or invalid. @throws unavailable */
  identify(request: FastifyRequest): Promise<Actor | null>;
  /** The text of a 401 on this surface. */
  readonly unauthorized: string;
  /** The recorded surface of its calls. */
  readonly surface: CallSurface;
};

/**
 * The first checks of a request, in order: authentication, the rate limit, the end user. The counter's headers are
 * always set. Tested by `test/core/people/gate.test.ts`.
 * @throws AppError whose text may be shown
 */
export async function enter(
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  authentication: Authentication,
  limitClass: LimitClass,
): Promise<Ctx> {
  const identity = await identifyRequest(edge, request, authentication);
  const { limiter } = edge.deps;
  const limit = identity.refusal ? identity.limit : await charge({ actor: identity.actor, limiter }, limitClass);
  reply.headers(limitHeaders(limit));
  if (identity.refusal) throw identity.refusal;
  const arrival = arrivalOf(request, reply, authentication.surface);
  return admit(edge, identity.actor, limit, arrival, request.headers, reply.raw);
}

/** The context of a charged request, for `enter` and `direct.ts`. @throws AppError whose text may be shown */
export function admit(
  edge: HttpDeps,
  actor: Actor,
  limit: LimitState,
  arrival: Omit<RequestScope, 'endUser' | keyof ReturnType<typeof connectionEnd>>,
  headers: Headers,
  response: ServerResponse,
): Ctx {
  if (!limit.isAllowed) throw rateLimited(limit, edge.deps.now(), actor);
  const endUser = endUserOf(headers, actor);
  return contextFor(edge, actor, { ...arrival, endUser, ...connectionEnd(response) });
}

/** Request metadata: id, surface, time and trace. */
export const arrivalOf = (request: FastifyRequest, reply: FastifyReply, surface: CallSurface) => ({
  requestId: request.id,
  surface,
  receivedAt: performance.now() - reply.elapsedTime,
  trace: readTraceparent(request.headers['traceparent']),
  log: request.log,
});

/** Authenticates a request without charging it, for surfaces that determine its cost later. @throws Overloaded */
export async function identifyRequest(
  edge: HttpDeps,
  request: FastifyRequest,
  { identify, unauthorized }: Pick<Authentication, 'identify' | 'unauthorized'>,
): Promise<RequestIdentity> {
  try {
    const actor = await identify(request);
    const turn = eventLoop.admit(ownerOf(actor?.accountId, request));
    if (turn) await turn;
    if (actor) {
      if (actor.accountId !== null) request.accountId = actor.accountId;
      return { actor };
    }
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof Overloaded) throw error;
    return { limit: await edge.deps.limiter.peek('failed_auth', networkOf(request.ip)), refusal: error };
  }
  return refuseUnknown(edge, request, unauthorized);
}

/** The owner of a request's CPU time: its account, or an anonymous caller's network. */
export const ownerOf = (accountId: AccountId | null | undefined, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  accountId ?? networkOf(ip);

/** The owner's turn, to await before computing; null to continue immediately. */
export const turnOf = (request: FastifyRequest): Promise<void> | null =>
  eventLoop.yieldIfBusy(ownerOf(request.accountId, request));

/**
 * Waits until the owner of a request may continue computing. Use it where many requests have waited for the same event,
 * so that they don't all continue in one turn of the event loop.
 */
export async function yieldIfBusy(request: FastifyRequest): Promise<void> {
  const turn = turnOf(request);
  if (turn) await turn;
}

/** Refuses an unauthenticated request and counts it against its network, to prevent guessing. */
export async function refuseUnknown(
  { deps: { limiter, now } }: HttpDeps,
  { ip }: FastifyRequest,
  unauthorized: string,
): Promise<{ readonly limit: LimitState; readonly refusal: AppError }> {
  const limit = await limiter.reserve('failed_auth', networkOf(ip));
  const unauthenticated = new AppError('unauthenticated', unauthorized);
  return { limit, refusal: limit.isAllowed ? unauthenticated : rateLimited(limit, now(), null) };
}

export const contextFor = (edge: HttpDeps, actor: Actor, scope: RequestScope): Ctx => ({
  ...edge.deps,
  ...scope,
  publicUrl: edge.publicUrl,
  actor,
});

/**
 * Ends with a request's connection: `signal` aborts if the caller disconnects before the response, or `leave` is
 * called. One listener serves all waiters.
 */
export function connectionEnd(
  response: ServerResponse,
): Required<Pick<RequestScope, 'signal' | 'whenAnswered' | 'leave'>> {
  const controller = new AbortController();
  const waiting: (() => void)[] = [];
  const ended = (): void => {
    if (!response.writableFinished) controller.abort();
    for (const done of waiting) done();
  };
  // A connection that is closed already emits no second event.
  if (response.closed) ended();
  else response.on('close', ended);
  const disconnect = () => void response.destroy();
  const whenAnswered: WhenAnswered = (done) => {
    if (response.closed) done();
    else waiting.push(done);
    return disconnect;
  };
  return { signal: controller.signal, whenAnswered, leave: () => controller.abort() };
}

/**
 * The caller on surfaces that accept only stack tokens. @throws Error for any other caller, which is a service fault
 */
export function agentOf(actor: Actor): AgentActor {
  if (actor.kind !== 'agent') throw new Error('Only stack tokens are accepted here');
  return actor;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A request's end user: the token's, otherwise the one in `X-End-User`. @throws invalid_input for an invalid header, or
 * one that contradicts the token
 */
export function endUserOf(headers: Headers, actor: Actor): string | null {
  const header = headers['x-end-user'];
  const endUser = header === undefined ? null : checkEndUser(String(header));
  const bound = actor.kind === 'agent' ? actor.endUser : null;
  if (bound !== null && endUser !== null && endUser !== bound) {
    throw new AppError('invalid_input', 'The token is for another end user');
  }
  return bound ?? endUser;
}

/** The mode in `?mode=`, passed as `value`; otherwise the endpoint's, or `full`. @throws invalid_input */
export function listModeOf(value: unknown, actor: Actor): ListMode {
  if (value === undefined) return actor.kind === 'agent' ? actor.listMode : 'full';
  // A repeated parameter arrives as a list; joined, it isn't a valid mode.
  const mode = String(value);
  if (!isListMode(mode)) throw new AppError('invalid_input', `Invalid mode ${mode}`);
  return mode;
}

/** The header `Idempotency-Key`, unchecked; null without one. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers['idempotency-key'];
  return key === undefined ? null : String(key);
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1); null if there is none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** Whether a request declares a JSON body: exactly `application/json`, as every surface requires. */
export const isJsonRequest = ({ headers: { 'content-type': type } }: Pick<FastifyRequest, 'headers'>): boolean =>
  type === JSON_TYPE || mediaTypeOf(type) === JSON_TYPE;

/** The documented headers of a counter (interface section 8); the reset is Unix time in whole seconds. */
export const limitHeaders = (limit: LimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(limit.limit),
  'x-ratelimit-remaining': String(limit.remaining),
  'x-ratelimit-reset': String(limit.resetAt),
});

/** The counter with the smallest remainder; null without counters. */
export const tightestOf = (states: readonly LimitState[]): LimitState | null =>
  states.reduce<LimitState | null>(
    (least, state) => (least && least.remaining <= state.remaining ? least : state),
    null,
  );
