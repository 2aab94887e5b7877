import { setTimeout as delay } from 'node:timers/promises';
import { answerCall } from '../answers/answerCall.ts';
import { forgetCutOff } from '../calls/idempotentCall.ts';
import type { OnProgress } from '../calls/notifications.ts';
import { reconcileEarlier } from '../calls/reconcile.ts';
import type { Ctx } from '../kernel/context.ts';
import { VaultError } from '../kernel/vault/vault.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { findMetaTool } from '../search/metaTools.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { isRepeatableTool } from '../snapshots/unknownOutcome.ts';
import { findJobActor } from './jobCaller.ts';
import { answersOf, sealJobElicitation } from './jobElicitation.ts';
import { cancelledEnd, endJob } from './jobEnd.ts';
import type { JobProgress } from './jobProgress.ts';
import { type JobEnd, type JobRefusal, type JobRequest, openJobRequest, readEnd } from './jobRequest.ts';
import {
  announceJob,
  type ClaimedJob,
  holdForAnswers,
  mayRestart,
  noteJobSent,
  renewJobs,
  returnJob,
  storeTask,
} from './jobRows.ts';
import { sealTaskId, taskIdOf } from './jobTask.ts';

/** A job that this instance has started. */
export type HeldJob = {
  readonly job: ClaimedJob;
  readonly controller: AbortController;
  /** Whether this start may have sent its request. */
  hasSent: boolean;
  /** The task that the upstream made of its call, as far as this instance knows. */
  taskId: string | null;
};

/** Whether this start or an earlier one may have sent the request. */
const isSent = ({ job, hasSent }: HeldJob): boolean => hasSent || job.sentAt !== null;

/** Why a held job is aborted: its caller cancelled it, the process stops, or another instance has taken it over. */
export type AbortReason = 'cancelled' | 'stopping' | 'lost';

/** How long a job waits for answers, equal to how long answers are accepted. */
const ANSWER_SECONDS = 60 * 60;

/** Thrown before the request is sent if the job is no longer this instance’s, or was cancelled. */
class MayNotSend extends Error {}

/** Makes the call of a started job and stores how it ended. Never rejects. */
export const runJob = (operator: Ctx, held: HeldJob, progress: JobProgress): Promise<void> =>
  storing(operator, held, progress, endOf(operator, held, progress.onProgress));

/** Stores the outcome of a call that became a job while it ran. Never rejects. */
export function settleCall(
  operator: Ctx,
  held: HeldJob,
  calling: Promise<ToolOutcome>,
  progress: JobProgress,
): Promise<void> {
  const ending = calling
    .then((outcome) => afterOutcome(operator, held, outcome))
    .catch((error: unknown) => afterError(operator, held, error));
  return storing(operator, held, progress, ending);
}

async function storing(
  operator: Ctx,
  held: HeldJob,
  { stop }: JobProgress,
  ending: Promise<JobEnd | null>,
): Promise<void> {
  try {
    const end = await ending;
    stop();
    if (end) await storeEnd(operator, held, end);
  } catch (error) {
    operator.log.error({ err: error, jobId: held.job.id }, 'a job could not be run');
  } finally {
    stop();
  }
}

/** How a job ends; null if it waits again. */
async function endOf(operator: Ctx, held: HeldJob, onProgress: OnProgress): Promise<JobEnd | null> {
  const { job } = held;
  try {
    // An instance may have died between storing the outcome and ending the job.
    const stored = isSent(held) ? await readEnd(operator, job) : null;
    if (stored) return stored;
    if (job.isCancelled) return cancelledEnd(isSent(held));
    if (!mayRestart(job))
      return isSent(held)
        ? UNKNOWN
        : refusal('unavailable', `${held.job.crashes} instances stopped while they ran the job. Nothing was sent`);
    const request = await openJobRequest(operator, job);
    held.taskId = taskIdOf(operator, job);
    const actor = await findJobActor(operator, request.caller);
    if (!actor)
      return isSent(held) ? UNKNOWN : refusal('unauthenticated', 'The caller’s key, token or session has ended');
    const { surface, requestId, mcpSession } = request;
    const ctx: Ctx = {
      ...{ ...operator, actor, requestId, endUser: job.endUser, signal: held.controller.signal },
      ...(surface && { surface }),
      ...(mcpSession !== null && { mcpSession }),
      callTimeoutMs: operator.jobTimeoutMs,
      beforeSend: () => beforeSend(operator, held),
    };
    return await afterOutcome(operator, held, await makeCall(operator, ctx, held, request, onProgress));
  } catch (error) {
    return afterError(operator, held, error);
  }
}

/** Notes that the request of a held job is being sent. If it throws, the request must not be sent. */
export async function beforeSend(operator: Ctx, held: HeldJob): Promise<void> {
  if (!(await noteJobSent(operator, held.job))) throw new MayNotSend();
  held.hasSent = true;
}

/** Stores the task that an upstream made of the call of a held job. */
export async function keepTask(operator: Ctx, held: HeldJob, taskId: string): Promise<void> {
  held.taskId = taskId;
  await storeTask(operator.db, held.job, sealTaskId(operator, held.job.id, taskId));
}

