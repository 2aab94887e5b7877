import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type IRateLimiterRes, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '../core/context.ts';
import { NO_LIMIT } from '../core/limits/limiter.ts';

/** The length in seconds of a key's window, set by its first request. */
type InWindow = { readonly customDuration: number };

/**
 * Counters in Redis; while Redis does not respond, counters of this process. It has the interface of the library's
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
/** How long Redis is not used after failures, so that a frozen one does not cost every request its timeout. */
const PAUSE_MS = 1_000;
/** One late response isn't an outage while the connection is open. */
const LATE_ANSWERS_MAX = 3;
/** Maximum windows remembered here in case Redis goes away; the oldest are dropped first. */
const WINDOWS_MAX = 10_000;
/** Windows end here and in Redis at slightly different times, which differ by a response's latency. */
const WINDOW_END_MS = 250;
const LOG_INTERVAL_MS = 60_000;

function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: FIRST_CONNECT_MAX_MS,
    retryStrategy: (attempts) => Math.min(attempts * 50, RECONNECT_MAX_MS),
  });
  // Each command reports its own failure; without a handler ioredis prints to the console.
  redis.on('error', () => undefined);
  return redis;
}

/** Resolves when Redis is ready or the time is up. Otherwise the first requests would be counted locally. */
async function firstConnection(redis: Redis): Promise<void> {
  const settled = new AbortController();
  const ready = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  await Promise.race([ready, delay(FIRST_CONNECT_MAX_MS, undefined, { signal: settled.signal, ref: false })]);
  settled.abort();
}

/** The result of a command that was not answered in time: a frozen Redis may run it later. */
const SENT = Symbol('sent');
const UNSENT = Symbol('unsent');
type Unanswered = typeof SENT | typeof UNSENT;
const isAnswer = <T>(answer: T | Unanswered): answer is T => answer !== SENT && answer !== UNSENT;

const LATE = new Error('Redis did not respond in time');

/**
 * Returns the response unless it is late. If the event loop itself is late, responses that arrived in the meantime are
 * read first.
 * @throws LATE
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => setImmediate(() => reject(LATE)), COMMAND_TIMEOUT_MS).unref();
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

type Health = { isPaused(): boolean; isDegraded(): boolean; failed(error: unknown): void; succeeded(): void };

function trackHealth(redis: Redis, log: Log): Health {
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
  /** Requests in the window, as known here. */
  count: number;
  /** Requests that have not been reported to Redis yet. */
  owed: number;
  /** Unix time, ms. */
  readonly endsAt: number;
  /** The number of failures at the last comparison with Redis. */
  comparedAt: number;
  settling: Promise<Settled> | null;
};

/** Points reported to Redis for a window, and its count at that time. */
type Settled = { readonly missed: number; readonly told: number };

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

/** Connects to a Redis that may not respond; `failures` grows with each failure or broken connection. */
function openRedis(url: string, log: Log) {
  const redis = connectRedis(url);
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
 * Counts in Redis, and in this process while Redis does not respond. The local count of a window continues from the
 * last Redis count. Redis is updated afterwards, even if it has lost its data. One instance therefore never admits more
 * than the limit in a window, and several admit at most the limit each.
 */
export function createSharedCounter(url: string, log: Log): SharedCounter {
  const { counter, ask, failures, isDegraded, close } = openRedis(url, log);
  const windows = createWindows();

  /** Brings a window in Redis up to date, at the first request after a failure was counted in it. */
  async function settle(key: string, window: Window, consumed: number, points: number): Promise<Settled> {
    const missed = Math.max(window.owed, window.count + points - consumed, 0);
    window.owed = 0;
    window.comparedAt = failures();
    const customDuration = (window.endsAt - Date.now()) / 1_000;
    // Always awaited, so that the caller stores this promise in `settling` before it is cleared.
    const answer = await (missed > 0 ? ask(() => counter.penalty(key, missed, { customDuration })) : UNSENT);
    const told = isAnswer(answer) ? answer.consumedPoints : consumed + missed;
    window.count = Math.max(window.count, told);
    window.settling = null;
    return { missed, told };
  }

  function takeHere(key: string, windowSeconds: number, points: number, isSent: boolean): IRateLimiterRes {
    const window = windows.current(key) ?? windows.begin(key, 0, windowSeconds * 1_000, failures());
    window.count += points;
    if (!isSent) window.owed += points;
    return limiterResult(window);
  }

  async function penalty(key: string, points: number, window: InWindow): Promise<IRateLimiterRes> {
    const answer = await ask(() => counter.penalty(key, points, window));
    if (!isAnswer(answer)) return takeHere(key, window.customDuration, points, answer === SENT);
    return reconcile(key, answer, points);
  }

  /** The count in Redis plus the count that only this process has. */
  async function reconcile(key: string, answer: RateLimiterRes, points: number): Promise<IRateLimiterRes> {
    const { consumedPoints: consumed } = answer;
    const window = windows.current(key) ?? windows.begin(key, consumed, answer.msBeforeNext, failures());
    if (window.owed > 0 || window.comparedAt !== failures()) window.settling ??= settle(key, window, consumed, points);
    if (window.settling) {
      const { missed, told } = await window.settling;
      // Requests counted before the report to Redis.
      if (consumed <= told - missed) return { ...answer, consumedPoints: consumed + missed };
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
