import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { CallSurface } from '../core/callRecords/decision.ts';
import type { Ctx } from '../core/context.ts';
import { checkEndUser } from '../core/credentials/endUser.ts';
import { AppError } from '../core/errors.ts';
import type { AccountId } from '../core/ids.ts';
import { noteRead } from '../core/lib/json.ts';
import { type Pause, readLongJson } from '../core/lib/longJson.ts';
import { JSON_TYPE, mediaTypeOf } from '../core/lib/mediaType.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';
import { turns } from '../core/lib/turns.ts';
import { charge, rateLimited } from '../core/limits/charge.ts';
import type { LimitClass } from '../core/limits/classes.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import { networkOf } from '../core/limits/network.ts';
import { connectionEnd } from './connectionEnd.ts';
import type { Edge, RequestScope } from './edge.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's request id if it is well-formed, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, once that is known. */
    accountId?: AccountId;
  }
}

/** The result of authentication: the actor, or the refusal with the counter to show in the headers. */
export type RequestIdentity =
  | { readonly actor: Actor; readonly refusal?: never }
  | { readonly limit: LimitState; readonly actor?: never; readonly refusal: AppError };

/** How a surface authenticates. */
export type Authentication = {
  /** The actor behind the credential; null when it is missing or invalid. @throws unavailable */
  identify(request: FastifyRequest): Promise<Actor | null>;
  /** The text of a 401 on this surface. */
  readonly unauthorized: string;
  /** What calls over it are recorded as. */
  readonly surface: CallSurface;
};

/**
 * The first checks of a request, in order: authentication, the rate limit, the end user. The counter's headers are set
 * in any case.
 * `test/core/people/gate.test.ts` tears it down.
 * @throws AppError, which may be shown
 */
export async function enter(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  authentication: Authentication,
  limitClass: LimitClass,
): Promise<Ctx> {
  const { limiter, now } = edge.deps;
  const visit = await identifyRequest(edge, request, authentication);
  const limit = visit.refusal ? visit.limit : await charge({ actor: visit.actor, limiter }, limitClass);
  reply.headers(limitHeaders(limit));
  if (visit.refusal) throw visit.refusal;
  if (!limit.isAllowed) throw rateLimited(limit, now());
  const { actor } = visit;
  const endUser = endUserOf(request.headers, actor);
  const { surface } = authentication;
  return contextFor(edge, actor, { ...arrivalOf(request, reply, surface), endUser, ...connectionEnd(reply.raw) });
}

/** What is known of a request as it comes: by what name, over which surface, when, and as part of which trace. */
export const arrivalOf = (request: FastifyRequest, reply: FastifyReply, surface: CallSurface) => ({
  requestId: request.id,
  surface,
  receivedAt: performance.now() - reply.elapsedTime,
  trace: readTraceparent(request.headers['traceparent']),
  log: request.log,
});