async function makeCall(
  operator: Ctx,
  caller: Ctx,
  held: HeldJob,
  request: JobRequest,
  onProgress: OnProgress,
): Promise<ToolOutcome> {
  const { job } = held;
  const { toolName, input, mode, select, dialogue } = request;
  const snapshot = await getSnapshot(caller, job.stackId);
  // A task belongs to one call, and a used approval permits no other call.
  const mayFollow = job.approvalId === null && findMetaTool(snapshot, mode, toolName) === null;
  const upstreamTask = { id: held.taskId, store: (id: string) => keepTask(operator, held, id) };
  const ctx = mayFollow ? { ...caller, upstreamTask } : caller;
  const isFollowed = mayFollow && held.taskId !== null;
  const settled =
    isSent(held) && job.key === null && !isFollowed ? await settleSent(ctx, snapshot, job, request) : null;
  if (settled) return settled;
  // The key was left by an instance that died before it sent the request, or whose task goes on.
  const isLeft = isFollowed || (!isSent(held) && job.crashes > 0);
  if (isLeft && job.key !== null) await forgetCutOff(ctx.db, job.owner, job.key);
  return answerCall(ctx, snapshot, toolName, input, {
    ...{ mode, onProgress, job },
    keepsSources: job.maxBytes !== null,
    ...(job.key !== null && { idempotencyKey: job.key }),
    ...(select !== null && { select }),
    ...(dialogue && { dialogue: { ...dialogue, ...answersOf(ctx, job) } }),
  });
}

/** The outcome of a job that an earlier instance may have sent; null if the call may be repeated. */
async function settleSent(
  ctx: Ctx,
  snapshot: StackSnapshot,
  job: ClaimedJob,
  { toolName, input, mode }: JobRequest,
): Promise<ToolOutcome | null> {
  const tool = findMetaTool(snapshot, mode, toolName) ? null : findKnownTool(snapshot, toolName);
  if (!tool) return UNKNOWN;
  if (isRepeatableTool(tool) && job.approvalId === null) return null;
  return (await reconcileEarlier(ctx, snapshot, tool, { input, callKey: job.id })) || UNKNOWN;
}

const refusal = (code: JobRefusal['code'], message: string): JobRefusal => ({ kind: 'refused', code, message });

const UNKNOWN = {
  kind: 'outcome_unknown',
  message:
    'the instance that ran the job stopped. The request was sent and may have taken effect: check before you retry the call',
} as const satisfies ToolOutcome;

async function afterOutcome(operator: Ctx, held: HeldJob, outcome: ToolOutcome): Promise<JobEnd | null> {
  const { job, controller } = held;
  const waitsForApproval = outcome.kind === 'approval_required' && outcome.approvalId !== undefined;
  if (waitsForApproval && (job.approvalId === null || job.crashes > 0)) {
    await returnJob(operator.db, job, { approvalId: outcome.approvalId });
    operator.liveFeed.publish([await announceJob(operator.db, job)]);
    return null;
  }
  if (controller.signal.reason === 'cancelled') return outcome.kind === 'ok' ? outcome : cancelledEnd(isSent(held));
  if (outcome.kind !== 'approval_required' && 'elicitation' in outcome && outcome.elicitation) {
    const sealed = sealJobElicitation(operator, job.id, outcome.elicitation);
    await holdForAnswers(operator.db, job, { sealed, seconds: ANSWER_SECONDS });
    operator.liveFeed.publish([await announceJob(operator.db, job)]);
    return null;
  }
  const mayRepeat = mayContinue(held, outcome);
  // Stopped by this process: nothing was sent, the call may be repeated, or its task goes on.
  if (outcome.kind === 'cancelled' || (mayRepeat && operator.runningCalls.isOver)) {
    await returnJob(operator.db, mayRepeat ? { ...job, sentAt: operator.now() } : job, {});
    return null;
  }
  return outcome;
}

/** Whether a call whose outcome is unknown may be repeated, or followed. */
const mayContinue = ({ taskId }: HeldJob, outcome: ToolOutcome): boolean =>
  outcome.kind === 'outcome_unknown' && (outcome.isRepeatable === true || taskId !== null);

async function afterError(operator: Ctx, held: HeldJob, thrown: unknown): Promise<JobEnd | null> {
  const error = asDatabaseUnavailable(thrown);
  const { job, hasSent } = held;
  if (error instanceof MayNotSend) return cancelledEnd(isSent(held));
  if (error instanceof VaultError)
    return refusal('internal', 'The stored input cannot be decrypted: the master key changed');
  if (!(error instanceof AppError)) {
    operator.log.error({ err: error, jobId: job.id }, 'the call of a job failed');
    return isSent(held) ? UNKNOWN : refusal('internal', 'Internal error');
  }
  const { retryAfterSeconds, isOutcomeUnknown, issues } = error.details;
  const mayPass = retryAfterSeconds !== undefined || error.code === 'unavailable';
  if (isOutcomeUnknown || (mayPass && hasSent)) return UNKNOWN;
  if (mayPass) {
    await returnJob(operator.db, job, { seconds: retryAfterSeconds ?? 5 });
    return null;
  }
  return { ...refusal(error.code, error.message), ...(issues && { issues }) };
}

const STORE_TRIES = 10;
const STORE_PAUSE_MS = 1_000;

/** Stores how a job ended, unless another instance has taken it over. Tries again while the database is away. */
async function storeEnd(operator: Ctx, { job }: HeldJob, end: JobEnd): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      // Renewed first, so that the outcome of an instance that was silent does not replace a later one.
      const [own] = await renewJobs(operator.db, [job]);
      if (own) await endJob(operator, { id: job.id, run: job.run, state: 'running' }, end);
      return;
    } catch (error) {
      if (tries === STORE_TRIES) throw error;
      operator.log.warn({ err: error, jobId: job.id }, 'the end of a job could not be stored; trying again');
      await delay(STORE_PAUSE_MS);
    }
  }
}
