import { LRUCache } from 'lru-cache';
import type { Actor } from '../actor.ts';
import { limitSubject } from './charge.ts';
import type { LimitState } from './limiter.ts';

/** Refusals of one API key, person or network in a window, beyond which nothing it sends is read until that ends. */
export const REFUSALS_MAX = 300;
/** Keys, people and networks whose refusals are counted at a time; of more, those refused longest ago are forgotten. */
const CALLERS_MAX = 10_000;

/** Callers that the limits of GraphQL have refused, and how often. */
export type RefusedCallers = {
  /** Counts refusals among a request's charges. */
  note(actor: Actor, charged: readonly LimitState[]): void;
  /** The counter that has refused the actor too often, until its window ends; null if the actor may send requests. */
  of(actor: Actor): LimitState | null;
};

type RefusedCaller = { readonly by: LimitState; readonly times: number };

/**
 * Refuses callers early once they are refused too often. A refusal after parsing costs nearly as much as a response,
 * so a flood of refused requests would starve the event loop. A caller refused more than REFUSALS_MAX times in a
 * window is refused before its request is read. Each process counts separately.
 * Tested by `test/graphql/limits.test.ts`.
 */
export function createRefusedCallers(now: () => Date): RefusedCallers {
  const refusals = new LRUCache<string, RefusedCaller>({ max: CALLERS_MAX });
  const running = (actor: Actor): RefusedCaller | null => {
    const refused = refusals.get(nameOf(actor));
    return refused && refused.by.resetAt * 1_000 > now().getTime() ? refused : null;
  };
  return {
    note(actor, charged) {
      const refused = charged.filter(({ isAllowed }) => !isAllowed);
      const [first] = refused;
      if (!first) return;
      const { by, times } = running(actor) ?? { by: first, times: 0 };
      refusals.set(nameOf(actor), { by, times: times + refused.length });
    },
    of(actor) {
      const refused = running(actor);
      return refused && refused.times > REFUSALS_MAX ? refused.by : null;
    },
  };
}

/**
 * Identifies only the refused caller. The account's other keys (up to `max_api_keys`) and visitors, who have no
 * account, are not affected.
 */
function nameOf(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.keyId : limitSubject({ actor });
}
