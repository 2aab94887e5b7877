import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { Ctx } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { charge, rateLimited } from '../core/limits/charge.ts';
import type { LimitClass } from '../core/limits/classes.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import { networkOf } from '../core/limits/network.ts';
import { contextFor, disconnectSignal, type Edge, endUserOf } from './edge.ts';

/** What authentication found: who asks; or why not, with the counter to show in the headers. */
export type Recognition =
  | { readonly actor: Actor; readonly refusal?: never }
  | { readonly limit: LimitState; readonly actor?: never; readonly refusal: AppError };

type Visitor = {
  /** Who the credential belongs to; null when it is missing or does not hold. @throws unavailable */
  identify(): Promise<Actor | null>;
  /** Counted when the credential does not hold: behind proxies it takes reading. */
  address(): string;
  readonly limitClass: LimitClass;
  /** The text of a 401 on this surface. */
  readonly unauthorized: string;
};

/**
 * The first walls of a request, in order: who asks, whether they may at the moment, whom they ask for. The headers of the
 * counter are set whatever comes of it. @throws AppError, fit to be shown
 */
export async function enter(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  { identify, limitClass, unauthorized }: Omit<Visitor, 'address'>,
): Promise<Ctx> {
  const { limiter, now } = edge.deps;
  const visit = await recognise(edge, { identify, unauthorized, address: () => request.ip });
  const limit = visit.refusal ? visit.limit : await charge({ actor: visit.actor, limiter }, limitClass);
  reply.headers(limitHeaders(limit));
  if (visit.refusal) throw visit.refusal;
  if (!limit.isAllowed) throw rateLimited(limit, now());
  const { actor } = visit;
  const endUser = endUserOf(request.headers, actor);
  return contextFor(edge, actor, { requestId: request.id, endUser, signal: disconnectSignal(reply), log: request.log });
}

/** Authentication alone, for a surface that knows only later what a request costs. */
export async function recognise(edge: Edge, visitor: Omit<Visitor, 'limitClass'>): Promise<Recognition> {
  const { limiter } = edge.deps;
  const actor = await visitor.identify().catch((error: unknown) => asRefusal(error));
  if (actor instanceof AppError)
    return { limit: await limiter.peek('failed_auth', networkOf(visitor.address())), refusal: actor };
  if (actor) return { actor };
  return refuseUnknown(edge, visitor);
}

/** The answer to whoever is not known: it is counted, so that nobody can go on guessing. */
export async function refuseUnknown(
  { deps: { limiter, now } }: Edge,
  { address, unauthorized }: Pick<Visitor, 'address' | 'unauthorized'>,
): Promise<{ readonly limit: LimitState; readonly refusal: AppError }> {
  const limit = await limiter.reserve('failed_auth', networkOf(address()));
  const unauthenticated = new AppError('unauthenticated', unauthorized);
  return { limit, refusal: limit.isAllowed ? unauthenticated : rateLimited(limit, now()) };
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** The documented headers of a counter (interface section 8); the reset is Unix time in whole seconds. */
export const limitHeaders = (limit: LimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(limit.limit),
  'x-ratelimit-remaining': String(limit.remaining),
  'x-ratelimit-reset': String(limit.resetAt),
});

/** The counter with the least left; null for none. */
export const tightestOf = (states: readonly LimitState[]): LimitState | null =>
  states.reduce<LimitState | null>(
    (least, state) => (least && least.remaining <= state.remaining ? least : state),
    null,
  );
