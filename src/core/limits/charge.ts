import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { LIMIT_WINDOW_SECONDS_MAX, type LimitClass } from './classes.ts';
import type { LimitState } from './limiter.ts';
import { networkOf } from './network.ts';

/** Whose counter a request is charged to: the account's; for an agent its endpoint's, for a visitor its network's. */
export function limitSubject({ actor }: Pick<Ctx, 'actor'>): string {
  switch (actor.kind) {
    case 'agent':
      return actor.clientId;
    case 'visitor':
      return networkOf(actor.address);
    case 'apiKey':
    case 'user':
    case 'link':
      return actor.accountId;
    case 'operator':
      return actor.accountId ?? 'operator';
  }
}

/**
 * Takes one point from the caller's counter and says whether it was allowed; the edge words the refusal.
 * `test/contract/limits.test.ts` tears it down.
 */
export function charge(ctx: Pick<Ctx, 'actor' | 'limiter'>, limitClass: LimitClass): Promise<LimitState> {
  const { actor, limiter } = ctx;
  // A page makes many small requests, which must not use up what the account's programs may ask for.
  if (actor.kind === 'user' && limitClass !== 'invoke') return limiter.reserve('dashboard', actor.userId);
  const override = 'limits' in actor ? actor.limits[limitClass] : undefined;
  return limiter.reserve(limitClass, limitSubject(ctx), override);
}

/** The error of a refused point, with the seconds to wait. */
export function rateLimited(state: LimitState, now: Date): AppError {
  const { limitClass: name, limit, remaining, resetAt } = state;
  const untilReset = Math.ceil(resetAt - now.getTime() / 1_000);
  const retryAfterSeconds = Math.min(LIMIT_WINDOW_SECONDS_MAX, Math.max(1, untilReset));
  const reached = { name, limit, remaining, resetAt };
  return new AppError('rate_limited', 'Too many requests', { retryAfterSeconds, reached });
}

/**
 * Counts a try of the network of an address, as a failed authentication is: for what anyone may ask for.
 * @throws rate_limited beyond the limit
 */
export async function countTryFrom({ limiter, now }: Pick<Ctx, 'limiter' | 'now'>, address: string): Promise<void> {
  const state = await limiter.reserve('failed_auth', networkOf(address));
  if (!state.isAllowed) throw rateLimited(state, now());
}
