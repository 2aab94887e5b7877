import { setTimeout as delay } from 'node:timers/promises';
import { type IRateLimiterRes, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '../core/kernel/context.ts';
import { NO_LIMIT } from '../core/limits/limiter.ts';
import { connectRedis, type RedisConnection } from './connectRedis.ts';

/** The length in seconds of a key's window, set by its first request. */
type InWindow = { readonly customDuration: number };

/**
 * Counters in Redis; while Redis does not respond, counters of this process. Has the interface of the library's
 * counters. Tested by `test/store/sharedLimits.test.ts`.
 */
export type SharedCounter = {
  /** Takes points regardless of the current count. */
  penalty(key: string, points: number, window: InWindow): Promise<IRateLimiterRes>;
  get(key: string): Promise<IRateLimiterRes | null>;
  isDegraded(): boolean;
  close(): Promise<void>;
};

const COMMAND_TIMEOUT_MS = 100;
const FIRST_CONNECT_MAX_MS = 1_000;
const RECONNECT_MAX_MS = 1_000;
/** How long Redis is not used after failures. Otherwise each request would wait for a frozen Redis to time out. */
const PAUSE_MS = 1_000;
/** Number of late responses that count as an outage while the connection is open. */
const LATE_ANSWERS_MAX = 3;
/** Maximum windows that this process remembers for an outage of Redis. Drops the oldest first. */
const WINDOWS_MAX = 10_000;
/** Maximum difference between the end of a window here and in Redis, caused by the latency of responses. */
const WINDOW_END_MS = 250;
const LOG_INTERVAL_MS = 60_000;

/** Resolves when Redis is ready or the time is up. Without this wait, the first requests would be counted locally. */
async function firstConnection(redis: RedisConnection): Promise<void> {
  const settled = new AbortController();
  const ready = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  await Promise.race([ready, delay(FIRST_CONNECT_MAX_MS, undefined, { signal: settled.signal, ref: false })]);
  settled.abort();
}

/** The result of a command that was not answered in time. A frozen Redis may still run it later. */
const SENT = Symbol('sent');
const UNSENT = Symbol('unsent');
type Unanswered = typeof SENT | typeof UNSENT;
const isAnswer = <T>(answer: T | Unanswered): answer is T => answer !== SENT && answer !== UNSENT;

const LATE = new Error('Redis did not respond in time');

/**
 * Returns the response unless it is late. If the event loop itself was blocked, first reads responses that have
 * arrived.
 * @throws LATE
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => setImmediate(() => reject(LATE)), COMMAND_TIMEOUT_MS).unref();
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

type Health = { isPaused(): boolean; isDegraded(): boolean; failed(error: unknown): void; succeeded(): void };

function trackHealth(redis: RedisConnection, log: Log): Health {
  let pausedUntil = 0;
  let failures = 0;
  let isDegraded = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    isPaused: () => Date.now() < pausedUntil,
    isDegraded: () => isDegraded,
    failed(error) {
      failures += 1;
      if (redis.status === 'ready' && failures < LATE_ANSWERS_MAX) return;
      isDegraded = true;
      pausedUntil = Date.now() + PAUSE_MS;
      if (Date.now() - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = Date.now();
      log.warn({ err: error }, 'Redis does not respond: this instance counts rate limits separately');
    },
    succeeded() {
      pausedUntil = 0;
      failures = 0;
      isDegraded = false;
    },
  };
}

/** This instance's state of a key's window. */
type Window = {
  /** Points in the window that this process knows of. */
  count: number;
  /** Points that have not been reported to Redis yet. */
  owed: number;
  /** Unix time, ms. */
  readonly endsAt: number;
  /** The number of failures at the last comparison with Redis. */
  comparedAt: number;
  settling: Promise<Settled> | null;
};

/** Points reported to Redis for a window, and its count at that time. */
type Settled = { readonly missed: number; readonly reported: number };

const limiterResult = ({ count, endsAt }: Window): IRateLimiterRes => ({
  consumedPoints: count,
  msBeforeNext: Math.max(0, endsAt - Date.now()),
});

function createWindows() {
  const windows = new Map<string, Window>();
  return {
    current(key: string): Window | null {
      const window = windows.get(key);
      return window && window.endsAt - Date.now() > WINDOW_END_MS ? window : null;
    },
    begin(key: string, count: number, lengthMs: number, comparedAt: number): Window {
      const [oldest] = windows.size >= WINDOWS_MAX ? windows.keys() : [];
      if (oldest !== undefined) windows.delete(oldest);
      const window = { count, owed: 0, endsAt: Date.now() + lengthMs, comparedAt, settling: null };
      windows.set(key, window);
      return window;
    },
  };
}

/** Connects to Redis, which may not respond. `failures` counts failed commands and broken connections. */
function openRedis(url: string, log: Log) {
  const redis = connectRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: FIRST_CONNECT_MAX_MS,
    retryStrategy: (attempts) => Math.min(attempts * 50, RECONNECT_MAX_MS),
  });
  const connected = firstConnection(redis);
  const health = trackHealth(redis, log);
  let failures = 0;
  redis.on('ready', () => health.succeeded());
  redis.on('close', () => {
    failures += 1;
  });
  return {
    counter: new RateLimiterRedis({ storeClient: redis, keyPrefix: 'toolyard:limit', points: NO_LIMIT, duration: 1 }),
    failures: () => failures,
    isDegraded: () => health.isDegraded(),
    close: async () => redis.disconnect(),
    async ask<T>(command: () => Promise<T>): Promise<T | Unanswered> {
      await connected;
      if (health.isPaused()) return UNSENT;
      try {
        const answer = await inTime(command());
        health.succeeded();
        return answer;
      } catch (error) {
        failures += 1;
        health.failed(error);
        return error === LATE ? SENT : UNSENT;
      }
    },
  };
}

