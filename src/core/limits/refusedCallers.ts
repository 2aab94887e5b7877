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
  /** Counts the refusals among what a request was charged. */
  note(actor: Actor, charged: readonly LimitState[]): void;
  /** The counter that has refused the actor too often, until its window ends; null for whoever may ask. */
  of(actor: Actor): LimitState | null;
};

type RefusedCaller = { readonly by: LimitState; readonly times: number };

/**
 * Where a refusal is known only once a request was read and understood, it costs nearly as much as an answer: a flood
 * of refused requests would take the event loop from others. Whoever is refused more than REFUSALS_MAX times in a
 * window is refused before anything is read. Each process counts for itself.
 * `test/graphql/limits.test.ts` tears it down.
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
 * Only whoever was refused is held to it: not the account's other keys, of which it may have `max_api_keys`, nor
 * visitors from elsewhere, who have no account.
 */
function nameOf(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.keyId : limitSubject({ actor });
}
