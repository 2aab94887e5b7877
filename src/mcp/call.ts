import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type AnswerOptions, answerCall } from '../core/answers/answerCall.ts';
import type { ToolCall } from '../core/calls/connector.ts';
import { type ElicitationContext, InvalidRequestState, supportedElicitations } from '../core/calls/elicitation.ts';
import { type LogSeverity, toLogLevel } from '../core/calls/notifications.ts';
import { callOrJob } from '../core/jobs/callOrJob.ts';
import type { JobRefusal } from '../core/jobs/jobRequest.ts';
import { type Ctx, requesterOf } from '../core/kernel/context.ts';
import { asDatabaseUnavailable, DatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { AppError } from '../core/lib/errors.ts';
import { isJsonObject, type JsonObject } from '../core/lib/json.ts';
import { isMessageId, type MessageId, withoutNames } from '../core/lib/namedNumbers.ts';
import { shortWork } from '../core/lib/workerPool.ts';
import { outcomePieces } from '../core/results/largeOutput.ts';
import type { Elicitation, ToolOutcome } from '../core/results/outcome.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import type { View } from './list.ts';
import { passedMeta } from './passedMeta.ts';
import { errorResult, isSmall, toCallToolResult } from './result.ts';
import { declaresTasks, type TaskCreated, taskCreated } from './taskCreated.ts';
import { withTraceOf } from './trace.ts';
import type { ResultToWrite } from './worker.ts';

/** `signal` ends the call when the client disconnects or cancels it. */
export type RunOptions = Pick<ToolCall, 'signal' | 'onProgress' | 'logging'> & {
  /** Whether the result is for the stateless revision. */
  readonly isModern: boolean;
  /** For clients that support elicitation. In the stateless revision, this needs no session. */
  readonly dialogue?: ElicitationContext;
  /** Whether the client takes a task instead of a result. */
  readonly hasTasks?: boolean;
};

/**
 * Runs a tool for an MCP client. Failures and invalid arguments become results that the model can read. A large result
 * is returned as JSON text in UTF-8.
 * @throws ProtocolError for an unknown tool; `DatabaseUnavailable`
 */
export async function runTool(
  ctx: Ctx,
  { snapshot, mode }: View,
  params: CallToolRequestParams,
  { signal, isModern, dialogue, hasTasks = false, onProgress, logging }: RunOptions,
): Promise<CallToolResult | InputRequiredResult | TaskCreated | Uint8Array> {
  const { name, arguments: input = {} } = params;
  const answerOptions = answerOptionsIn(params._meta);
  // An idempotency key identifies one call with one outcome. An elicitation and its answer would be two calls.
  const mayAsk = dialogue && answerOptions.idempotencyKey === undefined;
  const meta = passedMeta(params._meta);
  const options = {
    ...answerOptions,
    mode,
    ...(onProgress && { onProgress }),
    ...(logging && { logging }),
    ...(meta && { meta }),
    ...(mayAsk && { dialogue }),
  };
  try {
    const traced = withTraceOf(ctx, params._meta);
    const own = signal === ctx.signal ? traced : { ...traced, signal };
    // An idempotency key remembers an outcome, and a dry run has none to wait for.
    const mayBecomeTask = hasTasks && options.idempotencyKey === undefined && !options.isDryRun;
    const answer = mayBecomeTask
      ? await callOrJob(own, snapshot, name, input, options)
      : { outcome: await answerCall(own, snapshot, name, input, options) };
    if ('job' in answer) return taskCreated(answer.job);
    const { outcome } = answer;
    if ('elicitation' in outcome && outcome.elicitation) return toInputRequired(outcome.elicitation);
    return await resultOf(own, snapshot, name, outcome, isModern);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return toRefusal(ctx, error);
  }
}

/** Converts a call's outcome. @throws ProtocolError for an upstream's own error */
export async function resultOf(
  ctx: Ctx,
  { tools }: StackSnapshot,
  name: string,
  outcome: ToolOutcome,
  isModern: boolean,
): Promise<CallToolResult | Uint8Array> {
  const error = upstreamErrorOf(outcome);
  if (error && !OF_ONE_HOP.has(error.code) && (isModern || error.code !== MISSING_CAPABILITY)) throw error;
  if (!isSmall(outcome)) {
    const input: ResultToWrite = { pieces: outcomePieces(outcome), isModern };
    return shortWork.run({ module: WORKER, name: 'write', input }, requesterOf(ctx));
  }
  const result = toCallToolResult(outcome, isModern);
  // Clients validate structured content against the output schema, even for failures.
  const isChecked = outcome.kind !== 'ok' && Boolean(tools.get(name)?.outputSchema);
  if (!isChecked || 'output' in outcome) return result;
  const { structuredContent: _, ...unstructured } = result;
  return unstructured;
}

/** Errors that concern one hop: an unreadable message, headers, or an unsupported revision. */
const OF_ONE_HOP: ReadonlySet<number> = new Set([ProtocolErrorCode.ParseError, -32_020, -32_022]);
/** The error code for a capability that the client lacks. Only clients of the stateless revision know it. */
export const MISSING_CAPABILITY = -32_021;

/** An upstream's error with its own code and data; null for any other outcome. */
export const upstreamErrorOf = (outcome: ToolOutcome): ProtocolError | null =>
  'rpc' in outcome && outcome.rpc ? new ProtocolError(outcome.rpc.code, outcome.message, outcome.rpc.data) : null;

/** Boundary: `elicitationIn` has validated that the elicitation contains MCP requests. */
export const toInputRequired = (elicitation: Elicitation): InputRequiredResult => ({
  ...(elicitation as Omit<InputRequiredResult, 'resultType'>),
  resultType: 'input_required',
});

const WORKER = new URL('./worker.ts', import.meta.url);

/** Options in `_meta` under our own names (MCP, `_meta`). */
function answerOptionsIn(meta: CallToolRequestParams['_meta']): AnswerOptions {
  const key = meta?.['toolyard/idempotency_key'];
  return {
    select: meta?.['toolyard/select'],
    maxBytes: meta?.['toolyard/max_bytes'],
    ...(key !== undefined && { idempotencyKey: typeof key === 'string' ? key : JSON.stringify(key) }),
    failure: meta?.['toolyard/rehearse'],
    // Anything but false, because a mistyped value must not make a real call.
    isDryRun: (meta?.['toolyard/dry_run'] ?? false) !== false,
  };
}

function toRefusal({ log }: Ctx, thrown: unknown): CallToolResult {
  const error = asDatabaseUnavailable(thrown);
  // Fails the whole request, so that the response states when to retry.
  if (error instanceof DatabaseUnavailable) throw error;
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'tools/call failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
  // An invalid state is refused as a request error, not answered by the tool (MCP 2026-07-28, SEP-2322).
  if (error instanceof InvalidRequestState) throw invalidParams(error.message);
  return refusedResult({ ...error.details, code: error.code, message: error.message });
}

/** The result for a call that was not made. @throws ProtocolError unless the model can correct its input */
export function refusedResult({ code, message, issues = [] }: Omit<JobRefusal, 'kind'>): CallToolResult {
  if (code === 'invalid_input')
    return errorResult(
      [message, ...issues.map(({ path, message }) => `${path === '' ? 'input' : path}: ${message}`)].join('\n'),
    );
  const isUnknown = code === 'not_found';
  throw new ProtocolError(isUnknown ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message);
}

/** A stateless client's elicitation capabilities from its envelope, and its answers. */
export function dialogueOf(
  capabilities: unknown,
  { inputResponses, requestState }: { readonly inputResponses?: unknown; readonly requestState?: unknown } = {},
): Pick<RunOptions, 'dialogue'> {
  const askable = supportedElicitations(capabilities);
  if (askable['elicitation'] === undefined) return {};
  const answers = {
    ...(isJsonObject(inputResponses) && { inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  };
  return { dialogue: { capabilities: askable, answers } };
}

/** The elicitation capabilities and answers of a client in an SDK exchange. */
export function dialogueIn(mcpReq: ServerContext['mcpReq']): Pick<RunOptions, 'dialogue'> {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const { inputResponses } = mcpReq;
  return dialogueOf(envelope[CLIENT_CAPABILITIES_META_KEY], { inputResponses, requestState: mcpReq.requestState() });
}

/**
 * The options of one SDK exchange. The client gets progress and log messages only if it asked for them. `ofSession`: an
 * older client's log level.
 */
export function runOptionsOf(
  ctx: Ctx,
  { mcpReq }: ServerContext,
  ofSession: LogSeverity | null,
): Omit<RunOptions, 'isModern'> {
  const signal = AbortSignal.any([ctx.signal, mcpReq.signal]);
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const asking = dialogueIn(mcpReq);
  const hasTasks = declaresTasks(envelope[CLIENT_CAPABILITIES_META_KEY]);
  const level = toLogLevel(envelope[LOG_LEVEL_META_KEY]) ?? ofSession;
  // If the client has disconnected, the notification is dropped and the signal ends the call.
  const notify: Notify = (notice) => void mcpReq.notify(notice).catch(() => undefined);
  return { signal, hasTasks, ...asking, ...loggingTo(level, notify), ...progressTo(mcpReq._meta, notify) };
}

/** Sends the client a notification about its running call. */
export type Notify = (notice: ProgressNotice | LogNotice) => void;
type LogNotice = { method: 'notifications/message'; params: JsonObject };

/** A call's receiver of log messages, if its client wants any. */
export const loggingTo = (level: LogSeverity | null, notify: Notify): Pick<RunOptions, 'logging'> =>
  level ? { logging: { level, send: (params) => notify({ method: 'notifications/message', params }) } } : {};

/** Maximum length of a progress token, because each notification repeats it. */
const TOKEN_CHARS_MAX = 256;

type Progress = Parameters<NonNullable<RunOptions['onProgress']>>[0];
type ProgressNotice = {
  method: 'notifications/progress';
  params: Progress & { progressToken: MessageId };
};

/**
 * A call's progress receiver, if its client requested progress by a token. @throws ProtocolError for an invalid or
 * long token
 */
export function progressTo(meta: CallToolRequestParams['_meta'], notify: Notify): Pick<RunOptions, 'onProgress'> {
  const progressToken: unknown = meta?.progressToken;
  if (progressToken === undefined) return {};
  if (!isMessageId(progressToken)) throw invalidParams('The progressToken is neither a string nor a number');
  // In quotes, because the placeholder of a number is a quoted string.
  if (withoutNames(`"${progressToken}"`).length > TOKEN_CHARS_MAX + 2)
    throw invalidParams(`The progressToken has more than ${TOKEN_CHARS_MAX} characters`);
  const onProgress: RunOptions['onProgress'] = (progress) =>
    notify({ method: 'notifications/progress', params: { ...progress, progressToken } });
  return { onProgress };
}

/** The error for params that the client has to correct. */
export const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
