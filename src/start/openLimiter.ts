import type { Config } from '../config/config.ts';
import type { Refusals } from '../core/audit/refusals.ts';
import type { Meter } from '../core/callRecords/meter.ts';
import type { Log } from '../core/kernel/context.ts';
import { type ClosableLimiter, createLimiter, type LimiterOptions } from '../store/limiter.ts';
import type { SharedCounter } from '../store/sharedCounter.ts';

type LimiterParts = {
  readonly log: Log;
  readonly refusals: Refusals;
  readonly meter: Meter | null;
  /** The counter of all workers, which is used without Redis; null in a single process. */
  readonly counter: SharedCounter | null;
};

/** Opens the limiter. Counts each refusal for the audit log; refusals by a counter also count in the metrics. */
export async function openLimiter(
  { limits, redisUrl }: Pick<Config, 'limits' | 'redisUrl'>,
  { log, refusals, meter, counter }: LimiterParts,
): Promise<ClosableLimiter> {
  const onRefusal: LimiterOptions['onRefusal'] = (limitClass, subject, { isAllowed }) => {
    if (!isAllowed) meter?.limitRefused(limitClass);
    refusals.note({ reason: limitClass === 'failed_auth' ? 'wrong_credential' : 'rate_limited', subject });
  };
  if (redisUrl === null) return createLimiter({ limits, shared: counter, onRefusal });
  // The Redis client is loaded only if configured.
  const { createSharedCounter } = await import('../store/sharedCounter.ts');
  return createLimiter({ limits, shared: createSharedCounter(redisUrl, log), onRefusal });
}
