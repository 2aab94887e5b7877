import { expect, it } from 'vitest';
import { createKeyedSemaphore } from '../../../src/core/lib/keyedSemaphore.ts';

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that run until stopped, in starting order. */
function kit(max: { readonly ofAll: number; readonly ofOwner: number }) {
  const semaphore = createKeyedSemaphore(max);
  const begun: string[] = [];
  const ending: (() => void)[] = [];
  const run = (owner: string, signal = never): Promise<string> =>
    semaphore.run(owner, signal, () => {
      begun.push(owner);
      return new Promise((resolve) => ending.push(() => resolve(owner)));
    });
  return { semaphore, begun, ending, run };
}

it('one owner runs a few tasks at a time, and leaves capacity for others', async () => {
  const { semaphore, begun, ending, run } = kit({ ofAll: 4, ofOwner: 2 });
  const work = ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'd'].map((owner) => run(owner));
  await settled();
  expect([begun.join(''), semaphore.waiting()]).toEqual(['aabc', 4]);
  ending[2]?.();
  await settled();
  expect([begun.join(''), semaphore.waiting()]).toEqual(['aabcd', 3]);
  for (let at = 0; at < 8; at += 1) {
    ending[at]?.();
    await settled();
  }
  expect((await Promise.all(work)).length).toBe(8);
  expect([begun.toSorted().join(''), semaphore.waiting()]).toEqual(['aaaabcdd', 0]);
});

it('a task that fails or throws releases its slot', async () => {
  const { semaphore, run, begun } = kit({ ofAll: 1, ofOwner: 1 });
  await expect(semaphore.run('a', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(semaphore.run('a', never, () => JSON.parse('{'))).rejects.toThrow('JSON');
  void run('a');
  await settled();
  expect(begun).toEqual(['a']);
});

it('a cancelled waiter takes no slot, and a cancelled task keeps its slot until it ends', async () => {
  const { semaphore, begun, ending, run } = kit({ ofAll: 1, ofOwner: 1 });
  const leaving = new AbortController();
  const first = run('a', leaving.signal);
  const second = run('a', leaving.signal);
  const third = run('b');
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await expect(run('c', leaving.signal)).rejects.toThrow('left');
  expect([begun.join(''), semaphore.waiting()]).toEqual(['a', 1]);
  ending[0]?.();
  expect(await first).toBe('a');
  await settled();
  expect(begun.join('')).toBe('ab');
  ending[1]?.();
  expect(await third).toBe('b');
});

it('never exceeds its bounds in any order of starts and ends: 2,000 steps', async () => {
  const max = { ofAll: 5, ofOwner: 2 };
  const semaphore = createKeyedSemaphore(max);
  const open: { readonly owner: string; readonly end: () => void }[] = [];
  let [started, ended] = [0, 0];
  for (let step = 0; step < 2_000; step += 1) {
    const isBeginning = (step * 7_919) % 13 < 7;
    if (isBeginning) {
      const owner = String((step * 31) % 4);
      started += 1;
      void semaphore.run(owner, never, () => new Promise<void>((resolve) => open.push({ owner, end: resolve })));
    } else if (open.length > 0) {
      open.splice((step * 17) % open.length, 1)[0]?.end();
      ended += 1;
    }
    await settled();
    expect(open.length).toBeLessThanOrEqual(max.ofAll);
    for (const owner of '0123') expect(open.filter((each) => each.owner === owner).length).toBeLessThanOrEqual(2);
    expect(semaphore.waiting()).toBe(started - ended - open.length);
    if (semaphore.waiting() > 0 && open.length < max.ofAll) {
      const full = new Set(open.map(({ owner }) => owner).filter((owner, at, all) => all.indexOf(owner) !== at));
      expect(full.size).toBeGreaterThan(0);
    }
  }
});
