import type { LimitClass } from './classes.ts';

/** A counter after a reservation. `resetAt` is Unix time in whole seconds. */
export type LimitState = {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
};

/** The counters, shared by every surface and, with Redis, by all instances. */
export type Limiter = {
  /** Takes one point of a class for `subject` (an account, client or address); `limit` replaces the configured one. */
  reserve(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /** The same state without taking a point. */
  peek(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /** True while Redis does not answer and each instance counts for itself. */
  isDegraded(): boolean;
};
