import type { Job } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import type { AccountId, JobId, StackId } from '../kernel/ids.ts';
import { LIVE_CHANNEL, livePayload } from '../kernel/liveFeed.ts';

/*
 * Which instance runs which job. An instance holds a lease that it renews; `run` counts the starts of a job. An
 * instance with an outdated number may neither send its request nor store its outcome. Queues such as pg-boss and
 * graphile-worker restart the job of a silent worker. They don't know whether its request was sent.
 */

/** How long a lease lasts unless its instance renews it, by the database's clock, which all instances share. */
const LEASE_SECONDS = 10;
/** How long a job runs or waits at most before its row may be deleted. An ended job is kept for less. */
export const OPEN_MS = 30 * 24 * 60 * 60_000;
/** An arbitrary number that no other advisory lock uses. */
const CLAIM_LOCK = 7_205_330_011;
/** After this many crashes of its instances, a job is not started again. */
const CRASHES_MAX = 3;

const lease = Prisma.sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** A job with its request, but without its outcome, which may have megabytes. */
export type ClaimedJob = Omit<Job, 'sealed'>;

type StartedJob = Pick<Job, 'id' | 'run'>;

/**
 * Starts up to `most` jobs, oldest first, each account within its bound of running jobs. Instances take turns, so that
 * they cannot exceed a bound together.
 */
