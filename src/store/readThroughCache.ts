import { LRUCache } from 'lru-cache';
import type { Change, Changes } from '../core/changes.ts';
import { isDatabaseUnavailable } from '../core/lib/databaseFault.ts';
import type { CacheName, Meter } from '../core/lib/meter.ts';
import type { ReadThroughCache } from '../core/lib/readThroughCache.ts';
import { readWithTimeout } from '../core/lib/timeouts.ts';

/** What a cache keeps, and what a change voids. */
export type ReadThroughCacheOptions<T> = {
  readonly name: CacheName;
  readonly changes: Changes;
  readonly meter: Meter | null;
  /**
   * Bound on all values together; the least recently used is evicted first, and a value above the bound is never kept.
   */
  readonly bytesMax: number;
  /** About how much memory a value takes, with whatever is computed from it later. */
  bytesOf(value: T): number;
  /** The key whose value a change voids; null when it voids none. */
  keyOf(change: Change): string | null;
};

type Read<T> = () => Promise<T>;

/**
 * Keeps values in memory until a change names them. While notifications from other instances may be missed, `get` finds
 * nothing and every `load` reads; the kept value is used only when the database is unavailable, and for no longer than
 * the operator chose.
 */
export function createReadThroughCache<T extends object>(options: ReadThroughCacheOptions<T>): ReadThroughCache<T> {
  const { name, changes, meter, bytesMax, bytesOf, keyOf } = options;
  const kept = new LRUCache<string, T>({ maxSize: bytesMax, sizeCalculation: (value) => Math.max(1, bytesOf(value)) });
  const flights = new Map<string, Promise<T>>();

  changes.onGap(() => {
    kept.clear();
    flights.clear();
  });
  changes.subscribe((change) => {
    const key = keyOf(change);
    if (key === null) return;
    kept.delete(key);
    flights.delete(key);
  });

  return {
    get: (key) => (changes.isLive ? kept.get(key) : undefined),
    bytes: () => kept.calculatedSize,
    load(key, read) {
      const running = flights.get(key);
      // Another caller's failure may be due to its own rights: whoever waited for it reads for itself.
      if (running !== undefined) return running.catch(read);
      // A change that arrives meanwhile removes the flight: what is being read may not contain it.
      const isCurrent = (): boolean => flights.get(key) === flight;
      meter?.cacheRead(name);
      const flight: Promise<T> = readAndKeep(kept, { changes, key, isCurrent, read }).finally(() => {
        if (isCurrent()) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
  };
}

type Reading<T> = { readonly changes: Changes; readonly key: string; readonly read: Read<T>; isCurrent(): boolean };

async function readAndKeep<T extends object>(
  kept: LRUCache<string, T>,
  { changes, key, read, isCurrent }: Reading<T>,
): Promise<T> {
  try {
    const value = await readWithTimeout(changes, read);
    if (isCurrent()) kept.set(key, value);
    return value;
  } catch (error) {
    const last = kept.get(key);
    if (last !== undefined && changes.mayStandIn && isDatabaseUnavailable(error)) return last;
    throw error;
  }
}
