import { LRUCache } from 'lru-cache';
import type { Change, Changes } from '../core/changes.ts';
import type { CacheName, Meter } from '../core/lib/meter.ts';
import type { ReadThroughCache } from '../core/lib/readThroughCache.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

export type ReadThroughCacheOptions<T> = {
  readonly name: CacheName;
  readonly changes: Changes;
  readonly meter: Meter;
  /** All values together stay below this; the one that was used least recently goes first, one that is larger at once. */
  readonly bytesMax: number;
  /** About how much memory a value takes, with whatever is computed from it later. */
  bytesOf(value: T): number;
  /** The key whose value a change made untrue; null where it concerns none. */
  keyOf(change: Change): string | null;
};

type Read<T> = () => Promise<T>;

/**
 * Keeps values in memory until they change. While notifications from other instances may be missed, `get` finds nothing
 * and every `load` reads; only if the database is unavailable does it fall back to what was kept.
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
    get: (key) => (changes.isLive() ? kept.get(key) : undefined),
    bytes: () => kept.calculatedSize,
    load(key, read) {
      const running = flights.get(key);
      // Another caller's failure may be due to what it may not see: whoever waited for it then asks for itself.
      if (running !== undefined) return running.catch(read);
      // A change that arrives meanwhile takes the flight off the list: what is being read may lack it.
      const isCurrent = (): boolean => flights.get(key) === flight;
      meter.cacheRead(name);
      const flight: Promise<T> = readAndKeep(kept, { key, isCurrent, read }).finally(() => {
        if (isCurrent()) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
  };
}

type Reading<T> = { readonly key: string; readonly read: Read<T>; isCurrent(): boolean };

async function readAndKeep<T extends object>(
  kept: LRUCache<string, T>,
  { key, read, isCurrent }: Reading<T>,
): Promise<T> {
  try {
    const value = await read();
    if (isCurrent()) kept.set(key, value);
    return value;
  } catch (error) {
    const last = kept.get(key);
    if (last !== undefined && isDatabaseUnavailable(error)) return last;
    throw error;
  }
}
