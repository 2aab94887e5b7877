import { createFairQueue } from '../lib/fairQueue.ts';
import { createSlotQueue, type SlotCaller } from './slotQueue.ts';

/*
 * The bounds on an account's concurrent work. Work beyond a bound waits for the account's own earlier work, and is
 * refused only when the queue is full. `test/graphql/concurrency.test.ts` exceeds each bound.
 */

/** Complete lists of servers or stacks that are being sent. */
export const listSlots = createSlotQueue('max_lists', { waitingMax: 256, waitMsMax: 30_000 });

/** Imports, previews and refreshes. */
export const importSlots = createSlotQueue('max_imports', { waitingMax: 64, waitMsMax: 60_000 });

/** Requests to the account's model. */
export const modelSlots = createSlotQueue('max_model_questions', { waitingMax: 64, waitMsMax: 60_000 });

/** Running upstream calls. Each uses a socket, the memory of the answer and the caller's connection. */
export const callSlots = createSlotQueue('max_calls', { waitingMax: 256, waitMsMax: 15_000 });

/** Long GraphQL responses. */
export const longAnswerSlots = createSlotQueue('max_long_answers', { waitingMax: 64, waitMsMax: 60_000 });

const PART_WAIT_MS_MAX = 30_000;
const partSlots = createSlotQueue('max_upload_parts', { waitingMax: 64, waitMsMax: PART_WAIT_MS_MAX });
const partsOfAll = createFairQueue({
  atOnceMax: 64,
  // `partSlots` bounds each account.
  perAccountMax: Number.POSITIVE_INFINITY,
  waitingPerAccountMax: Number.POSITIVE_INFINITY,
  waitingMax: 256,
  retryAfterSeconds: 5,
  messages: {
    tooMany: 'Too many uploads of this account are in progress: try again',
    busy: 'Too many uploads are in progress: try again',
  },
});

/**
 * Takes a slot for a part of an upload, whose bytes are held in memory: first one of the account's, then one of the
 * process's, for which accounts take turns.
 * @returns a function that releases the slot
 * @throws rate_limited as `SlotQueue`; unavailable when the process has no free slot in time, or its queue is full
 */
export async function acquireUploadSlot({ actor, signal }: SlotCaller): Promise<() => void> {
  const release = await partSlots.acquire(actor, signal);
  const started = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const done = (): void => {
    sent.resolve();
    release();
  };
  const tenant = {
    accountId: actor.accountId,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PART_WAIT_MS_MAX)]),
  };
  partsOfAll
    .run(tenant, () => {
      started.resolve();
      return sent.promise;
    })
    .catch((error: unknown) => {
      release();
      started.reject(error);
    });
  await started.promise;
  return done;
}
