import type { LimitClass } from '../kernel/limitClasses.ts';

/** The value reported for no limit: the largest GraphQL Int. */
export const NO_LIMIT = 2_147_483_647;

/** State of a counter after a reservation. `resetAt` is Unix time in whole seconds. */
export type LimitState = {
  readonly limitClass: LimitClass;
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
};

export const QUOTA_PERIODS = ['hour', 'day'] as const;
/** The hour or day of a quota, which starts with its first call. */
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/** The calls or bytes counted in a window, and when the next window starts, as Unix time in whole seconds. */
export type QuotaCount = { readonly count: number; readonly resetAt: number };

/**
 * The counters, shared by every surface and, with Redis, by all instances.
 * Tested by `test/store/limiter.test.ts`.
 */
export type Limiter = {
  /**
   * Takes points (default: 1) of a class for `subject` (an account, client or address). Takes none if too few are left.
   * `limit` overrides the configured one.
   */
  reserve(limitClass: LimitClass, subject: string, limit?: number, points?: number): Promise<LimitState>;
  /** Returns the state without taking a point. */
  peek(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /**
   * Counts one more call for a quota, or `points` bytes, in the current window of `per`, which starts with its first
   * call. Does not depend on the configured limits.
   */
  count(per: QuotaPeriod, subject: string, points?: number): Promise<QuotaCount>;
  /** Returns the count without adding to it. */
  readCount(per: QuotaPeriod, subject: string): Promise<QuotaCount>;
  /** True while Redis does not answer and each instance counts separately. */
  isDegraded(): boolean;
};