/** Authentication alone, for surfaces that only learn later what a request costs. */
export async function identifyRequest(
  edge: Edge,
  request: FastifyRequest,
  { identify, unauthorized }: Pick<Authentication, 'identify' | 'unauthorized'>,
): Promise<RequestIdentity> {
  try {
    const actor = await identify(request);
    const turn = turns.take(ownerOf(actor?.accountId, request));
    if (turn) await turn;
    if (actor) {
      if (actor.accountId !== null) request.accountId = actor.accountId;
      return { actor };
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { limit: await edge.deps.limiter.peek('failed_auth', networkOf(request.ip)), refusal: error };
  }
  return refuseUnknown(edge, request, unauthorized);
}

/** The owner of a turn on the event loop: the account, or the network of a caller without one. */
export const ownerOf = (accountId: AccountId | null | undefined, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  accountId ?? networkOf(ip);

/** The turn of a request's owner, to wait for before it goes on computing; null where it may at once. */
export const turnOf = (request: FastifyRequest): Promise<void> | null =>
  turns.take(ownerOf(request.accountId, request));

/**
 * Waits until the owner of a request may go on computing. Call it after many requests have waited for the same thing,
 * which would all go on in one turn.
 */
export async function takeTurn(request: FastifyRequest): Promise<void> {
  const turn = turnOf(request);
  if (turn) await turn;
}

/** From this size on, a body is read when it is its sender's turn. */
export const LARGE_BODY_BYTES = 32_768;

/** True where a body may be large: what it says of its length, or that it says nothing. */
export const hasLargeBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BODY_BYTES;

/** Bodies that were read before the framework was asked (`direct.ts`). */
const readBodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps a body for the framework's route, which finds nothing left to read. */
export const noteBody = (request: IncomingMessage, body: Buffer): void => void readBodies.set(request, body);

/** How a surface takes bodies. */
type Bodies = {
  readonly bytesMax: number;
  /** Who sends a large one. */
  actorOf(request: FastifyRequest): Actor | null;
};

/**
 * Hands bodies of any type to the handlers as they came: an invalid one only matters once the caller may make the
 * request. Large ones are read in parts before, for the `readJson` of the handlers.
 */
export function collectBodies(scope: FastifyInstance, { bytesMax: bodyLimit, actorOf }: Bodies): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const body = readBodies.get(request.raw);
    done(null, body ? Readable.from([body], { objectMode: false }) : payload);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (request, bytes, done) => {
    const owner = ownerOf(actorOf(request)?.accountId, request);
    if (bytes.length < LARGE_BODY_BYTES) done(null, bytes);
    else void takeLarge(bytes, () => turns.take(owner)).then(() => done(null, bytes), done);
  });
}

async function takeLarge(bytes: Buffer, pause: Pause): Promise<void> {
  const turn = pause();
  if (turn) await turn;
  noteRead(bytes, await readLongJson(bytes, pause));
}

/** Refuses an unauthenticated request and counts it, so that nobody can go on guessing. */
export async function refuseUnknown(
  { deps: { limiter, now } }: Edge,
  { ip }: FastifyRequest,
  unauthorized: string,
): Promise<{ readonly limit: LimitState; readonly refusal: AppError }> {
  const limit = await limiter.reserve('failed_auth', networkOf(ip));
  const unauthenticated = new AppError('unauthenticated', unauthorized);
  return { limit, refusal: limit.isAllowed ? unauthenticated : rateLimited(limit, now()) };
}

/** The context of one request. */
export const contextFor = (edge: Edge, actor: Actor, scope: RequestScope): Ctx => ({
  ...edge.deps,
  ...scope,
  publicUrl: edge.publicUrl,
  actor,
});

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The end user of a request: the one that its token names, else the one in `X-End-User`.
 * @throws invalid_input for a header that is no valid id, or names another end user than the token
 */
export function endUserOf(headers: Headers, actor: Actor): string | null {
  const header = headers['x-end-user'];
  const given = header === undefined ? null : checkEndUser(String(header));
  const bound = actor.kind === 'agent' ? actor.endUser : null;
  if (bound !== null && given !== null && given !== bound) {
    throw new AppError('invalid_input', 'The token is for another end user');
  }
  return bound ?? given;
}

/** The header `Idempotency-Key`, unchecked; null without one. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers['idempotency-key'];
  return key === undefined ? null : String(key);
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1); null when there is none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Whether a request says that its body is JSON: `application/json` and no other type, as every edge asks of its
 * callers.
 */
export const isJsonRequest = ({ headers: { 'content-type': type } }: Pick<FastifyRequest, 'headers'>): boolean =>
  type === JSON_TYPE || mediaTypeOf(type) === JSON_TYPE;

/** The documented headers of a counter (interface section 8); the reset is Unix time in whole seconds. */
export const limitHeaders = (limit: LimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(limit.limit),
  'x-ratelimit-remaining': String(limit.remaining),
  'x-ratelimit-reset': String(limit.resetAt),
});

/** The counter with the least left; null without counters. */
export const tightestOf = (states: readonly LimitState[]): LimitState | null =>
  states.reduce<LimitState | null>(
    (least, state) => (least && least.remaining <= state.remaining ? least : state),
    null,
  );
