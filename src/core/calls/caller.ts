import type { Ctx } from '../context.ts';
import { reachOf } from '../endpoints/tokenReach.ts';
import { limitSubject } from '../limits/charge.ts';

/**
 * The owner of an idempotency key or result handle: the account or client endpoint that calls, with its end user. A
 * token with a narrower reach owns its keys alone, so that it gets no answer to a call that it may not make.
 */
export function callerOf(ctx: Pick<Ctx, 'actor' | 'endUser'>): string {
  const { actor, endUser } = ctx;
  const caller = `${limitSubject(ctx)} ${endUser ?? ''}`;
  const reach = reachOf(actor);
  if (!reach) return caller;
  const credential = actor.kind === 'agent' ? [actor.tokenId] : actor.kind === 'apiKey' ? [actor.keyId] : [];
  return [caller, ...credential, ...reach.narrowings.map(({ id }) => id).slice(-1)].join(' ');
}