/**
 * Counts in Redis, and in this process while Redis does not respond. The local count continues from the last count in
 * Redis, and Redis is updated afterwards, even if it has lost its data. So each instance admits at most the limit in a
 * window.
 */
export function createSharedCounter(url: string, log: Log): SharedCounter {
  const { counter, ask, failures, isDegraded, close } = openRedis(url, log);
  const windows = createWindows();

  /** Reports points that only this process counted, at the first request after a failure. */
  async function settle(key: string, window: Window, consumed: number, points: number): Promise<Settled> {
    const missed = Math.max(window.owed, window.count + points - consumed, 0);
    window.owed = 0;
    window.comparedAt = failures();
    const customDuration = (window.endsAt - Date.now()) / 1_000;
    // Always wait, so that the caller stores this promise in `settling` before it is cleared.
    const answer = await (missed > 0 ? ask(() => counter.penalty(key, missed, { customDuration })) : UNSENT);
    const reported = isAnswer(answer) ? answer.consumedPoints : consumed + missed;
    window.count = Math.max(window.count, reported);
    window.settling = null;
    return { missed, reported };
  }

  function countLocally(key: string, windowSeconds: number, points: number, isSent: boolean): IRateLimiterRes {
    const window = windows.current(key) ?? windows.begin(key, 0, windowSeconds * 1_000, failures());
    window.count += points;
    if (!isSent) window.owed += points;
    return limiterResult(window);
  }

  async function penalty(key: string, points: number, window: InWindow): Promise<IRateLimiterRes> {
    const answer = await ask(() => counter.penalty(key, points, window));
    if (!isAnswer(answer)) return countLocally(key, window.customDuration, points, answer === SENT);
    return reconcile(key, answer, points);
  }

  /** The count in Redis plus the points that only this process has counted. */
  async function reconcile(key: string, answer: RateLimiterRes, points: number): Promise<IRateLimiterRes> {
    const { consumedPoints: consumed } = answer;
    const window = windows.current(key) ?? windows.begin(key, consumed, answer.msBeforeNext, failures());
    if (window.owed > 0 || window.comparedAt !== failures()) window.settling ??= settle(key, window, consumed, points);
    if (window.settling) {
      const { missed, reported } = await window.settling;
      // The response is from before the report to Redis, so it lacks the reported points.
      if (consumed <= reported - missed) return { ...answer, consumedPoints: consumed + missed };
    }
    window.count = Math.max(window.count, consumed);
    return answer;
  }

  async function get(key: string): Promise<IRateLimiterRes | null> {
    const window = windows.current(key);
    const answer = await ask(() => counter.get(key));
    return (isAnswer(answer) ? answer : null) ?? (window && limiterResult(window));
  }
  return { penalty, get, isDegraded, close };
}
