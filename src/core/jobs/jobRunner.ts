import { setTimeout as delay } from 'node:timers/promises';
import type { OnProgress } from '../calls/notifications.ts';
import type { Ctx } from '../kernel/context.ts';
import type { JobId } from '../kernel/ids.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { type JobProgress, storeProgress } from './jobProgress.ts';
import { type ClaimedJob, claimJobs, reclaimJobs, renewJobs } from './jobRows.ts';
import { type AbortReason, type HeldJob, runJob, settleCall } from './runJob.ts';

/** Maximum jobs that one instance runs at a time. */
const AT_ONCE_MAX = 64;
/** Much shorter than a lease, so that a slow database doesn't lose leases. */
const EVERY_MS = 2_000;

/** How other parts of this process reach its job runner. */
export type JobBell = {
  /** Says that a job waits. */
  ring(): void;
  /** Takes over a job whose call is already being made. */
  hold: ((held: HeldJob, calling: Promise<ToolOutcome>) => OnProgress) | null;
};

/** Runs the jobs of all accounts in this process. */
type JobRunner = {
  /**
   * Starts no more jobs and aborts those that were not sent, which another instance runs. Waits up to `drainMs` for
   * the others, then cuts them off.
   */
  stop(options: { readonly drainMs: number; readonly hurry: AbortSignal }): Promise<void>;
};

type RunningJob = { readonly held: HeldJob; readonly done: Promise<void> };

/** Starts waiting jobs of this installation, takes over those of dead instances, and renews its leases. */
export function startJobRunner(operator: Ctx): JobRunner {
  const { jobBell, log } = operator;
  const running = new Map<JobId, RunningJob>();
  let isStopping = false;
  const keep = (held: HeldJob, run: (progress: JobProgress) => Promise<void>): OnProgress => {
    if (isStopping && !held.hasSent) held.controller.abort('stopping' satisfies AbortReason);
    const progress = storeProgress(operator, held.job);
    const done = run(progress).finally(() => {
      running.delete(held.job.id);
      turn();
    });
    running.set(held.job.id, { held, done });
    return progress.onProgress;
  };
  const start = (job: ClaimedJob): void => {
    const held = { job, controller: new AbortController(), hasSent: false, taskId: null };
    keep(held, (progress) => runJob(operator, held, progress));
  };
  const poll = async (): Promise<void> => {
    await renewHeld(operator, running);
    const room = isStopping ? 0 : AT_ONCE_MAX - running.size;
    if (room <= 0) return;
    const claimed = await reclaimJobs(operator, room);
    for (const job of claimed) start(job);
    if (room > claimed.length) for (const job of await claimJobs(operator, room - claimed.length)) start(job);
  };
  const turn = createTurn(poll, (error) => log.warn({ err: error }, 'waiting jobs could not be read'));
  const timer = setInterval(turn, EVERY_MS).unref();
  jobBell.ring = turn;
  jobBell.hold = (held, calling) => keep(held, (progress) => settleCall(operator, held, calling, progress));
  operator.changes.subscribe((change) => {
    if (change.kind !== 'cancelled') return;
    for (const [id, { held }] of running)
      if (id === change.id) held.controller.abort('cancelled' satisfies AbortReason);
  });
  turn();
  const stop: JobRunner['stop'] = async (options) => {
    isStopping = true;
    await finishRunning(operator, running, options);
    clearInterval(timer);
    jobBell.ring = () => undefined;
    jobBell.hold = null;
  };
  let stopping: Promise<void> | null = null;
  return {
    stop(options) {
      stopping ??= stop(options);
      return stopping;
    },
  };
}

type Running = ReadonlyMap<JobId, RunningJob>;

/** Renews the leases of running jobs, and aborts those that were cancelled or taken over. */
async function renewHeld({ db }: Ctx, running: Running): Promise<void> {
  const all = [...running.values()].map(({ held }) => held);
  if (all.length === 0) return;
  const renewed = await renewJobs(
    db,
    all.map(({ job }) => job),
  );
  const cancelled = new Map(renewed.map(({ id, isCancelled }) => [id, isCancelled]));
  for (const { job, controller } of all) {
    const isCancelled = cancelled.get(job.id);
    if (isCancelled !== false) controller.abort((isCancelled ? 'cancelled' : 'lost') satisfies AbortReason);
  }
}

/** Aborts the jobs that were not sent, and waits for the others; cuts them off after `drainMs`. */
async function finishRunning(
  { runningCalls }: Ctx,
  running: Running,
  { drainMs, hurry }: Parameters<JobRunner['stop']>[0],
): Promise<void> {
  for (const { held } of running.values()) {
    if (!held.hasSent) held.controller.abort('stopping' satisfies AbortReason);
  }
  const allDone = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
  };
  await Promise.race([allDone(), delay(drainMs, undefined, { signal: hurry, ref: false }).catch(() => undefined)]);
  if (running.size > 0) runningCalls.cutOff();
  await allDone();
}

/** Runs `look` now, or once more after the current run. */
function createTurn(poll: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let isLooking = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    isLooking = true;
    while (isDue) {
      isDue = false;
      await poll().catch(failed);
    }
    isLooking = false;
  };
  return () => {
    isDue = true;
    if (!isLooking) void run();
  };
}
