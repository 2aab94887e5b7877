/**
 * Options of an LRU cache of at most `count` entries that allocates memory as entries arrive. `max` alone would
 * preallocate all entries, which costs milliseconds and half a megabyte per cache at each start.
 */
export const lruOptions = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 }) as const;
