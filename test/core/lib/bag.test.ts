import { expect, it } from 'vitest';
import { SwapRemoveSet } from '../../../src/core/lib/swapRemoveSet.ts';

it('holds what was added and not taken out, each once, whatever the order', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const bag = new SwapRemoveSet<{ place: number }>();
  const things = Array.from({ length: 40 }, () => ({ place: -1 }));
  const inside = new Set<{ place: number }>();
  const steps = 20_000;
  for (let step = 0; step < steps; step += 1) {
    const thing = things[random(things.length)] ?? { place: -1 };
    if (random(2) === 0) {
      bag.add(thing);
      inside.add(thing);
    } else {
      bag.delete(thing);
      inside.delete(thing);
    }
    expect(bag.size).toBe(inside.size);
    if (step % 100 === 0) expect(new Set(bag.all())).toEqual(inside);
  }
  for (const thing of bag.all()) bag.delete(thing);
  expect([bag.size, things.every(({ place }) => place === -1)]).toEqual([0, true]);
  process.stdout.write(`a bag: ${steps} additions and removals\n`);
});
