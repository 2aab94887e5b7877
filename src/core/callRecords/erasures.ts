import type { Ctx, Tx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import { ATTEMPT_MS_MAX } from './copyDelivery.ts';

/** Delay before copies of a deleted stack are erased. Until then, calls may still be on their way to the store. */
const SETTLED_MS = 4 * ATTEMPT_MS_MAX;
/** After this time, the instance that erases copies counts as dead, and another instance takes over. */
const LEASE_MS = 5 * 60_000;
/** Maximum stacks per deletion. Deleting many at once saves the store from rewriting its data for each. */
const STACKS_AT_ONCE = 500;

/**
 * Records that the copies of a stack must be deleted. Call it in the transaction that deletes the stack. Does nothing
 * if calls aren't copied.
 */
export async function noteErasure(
  { callCopier, now }: Pick<Ctx, 'callCopier' | 'now'>,
  tx: Tx,
  stackId: StackId,
): Promise<void> {
  if (callCopier === null) return;
  await tx.callErasure.create({ data: { stackId, dueAt: new Date(now().getTime() + SETTLED_MS) } });
}

/**
 * Deletes the copies of deleted stacks; returns the number of stacks. Each stays recorded until the store accepts the
 * deletion, so an outage only delays it. Several instances may run this concurrently. Does nothing if calls aren't
 * copied.
 * @throws CallSinkError
 */
export async function eraseCopies({ db, now, callCopier }: Pick<Ctx, 'db' | 'now' | 'callCopier'>): Promise<number> {
  if (callCopier === null) return 0;
  const again = new Date(now().getTime() + LEASE_MS);
  const due = await db.$queryRaw<{ stackId: StackId }[]>`
    UPDATE call_erasure SET due_at = ${again} WHERE stack_id IN (
      SELECT stack_id FROM call_erasure WHERE due_at <= ${now()}
      ORDER BY due_at LIMIT ${STACKS_AT_ONCE}::int FOR UPDATE SKIP LOCKED)
    RETURNING stack_id AS "stackId"`;
  const stackIds = due.map(({ stackId }) => stackId);
  if (stackIds.length === 0) return 0;
  await callCopier.erase(stackIds);
  await db.callErasure.deleteMany({ where: { stackId: { in: stackIds } } });
  return stackIds.length;
}
