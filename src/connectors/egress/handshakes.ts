import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { upTo } from '../../core/lib/lru.ts';

/** For whom a TLS handshake is made: an account, or what asks for all of them and for strangers. */
export type HandshakeOwner = { readonly id: string; readonly isAccount: boolean };

/** Places in the turn of one owner. */
type Turn = {
  readonly unprovenMax: number;
  running: number;
  /** By `performance.now()`: no unproven server is spoken to before. */
  restsUntil: number;
  readonly waiting: Set<() => void>;
};

/** At a time, with all servers. */
const ALL_MAX = 8;
/** Of these, with servers that have not ended a handshake well. */
const UNPROVEN_MAX = 2;
/** How much longer than a failed handshake an owner rests. */
const REST_TIMES = 4;
const COUNTED_MS_MAX = 1_000;
const REST_MS_MAX = 15_000;
const REMEMBERED_MAX = 20_000;

/*
 * OpenSSL checks the certificates of a server on the event loop, all of them, whatever is wrong with the first: those
 * of 100 KB, made for it, take half a second. So handshakes with servers that have not proven themselves to an account
 * are few at a time, one with each, and after one that failed the account's next waits four times as long as that took.
 */
const turns = new LRUCache<string, Turn>(upTo(REMEMBERED_MAX));
const proven = new LRUCache<string, true>(upTo(REMEMBERED_MAX));
/** Unproven servers that are spoken to. */
const tried = new Set<string>();

function turnOf({ id, isAccount }: HandshakeOwner): Turn {
  const known = turns.get(id);
  if (known) return known;
  // What serves everybody must not stand still for the first slow server.
  const unprovenMax = isAccount ? UNPROVEN_MAX : ALL_MAX;
  const made = { unprovenMax, running: 0, restsUntil: 0, waiting: new Set<() => void>() };
  turns.set(id, made);
  return made;
}

/**
 * Makes a handshake with the server at `origin` when it is its turn; rejects with the signal's reason where that aborts
 * first. `test/connectors/egress/handshakes.test.ts` tears it down.
 */
export async function inTurn<T>(
  owner: HandshakeOwner,
  origin: string,
  signal: AbortSignal,
  shake: () => Promise<T>,
): Promise<T> {
  const turn = turnOf(owner);
  const key = `${owner.id} ${origin}`;
  while (!mayBegin(turn, key)) await nextChance(turn, signal);
  signal.throwIfAborted();
  const isProven = proven.has(key);
  if (!isProven) tried.add(key);
  turn.running += 1;
  const begunAt = performance.now();
  try {
    const result = await shake();
    proven.set(key, true);
    return result;
  } catch (error) {
    proven.delete(key);
    rest(turn, performance.now() - begunAt);
    throw error;
  } finally {
    turn.running -= 1;
    if (!isProven) tried.delete(key);
    for (const wake of turn.waiting) wake();
  }
}

function mayBegin({ unprovenMax, running, restsUntil }: Turn, key: string): boolean {
  if (proven.has(key)) return running < ALL_MAX;
  return running < unprovenMax && performance.now() >= restsUntil && !tried.has(key);
}

function rest(turn: Turn, tookMs: number): void {
  const now = performance.now();
  const until = Math.max(now, turn.restsUntil) + REST_TIMES * Math.min(tookMs, COUNTED_MS_MAX);
  turn.restsUntil = Math.min(until, now + REST_MS_MAX);
}

/** Until another handshake has ended, or the rest has. */
async function nextChance(turn: Turn, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = new AbortController();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  turn.waiting.add(resolve);
  const restMs = turn.restsUntil - performance.now();
  if (restMs > 0) delay(restMs, undefined, { signal: end.signal, ref: false }).then(resolve, () => undefined);
  try {
    await promise;
  } finally {
    end.abort();
    turn.waiting.delete(resolve);
    signal.removeEventListener('abort', abort);
  }
}
