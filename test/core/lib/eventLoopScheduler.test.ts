import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventLoopScheduler } from '../../../src/core/lib/eventLoopScheduler.ts';

const REQUESTS = 40;
const REQUEST_MS = 4;

const compute = (): void => {
  const endAt = performance.now() + REQUEST_MS;
  while (performance.now() < endAt);
};

/** Requests that arrive in one turn of the event loop, and compute when scheduled. */
function openLoop() {
  const scheduler = createEventLoopScheduler();
  const begun: string[] = [];
  const request = async (owner: string): Promise<void> => {
    const turn = scheduler.yieldIfBusy(owner);
    if (turn) await turn;
    begun.push(owner);
    compute();
  };
  return {
    begun,
    send: (owner: string, count: number) => Promise.all(Array.from({ length: count }, () => request(owner))),
  };
}

it('computes a few milliseconds at a time, however much of one owner is queued', async () => {
  const { begun, send } = openLoop();
  const all = send('flood', REQUESTS);
  const perTurn = [begun.length];
  for (let before = begun.length; before < REQUESTS; before = begun.length) {
    await nextTurn();
    perTurn.push(begun.length - before);
  }
  await all;
  expect(begun).toHaveLength(REQUESTS);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(3);
});

it('lets a new owner start after one request of each waiting owner', async () => {
  const { begun, send } = openLoop();
  const all = [send('flood', REQUESTS), send('other', REQUESTS)];
  await nextTurn();
  const before = begun.length;
  all.push(send('newcomer', 1));
  await Promise.all(all);
  const others = begun.slice(before, begun.indexOf('newcomer'));
  expect(others.length).toBeLessThanOrEqual(2);
  expect(begun).toHaveLength(2 * REQUESTS + 1);
});

it('starts requests immediately if nothing runs', async () => {
  const scheduler = createEventLoopScheduler();
  for (let at = 0; at < REQUESTS; at += 1) {
    expect(scheduler.yieldIfBusy('steady')).toBeNull();
    compute();
    await nextTurn();
  }
});
