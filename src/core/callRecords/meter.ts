import type { ContentState } from '../callContents/state.ts';
import type { CacheName } from '../kernel/checkedCache.ts';
import type { LimitClass } from '../kernel/limitClasses.ts';
import type { ReadThroughCache } from '../lib/readThroughCache.ts';
import type { ConnectorKind } from '../servers/document.ts';
import type { CallOutcome } from './outcome.ts';

/** A completed call. Times in ms: in total, in this service, and at the upstream. */
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
  /** Counts a completed request. `route` is one of the service's routes, never an address. */
  requestServed(request: CountedRequest): void;
  limitRefused(limitClass: LimitClass): void;
  /** Counts whether a stack's snapshot was in memory when needed. */
  snapshotRead(isInMemory: boolean): void;
  /** Counts a cache's database query. */
  cacheRead(cache: CacheName): void;
  /** Counts calls that were not recorded, because the database was too slow or did not store them. */
  callRecordsDropped(count: number): void;
  /** Counts a call whose contents were not stored, or only in part, although they should have been. */
  contentsDropped(state: Exclude<ContentState, 'kept'>): void;
};

/** A cache whose hits and misses are counted. */
export const meteredSnapshots = <T>(cache: ReadThroughCache<T>, meter: Meter): ReadThroughCache<T> => ({
  ...cache,
  get(stackId) {
    const cached = cache.get(stackId);
    meter.snapshotRead(cached !== undefined);
    return cached;
  },
});
