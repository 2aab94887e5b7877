import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '../../generated/prisma/client.ts';
import type { OnProgress } from '../calls/notifications.ts';
import { noticeSchema, type ProgressNotice, toNotice } from '../calls/progressEvents.ts';
import type { Ctx } from '../kernel/context.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import { announceJob, type ClaimedJob } from './jobRows.ts';

const PURPOSE = 'job-progress';
/** Minimum interval between stored notices; in between, only the latest is kept. */
const PAUSE_MS = 1_000;

/** Receives the progress of a running job until `stop`. */
export type JobProgress = { readonly onProgress: OnProgress; stop(): void };

/** Stores the progress of a running job, and announces it. Failures are logged, because the next notice follows. */
export function storeProgress(ctx: Ctx, job: ClaimedJob): JobProgress {
  let latest: ProgressNotice | null = null;
  let isStoring = false;
  const over = new AbortController();
  const storeAll = async (): Promise<void> => {
    for (; latest && !over.signal.aborted; await delay(PAUSE_MS, undefined, { signal: over.signal })) {
      const progress = sealText(ctx.vault, PURPOSE, job.id, JSON.stringify(latest));
      latest = null;
      const where = { id: job.id, accountId: job.accountId, run: job.run, state: 'running' };
      await ctx.db.job.updateMany({ where, data: { progress } });
      ctx.liveFeed.publish([await announceJob(ctx.db, job)]);
    }
  };
  return {
    onProgress(progress) {
      latest = toNotice(progress) ?? latest;
      if (isStoring) return;
      isStoring = true;
      void storeAll()
        .catch((error: unknown) => {
          if (!over.signal.aborted) ctx.log.debug({ err: error }, 'progress of a job could not be stored');
        })
        .finally(() => {
          isStoring = false;
        });
    },
    stop: () => over.abort(),
  };
}

/** The last reported progress of a job; null if there is none that this master key can read. */
export function progressOf(
  { vault }: Pick<Ctx, 'vault'>,
  { id, progress }: Pick<Job, 'id' | 'progress'>,
): ProgressNotice | null {
  if (!progress) return null;
  return openedOrNull(() => noticeSchema.parse(JSON.parse(openText(vault, PURPOSE, id, progress))));
}
