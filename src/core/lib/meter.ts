import type { ContentState } from '../callContents/state.ts';
import type { CallOutcome } from '../callRecords/outcome.ts';
import type { ConnectorKind } from '../calls/connector.ts';
import type { LimitClass } from '../limits/classes.ts';
import type { ReadThroughCache } from './readThroughCache.ts';

/** The caches of database rows. */
export type CacheName = 'snapshots' | 'credentials' | 'api_keys' | 'stack_tokens' | 'sessions';

/** A call that ended. Times in ms: in all, here, and at the upstream. */
export type CountedCall = {
  readonly connector: ConnectorKind;
  readonly outcome: CallOutcome;
  readonly latencyMs: number;
  readonly ownMs: number;
  readonly upstreamMs: number;
};

/** A completed request: its route (the pattern, not the path), its status, and its duration in ms. */
export type CountedRequest = { readonly route: string; readonly status: number; readonly ms: number };

/** Records the operator's metrics. No metric may name an account, a stack, a server or a tool. */
export type Meter = {
  toolCalled(call: CountedCall): void;
  /** A request was answered. `route` is one that the service has, never an address. */
  requestServed(request: CountedRequest): void;
  limitRefused(limitClass: LimitClass): void;
  /** Whether a stack's snapshot was in memory when it was needed. */
  snapshotSought(isKept: boolean): void;
  /** A cache had to query the database. */
  cacheRead(cache: CacheName): void;
  /** Calls that were not recorded, because the database took them too slowly or not at all. */
  callRecordsDropped(count: number): void;
  /** The contents of a call should have been stored, and were not, or only in part. */
  contentsDropped(state: Exclude<ContentState, 'kept'>): void;
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
