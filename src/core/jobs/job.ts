import type { Job, Prisma } from '../../generated/prisma/client.ts';
import { type Live, watch, withLoaded } from '../callRecords/live.ts';
import { announceNotice } from '../calls/cancellations.ts';
import { checkCall } from '../calls/checkCall.ts';
import { isIdempotencyKey } from '../calls/idempotency.ts';
import { actorIdOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { type JobId, newJobId, type StackId, toToolId } from '../kernel/ids.ts';
import type { ListMode } from '../kernel/listMode.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../kernel/page.ts';
import {
  hasRightSomewhere,
  inStackWhere,
  requireRightIn,
  requireRightSomewhere,
  singleStacks,
} from '../kernel/scope.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { AppError } from '../lib/errors.ts';
import { isUniqueViolation, mapForeignKeyError } from '../lib/unique.ts';
import { callerOf } from '../limits/caller.ts';
import { requireCapacity, requireStored } from '../limits/countedBounds.ts';
import { controlResult, type ResultOptions, readControl } from '../results/resultControl.ts';
import { findMetaTool } from '../search/metaTools.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { callerOfJob } from './jobCaller.ts';
import { cancelledEnd, endJob } from './jobEnd.ts';
import { type JobEnd, type JobRequest, readEnd, sealJobRequest } from './jobRequest.ts';
import { announceJob, OPEN_MS, renewJobs } from './jobRows.ts';
import { type JobState, OPEN_STATES } from './jobState.ts';

/** The facts of a job: everything but its request and its outcome, which may have megabytes. */
export const JOB_SELECT = {
  ...{ id: true, accountId: true, stackId: true, toolId: true, owner: true, endUser: true },
  ...{ callerKind: true, callerId: true, maxBytes: true, state: true, isCancelled: true, sentAt: true },
  ...{ approvalId: true, progress: true, createdAt: true, startedAt: true, endedAt: true, expiresAt: true },
} as const satisfies Prisma.JobSelect;

/** A job without its request and outcome. */
export type JobFacts = Pick<Job, keyof typeof JOB_SELECT>;

/** Options of a job: as of a call that waits for its result. */
export type JobOptions = ResultOptions & {
  readonly idempotencyKey?: string | null | undefined;
  readonly mode?: ListMode | undefined;
};

/**
 * Starts a call that runs without its caller waiting, on any instance, as the same caller with its rights at that
 * time. The input is checked now, the rest when the call is made. With the key of an earlier job, returns that job.
 * @throws not_found (stack, tool), forbidden, invalid_input (with issues, and at the account’s bounds)
 */
export async function startJob(
  ctx: Ctx,
  stackId: StackId,
  toolName: string,
  input: unknown,
  { idempotencyKey: key = null, mode = 'full', ...rest }: JobOptions = {},
): Promise<JobFacts> {
  const { caller, tool, snapshot } = await checkStart(ctx, stackId, { toolName, input, mode });
  const { maxBytes } = readControl(rest);
  if (key !== null && !isIdempotencyKey(key)) throw new AppError('invalid_input', 'Invalid Idempotency-Key');
  const owner = callerOf(ctx);
  // Checked by `readControl`.
  const select = typeof rest.select === 'string' ? rest.select : null;
  const request = { toolName, input, mode, select };
  const digest = await digestOf(ctx, stackId, { ...request, maxBytes });
  const earlier = key === null ? null : await findByKey(ctx, { owner, key, digest });
  if (earlier) return earlier;
  const data = await newJobData(ctx, snapshot, { id: newJobId(), caller, tool, maxBytes, dialogue: null, ...request });
  try {
    const job = await addJob(ctx, { ...data, key });
    ctx.jobBell.ring();
    return job;
  } catch (error) {
    // A concurrent request has just started the job with this key.
    const other = key !== null && isUniqueViolation(error) ? await findByKey(ctx, { owner, key, digest }) : null;
    if (other) return other;
    throw error;
  }
}

type RequestedCall = { readonly toolName: string; readonly input: unknown; readonly mode: ListMode };

/** Checks the call of a new job. @throws not_found, forbidden, invalid_input (with issues) */
async function checkStart(ctx: Ctx, stackId: StackId, { toolName, input, mode }: RequestedCall) {
  requireRightIn(ctx.actor, 'invoke', stackId);
  const caller = callerOfJob(ctx.actor);
  if (!caller) throw new AppError('forbidden', 'This credential has no permission for this operation');
  const snapshot = await getSnapshot(ctx, stackId);
  const isOwn = mode === 'full' && snapshot.tools.has(toolName);
  const meta = isOwn ? null : findMetaTool(snapshot, mode, toolName);
  const tool = meta ? null : findKnownTool(snapshot, toolName);
  if (!meta && !tool) throw new AppError('not_found', `Tool ${toolName} not found in stack`);
  if (tool) await checkCall(ctx, { snapshot, tool, toolName }, input);
  return { caller, tool, snapshot };
}

const digestOf = (
  { actor: { accountId }, signal }: Ctx,
  stackId: StackId,
  call: SelectedCall & Pick<NewJob, 'maxBytes'>,
) => {
  const { toolName, input, mode, select, maxBytes } = call;
  return canonicalDigest([stackId, { toolName, input, mode, select }, maxBytes], { accountId, signal });
};

type SelectedCall = RequestedCall & Pick<JobRequest, 'select'>;
type NewJob = SelectedCall &
  Pick<JobRequest, 'caller' | 'dialogue'> & {
    readonly id: JobId;
    readonly tool: SnapshotTool | null;
    readonly maxBytes: number | null;
  };

/** The columns of a new job, which waits for its turn. @throws invalid_input if its input is too large */
export async function newJobData(
  ctx: Ctx,
  { accountId, stackId }: StackSnapshot,
  { id, tool, maxBytes, ...call }: NewJob,
) {
  const { surface = null, requestId, mcpSession = null } = ctx;
  const request = await sealJobRequest(ctx, id, { ...call, surface, requestId, mcpSession });
  const createdAt = ctx.now();
  return {
    ...{ id, accountId, stackId, owner: callerOf(ctx), maxBytes, request: new Uint8Array(request) },
    ...{ callerKind: ctx.actor.kind, callerId: actorIdOf(ctx.actor), endUser: ctx.endUser },
    ...{ toolId: tool?.toolId ?? toToolId(call.toolName), state: 'waiting', createdAt },
    digest: await digestOf(ctx, stackId, { ...call, maxBytes }),
    expiresAt: new Date(createdAt.getTime() + OPEN_MS),
  };
}

/** Adds a job within the account’s bounds. It replaces an expired one with its key. */
export async function addJob(ctx: Ctx, data: Prisma.JobUncheckedCreateInput): Promise<JobFacts> {
  await requireStored(ctx, 'max_jobs_bytes');
  const { owner, key = null, createdAt } = data;
  const adding = ctx.db.$transaction(async (tx) => {
    await requireCapacity(ctx, tx, 'max_jobs');
    if (key !== null) await tx.job.deleteMany({ where: { owner, key, expiresAt: { lte: createdAt } } });
    const job = await tx.job.create({ data, select: { ...JOB_SELECT, run: true } });
    // Leased by the database's clock, as every running job.
    if (job.state === 'running') await renewJobs(tx, [job]);
    await announceJob(tx, job);
    return job;
  });
  return mapForeignKeyError(adding, () => new AppError('not_found', 'Stack not found'));
}

async function findByKey(
  { db, now }: Ctx,
  { digest, ...where }: { readonly owner: string; readonly key: string; readonly digest: Uint8Array },
): Promise<JobFacts | null> {
  const row = await db.job.findFirst({
    where: { ...where, expiresAt: { gt: now() } },
    select: { ...JOB_SELECT, digest: true },
  });
  if (row && !Buffer.from(row.digest).equals(digest))
    throw new AppError('invalid_input', 'The Idempotency-Key was used for another call');
  return row;
}

/** Selects the jobs of the stacks that a caller may read. @throws forbidden without the right `read` */
const visibleWhere = (ctx: Ctx): Prisma.JobWhereInput => ({
  expiresAt: { gt: ctx.now() },
  ...inStackWhere(ctx.actor),
});

/** As `visibleWhere`; for callers that may only call tools, such as agents, their own jobs. @throws forbidden */
export function reachableWhere(ctx: Ctx): Prisma.JobWhereInput {
  const isCallerOnly = !hasRightSomewhere(ctx.actor, 'read') && hasRightSomewhere(ctx.actor, 'invoke');
  return isCallerOnly ? { expiresAt: { gt: ctx.now() }, owner: callerOf(ctx) } : visibleWhere(ctx);
}

/** A job of the stacks that the caller may read; null for any other. @throws forbidden */
export const findJob = async (ctx: Ctx, id: JobId): Promise<JobFacts | null> =>
  ctx.db.job.findFirst({ select: JOB_SELECT, where: { AND: [visibleWhere(ctx), { id }] } });

/**
 * A job of the stacks that the caller may read, or its own; with `stackId`, only of this stack.
 * @throws not_found (stack, job), also for those of another account; forbidden
 */
export async function getJob(ctx: Ctx, id: JobId, stackId?: StackId): Promise<JobFacts> {
  if (stackId) await getSnapshot(ctx, stackId);
  const where = { AND: [reachableWhere(ctx), { id, ...(stackId && { stackId }) }] };
  const job = await ctx.db.job.findFirst({ select: JOB_SELECT, where });
  if (!job) throw new AppError('not_found', 'Job not found');
  return job;
}

type JobFilter = {
  readonly stackId?: StackId | null | undefined;
  readonly states?: readonly JobState[] | null | undefined;
};

const filterWhere = (ctx: Ctx, { stackId, states }: JobFilter): Prisma.JobWhereInput => ({
  AND: [visibleWhere(ctx), stackId ? { stackId } : {}, states ? { state: { in: [...states] } } : {}],
});

/** The columns that `listJobs` loads, and the page that it returns. */
type JobLoad = Pick<Prisma.JobFindManyArgs, 'select'> & Window;

/**
 * The jobs that the caller may see, newest first by default. Loads only the facts by default.
 * @throws forbidden
 */
export async function listJobs(
  ctx: Ctx,
  filter: JobFilter = {},
  load: JobLoad = {},
  direction: IdOrder = 'desc',
): Promise<Job[]> {
  const page = pageById<JobLoad>(direction, pageAmong('job', { select: JOB_SELECT, ...load }));
  return ctx.db.job.findMany({ ...page, where: { AND: [page.where, filterWhere(ctx, filter)] } });
}

/** Number of jobs that `listJobs` returns. @throws forbidden */
export const countJobs = async (ctx: Ctx, filter: JobFilter = {}): Promise<number> =>
  ctx.db.job.count({ where: filterWhere(ctx, filter) });

/**
 * How one of the caller’s jobs ended; null if it has not, or if another caller started it. The size limit of its
 * request applies. A result that cannot be decrypted any more is an unknown outcome.
 */
export async function readJobEnd(ctx: Ctx, job: JobFacts): Promise<JobEnd | null> {
  const caller = callerOf({ actor: ctx.actor, endUser: ctx.endUser ?? job.endUser });
  if (job.endedAt === null || job.owner !== caller) return null;
  try {
    const end = await readEnd(ctx, job);
    const isCut = end !== null && end.kind !== 'refused' && job.maxBytes !== null;
    return isCut ? await controlResult(ctx, job.stackId, end, { selection: null, maxBytes: job.maxBytes }) : end;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { kind: 'outcome_unknown', message: 'the result cannot be decrypted: the master key changed' };
  }
}

/**
 * Cancels a job. A waiting job then never starts. The call of a running job is aborted, although its upstream may
 * already have acted. An ended job stays unchanged. People and API keys need the right to call tools in its stack.
 * @throws not_found, also for another account’s job; forbidden
 */
export async function cancelJob(ctx: Ctx, id: JobId, stackId?: StackId): Promise<JobFacts> {
  requireRightSomewhere(ctx.actor, 'invoke');
  const job = await getJob(ctx, id, stackId);
  requireRightIn(ctx.actor, 'invoke', job.stackId);
  const where = { id, accountId: job.accountId };
  await ctx.db.job.updateMany({ where: { ...where, state: { in: [...OPEN_STATES] } }, data: { isCancelled: true } });
  const isEnded = await endJob(ctx, { ...where, state: 'waiting' }, cancelledEnd(job.sentAt !== null));
  if (!isEnded) {
    ctx.changes.publishLocally([{ kind: 'cancelled', id }]);
    await announceNotice(ctx, { kind: 'cancelled', id });
  }
  return getJob(ctx, id, stackId);
}

/** Follows the jobs that the caller may see, or one of them, from all instances. @throws forbidden */
export async function watchJobs(
  ctx: Ctx,
  { id, stackId }: { readonly id?: JobId | null | undefined; readonly stackId?: StackId | null | undefined } = {},
): Promise<AsyncGenerator<Live<JobFacts>, void, void>> {
  const single = singleStacks(ctx.actor);
  const { accountId } = ctx.actor;
  const heard = await watch(ctx, (event) => {
    if (event.kind !== 'job' || event.accountId !== accountId) return null;
    if (single && !single.includes(event.stackId)) return null;
    if (stackId && event.stackId !== stackId) return null;
    return !id || event.id === id ? event.id : null;
  });
  return withLoaded(heard, (each) => findJob(ctx, each));
}
