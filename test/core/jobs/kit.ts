import type { Db } from '../../../src/core/kernel/context.ts';
import { type AccountId, type JobId, newJobId, type StackId, toToolId } from '../../../src/core/kernel/ids.ts';

/** A job of a stack, which no instance can run. */
export async function makeJob(db: Db, of: { accountId: AccountId; stackId: StackId }): Promise<JobId> {
  const [id, createdAt, bytes] = [newJobId(), new Date(), new Uint8Array(1)];
  const expiresAt = new Date(createdAt.getTime() + 60 * 60_000);
  const caller = { owner: id, callerKind: 'apiKey', callerId: 'key', toolId: toToolId('x_y') };
  const data = { id, ...of, ...caller, digest: bytes, request: bytes, state: 'failed', createdAt, expiresAt };
  return (await db.job.create({ data })).id;
}
