import type { LimitClass } from './classes.ts';

/** The reported limit if there is none: the largest value of a GraphQL Int. */
export const NO_LIMIT = 2_147_483_647;

/** A counter after a reservation. `resetAt` is Unix time in whole seconds. */
export type LimitState = {
  readonly limitClass: LimitClass;
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
};

/** The windows that quotas count in. */
export const QUOTA_PERIODS = ['hour', 'day'] as const;
/** The hour or the day in which a quota counts; each begins with its first call. */
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/** The calls or bytes that a window has counted, and when the next one starts, in Unix time in whole seconds. */
export type QuotaCount = { readonly count: number; readonly resetAt: number };

/**
 * The counters, shared by every surface and, with Redis, by all instances.
 * Tested by `test/store/limiter.test.ts`.
 */
export type Limiter = {
  /**
   * Takes points (1 by default) of a class for `subject` (an account, client or address), all or, where too few are
   * left, none of several; `limit` replaces the configured one.
   */
  reserve(limitClass: LimitClass, subject: string, limit?: number, points?: number): Promise<LimitState>;
  /** The same state without taking a point. */
  peek(limitClass: LimitClass, subject: string, limit?: number): Promise<LimitState>;
  /**
   * Counts one more call for a quota, or `points` bytes, in the current window of `per`, which starts with its first
   * call. Does not depend on the configured limits.
   */
  count(per: QuotaPeriod, subject: string, points?: number): Promise<QuotaCount>;
  /** The same count without adding to it. */
  readCount(per: QuotaPeriod, subject: string): Promise<QuotaCount>;
  /** True while Redis does not answer and each instance counts for itself. */
  isDegraded(): boolean;
};
