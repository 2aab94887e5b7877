import { LRUCache } from 'lru-cache';
import type { Background } from './background.ts';

const STEP_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/** What `createLastUse` needs. */
export type LastUseOptions<Id extends string> = {
  readonly now: () => Date;
  readonly background: Background;
  /** Names the work in the log; `write` stores the time for an id. */
  readonly what: string;
  readonly write: (id: Id, at: Date) => Promise<unknown>;
};

/**
 * Records when something was last used, at most once a minute and in the background: a write per request would cost
 * more than the request.
 */
export function createLastUse<Id extends string>({
  now,
  background,
  what,
  write,
}: LastUseOptions<Id>): (id: Id) => void {
  const notedAtMs = new LRUCache<Id, number>({ max: REMEMBERED_MAX });
  return (id) => {
    const at = now();
    if (at.getTime() - (notedAtMs.get(id) ?? 0) < STEP_MS) return;
    notedAtMs.set(id, at.getTime());
    background.run(what, () => write(id, at));
  };
}
