import type { Job } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';

const PURPOSE = 'job-task';

/** Encrypts the id of an upstream’s task, because it may be all that is needed to read the task. */
export const sealTaskId = ({ vault }: Pick<Ctx, 'vault'>, jobId: string, taskId: string): Uint8Array<ArrayBuffer> =>
  sealText(vault, PURPOSE, jobId, taskId);

/** The id of the task that an upstream made of a job’s call; null for none. @throws VaultError */
export const taskIdOf = ({ vault }: Pick<Ctx, 'vault'>, { id, task }: Pick<Job, 'id' | 'task'>): string | null =>
  task && openText(vault, PURPOSE, id, task);
