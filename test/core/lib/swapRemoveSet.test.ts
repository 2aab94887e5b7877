import { expect, it } from 'vitest';
import { SwapRemoveSet } from '../../../src/core/lib/swapRemoveSet.ts';

it('contains each added and not removed item once, in any order', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const set = new SwapRemoveSet<{ place: number }>();
  const things = Array.from({ length: 40 }, () => ({ place: -1 }));
  const inside = new Set<{ place: number }>();
  const steps = 20_000;
  for (let step = 0; step < steps; step += 1) {
    const thing = things[random(things.length)] ?? { place: -1 };
    if (random(2) === 0) {
      set.add(thing);
      inside.add(thing);
    } else {
      set.delete(thing);
      inside.delete(thing);
    }
    expect(set.size).toBe(inside.size);
    if (step % 100 === 0) expect(new Set(set.all())).toEqual(inside);
  }
  for (const thing of set.all()) set.delete(thing);
  expect([set.size, things.every(({ place }) => place === -1)]).toEqual([0, true]);
  process.stdout.write(`a swap-remove set: ${steps} additions and removals\n`);
});
