import { AppError } from '../errors.ts';

const OPERATOR = 'operator';

/** Who wants work done (`accountId` null: the operator), and until when the result is of use. */
export type Requester = { readonly accountId: string | null; readonly signal: AbortSignal };

/** The queue's bounds, and what is said at them. */
export type FairQueueOptions = {
  readonly atOnceMax: number;
  /** Tasks of one account that may wait, besides the running one. */
  readonly waitingPerAccountMax: number;
  /** Tasks that may wait in all: a bound on memory. */
  readonly waitingMax: number;
  readonly retryAfterSeconds: number;
  /** The messages for an account with too many waiting tasks, and for a task that waited in vain. */
  readonly messages: { readonly tooMany: string; readonly busy: string };
};

/** Runs tasks of many accounts in turn. */
export type FairQueue = {
  /**
   * Runs work when it is its account's turn. `signal` ends the waiting; running work has to watch it itself.
   * @throws AppError rate_limited when the account has too many tasks waiting, unavailable when the queue is full or
   * the signal ends the waiting
   */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
};

/** Waiting tasks by owner, in turn: the owner served last goes to the end. */
export function createLines() {
  const lines = new Map<string, readonly (() => void)[]>();
  let count = 0;
  return {
    count: () => count,
    countOf: (owner: string) => lines.get(owner)?.length ?? 0,
    join(owner: string, start: () => void): void {
      lines.set(owner, [...(lines.get(owner) ?? []), start]);
      count += 1;
    },
    /** False for a task that no longer waits. */
    leave(owner: string, start: () => void): boolean {
      const line = lines.get(owner) ?? [];
      const rest = line.filter((each) => each !== start);
      if (rest.length === 0) lines.delete(owner);
      else lines.set(owner, rest);
      count -= line.length - rest.length;
      return rest.length < line.length;
    },
    /** The first task of the first owner that may run one. */
    next(mayStart: (owner: string) => boolean): { readonly owner: string; readonly start: () => void } | null {
      for (const [owner, [start, ...rest]] of lines) {
        if (!start || !mayStart(owner)) continue;
        lines.delete(owner);
        if (rest.length > 0) lines.set(owner, rest);
        count -= 1;
        return { owner, start };
      }
      return null;
    },
  };
}

/**
 * A queue for work that many want and few may do at once: an account runs one task at a time, and accounts take turns,
 * so that a newcomer waits for at most one task of each other account. `test/core/lib/fairQueue.test.ts` tears it down.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnceMax, waitingPerAccountMax, waitingMax, retryAfterSeconds, messages } = options;
  const underWay = new Set<string>();
  const lines = createLines();

  const refusal = (code: 'rate_limited' | 'unavailable', message: string, cause?: unknown): AppError =>
    new AppError(code, message, { retryAfterSeconds }, cause);

  const startNext = (): void => {
    while (underWay.size < atOnceMax) {
      const next = lines.next((owner) => !underWay.has(owner));
      if (!next) return;
      underWay.add(next.owner);
      next.start();
    }
  };

  const turnOf = async (owner: string, signal: AbortSignal): Promise<void> => {
    if (lines.countOf(owner) >= waitingPerAccountMax) throw refusal('rate_limited', messages.tooMany);
    if (lines.count() >= waitingMax) throw refusal('unavailable', messages.busy);
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      if (lines.leave(owner, start)) reject(refusal('unavailable', messages.busy, signal.reason));
    };
    lines.join(owner, start);
    signal.addEventListener('abort', giveUp, { once: true });
    startNext();
    if (signal.aborted) giveUp();
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  };

  return {
    run: async ({ accountId, signal }, work) => {
      const owner = accountId ?? OPERATOR;
      await turnOf(owner, signal);
      try {
        return await work();
      } finally {
        underWay.delete(owner);
        startNext();
      }
    },
  };
}
