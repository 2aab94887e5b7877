import type { PassedAnswer } from '../../core/calls/connector.ts';
import { isJsonObject, isRecord } from '../../core/lib/json.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import {
  badAnswer,
  elicitationFailure,
  refusedTool,
  rpcErrorOutcome,
  TASK_STATE,
  toDiscoveredTool,
  toOutcome,
  withoutReserved,
} from './result.ts';

/** A page of `tools/list`: JSON texts of lists of tools, each short enough to be parsed in one step. */
export type ToolsPage = {
  readonly kind: 'ok';
  readonly tools: readonly Uint8Array[];
  readonly count: number;
  readonly nextCursor: string | null;
};

/** A task that an upstream made of a call, and that has not ended. */
export type WorkingTask = {
  readonly kind: 'task';
  readonly taskId: string;
  /** Its status for people. */
  readonly message: string | null;
  /** How long to wait before the next request for it; null if the upstream doesn’t say. */
  readonly pollMs: number | null;
};

/** A task that has a result, or that asks for input. */
export type EndedTask = { readonly kind: 'ended'; readonly outcome: ToolOutcome };

/** Result types by kind of request. */
type Read = {
  readonly call: ToolOutcome | WorkingTask;
  readonly task: WorkingTask | EndedTask;
  readonly pass: PassedAnswer;
  readonly tools: ToolsPage;
};

/** A kind of request. Kinds have names because a thread receives them by name. */
export type ReaderName = keyof Read;

/** Reads results of one kind, on the event loop or in a thread. */
export type Reader<O> = { readonly name: ReaderName; read(result: unknown): O | ToolFailure };

/** The reader for each kind of request. */
export const READERS: { readonly [Name in ReaderName]: Reader<Read[Name]> } = {
  call: { name: 'call', read: toOutcomeOrTask },
  task: { name: 'task', read: toTask },
  pass: { name: 'pass', read: toPassed },
  tools: { name: 'tools', read: toToolsPage },
};

const TASK_ID_CHARS_MAX = 1_024;
const TASK_MESSAGE_CHARS_MAX = 2_000;

function toOutcomeOrTask(result: unknown): ToolOutcome | WorkingTask {
  if (!isRecord(result) || result['resultType'] !== 'task') return toOutcome(result);
  const task = toTask({ ...result, status: 'working' });
  return task.kind === 'ended' ? badAnswer('sent a task without a taskId') : task;
}

function toTask(task: unknown): WorkingTask | EndedTask | ToolFailure {
  if (!isRecord(task)) return badAnswer('sent a task that is not an object');
  const { taskId, status, statusMessage, pollIntervalMs } = task;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > TASK_ID_CHARS_MAX)
    return badAnswer('sent a task without a taskId');
  const message = typeof statusMessage === 'string' ? statusMessage.slice(0, TASK_MESSAGE_CHARS_MAX) : null;
  const outcome = outcomeOfTask(taskId, message, task);
  if (outcome) return { kind: 'ended', outcome };
  if (status !== 'working') return badAnswer('sent a task with an unknown status');
  return { kind: 'task', taskId, message, pollMs: typeof pollIntervalMs === 'number' ? pollIntervalMs : null };
}

/** How a task ended, or the input that it asks for; null while it runs. */
function outcomeOfTask(taskId: string, message: string | null, task: Record<string, unknown>): ToolOutcome | null {
  const { status, result, error, inputRequests } = task;
  if (status === 'completed') return toOutcome(result);
  if (status === 'input_required') return elicitationFailure({ inputRequests, requestState: `${TASK_STATE}${taskId}` });
  if (status === 'cancelled')
    return { kind: 'upstream_error', message: `the upstream cancelled its task${message ? `: ${message}` : ''}` };
  if (status !== 'failed') return null;
  const { code, message: text, data } = isRecord(error) ? error : {};
  return rpcErrorOutcome(Number(code), typeof text === 'string' ? text : (message ?? ''), data);
}

/** A result without the `_meta` keys that concern one hop: how long it may be cached, and which server answered. */
export function toPassed(result: unknown): PassedAnswer {
  if (!isJsonObject(result)) return badAnswer('sent a result that is not an object');
  if (result['resultType'] === 'input_required') return elicitationFailure(result);
  const { _meta, ttlMs: _ttlMs, cacheScope: _cacheScope, resultType: _resultType, ...rest } = result;
  const meta = withoutReserved(_meta);
  return { kind: 'ok', result: { ...rest, ...(meta && { _meta: meta }) } };
}

/** Characters of JSON that occupy the event loop for about a millisecond. */
const CHUNK_CHARS = 65_536;
const TOOL_CHARS_MAX = 262_144;
const TOO_LONG = 'its definition is longer than 256 KiB';

function toToolsPage(result: unknown): ToolsPage | ToolFailure {
  if (!isRecord(result) || !Array.isArray(result['tools'])) return badAnswer('sent a list without tools');
  const tools: Uint8Array[] = [];
  let [chunk, chars]: [string[], number] = [[], 0];
  const close = () => {
    if (chunk.length > 0) tools.push(Buffer.from(`[${chunk.join(',')}]`));
    [chunk, chars] = [[], 0];
  };
  for (const [at, entry] of result['tools'].entries()) {
    const tool = toDiscoveredTool(entry, at);
    const whole = JSON.stringify(tool);
    const isTooLong = whole.length > TOOL_CHARS_MAX;
    const json = isTooLong ? JSON.stringify(refusedTool(tool.name, at, TOO_LONG)) : whole;
    if (chars + json.length > CHUNK_CHARS) close();
    chunk.push(json);
    chars += json.length;
  }
  close();
  const { nextCursor } = result;
  return {
    kind: 'ok',
    tools,
    count: result['tools'].length,
    nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
  };
}
