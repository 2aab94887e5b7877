import { LRUCache } from 'lru-cache';
import type { Actor } from '../kernel/actor.ts';
import { limitSubject } from './charge.ts';
import type { LimitState } from './limiter.ts';

/**
 * Maximum refusals of one API key, person or network per window. Beyond that, its requests are not read until the
 * window ends.
 */
export const REFUSALS_MAX = 300;
/** Maximum keys, people and networks whose refusals are counted. Evicts the least recently refused. */
const CALLERS_MAX = 10_000;

/** Callers refused by GraphQL limits, and how often. */
export type RefusedCallers = {
  /** Counts the refusals among a request's charges. */
  note(actor: Actor, charged: readonly LimitState[]): void;
  /** The limit that refused the actor too often, until its window ends; null if the actor may send requests. */
  of(actor: Actor): LimitState | null;
};

type RefusedCaller = { readonly by: LimitState; readonly times: number };

/**
 * Refuses callers early if they exceed limits too often. A refusal after parsing costs nearly as much as a response, so
 * a flood of refused requests would starve the event loop. A caller refused more than REFUSALS_MAX times in a window is
 * refused before its request is read. Each process counts separately. Tested by `test/graphql/limits.test.ts`.
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
 * The key under which a caller's refusals are counted. Other keys and people of the account are not affected.
 */
function nameOf(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'apiKey' ? actor.keyId : limitSubject({ actor });
}
