import type { CallRecord } from '../../generated/prisma/client.ts';
import type { StackId } from '../ids.ts';
import { ATTEMPT_MS_MAX, createDelivery, type DeliveryDeps } from './copyDelivery.ts';
import { type Copy, createCopyQueue } from './copyQueue.ts';

/** Copies call records to an operator's store, in addition to the product's database. */
export type CallCopier = {
  /** Queues calls that the database has stored. Never waits. */
  add(calls: readonly CallRecord[]): void;
  /** Number of calls waiting to be copied. */
  waiting(): number;
  /** Number of calls dropped since the process started. */
  dropped(): number;
  /** False after a failure, until the store accepts a batch again. */
  isTaking(): boolean;
  /** Deletes the copies of stacks, or makes the store accept the deletion. @throws CallSinkError */
  erase(stackIds: readonly StackId[]): Promise<void>;
  /** Flushes the queue within five seconds and stops. */
  close(): Promise<void>;
};

/** Overrides for tests; times in ms. */
export type CopierBounds = {
  readonly waitingRowsMax?: number;
  readonly batchRowsMax?: number;
  readonly gatherMs?: number;
  readonly retryMs?: number;
  readonly attemptMs?: number;
};

/** About 40 MB, 130 if each failed with a long text; covers an outage of the store for this many calls. */
const WAITING_ROWS_MAX = 50_000;
const BATCH_ROWS_MAX = 5_000;
/** Column stores want few, large batches. */
const GATHER_MS = 1_000;
const RETRY_MS = 1_000;
const CLOSE_MS_MAX = 5_000;

/**
 * Creates the copier, once per process. Sends ordered batches one at a time, retrying each under one token until
 * stored. Delivery is at least once; the store deduplicates by token or call id. Skips calls of deleted stacks. A
 * rejected call is isolated by bisecting its batch; only that call is dropped. The queue is bounded and drops from the
 * account with the longest backlog; the rest is dropped at exit. Drops are counted. Tested by
 * `test/store/clickHouse.test.ts`.
 */
export function createCallCopier(deps: DeliveryDeps, bounds: CopierBounds = {}): CallCopier {
  const { log, sink } = deps;
  const { waitingRowsMax = WAITING_ROWS_MAX, batchRowsMax = BATCH_ROWS_MAX, gatherMs = GATHER_MS } = bounds;
  const queue = createCopyQueue(waitingRowsMax);
  const delivery = createDelivery(deps, { retryMs: RETRY_MS, attemptMs: ATTEMPT_MS_MAX, ...bounds });
  let dropped = 0;
  /** Batch being delivered. */
  let taken: readonly Copy[] = [];
  let running: Promise<void> | null = null;

  const waiting = (): number => queue.size() + taken.length;
  /** True to continue. */
  const copyNext = async (): Promise<boolean> => {
    await delivery.pause(queue.size() < batchRowsMax ? gatherMs : 0);
    taken = queue.take(batchRowsMax);
    const refused = await delivery.deliver(taken);
    if (refused === 'given up') return false;
    dropped += refused;
    taken = [];
    return true;
  };
  const copyAll = async (): Promise<void> => {
    while (queue.size() > 0 && (await copyNext()));
    running = null;
  };

  return {
    add(calls) {
      for (const call of calls) {
        const { id, accountId, stackId } = call;
        dropped += queue.add({ id, accountId, stackId, row: sink.rowOf(call) });
      }
      if (queue.size() > 0) running ??= copyAll();
    },
    waiting,
    dropped: () => dropped,
    isTaking: delivery.isTaking,
    erase: (stackIds) => sink.erase(stackIds, AbortSignal.timeout(ATTEMPT_MS_MAX)),
    async close() {
      const timer = setTimeout(delivery.giveUp, CLOSE_MS_MAX);
      delivery.hurry();
      await running;
      clearTimeout(timer);
      dropped += waiting();
      if (waiting() > 0) log.error({ calls: waiting() }, 'calls were not copied before shutdown');
    },
  };
}
