import type { Db, Log } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { answeredKeys } from './idempotentCall.ts';

/** Calls of this process that wait for their callers' answers, which any instance may store. */
export type WaitingElicitations = {
  /**
   * Polls the database for answers to one caller's elicitations, by their keys, until `end` is called.
   * @throws unavailable when too many elicitations wait in this process
   */
  watch(caller: string, keys: readonly string[]): ElicitationWatch;
};

/** One caller's elicitations, until they are answered or the call ends. */
type ElicitationWatch = {
  /** Resolves once the database has an answer to the elicitation with this key. */
  answered(key: string): Promise<void>;
  end(): void;
};

/** The bound for all accounts together; each account also has a lower one. */
const WAITING_MAX = 1_024;
/** Polling interval: at first after a new elicitation, and later. */
const POLL_MS = { first: 50, last: 1_000, factor: 1.5 };

type Entry = { readonly caller: string; readonly key: string; deliver: () => void };

/**
 * Polls the database for all answers, one statement at a time; idle while no elicitation waits. After a failed query,
 * the next one may still find the answer. Created once per process.
 */
export function createWaitingElicitations({ db, log }: { readonly db: Db; readonly log: Log }): WaitingElicitations {
  const waiting = new Map<string, Entry>();
  let pauseMs = POLL_MS.first;
  let timer: NodeJS.Timeout | null = null;
  let isPolling = false;

  const pollLater = (): void => {
    timer = waiting.size > 0 ? setTimeout(() => void poll(), pauseMs).unref() : null;
  };
  async function poll(): Promise<void> {
    timer = null;
    isPolling = true;
    pauseMs = Math.min(pauseMs * POLL_MS.factor, POLL_MS.last);
    try {
      for (const key of await answeredKeys(db, [...waiting.values()])) waiting.get(key)?.deliver();
    } catch (error) {
      if (waiting.size > 0) log.warn({ err: error }, 'answers to elicitations could not be read');
    }
    isPolling = false;
    pollLater();
  }
  // New elicitations do not postpone a query that is due, however fast they arrive.
  const pollSoon = (): void => {
    if (pauseMs === POLL_MS.first && timer) return;
    pauseMs = POLL_MS.first;
    if (timer) clearTimeout(timer);
    if (!isPolling) pollLater();
  };
  return {
    watch(caller, keys) {
      if (waiting.size + keys.length > WAITING_MAX)
        throw new AppError('unavailable', 'Too many calls wait for an answer from their client', {
          retryAfterSeconds: 5,
        });
      for (const key of keys) waiting.set(key, { caller, key, deliver: () => undefined });
      pollSoon();
      return {
        answered: (key) =>
          new Promise((resolve) => {
            const entry = waiting.get(key);
            if (entry) entry.deliver = resolve;
          }),
        end() {
          for (const key of keys) waiting.delete(key);
        },
      };
    },
  };
}
