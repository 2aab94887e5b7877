import { ownLimit } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import type { LimitClass } from '../kernel/limitClasses.ts';
import type { LimitState } from './limiter.ts';
import { networkOf } from './network.ts';
import { rateLimited } from './rateLimited.ts';

/** Whose counter a request is charged to: the account's, an agent's endpoint's, or a visitor's network's. */
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
 * Takes points from the caller's counter and returns whether the request is allowed; the interface phrases the refusal.
 * Attack tests: `test/contract/limits.test.ts`.
 */
export function charge(
  ctx: Pick<Ctx, 'actor' | 'limiter'>,
  limitClass: LimitClass,
  points?: number,
): Promise<LimitState> {
  const { actor, limiter } = ctx;
  // People have separate limits, so that they don't use up those of the account's programs. Their tool calls are
  // counted for the account as a whole, so that more people do not raise the limit.
  if (actor.kind === 'user') {
    if (limitClass !== 'invoke') return limiter.reserve('dashboard', actor.userId, undefined, points);
    return limiter.reserve('dashboard_calls', actor.accountId, ownLimit(actor, 'dashboard_calls'), points);
  }
  return limiter.reserve(limitClass, limitSubject(ctx), ownLimit(actor, limitClass), points);
}

/**
 * Counts an unauthenticated request against the limit of failed authentications of the address's network.
 * @throws rate_limited beyond the limit
 */
export async function countTryFrom({ limiter, now }: Pick<Ctx, 'limiter' | 'now'>, address: string): Promise<void> {
  const state = await limiter.reserve('failed_auth', networkOf(address));
  if (!state.isAllowed) throw rateLimited(state, now(), null);
}
