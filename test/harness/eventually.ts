import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Tx } from '../../src/core/kernel/context.ts';

const POLL_MS = 5;
/** Maximum time that counts for one poll: during a stall of the machine, nothing could have happened. */
const POLL_COUNTED_MS = 100;

/**
 * Polls until `check` is true. Fails after `withinMs` of this process's running time. That is far longer than anything
 * here takes, because other processes such as the database may be slow.
 */
export async function eventually(
  condition: string,
  check: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  for (let [waited, last] = [0, Date.now()]; !(await check()); await delay(POLL_MS)) {
    const now = Date.now();
    waited += Math.min(now - last, POLL_COUNTED_MS);
    last = now;
    if (waited > withinMs) throw new Error(`${condition}: not within ${withinMs} ms`);
  }
}

/**
 * The limit for a transaction that a test holds open while it waits for others; by default, Prisma ends one after five
 * seconds.
 */
export const patiently = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.$transaction(work, { timeout: 60_000 });
