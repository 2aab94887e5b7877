import { LRUCache } from 'lru-cache';
import type { Background } from './background.ts';

const STEP_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/** What `createLastUse` works with. */
export type LastUseOptions = {
  readonly now: () => Date;
  readonly background: Background;
  /** What is done, for the log, and the writing of a time beside an id. */
  readonly what: string;
  readonly write: (id: string, at: Date) => Promise<unknown>;
};

/** Notes when something was last used, once a minute and behind the request: a write for each would cost more than it. */
export function createLastUse({ now, background, what, write }: LastUseOptions): (id: string) => void {
  const notedAtMs = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  return (id) => {
    const at = now();
    if (at.getTime() - (notedAtMs.get(id) ?? 0) < STEP_MS) return;
    notedAtMs.set(id, at.getTime());
    background.run(what, () => write(id, at));
  };
}
