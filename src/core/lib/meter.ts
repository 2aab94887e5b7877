import type { ToolOutcome } from '../calls/connector.ts';
import type { LimitClass } from '../limits/classes.ts';
import type { ReadThroughCache } from './readThroughCache.ts';

/** The caches of what the database holds. */
export type CacheName = 'snapshots' | 'credentials' | 'api_keys' | 'stack_tokens' | 'sessions';

/** Counts what the operator watches. No figure may name an account, a stack, a server or a tool. */
export type Meter = {
  toolCalled(outcome: ToolOutcome['kind'], latencyMs: number): void;
  limitRefused(limitClass: LimitClass): void;
  /** Whether a stack's snapshot was in memory when it was needed. */
  snapshotSought(isKept: boolean): void;
  /** A cache had to query the database. */
  cacheRead(cache: CacheName): void;
  /** Calls that were not recorded, because the database took them too slowly or not at all. */
  callRecordsDropped(count: number): void;
};

/** Counts nothing: for processes without metrics. */
export const NO_METER: Meter = {
  toolCalled: () => undefined,
  limitRefused: () => undefined,
  snapshotSought: () => undefined,
  cacheRead: () => undefined,
  callRecordsDropped: () => undefined,
};

/** A cache whose hits and misses are counted. */
export const meteredSnapshots = <T>(cache: ReadThroughCache<T>, meter: Meter): ReadThroughCache<T> => ({
  ...cache,
  get(stackId) {
    const found = cache.get(stackId);
    meter.snapshotSought(found !== undefined);
    return found;
  },
});
