import { actorIdOf, tokenRestrictions } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { limitSubject } from '../limits/charge.ts';
import { hasRight } from '../scope.ts';

/**
 * The owner of an idempotency key or result handle: the account or client endpoint that calls, with its end user. A
 * token or key that is held to less, and whoever calls in single stacks alone, has its own, so that it gets no answer
 * to a call that it may not make.
 */
export function callerOf(ctx: Pick<Ctx, 'actor' | 'endUser'>): string {
  const { actor, endUser } = ctx;
  const caller = `${limitSubject(ctx)} ${endUser ?? ''}`;
  const reach = tokenRestrictions(actor);
  if (!reach && hasRight(actor, 'invoke')) return caller;
  return [caller, actorIdOf(actor), ...(reach?.narrowings ?? []).map(({ id }) => id).slice(-1)].join(' ');
}
