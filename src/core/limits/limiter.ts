import type { LimitClass } from './classes.ts';

/** The state of one counter after a reservation. `resetAt` is Unix time in whole seconds. */
export type LimitState = {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
};

/** One atomic counter store, shared by every surface and, with Redis, by every instance. */
export type Limiter = {
  /** Takes one point from `class` for `subject` (an account, client or address); `limit` overrides the configured one. */
  reserve(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /** The same state without taking a point. */
  peek(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /** True while a shared store is out of reach and each instance counts for itself. */
  isDegraded(): boolean;
};
