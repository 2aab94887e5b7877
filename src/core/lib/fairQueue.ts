import { AppError } from '../errors.ts';

const RETRY_AFTER_SECONDS = 10;
const OPERATOR = 'operator';

/** For whom work is done (null: whoever runs the process), and until when it is of use. */
export type Asking = { readonly accountId: string | null; readonly signal: AbortSignal };

export type FairQueue = {
  /**
   * Runs work when it is its account's turn. `signal` ends the wait; the work itself has to look at it.
   * @throws AppError rate_limited when the account has one waiting, unavailable when the signal ends the wait
   */
  run<T>(asking: Asking, work: () => Promise<T>): Promise<T>;
};

const tooMany = (): AppError =>
  new AppError('rate_limited', 'Two imports of this account are being read already: wait for them', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

const waitedInVain = (cause: unknown): AppError =>
  new AppError('unavailable', 'Others are importing too: try again', { retryAfterSeconds: RETRY_AFTER_SECONDS }, cause);

/**
 * Work that many want done and few may do at once: an account has one under way and one waiting, so that whoever comes
 * waits for one of each other account at most.
 */
export function createFairQueue(atOnceMax: number): FairQueue {
  const underWay = new Set<string>();
  const waiting = new Map<string, () => void>();

  const startNext = (): void => {
    for (const [owner, start] of waiting) {
      if (underWay.size >= atOnceMax || underWay.has(owner)) continue;
      waiting.delete(owner);
      underWay.add(owner);
      start();
    }
  };

  const turnOf = async (owner: string, signal: AbortSignal): Promise<void> => {
    if (waiting.has(owner)) throw tooMany();
    const turn = Promise.withResolvers<void>();
    const giveUp = (): void => {
      if (waiting.get(owner) !== turn.resolve) return;
      waiting.delete(owner);
      turn.reject(waitedInVain(signal.reason));
    };
    waiting.set(owner, turn.resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    startNext();
    if (signal.aborted) giveUp();
    await turn.promise.finally(() => signal.removeEventListener('abort', giveUp));
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
