import { LRUCache } from 'lru-cache';
import type { Meter } from '../core/callRecords/meter.ts';
import type { Change, Changes } from '../core/kernel/changes.ts';
import type { CacheName } from '../core/kernel/checkedCache.ts';
import { readWithTimeout } from '../core/kernel/timeouts.ts';
import { isDatabaseUnavailable } from '../core/lib/databaseFault.ts';
import type { ReadThroughCache } from '../core/lib/readThroughCache.ts';

/** The values that a cache keeps, and the changes that invalidate them. */
type ReadThroughCacheOptions<T> = {
  readonly name: CacheName;
  readonly changes: Changes;
  readonly meter: Meter | null;
  /**
   * Maximum bytes of all values together. The least recently used value is evicted first. A larger value is never kept.
   */
  readonly bytesMax: number;
  /** Approximate memory of a value, including data computed from it later. */
  bytesOf(value: T): number;
  /** The key whose value a change invalidates; null when it invalidates none. */
  keyOf(change: Change): string | null;
};

type Read<T> = () => Promise<T>;

/**
 * Caches values until a change invalidates them. While notifications from other instances may be missed, `get` finds
 * nothing and every `load` reads the database. Cached values are then used only if the database is unavailable, for as
 * long as the operator allows.
 */
export function createReadThroughCache<T extends object>(options: ReadThroughCacheOptions<T>): ReadThroughCache<T> {
  const { name, changes, meter, bytesMax, bytesOf, keyOf } = options;
  const cache = new LRUCache<string, T>({ maxSize: bytesMax, sizeCalculation: (value) => Math.max(1, bytesOf(value)) });
  const inFlight = new Map<string, Promise<T>>();
  /** Keys that depend on another key. */
  const dependents = new Map<string, Set<string>>();

  changes.onMissedEvents(() => {
    cache.clear();
    inFlight.clear();
    dependents.clear();
  });
  changes.subscribe((change) => {
    const changed = keyOf(change);
    if (changed === null) return;
    for (const key of [changed, ...(dependents.get(changed) ?? [])]) {
      cache.delete(key);
      inFlight.delete(key);
    }
    dependents.delete(changed);
  });

  return {
    get: (key) => (changes.isLive ? cache.get(key) : undefined),
    bytes: () => cache.calculatedSize,
    load(key, read, of) {
      if (of !== undefined) dependents.set(of, (dependents.get(of) ?? new Set()).add(key));
      const running = inFlight.get(key);
      // If the shared read fails, each waiting caller reads for itself: the first caller may have lacked a right.
      if (running !== undefined) return running.catch(read);
      // A change that arrives in the meantime removes this read from `inFlight`, since its value may lack the change.
      const isCurrent = (): boolean => inFlight.get(key) === reading;
      meter?.cacheRead(name);
      const reading: Promise<T> = readAndKeep(cache, { changes, key, isCurrent, read }).finally(() => {
        if (isCurrent()) inFlight.delete(key);
      });
      inFlight.set(key, reading);
      return reading;
    },
  };
}

type Reading<T> = { readonly changes: Changes; readonly key: string; readonly read: Read<T>; isCurrent(): boolean };

async function readAndKeep<T extends object>(
  cache: LRUCache<string, T>,
  { changes, key, read, isCurrent }: Reading<T>,
): Promise<T> {
  try {
    const value = await readWithTimeout(changes, read);
    if (isCurrent()) cache.set(key, value);
    return value;
  } catch (error) {
    const last = cache.get(key);
    if (last !== undefined && changes.canServeStale && isDatabaseUnavailable(error)) return last;
    throw error;
  }
}
