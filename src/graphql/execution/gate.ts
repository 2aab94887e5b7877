import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountActor, Actor, VisitorActor } from '../../core/kernel/actor.ts';
import { lacksRightsOf } from '../../core/kernel/roles.ts';
import { AppError } from '../../core/lib/errors.ts';
import { charge } from '../../core/limits/charge.ts';
import type { LimitState } from '../../core/limits/limiter.ts';
import { rateLimited } from '../../core/limits/rateLimited.ts';
import type { RefusedCallers } from '../../core/limits/refusedCallers.ts';
import { bearerOf, identifyRequest, isJsonRequest, limitHeaders, refuseUnknown } from '../../wire/gate.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import { isForeignPage, isOwnPage, sessionSecretOf } from '../../wire/sessionCookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor, set by GraphQL's gate. */
    graphqlActor: AccountActor | VisitorActor | null;
  }
}

/** The text of a 401. */
export const UNAUTHORIZED = 'Unauthorized';

/** The authentication headers of a caller, from a request or from the one that opened a connection. */
export type GraphqlCaller = Pick<FastifyRequest, 'headers' | 'ip' | 'host' | 'cookies'>;

/**
 * Authenticates by API key, or by session cookie without an `Authorization` header. A caller with neither is a visitor,
 * who is accepted only by `admitVisitor`. Callers with too many refusals are refused here.
 */
export async function authenticateAndRateLimit(
  edge: HttpDeps,
  refusedCallers: RefusedCallers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('cache-control', 'no-store');
  const identify = () => identifyCaller(edge, request);
  const visit = await identifyRequest(edge, request, { identify, unauthorized: UNAUTHORIZED });
  if (visit.refusal) {
    reply.headers(limitHeaders(visit.limit));
    throw visit.refusal;
  }
  const { actor } = visit;
  const isCaller = isAccountActor(actor) || actor.kind === 'visitor';
  const refusing = refusedCallers.of(actor);
  if (refusing) {
    reply.headers(limitHeaders(refusing));
    throw rateLimited(refusing, edge.deps.now(), actor);
  }
  request.graphqlActor = isCaller ? actor : null;
}

const isAccountActor = (actor: Actor): actor is AccountActor => actor.kind === 'apiKey' || actor.kind === 'user';

/**
 * The caller of a connection, from the credential that its client sent; a visitor cannot have one. `request` opened the
 * connection. @throws unauthenticated, forbidden, rate_limited, unavailable
 */
export async function identifyConnection(
  edge: HttpDeps,
  refusedCallers: RefusedCallers,
  request: FastifyRequest,
  caller: GraphqlCaller,
): Promise<AccountActor> {
  const identify = () => identifyCaller(edge, caller);
  const { actor, refusal } = await identifyRequest(edge, request, { identify, unauthorized: UNAUTHORIZED });
  if (refusal) throw refusal;
  const refusing = refusedCallers.of(actor);
  if (refusing) throw rateLimited(refusing, edge.deps.now(), actor);
  if (!isAccountActor(actor)) throw new AppError('unauthenticated', UNAUTHORIZED);
  return actor;
}

/** Charges one request for a connection that will carry many subscriptions. */
export async function chargeConnection(
  { deps: { limiter, now } }: HttpDeps,
  refusedCallers: RefusedCallers,
  actor: AccountActor,
): Promise<{ readonly state: LimitState; readonly refusal: AppError | null }> {
  const state = await charge({ actor, limiter }, 'default');
  refusedCallers.note(actor, [state]);
  return { state, refusal: state.isAllowed ? null : rateLimited(state, now(), actor) };
}

/** Authenticates as `authenticateAndRateLimit` does, without visitors. */
export async function identifyMember(edge: HttpDeps, request: FastifyRequest): Promise<AccountActor | null> {
  const actor = await identifyCaller(edge, request);
  return actor?.kind === 'visitor' ? null : actor;
}

/** Whether a caller's credential is still valid with the same rights. @throws unavailable */
export async function isStillAllowed(edge: HttpDeps, caller: GraphqlCaller, before: AccountActor): Promise<boolean> {
  const actor = await identifyCaller(edge, caller);
  return actor !== null && actor.kind !== 'visitor' && !lacksRightsOf(actor, before);
}

async function identifyCaller(edge: HttpDeps, request: GraphqlCaller): Promise<AccountActor | VisitorActor | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const bearer = bearerOf(authorization);
    return bearer === null ? null : edge.authenticate.apiKey(bearer, request.ip);
  }
  const secret = sessionSecretOf(request);
  if (secret !== null && !isOwnPage(provenanceOf(edge, request))) {
    throw new AppError('forbidden', 'A request with a session must come from a page of this address');
  }
  const user = secret === null ? null : await edge.authenticate.session(secret);
  if (user) return user;
  // A caller that sends neither credentials nor an operation is refused before its body is read.
  return isJsonRequest(request) ? { kind: 'visitor', accountId: null, address: request.ip } : null;
}

const provenanceOf = (edge: HttpDeps, { headers, host }: Pick<GraphqlCaller, 'headers' | 'host'>) => ({
  headers,
  host,
  publicUrl: edge.publicUrl(),
});

/** Whether a page of another origin made the request, according to `Origin`. */
export const isForeign = (edge: HttpDeps, request: Pick<GraphqlCaller, 'headers' | 'host'>): boolean =>
  isForeignPage(provenanceOf(edge, request));

/** Lets a visitor query public fields, from our own page or without any page. @throws unauthenticated, forbidden */
export async function admitVisitor(
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  isPublic: boolean,
): Promise<void> {
  if (!isPublic) {
    const { limit, refusal } = await refuseUnknown(edge, request, UNAUTHORIZED);
    reply.headers(limitHeaders(limit));
    throw refusal;
  }
  // Otherwise another site could sign its visitors in as someone else.
  if (isForeign(edge, request)) {
    throw new AppError('forbidden', 'Sign in on a page of this address');
  }
}
