import { setTimeout as delay } from 'node:timers/promises';
import type { ToolCall } from '../../core/calls/connector.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import type { RpcRequest } from './post.ts';
import { READERS, type WorkingTask } from './readers.ts';
import { TASK_STATE } from './result.ts';

/** Sends a request of the call to its upstream; null if it can't be sent in this session. */
type Ask = <O>(request: RpcRequest<O>, signal: AbortSignal) => Promise<{ readonly outcome: O | ToolFailure } | null>;

const POLL_MS_DEFAULT = 1_000;
const POLL_MS_MIN = 250;
const POLL_MS_MAX = 30_000;
/** After this many failed polls in a row, which take several minutes, the outcome is unknown. */
const FAILED_POLLS_MAX = 12;
const CANCEL_TIMEOUT_MS = 2_000;

/** The task whose result a call continues to wait for: its own, or one that asked for input. Null for a new call. */
export function taskToResume({ dialogue, task }: Pick<ToolCall, 'dialogue' | 'task'>): WorkingTask | null {
  const state = dialogue?.answers?.requestState;
  const taskId = state?.startsWith(TASK_STATE) ? state.slice(TASK_STATE.length) : (task?.id ?? null);
  return taskId === null ? null : { kind: 'task', taskId, message: null, pollMs: 0 };
}

/** Sends the answers that a task asked for, if any, and waits for its result. */
export async function resumeTask(ask: Ask, task: WorkingTask, call: ToolCall): Promise<ToolOutcome> {
  const { taskId } = task;
  const { inputResponses, requestState } = call.dialogue?.answers ?? {};
  if (requestState?.startsWith(TASK_STATE)) {
    const params = { taskId, inputResponses };
    const reply = await ask({ method: 'tasks/update', params, name: taskId, reader: READERS.pass }, call.signal);
    if (reply?.outcome.kind !== 'ok') return lost(reply?.outcome);
  }
  return followTask(ask, task, call);
}

/** Waits for the result of an upstream’s task. A call that ends early cancels the task, unless a job keeps it. */
export async function followTask(ask: Ask, created: WorkingTask, call: ToolCall): Promise<ToolOutcome> {
  const { taskId } = created;
  const cancel = () => {
    const request = { method: 'tasks/cancel', params: { taskId }, name: taskId, reader: READERS.pass };
    return ask(request, AbortSignal.timeout(CANCEL_TIMEOUT_MS)).catch(() => null);
  };
  try {
    if (call.task && call.task.id !== taskId) await call.task.store(taskId);
    const outcome = await poll(ask, created, call);
    // Without a person who can answer, the task would wait in vain.
    if ('elicitation' in outcome && !call.dialogue) await cancel();
    return outcome;
  } catch (error) {
    const { task, signal } = call;
    // When this instance stops or has lost the job, another one follows the task.
    const mayBeFollowed = task !== undefined && signal.reason !== 'cancelled' && signal.reason?.name !== 'TimeoutError';
    if (signal.aborted && !mayBeFollowed) await cancel();
    throw error;
  }
}

async function poll(ask: Ask, created: WorkingTask, call: ToolCall): Promise<ToolOutcome> {
  const { taskId } = created;
  const request = { method: 'tasks/get', params: { taskId }, name: taskId, reader: READERS.task };
  const report = progressOfTask(call);
  let [task, failed] = [created, 0];
  for (;;) {
    report(task);
    const pauseMs = Math.max(POLL_MS_MIN, task.pollMs ?? POLL_MS_DEFAULT) * 2 ** failed;
    await delay(Math.min(pauseMs, POLL_MS_MAX), undefined, { signal: call.signal });
    const answer = (await ask(request, call.signal))?.outcome;
    if (answer?.kind === 'ended') return answer.outcome;
    if (answer?.kind === 'task') [task, failed] = [answer, 0];
    else if (answer && isTemporary(answer) && failed < FAILED_POLLS_MAX) failed += 1;
    else return lost(answer, call);
  }
}

/** Reports each new status of a task as progress. */
function progressOfTask({ onProgress }: ToolCall): (task: WorkingTask) => void {
  let [progress, reported]: [number, string | null] = [0, null];
  return ({ message }) => {
    if (message === null || message === reported) return;
    progress += 1;
    reported = message;
    onProgress?.({ progress, message });
  };
}

/** Whether the next poll may succeed. */
const isTemporary = (answer: ToolFailure): boolean =>
  ['unreachable', 'timed_out', 'outcome_unknown', 'upstream_rate_limited', 'bad_answer'].includes(answer.kind) ||
  (answer.kind === 'upstream_error' && (answer.status ?? 0) >= 500);

/** The task’s result can’t be read. A job whose credentials were refused tries once more with new ones. */
function lost(answer: ToolFailure | undefined, call?: ToolCall): ToolFailure {
  if (answer?.kind === 'upstream_refused' && call?.task) return answer;
  const reason = answer ? `: ${answer.message}` : '';
  return { kind: 'outcome_unknown', message: `the result of the upstream’s task could not be read${reason}` };
}
