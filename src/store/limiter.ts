import { type IRateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../core/errors.ts';
import { LIMIT_WINDOW_SECONDS, type LimitClass, WINDOW_SECONDS } from '../core/limits/classes.ts';
import { type Limiter, type LimitState, NO_LIMIT, type QuotaCount, type QuotaPeriod } from '../core/limits/limiter.ts';
import type { SharedCounter } from './sharedCounter.ts';

/** The limits, and the counter shared by all instances; with null, each process counts separately. */
export type LimiterOptions = {
  /** Requests per window and class; `off` for no limits. */
  readonly limits: Readonly<Record<LimitClass, number>> | 'off';
  readonly shared: SharedCounter | null;
  /** Called for each refusal by a counter, and for everything that `failed_auth` counts, which is always refused. */
  readonly onRefusal?: (limitClass: LimitClass, subject: string, state: LimitState) => void;
};

/** A limiter with a connection to close. */
export type ClosableLimiter = Limiter & { close(): Promise<void> };

/**
 * Without Redis, sign-ins are refused rather than counted per instance, so that an outage does not multiply the allowed
 * attempts.
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
    // Rounded up, so that a caller who returns at this second finds a new window.
    resetAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
  };
}

const uncounted = (): AppError =>
  new AppError('unavailable', 'Sign-in is not available right now', { retryAfterSeconds: RETRY_AFTER_SECONDS });

const unlimited = async (limitClass: LimitClass): Promise<LimitState> => ({
  limitClass,
  ...toWindow(NO_LIMIT, LIMIT_WINDOW_SECONDS, {}),
});

/** Even without limits, invalid credentials are reported. */
const unlimitedBut =
  (onRefusal: LimiterOptions['onRefusal']): ClosableLimiter['reserve'] =>
  async (limitClass, subject) => {
    const state = await unlimited(limitClass);
    if (limitClass === ALWAYS_REFUSED) onRefusal?.(limitClass, subject, state);
    return state;
  };

const QUOTA_SECONDS: Readonly<Record<QuotaPeriod, number>> = { hour: 3_600, day: 86_400 };

function toQuotaCount(per: QuotaPeriod, counted: IRateLimiterRes): QuotaCount {
  const { limit, remaining, resetAt } = toWindow(NO_LIMIT, QUOTA_SECONDS[per], counted);
  return { count: limit - remaining, resetAt };
}

/**
 * Counts in fixed windows of the class's length, each starting with its first request. Counts are in memory, or in
 * Redis if the counter is shared. While Redis does not respond, each instance counts separately against the same
 * limits. A caller then gets at most the limit once per instance, and `reserve` of `sign_in` throws `unavailable`.
 * `peek` predicts the next `reserve`: not allowed when nothing remains. Tested by `test/store/limiter.test.ts`.
 */
export function createLimiter({ limits, shared, onRefusal }: LimiterOptions): ClosableLimiter {
  // Limits differ by account, so the library only counts; its count is compared with the limit here.
  const counter = shared ?? new RateLimiterMemory({ points: NO_LIMIT, duration: LIMIT_WINDOW_SECONDS });
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
  if (limits === 'off') return { ...quotas, reserve: unlimitedBut(onRefusal), peek: unlimited };
  return {
    ...quotas,
    async reserve(limitClass, subject, limit = limits[limitClass], points = 1) {
      const { [limitClass]: windowSeconds = LIMIT_WINDOW_SECONDS } = WINDOW_SECONDS;
      const take = (more: number) =>
        counter.penalty(`${limitClass}:${subject}`, more, { customDuration: windowSeconds });
      const taken = await take(points);
      if (limitClass === FAILS_CLOSED && shared?.isDegraded()) throw uncounted();
      const state = { limitClass, ...toWindow(limit, windowSeconds, taken) };
      // A request with fewer points may still fit.
      if (!state.isAllowed && points > 1) {
        const { remaining } = toWindow(limit, windowSeconds, await take(-points));
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
