import { RoundRobinQueue } from './roundRobinQueue.ts';

/** Milliseconds of computing before the event loop serves other connections. */
const TURN_MS_MAX = 8;
/** Maximum requests started in one turn, since their time is only known afterwards. */
const STARTED_MAX = 32;

/** Spreads requests over turns of the event loop. */
type EventLoopScheduler = {
  /**
   * Resolves when `owner` may continue computing. Null, the usual case, if it may continue immediately. Waiting owners
   * take turns, however many requests each of them sends.
   */
  yieldIfBusy(owner: string): Promise<void> | null;
  /** Number of waiting requests. */
  waiting(): number;
};

/**
 * Creates a scheduler. Without it, one turn of the event loop would handle everything that has arrived, and hundreds of
 * requests of one account would run before another account's request is read. With it, requests wait for later turns
 * after a few milliseconds, owner by owner. Tested by `test/core/lib/eventLoopScheduler.test.ts`.
 */
export function createEventLoopScheduler(): EventLoopScheduler {
  const queues = new RoundRobinQueue();
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
    if (waiting === 0) return;
    beganAt = performance.now();
    // Use `setImmediate`, so that the microtasks of one request run before the next request begins.
    for (let left = Math.min(STARTED_MAX, waiting); left > 0; left -= 1) setImmediate(startOne);
    // Runs in the next turn of the event loop, so that pending input is read first.
    setImmediate(beginTurn);
  };

  return {
    waiting: () => waiting,
    yieldIfBusy(owner) {
      if (beganAt === null) {
        beganAt = performance.now();
        setImmediate(beginTurn);
        return null;
      }
      if (waiting === 0 && hasTime()) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      queues.join(owner, resolve);
      waiting += 1;
      return promise;
    },
  };
}

/** The scheduler of this process, which has one event loop. */
export const eventLoop: EventLoopScheduler = createEventLoopScheduler();
