import { expect, it } from 'vitest';
import { toAccountId } from '../../../src/core/kernel/ids.ts';
import { createFairQueue, type FairQueueOptions } from '../../../src/core/lib/fairQueue.ts';

/** A queue with two slots, whose tasks end on command. */
function openQueue(bounds: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({
    atOnceMax: 2,
    waitingPerAccountMax: 1,
    waitingMax: 3,
    retryAfterSeconds: 10,
    messages: { tooMany: 'Too many of yours', busy: 'Too many of all' },
    ...bounds,
  });
  const begun: string[] = [];
  const { signal } = new AbortController();
  const add = (account: string | null, name: string, until: AbortSignal = signal) => {
    const work = Promise.withResolvers<string>();
    const done = queue.run({ accountId: account === null ? null : toAccountId(account), signal: until }, () => {
      begun.push(name);
      return work.promise;
    });
    return { done, end: () => work.resolve(name), fail: () => work.reject(new Error(name)) };
  };
  return { add, begun };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('runs one task per account, queues one, and refuses more', async () => {
  const { add, begun } = openQueue();
  const first = add('a', 'a1');
  const second = add('a', 'a2');
  await expect(add('a', 'a3').done).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 10 },
  });
  await settle();
  expect(begun).toEqual(['a1']);
  first.end();
  expect(await first.done).toBe('a1');
  second.end();
  expect(await second.done).toBe('a2');
});

it('lets a task wait for at most one task of each other account', async () => {
  const { add, begun } = openQueue();
  const a1 = add('a', 'a1');
  const b1 = add('b', 'b1');
  const a2 = add('a', 'a2');
  const c1 = add('c', 'c1');
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  b1.fail();
  await expect(b1.done).rejects.toThrow('b1');
  await settle();
  // Account a has a running task, so c is next although it was queued later.
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  a1.end();
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const each of [a2, c1]) each.end();
  await Promise.all([a2.done, c1.done]);
});

it('treats the operator as a separate account', async () => {
  const { add, begun } = openQueue();
  const works = [add(null, 'o1'), add('a', 'a1')];
  await settle();
  expect(begun).toEqual(['o1', 'a1']);
  for (const each of works) each.end();
  await Promise.all(works.map(({ done }) => done));
});

it('removes a task whose caller stopped waiting', async () => {
  const { add, begun } = openQueue();
  const first = add('a', 'a1');
  const caller = new AbortController();
  const gone = add('a', 'a2', caller.signal);
  caller.abort();
  await expect(gone.done).rejects.toMatchObject({ code: 'unavailable' });
  const third = add('a', 'a3');
  first.end();
  third.end();
  expect(await third.done).toBe('a3');
  expect(begun).toContain('a3');
});

it('refuses tasks beyond the total queue bound', async () => {
  const { add } = openQueue();
  const works = ['a', 'b', 'c', 'd', 'e'].map((account) => add(account, account));
  await expect(add('f', 'f').done).rejects.toMatchObject({ code: 'unavailable', message: 'Too many of all' });
  for (const each of works) each.end();
  await Promise.all(works.map(({ done }) => done));
});

it('refuses no task that can start immediately', async () => {
  const { add, begun } = openQueue({ atOnceMax: 9, waitingMax: 1 });
  const works = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1')];
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await expect(add('b', 'b2').done).rejects.toMatchObject({ code: 'unavailable' });
  for (const each of works) each.end();
  await Promise.all(works.map(({ done }) => done));
});
