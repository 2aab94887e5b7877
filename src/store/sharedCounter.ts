import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '../core/context.ts';

/** Counters in Redis; while Redis does not answer, those of `local`. */
export type SharedCounter = {
  /** Takes one point. `windowSeconds` is the window's length, set by its first request. */
  take(key: string, windowSeconds: number): Promise<RateLimiterRes>;
  read(key: string): Promise<RateLimiterRes | null>;
  isDegraded(): boolean;
  close(): Promise<void>;
};

const COMMAND_TIMEOUT_MS = 100;
const FIRST_CONNECT_MAX_MS = 1_000;
const RECONNECT_MAX_MS = 1_000;
/** Redis is not asked for this long after a failure: a frozen one must not cost every request its time-out. */
const PAUSE_MS = 1_000;
const LOG_INTERVAL_MS = 60_000;

function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: FIRST_CONNECT_MAX_MS,
    retryStrategy: (attempts) => Math.min(attempts * 50, RECONNECT_MAX_MS),
  });
  // Each command reports its own failure; without a handler ioredis prints to the console.
  redis.on('error', () => undefined);
  return redis;
}

/** Resolves when Redis is ready, or its time is up: otherwise the first requests would be counted locally. */
async function firstConnection(redis: Redis): Promise<void> {
  const settled = new AbortController();
  const ready = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  await Promise.race([ready, delay(FIRST_CONNECT_MAX_MS, undefined, { signal: settled.signal, ref: false })]);
  settled.abort();
}

type Health = { isPaused(): boolean; isDegraded(): boolean; failed(error: unknown): void; succeeded(): void };

function trackHealth(log: Log): Health {
  let pausedUntil = 0;
  let isDegraded = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    isPaused: () => Date.now() < pausedUntil,
    isDegraded: () => isDegraded,
    failed(error) {
      isDegraded = true;
      pausedUntil = Date.now() + PAUSE_MS;
      if (Date.now() - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = Date.now();
      log.warn({ err: error }, 'Redis does not answer: this instance counts rate limits for itself');
    },
    succeeded() {
      pausedUntil = 0;
      isDegraded = false;
    },
  };
}

/** Counts in Redis, and in `local` while Redis does not answer. */
export function createSharedCounter(url: string, local: RateLimiterMemory, log: Log): SharedCounter {
  const redis = connectRedis(url);
  const connected = firstConnection(redis);
  const health = trackHealth(log);
  redis.on('ready', () => health.succeeded());
  const { points, duration } = local;
  const remote = new RateLimiterRedis({ storeClient: redis, keyPrefix: 'toolyard:limit', points, duration });

  const either = async <T>(ask: (counter: RateLimiterRedis | RateLimiterMemory) => Promise<T>): Promise<T> => {
    await connected;
    if (health.isPaused()) return ask(local);
    try {
      const answer = await ask(remote);
      health.succeeded();
      return answer;
    } catch (error) {
      health.failed(error);
      return ask(local);
    }
  };
  return {
    take: (key, customDuration) => either((counter) => counter.consume(key, 1, { customDuration })),
    read: (key) => either((counter) => counter.get(key)),
    isDegraded: () => health.isDegraded(),
    close: async () => redis.disconnect(),
  };
}
