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

it('starts waiting requests in a turn that reads input for long', async () => {
  const { begun, send } = openLoop();
  const all = send('flood', REQUESTS);
  // Timers run before the turn's immediates, as input does.
  const reading = setInterval(() => {
    for (let part = 0; part < 4; part += 1) compute();
  });
  for (let turn = 0; turn < REQUESTS; turn += 1) await nextTurn();
  clearInterval(reading);
  expect(begun).toHaveLength(REQUESTS);
  await all;
});

const TURNS = 200;

/** Sends new requests: one of `other` in each fourth turn, and `floodPerTurn` of `flood` in each turn. */
async function offer(floodPerTurn: number) {
  const scheduler = createEventLoopScheduler();
  const results: [owner: string, result: string][] = [];
  const send = async (owner: string): Promise<void> => {
    try {
      const turn = scheduler.admit(owner);
      if (turn) await turn;
      compute();
      results.push([owner, 'served']);
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
      results.push([owner, 'refused']);
    }
  };
  const all: Promise<void>[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn % 4 === 0) all.push(send('other'));
    for (let at = 0; at < floodPerTurn; at += 1) all.push(send('flood'));
    await nextTurn();
  }
  await Promise.all(all);
  const count = (...wanted: readonly string[]) => results.filter((each) => `${each}` === `${wanted}`).length;
  return { scheduler, count };
}

it('refuses requests of the owner that sends too many, and of no other', async () => {
  const { scheduler, count } = await offer(6);
  expect(count('flood', 'refused')).toBeGreaterThan(0);
  expect(count('flood', 'served')).toBeGreaterThan(0);
  expect(count('flood', 'refused') + count('flood', 'served')).toBe(6 * TURNS);
  expect([count('other', 'served'), count('other', 'refused')]).toEqual([TURNS / 4, 0]);
  expect([scheduler.refused(), scheduler.waiting()]).toEqual([count('flood', 'refused'), 0]);
});

it('notices a turn that reads input for long', async () => {
  const scheduler = createEventLoopScheduler();
  scheduler.admit('flood');
  expect(scheduler.isTurnLong()).toBe(false);
  const waits: (Promise<void> | null)[] = [];
  for (let part = 0; part < REQUESTS; part += 1) {
    waits.push(scheduler.admit('flood'));
    compute();
  }
  expect(scheduler.isTurnLong()).toBe(true);
  await nextTurn();
  expect([scheduler.waiting() > 0, scheduler.isTurnLong()]).toEqual([true, false]);
  await Promise.all(waits);
});

const BATCH = 256;
const STANDING_MIN = 64;

it('admits no more in one turn than can start soon, once it is overloaded', async () => {
  const scheduler = createEventLoopScheduler();
  const waits: Promise<void>[] = [];
  const send = (owner: string, count: number): void => {
    for (let at = 0; at < count; at += 1) {
      const turn = scheduler.admit(owner);
      if (turn) waits.push(turn.then(compute, () => undefined));
      else compute();
    }
  };
  while (scheduler.refused() === 0) {
    send('flood', 6);
    await nextTurn();
  }
  const before = scheduler.waiting();
  send('batch', BATCH);
  const joined = scheduler.waiting() - before;
  expect(joined).toBeGreaterThan(0);
  expect(joined).toBeLessThanOrEqual(STANDING_MIN);
  await Promise.all(waits);
  expect(scheduler.waiting()).toBe(0);
});

it('refuses nothing while turns have time left', async () => {
  const { scheduler, count } = await offer(1);
  expect([count('flood', 'served'), scheduler.refused()]).toEqual([TURNS, 0]);
});

it('serves a burst, and requests that waited only because the process was paused', async () => {
  const scheduler = createEventLoopScheduler();
  const turns = Array.from({ length: 64 }, () => scheduler.admit('burst'));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  await Promise.all(turns);
  expect([scheduler.refused(), scheduler.isOverloaded('burst')]).toEqual([0, false]);
});
