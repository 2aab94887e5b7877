import { actorIdOf, tokenRestrictions } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { hasRight } from '../kernel/scope.ts';
import { limitSubject } from './charge.ts';

/**
 * Owner of an idempotency key or result handle: the calling account or client endpoint, with its end user. Restricted
 * tokens and keys, and callers with stack roles, have a separate owner. They cannot read results of calls they may not
 * make. Tested by `test/core/calls/idempotency.test.ts`.
 */
export function callerOf(ctx: Pick<Ctx, 'actor' | 'endUser'>): string {
  const { actor, endUser } = ctx;
  const caller = `${limitSubject(ctx)} ${endUser ?? ''}`;
  const reach = tokenRestrictions(actor);
  if (!reach && hasRight(actor, 'invoke')) return caller;
  return [caller, actorIdOf(actor), ...(reach?.attenuations ?? []).map(({ id }) => id).slice(-1)].join(' ');
}
