import type { CallRecord } from '../../generated/prisma/client.ts';
import type { StackId } from '../kernel/ids.ts';
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

/**
 * Maximum queued calls, for an outage of the store. Takes about 40 MB, or 130 MB if all calls have long error texts.
 */
const WAITING_ROWS_MAX = 50_000;
const BATCH_ROWS_MAX = 5_000;
/** Delay to gather calls, since column stores work best with few, large batches. */
const GATHER_MS = 1_000;
const RETRY_MS = 1_000;
const CLOSE_MS_MAX = 5_000;

/**
 * Creates the copier, once per process. Sends batches in order, one at a time, and retries each with the same token
 * until it is stored. Delivery is at least once; the store deduplicates by token or call id. Skips calls of deleted
 * stacks. If the store rejects a batch, bisects it and drops only the rejected calls. A full queue drops calls of the
 * account with the longest backlog. Calls that remain at exit are dropped. Counts all dropped calls. Tested by
 * `test/store/clickHouse.test.ts`.
 */
export function createCallCopier(deps: DeliveryDeps, bounds: CopierBounds = {}): CallCopier {
  const { log, sink } = deps;
  const { waitingRowsMax = WAITING_ROWS_MAX, batchRowsMax = BATCH_ROWS_MAX, gatherMs = GATHER_MS } = bounds;
  const queue = createCopyQueue(waitingRowsMax);
  const delivery = createDelivery(deps, { retryMs: RETRY_MS, attemptMs: ATTEMPT_MS_MAX, ...bounds });
  let dropped = 0;
  /** The batch that is being delivered. */
  let batch: readonly Copy[] = [];
  let running: Promise<void> | null = null;

  const waiting = (): number => queue.size() + batch.length;
  /** Copies the next batch; false when the copier should stop. */
  const copyNext = async (): Promise<boolean> => {
    await delivery.pause(queue.size() < batchRowsMax ? gatherMs : 0);
    batch = queue.dequeue(batchRowsMax);
    const refused = await delivery.deliver(batch);
    if (refused === 'given up') return false;
    dropped += refused;
    batch = [];
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
