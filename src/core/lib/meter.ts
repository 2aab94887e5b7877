import type { ToolOutcome } from '../calls/connector.ts';
import type { LimitClass } from '../limits/classes.ts';

/** The caches of what the database holds. */
export type CacheName = 'snapshots' | 'credentials' | 'api_keys' | 'stack_tokens' | 'sessions';

/** Counts what the operator watches. Nothing of it may name an account, a stack, a server or a tool. */
export type Meter = {
  toolCalled(outcome: ToolOutcome['kind'], latencyMs: number): void;
  limitRefused(limitClass: LimitClass): void;
  /** Whether a stack's snapshot was in memory when it was needed. */
  snapshotSought(isKept: boolean): void;
  /** A cache had to ask the database. */
  cacheRead(cache: CacheName): void;
  /** Calls that had to be recorded and were not: the database took them too slowly, or not at all. */
  callRecordsDropped(count: number): void;
};

/** Counts nothing, for processes that show no metrics. */
export const NO_METER: Meter = {
  toolCalled: () => undefined,
  limitRefused: () => undefined,
  snapshotSought: () => undefined,
  cacheRead: () => undefined,
  callRecordsDropped: () => undefined,
};
