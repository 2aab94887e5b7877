import type { Ctx } from '../context.ts';
import { limitSubject } from './charge.ts';
import type { LimitClass } from './classes.ts';
import type { LimitState } from './limiter.ts';

/** The classes that an account's own requests are counted in. */
export const ACCOUNT_LIMIT_CLASSES = ['default', 'stacks', 'invoke'] as const satisfies readonly LimitClass[];

export type ClassLimit = LimitState & { readonly limitClass: (typeof ACCOUNT_LIMIT_CLASSES)[number] };

/** The caller's counters as they stand; reading them takes no point. */
export function listLimits(ctx: Pick<Ctx, 'actor' | 'limiter'>): Promise<ClassLimit[]> {
  const overrides = 'limits' in ctx.actor ? ctx.actor.limits : {};
  const subject = limitSubject(ctx);
  return Promise.all(
    ACCOUNT_LIMIT_CLASSES.map(async (limitClass) => {
      const state = await ctx.limiter.peek(limitClass, subject, overrides[limitClass]);
      return { ...state, limitClass };
    }),
  );
}
