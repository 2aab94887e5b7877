import { AppError } from '../errors.ts';
import { createSlotQueue, type SlotCaller } from './slotQueue.ts';
import { slotsInUse } from './slots.ts';

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

const partSlots = createSlotQueue('max_upload_parts', { waitingMax: 64, waitMsMax: 30_000 });
const PARTS_OF_ALL_MAX = 64;

/**
 * Takes a slot for a part of an upload, whose bytes are held in memory.
 * @returns a function that releases the slot
 * @throws rate_limited as `SlotQueue`; unavailable when other accounts use all of this process's slots
 */
export async function acquireUploadSlot({ actor, signal }: SlotCaller): Promise<() => void> {
  const giveBack = await partSlots.take(actor, signal);
  if ((slotsInUse().get('max_upload_parts') ?? 0) <= PARTS_OF_ALL_MAX) return giveBack;
  giveBack();
  throw new AppError('unavailable', 'Too many uploads are in progress: try again', { retryAfterSeconds: 5 });
}
