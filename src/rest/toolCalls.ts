import { type AnswerOptions, answerCall, invokeTool } from '../core/answers/answerCall.ts';
import { type Ctx, requesterOf } from '../core/kernel/context.ts';
import { toStackId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord, readJson } from '../core/lib/json.ts';
import type { ToolOutcome } from '../core/results/outcome.ts';
import { toResult } from '../core/results/result.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import { resultJsonIn } from '../formats/resultJson.ts';
import type { ResultFormat } from '../formats/results.ts';
import { agentOf, idempotencyKeyOf, listModeOf } from '../wire/gate.ts';
import {
  type Answer,
  failureHeaders,
  failureMembers,
  failureStatus,
  failureText,
  headersMember,
} from '../wire/toolCall.ts';
import { prefersAsync, startedJob } from './jobs.ts';
import { type CallRequest, flagOf, paramOf, toResultFormat } from './request.ts';

/** Requests a failure of a rehearsal. */
const REHEARSE_HEADER = 'toolyard-rehearse';
/** Says where the answer of a rehearsal comes from. */
const REHEARSAL_HEADER = 'toolyard-rehearsal';

/** POST /s/{client_id}/call_tool */
export async function callStackTool(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const cached = getSnapshot(ctx, agentOf(ctx.actor).stackId);
  const snapshot = cached instanceof Promise ? await cached : cached;
  const { toolName, input, options, format } = requestedCall(ctx, request);
  if (typeof toolName !== 'string') throw new AppError('invalid_input', 'Invalid request parameters');
  if (prefersAsync(request) && mayBecomeJob(options))
    return startedJob(ctx, { ...options, stackId: snapshot.stackId, toolName, input });
  const outcome = await answerCall(ctx, snapshot, toolName, input, options);
  if (outcome.kind === 'ok') return resultAnswer(ctx, outcome, format);
  const body = JSON.stringify({ error: failureText(outcome), ...failureMembers(outcome) });
  return { status: 400, body, headers: failureHeaders(outcome) };
}

/** POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke */
export async function invokeStackTool(ctx: Ctx, request: CallRequest): Promise<Answer> {
  const [stackId, toolId] = [toStackId(paramOf(request, 'stack_id')), paramOf(request, 'tool_id')];
  const { input, options, format } = requestedCall(ctx, request);
  if (prefersAsync(request) && mayBecomeJob(options))
    return startedJob(ctx, { ...options, stackId, toolName: toolId, input });
  const outcome = await invokeTool(ctx, stackId, toolId, input, options);
  if (outcome.kind === 'ok') return resultAnswer(ctx, outcome, format);
  const body = JSON.stringify({ detail: failureText(outcome), ...failureMembers(outcome) });
  return { status: failureStatus(outcome), body, headers: failureHeaders(outcome) };
}

/** Neither a dry run nor a requested failure has anything to wait for. */
const mayBecomeJob = ({ isDryRun, failure }: AnswerOptions): boolean => isDryRun !== true && failure === undefined;

/** A tool call as described by its body, not validated, with its options and its result format. */
type RequestedCall = {
  readonly toolName: unknown;
  readonly input: unknown;
  readonly options: AnswerOptions;
  readonly format: ResultFormat;
};

/** Reads a tool call. @throws invalid_input for an unknown mode, format or value of `dry_run` */
function requestedCall({ actor }: Ctx, request: CallRequest): RequestedCall {
  const body = Buffer.isBuffer(request.body) ? readJson(request.body) : null;
  const { tool_name: toolName, tool_input: input, select, max_bytes: maxBytes } = isRecord(body) ? body : {};
  const { mode: listMode, result, dry_run: dryRun } = isRecord(request.query) ? request.query : {};
  const idempotencyKey = idempotencyKeyOf(request.headers) ?? undefined;
  const mode = listModeOf(listMode, actor);
  const format = result === undefined ? 'default' : toResultFormat(result);
  return {
    toolName,
    input,
    options: {
      idempotencyKey,
      mode,
      select,
      maxBytes,
      isDryRun: flagOf('dry_run', dryRun),
      failure: request.headers[REHEARSE_HEADER],
    },
    format,
  };
}

/** The response with a call's result, in the requested format. */
function resultAnswer(
  ctx: Ctx,
  { output, headers, rehearsal }: Success,
  format: ResultFormat,
): Answer | Promise<Answer> {
  const end = headersMember(headers);
  const about = rehearsal && { headers: { [REHEARSAL_HEADER]: rehearsal } };
  if (output.type !== 'large' && format === 'default')
    return { status: 200, body: `{"result":${JSON.stringify(toResult(output))}${end}`, ...about };
  const written = resultJsonIn(format, output, requesterOf(ctx));
  return written.then((json) => ({ status: 200, body: ['{"result":', json, end], ...about }));
}

type Success = Extract<ToolOutcome, { kind: 'ok' }>;
