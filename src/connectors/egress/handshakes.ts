import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { errors } from 'undici';
import { lruOptions } from '../../core/lib/lru.ts';

/** Owner of a TLS handshake: an account, or a component that serves all accounts and anonymous clients. */
export type HandshakeOwner = { readonly id: string; readonly isAccount: boolean };

/** A pending handshake; `signal` cancels it. */
type Handshake<T> = {
  readonly shake: (signal: AbortSignal) => Promise<T>;
  /** Whether the server has sent anything, even after the handshake. */
  readonly hasAnswered: () => boolean;
};

/** The handshakes of one owner, and its limits. */
type Turn = {
  readonly unprovenMax: number;
  withProven: number;
  withUnproven: number;
  /** Handshakes with unproven servers that released their slot, oldest first. */
  readonly silent: Set<AbortController>;
  /** No handshake with an unproven server starts before this time, in `performance.now()`. */
  restsUntil: number;
  readonly waiting: Set<() => void>;
};

/** Maximum concurrent handshakes with servers that completed one before. */
const PROVEN_MAX = 8;
/**
 * Maximum concurrent handshakes of an account with unproven servers. Silent servers stop counting after `SILENT_MS`.
 */
const UNPROVEN_MAX = 2;
const UNPROVEN_FOR_ALL_MAX = 8;
/** Additional slots for handshakes with servers that have not responded. */
const SILENT_MAX = 4;
/** Timeout of a silent server, which then releases its slot. */
const SILENT_MS = 200;
/** After a failed handshake, an owner pauses this many times as long as it kept the event loop busy. */
const REST_TIMES = 4;
const COUNTED_MS_MAX = 1_000;
const REST_MS_MAX = 15_000;
const REMEMBERED_MAX = 20_000;

/*
 * OpenSSL verifies all certificates of a server on the event loop, even if the first is invalid. A crafted chain of
 * 100 KB takes half a second. Handshakes with servers not yet proven to an account are therefore limited, with one per
 * server at a time. After a failure, the account's next handshake waits four times as long as the event loop was busy.
 * A silent server costs nothing and blocks no other: it releases its slot, and the longest silent one is evicted at
 * the limit.
 */
const turns = new LRUCache<string, Turn>(lruOptions(REMEMBERED_MAX));
const proven = new LRUCache<string, true>(lruOptions(REMEMBERED_MAX));
/** Unproven servers with a handshake in progress. */
const tried = new Set<string>();

function turnOf({ id, isAccount }: HandshakeOwner): Turn {
  const known = turns.get(id);
  if (known) return known;
  // Components that serve all accounts must not stall on the first slow server.
  const unprovenMax = isAccount ? UNPROVEN_MAX : UNPROVEN_FOR_ALL_MAX;
  const none = { withProven: 0, withUnproven: 0, restsUntil: 0 };
  const made = { unprovenMax, ...none, silent: new Set<AbortController>(), waiting: new Set<() => void>() };
  turns.set(id, made);
  return made;
}

/**
 * Runs a handshake with the server at `origin` in turn. Rejects with the signal's reason if the signal aborts first.
 * Tested by `test/connectors/egress/handshakes.test.ts`.
 * @throws ConnectTimeoutError when newer silent handshakes evicted this one
 */
export async function inTurn<T>(
  owner: HandshakeOwner,
  origin: string,
  signal: AbortSignal,
  handshake: Handshake<T>,
): Promise<T> {
  const turn = turnOf(owner);
  const key = `${owner.id} ${origin}`;
  while (!mayBegin(turn, key)) await nextChance(turn, signal);
  signal.throwIfAborted();
  const ending = new AbortController();
  const leave = proven.has(key) ? enterProven(turn) : enterUnproven(turn, key, handshake.hasAnswered, ending);
  const before = performance.eventLoopUtilization();
  try {
    const result = await handshake.shake(AbortSignal.any([signal, ending.signal]));
    proven.set(key, true);
    return result;
  } catch (error) {
    if (handshake.hasAnswered()) {
      proven.delete(key);
      const now = performance.now();
      const until =
        Math.max(now, turn.restsUntil) +
        REST_TIMES * Math.min(performance.eventLoopUtilization(before).active, COUNTED_MS_MAX);
      turn.restsUntil = Math.min(until, now + REST_MS_MAX);
    }
    throw error;
  } finally {
    leave();
    wakeAll(turn);
  }
}

function mayBegin(turn: Turn, key: string): boolean {
  if (proven.has(key)) return turn.withProven < PROVEN_MAX;
  return turn.withUnproven < turn.unprovenMax && performance.now() >= turn.restsUntil && !tried.has(key);
}

/** Takes a slot for a proven server; the returned function releases it. */
function enterProven(turn: Turn): () => void {
  turn.withProven += 1;
  return () => {
    turn.withProven -= 1;
  };
}

/**
 * As `enterProven`, for a server that has not responded yet; `ending` ends the handshake if too many servers stay
 * silent.
 */
function enterUnproven(turn: Turn, key: string, hasAnswered: () => boolean, ending: AbortController): () => void {
  turn.withUnproven += 1;
  tried.add(key);
  const timer = setTimeout(() => {
    if (hasAnswered()) return;
    turn.withUnproven -= 1;
    turn.silent.add(ending);
    const [longest] = turn.silent;
    if (turn.silent.size > SILENT_MAX) longest?.abort(new errors.ConnectTimeoutError());
    wakeAll(turn);
  }, SILENT_MS);
  return () => {
    clearTimeout(timer);
    tried.delete(key);
    if (!turn.silent.delete(ending)) turn.withUnproven -= 1;
  };
}

function wakeAll({ waiting }: Turn): void {
  for (const wake of waiting) wake();
}

/** Resolves when another handshake or the pause has ended. */
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
