import { onTestFinished } from 'vitest';
import type { Log } from '../../src/core/kernel/context.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { type ClosableLimiter, createLimiter } from '../../src/store/limiter.ts';
import { createSharedCounter } from '../../src/store/sharedCounter.ts';
import { silentLog } from '../harness/log.ts';
import { hasRedis, startRedis as launchRedis, type RedisServer } from '../harness/redis.ts';

export const HAS_REDIS = hasRedis();
if (!HAS_REDIS) {
  if (process.env['CI'] === 'true') throw new Error('redis-server is not installed, and CI must test with it');
  process.stdout.write('redis-server is not installed: the tests of shared limits are skipped\n');
}

// Registered by each test: a hook of this shared module would apply only to the first.
const closeAfterTest = (close: () => unknown): void => onTestFinished(async () => void (await close()));

export function makeLimiter(redisUrl: string | null, log: Log = silentLog): ClosableLimiter {
  const limiter = createLimiter({
    limits: DOCUMENTED_LIMITS,
    shared: redisUrl === null ? null : createSharedCounter(redisUrl, log),
  });
  closeAfterTest(() => limiter.close());
  return limiter;
}

/** A Redis that stops with the test. */
export async function startRedis(): Promise<RedisServer> {
  const redis = await launchRedis();
  closeAfterTest(() => redis.kill());
  return redis;
}

export const isShared = (limiter: ClosableLimiter) => async (): Promise<boolean> => {
  await limiter.peek('default', 'probe');
  return !limiter.isDegraded();
};

export async function admitted(limiters: readonly ClosableLimiter[], requests: number): Promise<number> {
  const all = Array.from({ length: requests }, (_, index) =>
    limiters[index % limiters.length]?.reserve('default', 'a'),
  );
  return (await Promise.all(all)).filter((state) => state?.isAllowed).length;
}
