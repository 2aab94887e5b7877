import { AppError } from './errors.ts';
import { createKeyedSemaphore } from './keyedSemaphore.ts';

const OPERATOR = 'operator';

/** The account that work is done for, null for the operator. `signal` aborts when the result is no longer needed. */
export type Tenant = { readonly accountId: string | null; readonly signal: AbortSignal };

/** The queue's bounds, and the error messages used at them. */
export type FairQueueOptions = {
  readonly atOnceMax: number;
  /** Tasks of one account that run at a time; 1 by default. */
  readonly perAccountMax?: number;
  /** The maximum number of waiting tasks per account, not counting the running one. */
  readonly waitingPerAccountMax: number;
  /** The maximum number of waiting tasks in total, which bounds memory. */
  readonly waitingMax: number;
  readonly retryAfterSeconds: number;
  /** The messages for an account with too many waiting tasks, and for a task whose wait timed out. */
  readonly messages: { readonly tooMany: string; readonly busy: string };
};

/** Runs tasks of many accounts, which take turns. */
type FairQueue = {
  /** Number of waiting tasks. */
  waiting(): number;
  /**
   * Runs work when its account's turn comes. `signal` ends only the wait; running work must check it.
   * @throws AppError rate_limited when the account has too many tasks waiting, unavailable when the queue is full or
   * the signal ends the wait
   */
  run<T>(requester: Tenant, work: () => Promise<T>): Promise<T>;
};

/**
 * A fair queue for scarce work. By default, each account runs one task at a time. Accounts take turns, so a new account
 * waits for at most one task of each other account.
 * Tested by `test/core/lib/fairQueue.test.ts`.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnceMax, perAccountMax = 1, waitingPerAccountMax, waitingMax, retryAfterSeconds, messages } = options;
  const semaphore = createKeyedSemaphore({ ofAll: atOnceMax, ofOwner: perAccountMax });

  const refusal = (code: 'rate_limited' | 'unavailable', message: string, cause?: unknown): AppError =>
    new AppError(code, message, { retryAfterSeconds }, cause);

  return {
    waiting: () => semaphore.waiting(),
    async run({ accountId, signal }, work) {
      const owner = accountId ?? OPERATOR;
      // The bounds apply only to tasks that have to wait.
      if (!signal.aborted && !semaphore.isFree(owner)) {
        if (semaphore.waitingOf(owner) >= waitingPerAccountMax) throw refusal('rate_limited', messages.tooMany);
        if (semaphore.waiting() >= waitingMax) throw refusal('unavailable', messages.busy);
      }
      let hasBegun = false;
      try {
        return await semaphore.run(owner, signal, () => {
          hasBegun = true;
          return work();
        });
      } catch (error) {
        throw hasBegun ? error : refusal('unavailable', messages.busy, error);
      }
    },
  };
}

/** Maximum milliseconds that a task waits for other tasks of its account. */
const WAIT_MS_MAX = 15_000;

/** Runs work while no other work of its account runs. @throws as `FairQueue` */
type KeyedMutex = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Serializes transactions that lock the same row of an account. If they waited in the database, each would hold a
 * connection and exhaust the pool. Transactions of different accounts do not wait for each other. Tested by
 * `test/core/limits/lockWaits.test.ts`.
 */
export function createKeyedMutex(messages: FairQueueOptions['messages']): KeyedMutex {
  const queue = createFairQueue({
    // No bound is needed: each account runs one task, and the connection pool bounds all accounts together.
    atOnceMax: Number.POSITIVE_INFINITY,
    waitingPerAccountMax: 1_000,
    waitingMax: 4_000,
    retryAfterSeconds: 1,
    messages,
  });
  return (accountId, work) => queue.run({ accountId, signal: AbortSignal.timeout(WAIT_MS_MAX) }, work);
}
