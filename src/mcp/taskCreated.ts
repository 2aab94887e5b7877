import { TASKS } from '../core/calls/upstreamTask.ts';
import type { JobFacts } from '../core/jobs/job.ts';
import { isRecord } from '../core/lib/json.ts';

/** Whether a client’s capabilities declare the extension. */
export const declaresTasks = (capabilities: unknown): boolean =>
  isRecord(capabilities) && isRecord(capabilities['extensions']) && isRecord(capabilities['extensions'][TASKS]);

/** How often a client may ask, as advice. */
const POLL_MS = 1_000;

/** The members that each state of a task has. */
export function taskOf({ id, createdAt, startedAt, endedAt, expiresAt }: JobFacts, status: string) {
  return {
    ...{ taskId: id, status, createdAt, lastUpdatedAt: endedAt ?? startedAt ?? createdAt },
    ...{ ttlMs: expiresAt.getTime() - createdAt.getTime(), pollIntervalMs: POLL_MS },
  };
}

/** The result of a call that became a task. */
export const taskCreated = (job: JobFacts) => ({ resultType: 'task' as const, ...taskOf(job, 'working') });
export type TaskCreated = ReturnType<typeof taskCreated>;

export const isTaskCreated = (result: object): result is TaskCreated =>
  'resultType' in result && result.resultType === 'task';
