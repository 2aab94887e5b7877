/**
 * Options of an LRU cache of at most `count` entries that takes memory as they come: with `max` alone, room for all of
 * them is made at once, which costs every start milliseconds and half a megabyte for each cache.
 */
export const lruOptions = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 }) as const;
