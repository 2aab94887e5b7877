import { setTimeout as delay } from 'node:timers/promises';

/** Polls until `check` is true; fails after `withinMs`. */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
  withinMs = 5_000,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await check()); await delay(5)) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
  }
}
