import { type IRateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible';
import { LIMIT_WINDOW_SECONDS, type LimitClass, WINDOW_SECONDS } from '../core/kernel/limitClasses.ts';
import { AppError } from '../core/lib/errors.ts';
import { type Limiter, type LimitState, NO_LIMIT, type QuotaCount, type QuotaPeriod } from '../core/limits/limiter.ts';
import type { SharedCounter } from './sharedCounter.ts';

/** The limits, and the counter shared by all instances; with null, each process counts separately. */
export type LimiterOptions = {
  /** Requests per window and class; `off` for no limits. */
  readonly limits: Readonly<Record<LimitClass, number>> | 'off';
  readonly shared: SharedCounter | null;
  /** Called for each refusal by a counter, and for each request with an invalid credential, which is always refused. */
  readonly onRefusal?: (limitClass: LimitClass, subject: string, state: LimitState) => void;
};

/** A limiter whose connection has to be closed. */
export type ClosableLimiter = Limiter & { close(): Promise<void> };

/**
 * The class that is refused while Redis is down. Counting sign-ins per instance would multiply the allowed attempts.
 */
const FAILS_CLOSED: LimitClass = 'sign_in';
/** Requests of this class have an invalid credential. */
const ALWAYS_REFUSED: LimitClass = 'failed_auth';
const RETRY_AFTER_SECONDS = 5;

type Window = Omit<LimitState, 'limitClass'>;

function toWindow(limit: number, windowSeconds: number, counted: IRateLimiterRes): Window {
  const { consumedPoints = 0, msBeforeNext = windowSeconds * 1_000 } = counted;
  return {
    isAllowed: consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    // Round up, so that a new window has begun at this second.
    resetAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
  };
}

const unlimited = async (limitClass: LimitClass): Promise<LimitState> => ({
  limitClass,
  ...toWindow(NO_LIMIT, LIMIT_WINDOW_SECONDS, {}),
});

const QUOTA_SECONDS: Readonly<Record<QuotaPeriod, number>> = { hour: 3_600, day: 86_400 };

function toQuotaCount(per: QuotaPeriod, counted: IRateLimiterRes): QuotaCount {
  const { limit, remaining, resetAt } = toWindow(NO_LIMIT, QUOTA_SECONDS[per], counted);
  return { count: limit - remaining, resetAt };
}

/**
 * Counts in fixed windows, each starting with its first request. Counts are in memory, or in Redis if the counter is
 * shared. While Redis does not respond, each instance counts separately, so a caller gets the limit once per instance.
 * `reserve` of `sign_in` then throws `unavailable`. `peek` predicts the next `reserve`: not allowed if nothing remains.
 * Tested by `test/store/limiter.test.ts`.
 */
export function createLimiter({ limits, shared, onRefusal }: LimiterOptions): ClosableLimiter {
  // The library only counts, since limits differ by account. The count is compared with the limit here.
  const counter = shared ?? new RateLimiterMemory({ points: NO_LIMIT, duration: LIMIT_WINDOW_SECONDS, keyPrefix: '' });
  const quotas = {
    count: async (per: QuotaPeriod, subject: string, points = 1) => {
      const customDuration = QUOTA_SECONDS[per];
      return toQuotaCount(per, await counter.penalty(`${per}:${subject}`, points, { customDuration }));
    },
    readCount: async (per: QuotaPeriod, subject: string) =>
      toQuotaCount(per, (await counter.get(`${per}:${subject}`)) ?? {}),
    isDegraded: () => shared?.isDegraded() ?? false,
    close: async () => shared?.close(),
  };
  if (limits === 'off')
    return {
      ...quotas,
      // Still reports invalid credentials.
      async reserve(limitClass, subject) {
        const state = await unlimited(limitClass);
        if (limitClass === ALWAYS_REFUSED) onRefusal?.(limitClass, subject, state);
        return state;
      },
      peek: unlimited,
    };
  return {
    ...quotas,
    async reserve(limitClass, subject, limit = limits[limitClass], points = 1) {
      const { [limitClass]: windowSeconds = LIMIT_WINDOW_SECONDS } = WINDOW_SECONDS;
      const charge = (more: number) =>
        counter.penalty(`${limitClass}:${subject}`, more, { customDuration: windowSeconds });
      const charged = await charge(points);
      if (limitClass === FAILS_CLOSED && shared?.isDegraded())
        throw new AppError('unavailable', 'Sign-in is not available right now', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      const state = { limitClass, ...toWindow(limit, windowSeconds, charged) };
      // Return the points, since a request with fewer points may still be allowed.
      if (!state.isAllowed && points > 1) {
        const { remaining } = toWindow(limit, windowSeconds, await charge(-points));
        Object.assign(state, { remaining });
      }
      if (!state.isAllowed || limitClass === ALWAYS_REFUSED) onRefusal?.(limitClass, subject, state);
      return state;
    },
    async peek(limitClass, subject, limit = limits[limitClass]) {
      const { [limitClass]: windowSeconds = LIMIT_WINDOW_SECONDS } = WINDOW_SECONDS;
      const counted = await counter.get(`${limitClass}:${subject}`);
      const state = toWindow(limit, windowSeconds, counted ?? {});
      return { limitClass, ...state, isAllowed: state.remaining > 0 };
    },
  };
}
