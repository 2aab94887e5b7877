/**
 * Options of an LRU cache of at most `count` entries that allocates memory as entries arrive. With `max` alone, each
 * cache would preallocate all entries at the start: milliseconds and half a megabyte.
 */
export const lruOptions = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 }) as const;
