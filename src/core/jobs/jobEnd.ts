import type { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { JobId } from '../kernel/ids.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { notifyJobEnded } from '../webhooks/outbox.ts';
import { type JobEnd, sealEnd } from './jobRequest.ts';
import { announceJob } from './jobRows.ts';
import { stateAfter } from './jobState.ts';

/** How long an ended job and its result are kept. */
const KEPT_MS = 24 * 60 * 60_000;

/** The end of a cancelled job. `isSent`: its request may have been sent. */
export const cancelledEnd = (isSent: boolean): ToolOutcome => ({
  kind: 'cancelled',
  message: isSent
    ? 'the job was cancelled. Its request was sent and may have taken effect'
    : 'the job was cancelled before its request was sent',
});

/**
 * Ends the job that `where` selects, with its outcome, its webhooks and its live views. False if there is none, for
 * example because another instance has taken it over.
 */
export async function endJob(
  ctx: Pick<Ctx, 'db' | 'now' | 'vault' | 'sealedValues' | 'liveFeed'>,
  where: Prisma.JobWhereInput & { readonly id: JobId },
  end: JobEnd,
): Promise<boolean> {
  if (!(await ctx.db.job.findFirst({ where, select: { id: true } }))) return false;
  await ctx.sealedValues.write('job', where.id, await sealEnd(ctx, where.id, end));
  const now = ctx.now();
  const data = {
    state: end.kind === 'refused' ? 'failed' : stateAfter(end),
    endedAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
    leaseUntil: null,
    request: new Uint8Array(),
    progress: null,
    question: null,
    task: null,
  };
  const payload = await ctx.db.$transaction(async (tx) => {
    const [ended] = await tx.job.updateManyAndReturn({ where, data, omit: { sealed: true } });
    if (!ended) return null;
    await notifyJobEnded(ctx, tx, ended);
    return announceJob(tx, ended);
  });
  if (payload === null) return false;
  ctx.liveFeed.publish([payload]);
  return true;
}
