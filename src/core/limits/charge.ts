import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { LIMIT_WINDOW_SECONDS_MAX, type LimitClass } from './classes.ts';
import type { LimitState } from './limiter.ts';
import { networkOf } from './network.ts';

/** Whose counter a request is charged to: the account, for an agent its endpoint, for a visitor the network it is in. */
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

/** Takes one point of the caller's counter. The caller decides what a refusal looks like. */
export function charge(ctx: Pick<Ctx, 'actor' | 'limiter'>, limitClass: LimitClass): Promise<LimitState> {
  const { actor, limiter } = ctx;
  // A page asks many small things, which must not use up what the account's programs may ask.
  if (actor.kind === 'user' && limitClass !== 'invoke') return limiter.reserve('dashboard', actor.userId);
  const override = 'limits' in actor ? actor.limits[limitClass] : undefined;
  return limiter.reserve(limitClass, limitSubject(ctx), override);
}

/** The error of a refused reservation. */
export function rateLimited(state: LimitState, now: Date): AppError {
  const remaining = Math.ceil(state.resetAt - now.getTime() / 1_000);
  const retryAfterSeconds = Math.min(LIMIT_WINDOW_SECONDS_MAX, Math.max(1, remaining));
  return new AppError('rate_limited', 'Too many requests', { retryAfterSeconds });
}
