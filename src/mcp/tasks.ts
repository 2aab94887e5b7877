import { ProtocolError, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { TASKS } from '../core/calls/upstreamTask.ts';
import { cancelJob, readJobEnd } from '../core/jobs/job.ts';
import { answerJob, findOwnJob, type OwnJob, requestsOf } from '../core/jobs/jobElicitation.ts';
import { progressOf } from '../core/jobs/jobProgress.ts';
import { toJobState } from '../core/jobs/jobState.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { toJobId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { invalidParams, MISSING_CAPABILITY, refusedResult, resultOf } from './call.ts';
import type { View } from './list.ts';
import { SERVER_INFO } from './serverInfo.ts';
import { taskOf } from './taskCreated.ts';

const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;
type TaskMethod = (typeof METHODS)[number];

export const isTaskMethod = (method: unknown): method is TaskMethod => METHODS.some((each) => each === method);

const TASK_ID = /^job_[\w-]{1,64}$/;
const ACKNOWLEDGED = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } };

/**
 * The JSON text of the result of a request about one of the caller’s own tasks, in pieces. Any other task is as unknown
 * as one that doesn’t exist. @throws ProtocolError
 */
export async function answerTask(
  ctx: Ctx,
  { snapshot }: View,
  method: TaskMethod,
  { taskId, inputResponses }: Record<string, unknown>,
): Promise<readonly (string | Uint8Array)[]> {
  if (typeof taskId !== 'string') throw invalidParams('taskId is not a string');
  if (method === 'tasks/update' && !isJsonObject(inputResponses))
    throw invalidParams('inputResponses is not an object');
  try {
    const job = TASK_ID.test(taskId) ? await findOwnJob(ctx, toJobId(taskId), snapshot.stackId) : null;
    if (!job) throw invalidParams('Task not found');
    if (method === 'tasks/get') return await getTask(ctx, snapshot, job);
    if (method === 'tasks/cancel') await cancelJob(ctx, job.id, job.stackId);
    else if (isJsonObject(inputResponses)) await answerJob(ctx, job, inputResponses);
    return [JSON.stringify(ACKNOWLEDGED)];
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') throw invalidParams(error.message);
    throw error;
  }
}

async function getTask(ctx: Ctx, snapshot: View['snapshot'], job: OwnJob): Promise<readonly (string | Uint8Array)[]> {
  const written = (status: string, more: object = {}) => ({ ...ACKNOWLEDGED, ...taskOf(job, status), ...more });
  const end = await readJobEnd(ctx, job);
  if (end === null) return [JSON.stringify(openTask(ctx, job, written))];
  if (end.kind === 'cancelled') return [JSON.stringify(written('cancelled', { statusMessage: end.message }))];
  try {
    const result = end.kind === 'refused' ? refusedResult(end) : await resultOf(ctx, snapshot, job.toolId, end, true);
    const text = result instanceof Uint8Array ? result : JSON.stringify(result);
    return [JSON.stringify(written('completed')).slice(0, -1), ',"result":', text, '}'];
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return [JSON.stringify(written('failed', { error: { code, message, data } }))];
  }
}

/** A task that has not ended. */
function openTask(ctx: Ctx, job: OwnJob, written: (status: string, more?: object) => object): object {
  const inputRequests: JsonObject = requestsOf(ctx, job);
  if (Object.keys(inputRequests).length > 0) return written('input_required', { inputRequests });
  const statusMessage =
    toJobState(job.state) === 'waiting' && job.approvalId !== null
      ? `Waits for an approval: ${ctx.publicUrl()}/inbox/approvals/${job.approvalId}`
      : progressOf(ctx, job)?.message;
  return written('working', { ...(statusMessage && { statusMessage }) });
}

/** The error for a client that uses tasks without declaring the extension. */
export const missingTasks = (): ProtocolError =>
  new ProtocolError(MISSING_CAPABILITY, `The client has not declared the capability ${TASKS}`, {
    requiredCapabilities: { extensions: { [TASKS]: {} } },
  });
