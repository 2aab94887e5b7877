import type { Actor } from '../kernel/actor.ts';
import { type BoundName, boundOf, boundReached } from '../kernel/bounds.ts';
import type { AccountId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { createSlots } from './slots.ts';

/** Slots of a bound; requests of an account wait for its own slots. */
type SlotQueue = {
  /**
   * Takes a slot, in FIFO order; the returned function releases it once. `signal` ends the wait.
   * @throws rate_limited when too many requests are waiting or no slot is free in time; unavailable when the signal
   * ends the wait
   */
  acquire(actor: Actor, signal: AbortSignal): Promise<() => void>;
  /** A slot if one is free, and the request isn't over. */
  tryAcquire(actor: Actor, signal: AbortSignal): (() => void) | null;
  /** Runs work in a slot. @throws as `acquire` */
  run<T>(caller: SlotCaller, work: () => Promise<T>): Promise<T>;
  /** Holds a slot while a list is read, from its first row on. @throws as `acquire` */
  during<T>(caller: SlotCaller, list: AsyncGenerator<T>): AsyncGenerator<T>;
  /** Number of waiting requests of all accounts. */
  waiting(): number;
};

/** The owner of the slot, and the signal that ends the wait. */
export type SlotCaller = { readonly actor: Actor; readonly signal: AbortSignal };

type Waiting = { readonly actor: Actor; readonly start: (done: () => void) => void };

const ended = ({ reason }: AbortSignal): AppError =>
  reason instanceof AppError ? reason : new AppError('unavailable', 'The request was closed', {}, reason);

/**
 * Per-account slots of the bound `name`: an account waits only for its own work. At most `waitingMax` requests of an
 * account wait, each for at most `waitMsMax`, so that the queue is bounded as well.
 * Tested by `test/core/limits/slotQueue.test.ts`.
 */
export function createSlotQueue(
  name: BoundName,
  { waitingMax, waitMsMax }: { readonly waitingMax: number; readonly waitMsMax: number },
): SlotQueue {
  const slots = createSlots(name);
  const lines = new Map<AccountId, Set<Waiting>>();

  const leave = (accountId: AccountId, one: Waiting): void => {
    const line = lines.get(accountId);
    line?.delete(one);
    if (line?.size === 0) lines.delete(accountId);
  };
  const startNext = (accountId: AccountId): void => {
    const [first] = lines.get(accountId) ?? [];
    const done = first ? slots.tryAcquire(first.actor) : null;
    if (!first || !done) return;
    leave(accountId, first);
    first.start(done);
  };
  const wait = async (actor: Actor, accountId: AccountId, signal: AbortSignal): Promise<() => void> => {
    const line = lines.get(accountId) ?? new Set();
    const max = boundOf(actor, name);
    // If the bound is 0, no slot ever becomes free.
    if (max <= 0 || line.size >= waitingMax) throw boundReached(name, max, 'rate_limited');
    lines.set(accountId, line);
    const { promise, resolve: start, reject } = Promise.withResolvers<() => void>();
    const one = { actor, start };
    line.add(one);
    // Leave the queue immediately: an abandoned request must not get a slot, because it would never release it.
    const giveUp = (why: unknown): void => {
      leave(accountId, one);
      reject(why);
    };
    const leaves = (): void => giveUp(ended(signal));
    const timer = setTimeout(() => giveUp(boundReached(name, max, 'rate_limited')), waitMsMax);
    signal.addEventListener('abort', leaves, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leaves);
    });
  };

  const queue: SlotQueue = {
    waiting: () => Array.from(lines.values(), ({ size }) => size).reduce((sum, size) => sum + size, 0),
    async acquire(actor, signal) {
      if (signal.aborted) throw ended(signal);
      const { accountId } = actor;
      const free = queue.tryAcquire(actor, signal);
      if (free || accountId === null) return free ?? (() => undefined);
      const release = await wait(actor, accountId, signal);
      return () => {
        release();
        startNext(accountId);
      };
    },
    tryAcquire(actor, signal) {
      const { accountId } = actor;
      const release = signal.aborted ? null : slots.tryAcquire(actor);
      if (!release || accountId === null) return release;
      return () => {
        release();
        startNext(accountId);
      };
    },
    async run({ actor, signal }, work) {
      const done = await queue.acquire(actor, signal);
      try {
        return await work();
      } finally {
        done();
      }
    },
    async *during({ actor, signal }, list) {
      const done = await queue.acquire(actor, signal);
      try {
        yield* list;
      } finally {
        done();
      }
    },
  };
  return queue;
}
