import { LRUCache } from 'lru-cache';
import type { Change, Changes } from '../core/changes.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import type { SnapshotCache } from '../core/snapshots/snapshotCache.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

// A tool with its schemas takes a few kilobytes: about 100 MB when full.
const TOOLS_MAX = 20_000;

type Read = () => Promise<StackSnapshot>;
type Flight = Promise<StackSnapshot>;

/**
 * Keeps the snapshots of stacks in memory until they change. While notifications from other instances may be missed,
 * `get` finds nothing and every `load` reads; only if the database is unavailable does it fall back to what was kept.
 */
export function createSnapshotCache(changes: Changes): SnapshotCache {
  const kept = new LRUCache<string, StackSnapshot>({
    maxSize: TOOLS_MAX,
    sizeCalculation: ({ tools }) => tools.size + 1,
  });
  const flights = new Map<string, Flight>();

  const dropAll = (): void => {
    kept.clear();
    flights.clear();
  };
  changes.onGap(dropAll);
  changes.subscribe((change: Change) => {
    if (change.kind !== 'stack') return;
    kept.delete(change.id);
    flights.delete(change.id);
  });

  return {
    get: (stackId) => (changes.isLive() ? kept.get(stackId) : undefined),
    load(stackId, read) {
      const running = flights.get(stackId);
      // Another caller's failure may be due to what it may not see: whoever waited for it then asks for itself.
      if (running !== undefined) return running.catch(read);
      // A change that arrives meanwhile takes the flight off the list: what is being read may lack it.
      const isCurrent = (): boolean => flights.get(stackId) === flight;
      const flight: Flight = readAndKeep(kept, { stackId, isCurrent, read }).finally(() => {
        if (isCurrent()) flights.delete(stackId);
      });
      flights.set(stackId, flight);
      return flight;
    },
  };
}

type Reading = { readonly stackId: string; readonly read: Read; isCurrent(): boolean };

async function readAndKeep(
  kept: LRUCache<string, StackSnapshot>,
  { stackId, read, isCurrent }: Reading,
): Promise<StackSnapshot> {
  try {
    const snapshot = await read();
    if (isCurrent()) kept.set(stackId, snapshot);
    return snapshot;
  } catch (error) {
    const last = kept.get(stackId);
    if (last !== undefined && isDatabaseUnavailable(error)) return last;
    throw error;
  }
}
