import { evaluateAlerts } from '../core/alerts/evaluateAlerts.ts';
import { pruneAudit } from '../core/audit/prune.ts';
import { recordRefusals } from '../core/audit/refusals.ts';
import { eraseCopies } from '../core/callRecords/erasures.ts';
import { preparePartitions, pruneCalls } from '../core/callRecords/retention.ts';
import { removeDeletedFiles } from '../core/files/storedFile.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { recordFirstVersions } from '../core/kernel/recordVersion.ts';
import { deliverMails } from '../core/mail/deliver.ts';
import { refreshDueServers } from '../core/marketplace/refreshSchedule.ts';
import { sweepEnded } from '../core/retention/ended.ts';
import { settleOverdueRemovals } from '../core/reviews/overdueRemovals.ts';
import { beginDeliveries, createDelivering } from '../core/webhooks/deliver.ts';
import type { WebhookSender } from '../core/webhooks/sender.ts';

const PRUNE_EVERY_MS = 60 * 60_000;

/** Days that each kind of row is kept; null: forever. */
type RetentionDays = {
  readonly callRetentionDays: number;
  readonly endedRetentionDays: number;
  readonly auditRetentionDays: number | null;
};

/**
 * A maintenance job.
 * @returns what to log, or null if there was nothing to do
 */
type Job = {
  readonly failure: string;
  readonly run: (ctx: Ctx, days: RetentionDays) => Promise<{ readonly message: string; readonly of: object } | null>;
};

const JOBS: readonly Job[] = [
  {
    failure: 'maintenance of the call table failed',
    async run(ctx, { callRetentionDays: days }) {
      await preparePartitions(ctx);
      const calls = await pruneCalls(ctx, days);
      return calls > 0 ? { message: 'deleted old calls', of: { calls, days } } : null;
    },
  },
  {
    failure: 'old removed tools could not be deleted',
    async run(ctx) {
      const places = await settleOverdueRemovals(ctx);
      return places > 0 ? { message: 'deleted old removed tools', of: { places } } : null;
    },
  },
  {
    failure: 'the first versions of stacks could not be made',
    async run(ctx) {
      const stacks = await recordFirstVersions(ctx);
      return stacks > 0 ? { message: 'made the first versions of stacks', of: { stacks } } : null;
    },
  },
  {
    failure: 'expired rows could not be deleted',
    async run(ctx, { endedRetentionDays: days }) {
      const rows = await sweepEnded(ctx, days);
      return Object.keys(rows).length > 0 ? { message: 'deleted expired rows', of: { rows, days } } : null;
    },
  },
  {
    failure: 'the contents of deleted files could not be removed',
    async run(ctx) {
      const files = await removeDeletedFiles(ctx);
      return files > 0 ? { message: 'removed the contents of deleted files', of: { files } } : null;
    },
  },
  {
    failure: 'old audit events could not be removed',
    async run(ctx, { auditRetentionDays: days }) {
      if (days === null) return null;
      const events = await pruneAudit(ctx, days);
      return events > 0 ? { message: 'removed old audit events', of: { events, days } } : null;
    },
  },
];

/**
 * Creates the next days' partitions of calls and deletes expired data, now and every hour. A failure in one kind does
 * not block the others. Returns a function that stops it.
 */
export function startAuditPruner(operator: Ctx, days: RetentionDays): () => Promise<void> {
  const stopping = new AbortController();
  const ctx = { ...operator, signal: stopping.signal };
  const prune = async (): Promise<void> => {
    for (const { run, failure } of JOBS) {
      try {
        const done = await run(ctx, days);
        if (done) ctx.log.info(done.of, done.message);
      } catch (error) {
        ctx.log.error({ err: error }, failure);
      }
    }
  };
  let running = prune();
  const timer = setInterval(() => {
    running = running.then(prune);
  }, PRUNE_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

const REFUSALS_EVERY_MS = 10 * 60_000;

/** Records refusals every ten minutes and when the returned function is called. */
export function startRefusalRecorder(operator: Ctx): () => Promise<void> {
  const record = async (): Promise<void> => {
    try {
      await recordRefusals(operator);
    } catch (error) {
      operator.log.error({ err: error }, 'refused requests could not be recorded');
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(record);
  }, REFUSALS_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await record();
  };
}

const TASKS: readonly Repeated[] = [
  { everyMs: 15_000, failure: 'servers could not be refreshed', run: refreshDueServers },
  // The copied call records of deleted stacks, if records are copied.
  { everyMs: 60_000, failure: 'copies of calls could not be deleted', run: eraseCopies },
  { everyMs: 10_000, failure: 'alerts could not be evaluated', run: evaluateAlerts },
  { everyMs: 2_000, failure: 'e-mails could not be sent', run: deliverMails },
];

/** Starts the tasks of every server. Returns functions that each stop a task and abort its current run. */
export const startTasks = (operator: Ctx): ReadonlyArray<() => Promise<void>> =>
  TASKS.map((task) => startPeriodically(operator, task));

const DELIVER_EVERY_MS = 2_000;

/** Sends due webhooks. Returns a function that stops it and aborts deliveries in progress. */
export function startWebhookSender(operator: Ctx, sender: WebhookSender): () => Promise<void> {
  const delivering = createDelivering();
  const run = (ctx: Ctx) => beginDeliveries(ctx, sender, delivering);
  const stop = startPeriodically(operator, { everyMs: DELIVER_EVERY_MS, failure: 'webhooks could not be sent', run });
  return async () => {
    await stop();
    await Promise.all(delivering.tasks);
  };
}

type Repeated = {
  readonly everyMs: number;
  /** Log message on failure. */
  readonly failure: string;
  readonly run: (ctx: Ctx) => Promise<unknown>;
};

/**
 * Runs a task periodically, skipping a turn while the task still runs. Returns a function that stops it and aborts a
 * running task.
 */
function startPeriodically(operator: Ctx, { everyMs, failure, run }: Repeated): () => Promise<void> {
  const stopping = new AbortController();
  const ctx = { ...operator, signal: stopping.signal };
  const runOnce = async (): Promise<void> => {
    try {
      await run(ctx);
    } catch (error) {
      if (!stopping.signal.aborted) ctx.log.error({ err: error }, failure);
    }
  };
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = runOnce().finally(() => {
      isRunning = false;
    });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
