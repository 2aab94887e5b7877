import { LRUCache } from 'lru-cache';
import { lruOptions } from '../../core/lib/lru.ts';

const BASE_MS = 500;
const MAX_MS = 30_000;
const KEYS_MAX = 10_000;

/** Delays before a failing server is restarted. The first failure has no delay, because most crashes happen once. */
export type Backoff = {
  /** Milliseconds until the next try is allowed; 0 when it is allowed now. */
  remainingMs(key: string): number;
  failed(key: string): void;
  succeeded(key: string): void;
};

/** Waits half a second after the second failure in a row, doubling up to 30 s; remembers 10,000 keys. */
export function createBackoff(now: () => number = Date.now, random: () => number = Math.random): Backoff {
  const states = new LRUCache<string, { failures: number; retryAt: number }>(lruOptions(KEYS_MAX));
  return {
    remainingMs: (key) => Math.max(0, (states.get(key)?.retryAt ?? 0) - now()),
    failed(key) {
      const failures = (states.get(key)?.failures ?? 0) + 1;
      const ceiling = failures === 1 ? 0 : Math.min(MAX_MS, BASE_MS * 2 ** (failures - 2));
      // Half of the time is random, so that servers that crashed together do not all restart together.
      states.set(key, { failures, retryAt: now() + ceiling * (0.5 + random() / 2) });
    },
    succeeded: (key) => void states.delete(key),
  };
}
