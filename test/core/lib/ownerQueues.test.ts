import { expect, it } from 'vitest';
import { RoundRobinQueue } from '../../../src/core/lib/roundRobinQueue.ts';

/* Counts steps, not milliseconds: the items visited by loops over arrays, sets and maps. */

const ITERATORS = [[], new Set(), new Map()].map((each) => Object.getPrototypeOf(each[Symbol.iterator]()));

function countSteps(work: () => void): number {
  let steps = 0;
  const before = ITERATORS.map(({ next }) => next);
  const { filter } = Array.prototype;
  for (const [at, prototype] of ITERATORS.entries()) {
    const next = before[at];
    prototype.next = function () {
      steps += 1;
      return next.call(this);
    };
  }
  // biome-ignore lint/suspicious/noExplicitAny: the signature of the method that it replaces.
  Array.prototype.filter = function (this: any[], ...args: [any]) {
    steps += this.length;
    return filter.apply(this, args);
  };
  try {
    work();
  } finally {
    for (let at = 0; at < before.length; at += 1) ITERATORS[at].next = before[at];
    Array.prototype.filter = filter;
  }
  return steps;
}

const WAYS: readonly { readonly way: string; work(count: number, step: () => void): void }[] = [
  {
    way: 'one owner’s tasks come and are begun',
    work(count, step) {
      const lines = new RoundRobinQueue();
      for (let at = 0; at < count; at += 1) lines.join('a', () => undefined);
      while (lines.next()) step();
    },
  },
  {
    way: 'one owner’s tasks give up, the last first',
    work(count) {
      const lines = new RoundRobinQueue();
      const leave = Array.from({ length: count }, () => lines.join('a', () => undefined));
      for (let at = count - 1; at >= 0; at -= 1) leave[at]?.();
    },
  },
  {
    way: 'many owners take turns, each held back while a task of it is under way',
    work(count, step) {
      const lines = new RoundRobinQueue();
      const owners = Array.from({ length: count }, (_, at) => String(at));
      for (const owner of owners) lines.hold(owner);
      for (const owner of owners) for (const _ of [1, 2, 3]) lines.join(owner, () => undefined);
      for (const owner of owners) {
        lines.release(owner);
        for (let next = lines.next(); next; next = lines.next()) {
          lines.hold(next.owner);
          step();
        }
      }
    },
  },
];

it.each(WAYS)('$way: ten times as many tasks take ten times as many steps', ({ work }) => {
  const stepsOf = (count: number): number => {
    let extraSteps = 0;
    const steps = countSteps(() =>
      work(count, () => {
        extraSteps += 1;
      }),
    );
    return steps + extraSteps;
  };
  expect(stepsOf(2_000)).toBeLessThanOrEqual(12 * Math.max(stepsOf(200), 200));
});

it('owners take turns, each with tasks in order, and a cancelled task never starts', () => {
  const lines = new RoundRobinQueue();
  const begun: string[] = [];
  const join = (owner: string, name: string) => lines.join(owner, () => begun.push(name));
  join('a', 'a1');
  const leave = join('a', 'a2');
  join('a', 'a3');
  join('b', 'b1');
  const leaveC = join('c', 'c1');
  expect([lines.count(), lines.countOf('a'), lines.countOf('d')]).toEqual([5, 3, 0]);
  expect([leave(), leave(), leaveC()]).toEqual([true, false, true]);
  for (let next = lines.next(); next; next = lines.next()) next.start();
  expect(begun).toEqual(['a1', 'b1', 'a3']);
  expect([lines.count(), lines.countOf('a'), lines.next()]).toEqual([0, 0, null]);
});

it('a paused owner is skipped, and then queues after those who waited meanwhile', () => {
  const lines = new RoundRobinQueue();
  const begun: string[] = [];
  const join = (owner: string, name: string) => lines.join(owner, () => begun.push(name));
  const start = () => lines.next()?.start();
  join('a', 'a1');
  lines.hold('a');
  lines.hold('b');
  const leave = join('a', 'a2');
  join('b', 'b1');
  join('c', 'c1');
  start();
  expect([begun, lines.next(), leave()]).toEqual([['c1'], null, true]);
  lines.release('b');
  lines.release('a');
  for (const _ of [1, 2, 3]) start();
  expect([begun, lines.count()]).toEqual([['c1', 'b1', 'a1'], 0]);
});
