import { BOUNDS, type Bound, type BoundName, boundNames, boundOf, ownLimit } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import type { LimitClass } from '../kernel/limitClasses.ts';
import { accountIdOf } from '../kernel/scope.ts';
import { limitSubject } from './charge.ts';
import { COUNTS } from './countedBounds.ts';
import type { LimitState } from './limiter.ts';

/** The limit classes of an account's own requests. */
export const ACCOUNT_LIMIT_CLASSES = ['default', 'stacks', 'invoke'] as const satisfies readonly LimitClass[];
const SHOWN_CLASSES = [...ACCOUNT_LIMIT_CLASSES, 'dashboard_calls'] as const satisfies readonly LimitClass[];

/** A bound as it applies to the caller; `used` is null if it isn't counted in the database. */
export type OwnBound = Bound & { readonly name: BoundName; readonly used: number | null };

/** Every bound of `docs/limits.md` as it applies to the caller, with how much of it is used. */
export async function listBounds(ctx: Ctx): Promise<OwnBound[]> {
  const accountId = accountIdOf(ctx.actor);
  const counts: Partial<Record<BoundName, (typeof COUNTS)[keyof typeof COUNTS]>> = COUNTS;
  const bounds: OwnBound[] = [];
  // Count one after the other: concurrent queries would use every database connection.
  for (const name of boundNames) {
    const used = (await counts[name]?.(ctx.db, accountId, ctx.now())) ?? null;
    bounds.push({ ...BOUNDS[name], name, max: boundOf(ctx.actor, name), used });
  }
  return bounds;
}

/** The caller's counter of one class. */
export type ClassLimit = LimitState & { readonly limitClass: (typeof SHOWN_CLASSES)[number] };

/** The caller's current counters. Reading them costs no points. */
export function listLimits(ctx: Pick<Ctx, 'actor' | 'limiter'>): Promise<ClassLimit[]> {
  const subject = limitSubject(ctx);
  return Promise.all(
    SHOWN_CLASSES.map(async (limitClass) => {
      const state = await ctx.limiter.peek(limitClass, subject, ownLimit(ctx.actor, limitClass));
      return { ...state, limitClass };
    }),
  );
}
