import { AppError } from '../errors.ts';

const OPERATOR = 'operator';

/** For whom work is done (null: whoever runs the process), and until when it is of use. */
export type Requester = { readonly accountId: string | null; readonly signal: AbortSignal };

export type FairQueueOptions = {
  readonly atOnceMax: number;
  /** What one account may have waiting beside the one under way. */
  readonly waitingPerAccountMax: number;
  /** What all accounts together may have waiting: a bound on memory. */
  readonly waitingMax: number;
  readonly retryAfterSeconds: number;
  /** What is said to an account that has too many waiting, and to whoever waited in vain. */
  readonly messages: { readonly tooMany: string; readonly busy: string };
};

export type FairQueue = {
  /**
   * Runs work when it is its account's turn. `signal` ends the wait; the work itself has to look at it.
   * @throws AppError rate_limited when the account has too many waiting, unavailable when all have or the signal ends the wait
   */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
};

/** Who waits, in turn by owner: the one who was served last is at the end. */
function createLines() {
  const lines = new Map<string, readonly (() => void)[]>();
  let count = 0;
  return {
    count: () => count,
    countOf: (owner: string) => lines.get(owner)?.length ?? 0,
    join(owner: string, start: () => void): void {
      lines.set(owner, [...(lines.get(owner) ?? []), start]);
      count += 1;
    },
    /** False for who does not wait any longer. */
    leave(owner: string, start: () => void): boolean {
      const line = lines.get(owner) ?? [];
      const rest = line.filter((each) => each !== start);
      if (rest.length === 0) lines.delete(owner);
      else lines.set(owner, rest);
      count -= line.length - rest.length;
      return rest.length < line.length;
    },
    /** The first of the first owner who may start now. */
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
 * Work that many want done and few may do at once: an account has one under way, and accounts take turns, so that
 * whoever comes waits for one of each other account at most. `test/core/lib/fairQueue.test.ts` tears it down.
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
