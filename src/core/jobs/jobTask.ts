import type { Job } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { openText, sealText } from '../vault/sealText.ts';

const PURPOSE = 'job-task';

/** Encrypts the id of an upstream’s task, because it may be all that is needed to read the task. */
export const sealTaskId = ({ vault }: Pick<Ctx, 'vault'>, jobId: string, taskId: string): Uint8Array<ArrayBuffer> =>
  sealText(vault, PURPOSE, jobId, taskId);

/** The id of the task that an upstream made of a job’s call; null for none. @throws VaultError for another master key */
export const taskIdOf = ({ vault }: Pick<Ctx, 'vault'>, { id, task }: Pick<Job, 'id' | 'task'>): string | null =>
  task && openText(vault, PURPOSE, id, task);

/** Stores the task of a running job, unless another instance has taken the job over. */
export async function storeTask(
  ctx: Pick<Ctx, 'db' | 'vault'>,
  { id, run }: Pick<Job, 'id' | 'run'>,
  taskId: string,
): Promise<void> {
  await ctx.db.job.updateMany({ where: { id, run, state: 'running' }, data: { task: sealTaskId(ctx, id, taskId) } });
}
