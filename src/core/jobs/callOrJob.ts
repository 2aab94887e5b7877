import { type AnswerOptions, answerCall } from '../answers/answerCall.ts';
import type { Ctx } from '../kernel/context.ts';
import { newJobId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { readControl } from '../results/resultControl.ts';
import { findMetaTool } from '../search/metaTools.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { addJob, type JobFacts, newJobData } from './job.ts';
import { callerOfJob } from './jobCaller.ts';
import { sealTaskId } from './jobTask.ts';
import { beforeSend, type HeldJob, keepTask } from './runJob.ts';

/** How long a caller waits for its call before it becomes a job. */
const CALL_MS = 500;

/** How a call was answered: by its outcome, or by the job that it became. */
type CallOrJob = { readonly outcome: ToolOutcome } | { readonly job: JobFacts };

/**
 * Makes a call that becomes a job if it takes longer than half a second. The same call goes on, so that short calls
 * cost no job. At the account’s bounds of jobs, the caller waits for the outcome. @throws as `answerCall`
 */
export async function callOrJob(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  options: AnswerOptions,
): Promise<CallOrJob> {
  const caller = callerOfJob(ctx.actor);
  if (!caller || !ctx.jobBell.hold) return { outcome: await answerCall(ctx, snapshot, toolName, input, options) };
  const id = newJobId();
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  ctx.signal.addEventListener('abort', leave);
  if (ctx.signal.aborted) leave();
  let hasSent = false;
  let becoming: Promise<HeldJob | null> | null = null;
  let taskId: string | null = null;
  let onProgress = options.onProgress;
  const { mode = 'full', dialogue = null } = options;
  const upstreamTask = {
    id: null,
    async store(created: string) {
      taskId = created;
      const held = await becoming;
      if (held) await keepTask(ctx, held, created);
    },
  };
  const own: Ctx = {
    ...{ ...ctx, signal: controller.signal, callTimeoutMs: ctx.jobTimeoutMs },
    async beforeSend() {
      // Synchronous before the call becomes a job, so that its row says whether the request was sent.
      if (becoming === null) {
        hasSent = true;
        return;
      }
      const held = await becoming;
      if (held) await beforeSend(ctx, held);
    },
    ...(!findMetaTool(snapshot, mode, toolName) && { upstreamTask }),
  };
  const calling = answerCall(own, snapshot, toolName, input, {
    ...options,
    job: { id, createdAt: ctx.now() },
    onProgress: (notice) => onProgress?.(notice),
  });
  try {
    if (await endsWithin(calling, CALL_MS)) return { outcome: await calling };
    const become = async (): Promise<HeldJob | null> => {
      const { maxBytes } = readControl(options);
      const select = typeof options.select === 'string' ? options.select : null;
      const tool = findKnownTool(snapshot, toolName);
      const request = { toolName, input, mode, select, dialogue };
      const sentAt = hasSent ? ctx.now() : null;
      const task = taskId === null ? null : sealTaskId(ctx, id, taskId);
      const data = await newJobData(ctx, snapshot, { id, caller, tool, maxBytes, ...request });
      await addJob(ctx, { ...data, state: 'running', run: 1, startedAt: data.createdAt, sentAt, task });
      const job = await ctx.db.job.findUniqueOrThrow({ where: { id }, omit: { sealed: true } });
      return { job, controller, hasSent, taskId };
    };
    ctx.signal.removeEventListener('abort', leave);
    becoming = become().catch((error: unknown) => {
      if (!(error instanceof AppError)) ctx.log.warn({ err: error }, 'a call could not become a job');
      return null;
    });
    const held = await becoming;
    const progress = held && ctx.jobBell.hold?.(held, calling);
    if (held && progress) {
      onProgress = progress;
      return { job: held.job };
    }
    ctx.signal.addEventListener('abort', leave);
    if (ctx.signal.aborted) leave();
    return { outcome: await calling };
  } finally {
    ctx.signal.removeEventListener('abort', leave);
  }
}

/** Whether a call ends within `ms`, successfully or not. */
async function endsWithin(calling: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const ended = (): void => resolve(true);
  calling.then(ended, ended);
  const isEnded = await promise;
  clearTimeout(timer);
  return isEnded;
}
