import { createAdmission, Overloaded } from './admission.ts';
import { RoundRobinQueue } from './roundRobinQueue.ts';

/** Milliseconds of computing before the event loop serves other connections. */
const TURN_MS_MAX = 8;
/** Maximum requests started in one turn, since their time is only known afterwards. */
const STARTED_MAX = 32;
/** A pause of the whole process counts as no longer than this, because no caller caused it. */
const TURN_COUNTED_MS_MAX = 100;

/** Spreads requests over turns of the event loop. */
type EventLoopScheduler = {
  /**
   * Resolves when `owner` may continue computing. Null, the usual case, if it may continue immediately. Waiting owners
   * take turns, however many requests each of them sends.
   */
  yieldIfBusy(owner: string): Promise<void> | null;
  /** As `yieldIfBusy`, for a new request. @throws Overloaded, also later */
  admit(owner: string): Promise<void> | null;
  /** Whether `admit` would refuse the owner's next request. Costs nothing while no request waits. */
  isOverloaded(owner: string): boolean;
  /** Counts a request that was refused because of `isOverloaded`. */
  noteRefusal(): void;
  /** Number of waiting requests. */
  waiting(): number;
  /** Number of requests refused so far. */
  refused(): number;
};

/**
 * Creates a scheduler. Without it, one turn of the event loop would handle everything that has arrived, and hundreds of
 * requests of one account would run before another account's request is read. With it, requests wait for later turns
 * after a few milliseconds, owner by owner. Tested by `test/core/lib/eventLoopScheduler.test.ts`.
 */
export function createEventLoopScheduler(): EventLoopScheduler {
  let clockMs = 0;
  const queues = new RoundRobinQueue(() => clockMs);
  const admission = createAdmission(queues, () => clockMs);
  let turnAt = 0;
  let beganAt: number | null = null;
  let waiting = 0;

  const hasTime = (): boolean => beganAt === null || performance.now() - beganAt < TURN_MS_MAX;
  const startOne = (): void => {
    const next = hasTime() ? queues.next() : null;
    if (!next) return;
    waiting -= 1;
    next.start();
  };
  const beginTurn = (): void => {
    beganAt = null;
    const now = performance.now();
    clockMs += Math.min(now - turnAt, TURN_COUNTED_MS_MAX);
    turnAt = now;
    if (waiting === 0) return;
    beganAt = now;
    // Use `setImmediate`, so that the microtasks of one request run before the next request begins.
    for (let left = Math.min(STARTED_MAX, waiting); left > 0; left -= 1) setImmediate(startOne);
    // Runs in the next turn of the event loop, so that pending input is read first.
    setImmediate(beginTurn);
  };
  const mayStart = (): boolean => {
    if (beganAt !== null) return waiting === 0 && hasTime();
    beganAt = performance.now();
    turnAt = beganAt;
    setImmediate(beginTurn);
    return true;
  };
  const join = (owner: string, start: () => void): void => {
    queues.join(owner, start);
    waiting += 1;
  };
  return {
    waiting: () => waiting,
    refused: admission.refused,
    noteRefusal: admission.noteRefusal,
    isOverloaded: (owner) => waiting > 0 && admission.isOverloaded(owner),
    yieldIfBusy(owner) {
      if (mayStart()) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      join(owner, resolve);
      return promise;
    },
    admit(owner) {
      if (mayStart()) return null;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const refuse = (): void => {
        admission.noteRefusal();
        reject(new Overloaded());
      };
      const joinedAt = clockMs;
      if (admission.isOverloaded(owner)) refuse();
      else join(owner, () => (admission.isLate(owner, joinedAt) ? refuse() : resolve()));
      return promise;
    },
  };
}

/** The scheduler of this process, which has one event loop. */
export const eventLoop: EventLoopScheduler = createEventLoopScheduler();
