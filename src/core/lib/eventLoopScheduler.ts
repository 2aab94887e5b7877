import { createAdmission, Overloaded } from './admission.ts';
import { RoundRobinQueue } from './roundRobinQueue.ts';

/** Milliseconds of computing before the event loop serves other connections. */
const TURN_MS_MAX = 8;
/** A turn that reads input for long starts waiting requests for a quarter of that time, up to this. */
const START_MS_MAX = 64;
/** Requests started in a millisecond at most, because their later work isn't known yet. */
const STARTS_PER_MS_MAX = 4;
/** After reading input for this long, a turn should end. */
const LONG_TURN_MS = 128;
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
  /** Whether this turn has read input for so long that answers to it should wait for the next. */
  isTurnLong(): boolean;
  /** Counts a request that was refused because of `isOverloaded`. */
  noteRefusal(): void;
  /** Number of waiting requests. */
  waiting(): number;
  /** Number of requests refused so far. */
  refused(): number;
};

/** Starts waiting requests in turns of the event loop, and measures the turns. */
function createTurns() {
  let clockMs = 0;
  const queues = new RoundRobinQueue(() => clockMs);
  const admission = createAdmission(queues, () => clockMs);
  let turnAt = 0;
  let isBusy = false;
  let endsAt = 0;
  let started = 0;
  let startsMax = 0;

  const hasTime = (): boolean => performance.now() < endsAt;
  const beginStarting = (): void => {
    const now = performance.now();
    const startMs = Math.min(Math.max((now - turnAt) / 4, TURN_MS_MAX), START_MS_MAX);
    endsAt = now + startMs;
    startsMax = startMs * STARTS_PER_MS_MAX;
  };
  const startOne = (): void => {
    const next = started < startsMax && hasTime() ? queues.next() : null;
    if (!next) return;
    started += 1;
    next.start();
  };
  const beginTurn = (): void => {
    const now = performance.now();
    const turnMs = Math.min(now - turnAt, TURN_COUNTED_MS_MAX);
    clockMs += turnMs;
    if (startsMax > 0) admission.noteTurn(started, turnMs);
    turnAt = now;
    started = 0;
    startsMax = 0;
    const waiting = queues.count();
    isBusy = waiting > 0;
    if (!isBusy) return;
    endsAt = now + TURN_MS_MAX;
    // Waiting requests have their own time. Otherwise a turn that reads much input would start none of them.
    setImmediate(beginStarting);
    // Use `setImmediate`, so that the microtasks of one request run before the next request begins.
    const startsAtMost = Math.min(START_MS_MAX * STARTS_PER_MS_MAX, waiting);
    for (let left = startsAtMost; left > 0; left -= 1) setImmediate(startOne);
    // Runs in the next turn of the event loop, so that pending input is read first.
    setImmediate(beginTurn);
  };
  const mayStart = (): boolean => {
    if (isBusy) return queues.count() === 0 && hasTime();
    isBusy = true;
    turnAt = performance.now();
    endsAt = turnAt + TURN_MS_MAX;
    setImmediate(beginTurn);
    return true;
  };
  return {
    mayStart,
    queues,
    admission,
    /** Milliseconds during which this process served the queue. */
    clock: () => clockMs,
    isLong: () => performance.now() - turnAt > LONG_TURN_MS,
  };
}

/**
 * Creates a scheduler. Without it, one turn of the event loop would handle everything that has arrived, and hundreds of
 * requests of one account would run before another account's request is read. With it, requests wait for later turns
 * after a few milliseconds, owner by owner. Tested by `test/core/lib/eventLoopScheduler.test.ts`.
 */
export function createEventLoopScheduler(): EventLoopScheduler {
  const turns = createTurns();
  const { mayStart, queues, admission } = turns;
  return {
    waiting: () => queues.count(),
    refused: admission.refused,
    noteRefusal: admission.noteRefusal,
    isTurnLong: turns.isLong,
    isOverloaded: (owner) => queues.count() > 0 && admission.isOverloaded(owner),
    yieldIfBusy(owner) {
      if (mayStart()) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      queues.join(owner, resolve);
      return promise;
    },
    admit(owner) {
      if (mayStart()) return null;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const refuse = (): void => {
        admission.noteRefusal();
        reject(new Overloaded());
      };
      const joinedAt = turns.clock();
      if (admission.isOverloaded(owner)) refuse();
      else queues.join(owner, () => (admission.isLate(owner, joinedAt) ? refuse() : resolve()));
      return promise;
    },
  };
}

/** The scheduler of this process, which has one event loop. */
export const eventLoop: EventLoopScheduler = createEventLoopScheduler();
