import { expect, it } from 'vitest';
import { type Copy, createCopyQueue } from '../../../src/core/callRecords/copyQueue.ts';
import { toAccountId, toCallId, toStackId } from '../../../src/core/kernel/ids.ts';

const copyOf = (owner: string, nr: number): Copy => ({
  id: toCallId(`${owner}${nr}`),
  accountId: toAccountId(owner),
  stackId: toStackId('s'),
  row: '',
});
const idsOf = (copies: readonly Copy[]) => copies.map(({ id }) => id).join(' ');

/** Fills a queue with `counts` calls of each account, one account after the other. Counts the drops during each one. */
function filled(max: number, counts: Readonly<Record<string, number>>) {
  const queue = createCopyQueue(max);
  const dropped = Object.entries(counts).map(([owner, count]) =>
    Array.from({ length: count }, (_, nr) => queue.add(copyOf(owner, nr))).reduce((sum, each) => sum + each, 0),
  );
  return { queue, dropped };
}

const ownersOf = (copies: readonly Copy[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { accountId } of copies) counts[accountId] = (counts[accountId] ?? 0) + 1;
  return counts;
};

it('a single account may fill the queue, and loses its newest calls beyond that', () => {
  const { queue, dropped } = filled(3, { a: 5 });
  expect([dropped, queue.size(), idsOf(queue.dequeue(9)), queue.size()]).toEqual([[2], 3, 'a0 a1 a2', 0]);
});

it.each([
  [
    { a: 900, b: 10 },
    { a: 590, b: 10 },
  ],
  [
    { a: 900, b: 900 },
    { a: 300, b: 300 },
  ],
  [
    { a: 10, b: 900 },
    { a: 10, b: 590 },
  ],
  [
    { a: 900, b: 100, c: 900 },
    { a: 250, b: 100, c: 250 },
  ],
  [
    { a: 150, b: 150, c: 900 },
    { a: 150, b: 150, c: 300 },
  ],
])('with %j no account displaces another below its share: about %j stay', (counts, expected) => {
  const { queue, dropped } = filled(600, counts);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const remaining = ownersOf(queue.dequeue(all));
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(
    all - Object.values(remaining).reduce((a, b) => a + b, 0),
  );
  for (const [owner, count] of Object.entries(expected)) {
    expect(remaining[owner], owner).toBeGreaterThanOrEqual(count - 100);
    expect(remaining[owner], owner).toBeLessThanOrEqual(count + 100);
  }
  // Accounts below their share lost nothing.
  const share = 600 / Object.keys(counts).length;
  for (const [owner, count] of Object.entries(counts)) if (count <= share) expect(remaining[owner], owner).toBe(count);
});

it('never exceeds its bound, and keeps the order of each account', () => {
  const queue = createCopyQueue(50);
  let next = 0;
  const seen = new Map<string, number>();
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 5_000; round += 1) {
    queue.add(copyOf('abcde'[Math.min(random(5), random(5))] ?? 'a', next++));
    expect(queue.size()).toBeLessThanOrEqual(50);
    if (random(20) > 0) continue;
    for (const { accountId, id } of queue.dequeue(random(30))) {
      const nr = Number(id.slice(1));
      expect(nr).toBeGreaterThan(seen.get(accountId) ?? -1);
      seen.set(accountId, nr);
    }
  }
});

it('gives each account its share of a batch, and the rest to the longest backlog', () => {
  const { queue } = filled(100, { a: 50, b: 3, c: 10 });
  expect(ownersOf(queue.dequeue(21))).toEqual({ a: 9, b: 3, c: 9 });
  expect(ownersOf(queue.dequeue(100))).toEqual({ a: 41, c: 1 });
  expect(queue.dequeue(1)).toEqual([]);
});
