/** A generator of repeatable random numbers (mulberry32): the seed in the report reproduces the inputs. */
export type Random = {
  /** A random integer from 0 up to but not including `max`. */
  int(max: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    int: (max) => Math.floor(next() * max),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const one = from[Math.floor(next() * from.length)];
      if (one === undefined) throw new RangeError('nothing to pick from');
      return one;
    },
  };
}