export async function claimJobs({ db, now }: Pick<Ctx, 'db' | 'now'>, most: number): Promise<readonly ClaimedJob[]> {
  const at = now();
  const runnable = Prisma.sql`
    job.state = 'waiting' AND (is_cancelled OR (lease_until IS NULL OR lease_until <= now()) AND NOT EXISTS (
      SELECT 1 FROM approval
      WHERE approval.id = approval_id AND approval.state = 'pending' AND approval.expires_at > ${at}))`;
  // Usually nothing waits, so that no instance has to wait for the lock.
  const [waiting] = await db.$queryRaw<{ id: string }[]>`SELECT id FROM job WHERE ${runnable} LIMIT 1`;
  if (!waiting) return [];
  const started = await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CLAIM_LOCK}::bigint)`;
    return tx.$queryRaw<{ id: JobId }[]>`
      WITH busy AS (SELECT account_id, count(*) AS jobs FROM job WHERE state = 'running' GROUP BY account_id),
      queued AS (
        SELECT job.id, coalesce(busy.jobs, 0) + row_number() OVER (PARTITION BY job.account_id ORDER BY job.id) AS place,
          coalesce((account.rate_limits ->> 'max_running_jobs')::int, ${BOUNDS.max_running_jobs.max}::int) AS bound
        FROM job JOIN account ON account.id = job.account_id LEFT JOIN busy ON busy.account_id = job.account_id
        WHERE ${runnable})
      UPDATE job SET state = 'running', run = run + 1, started_at = coalesce(started_at, ${at}), lease_until = ${lease},
        expires_at = ${new Date(at.getTime() + OPEN_MS)}
      WHERE id IN (SELECT id FROM queued WHERE place <= bound ORDER BY place, id LIMIT ${most}::int)
        -- Again, for the row's newest version: it may have been cancelled since the statement began.
        AND state = 'waiting'
      RETURNING id`;
  });
  const where = { id: { in: started.map(({ id }) => id) } };
  return db.job.findMany({ where, omit: { sealed: true }, orderBy: { id: 'asc' } });
}

/**
 * Takes over jobs whose instance has died. A job that was not sent waits again; any other is returned, for this
 * instance to settle.
 */
export async function reclaimJobs({ db }: Pick<Ctx, 'db'>, most: number): Promise<readonly ClaimedJob[]> {
  const claimed = await db.$queryRaw<{ id: JobId }[]>`
    UPDATE job SET run = run + 1, crashes = crashes + 1,
      state = CASE WHEN unsent.is THEN 'waiting' ELSE 'running' END,
      lease_until = CASE WHEN unsent.is THEN NULL ELSE ${lease} END
    FROM (
      SELECT id, sent_at IS NULL AND sealed IS NULL AND NOT is_cancelled AND crashes + 1 < ${CRASHES_MAX}::int AS is
      FROM job WHERE state = 'running' AND lease_until <= now() ORDER BY id LIMIT ${most}::int
      FOR UPDATE SKIP LOCKED) AS unsent
    WHERE job.id = unsent.id
    RETURNING job.id`;
  if (claimed.length === 0) return [];
  const where = { id: { in: claimed.map(({ id }) => id) }, state: 'running' };
  return db.job.findMany({ where, omit: { sealed: true } });
}

/** Whether a job may be started once more after its instances have died. */
export const mayRestart = ({ crashes }: Pick<Job, 'crashes'>): boolean => crashes < CRASHES_MAX;

/** Renews leases. Returns the jobs that this instance still holds, and whether they are to be cancelled. */
export async function renewJobs(
  db: Db | Tx,
  held: readonly StartedJob[],
): Promise<readonly { readonly id: JobId; readonly isCancelled: boolean }[]> {
  const [ids, runs] = [held.map(({ id }) => id), held.map(({ run }) => run)];
  return db.$queryRaw`
    UPDATE job SET lease_until = ${lease}
    FROM (SELECT * FROM unnest(${ids}::text[], ${runs}::int[]) AS held(id, run)) AS held
    WHERE job.id = held.id AND job.run = held.run AND state = 'running'
    RETURNING job.id, is_cancelled AS "isCancelled"`;
}

/**
 * Notes that the request of a job may be sent from now on. False if this instance no longer holds the job, or if the
 * job was cancelled: then the request must not be sent.
 */
export async function noteJobSent({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, run }: StartedJob): Promise<boolean> {
  const noted = await db.$executeRaw`
    UPDATE job SET sent_at = coalesce(sent_at, ${now()}), lease_until = ${lease}
    WHERE id = ${id} AND run = ${run} AND state = 'running' AND NOT is_cancelled`;
  return noted > 0;
}

/** Stores the sealed id of the task that an upstream made of a job’s call, unless another instance runs the job. */
export async function storeTask(db: Db, { id, run }: StartedJob, sealed: Uint8Array): Promise<void> {
  await db.$executeRaw`UPDATE job SET task = ${sealed} WHERE id = ${id} AND run = ${run} AND state = 'running'`;
}

/**
 * Lets a job wait again, if it is still held: for `seconds`, or for an approval. This start has not sent its request,
 * or the request may be repeated.
 */
export async function returnJob(
  db: Db,
  { id, run, sentAt }: StartedJob & Pick<Job, 'sentAt'>,
  { seconds = 0, approvalId }: { readonly seconds?: number; readonly approvalId?: Job['approvalId'] },
): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET state = 'waiting', lease_until = now() + make_interval(secs => ${seconds}),
      approval_id = coalesce(${approvalId ?? null}::text, approval_id),
      sent_at = ${sentAt}::timestamptz
    WHERE id = ${id} AND run = ${run} AND state = 'running'`;
}

/** Lets a held job wait up to `seconds` for the answers to its call’s question. Its service has not acted yet. */
export async function holdForAnswers(
  db: Db,
  { id, run }: StartedJob,
  { sealed, seconds }: { readonly sealed: Uint8Array; readonly seconds: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET state = 'waiting', lease_until = now() + make_interval(secs => ${seconds}), question = ${sealed},
      progress = NULL, sent_at = NULL
    WHERE id = ${id} AND run = ${run} AND state = 'running'`;
}

/** Tells live views of all instances, after the transaction commits, that a job has changed. */
export async function announceJob(
  db: Db | Tx,
  { id, accountId, stackId }: { readonly id: JobId; readonly accountId: AccountId; readonly stackId: StackId },
): Promise<string> {
  const payload = livePayload({ kind: 'job', id, accountId, stackId });
  await db.$executeRaw`SELECT pg_notify(${LIVE_CHANNEL}, ${payload})`;
  return payload;
}
