import { invokeTool } from '../core/calls/answer.ts';
import { AppError } from '../core/errors.ts';
import { toStackId } from '../core/ids.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import { isToolFormat, type ToolFormat } from '../formats/formats.ts';
import { type Answer, failureStatus, failureText, pauseOf } from '../wire/toolCall.ts';
import { type CallRequest, ctxOf, paramOf, queryOf, requestedCall } from './request.ts';
import { resultAnswer } from './resultAnswer.ts';
import { toolListAnswer } from './toolList.ts';

/** GET /v1/stacks/{stack_id}/tools */
export async function listStackTools(request: CallRequest): Promise<Answer> {
  const snapshot = await getSnapshot(ctxOf(request), toStackId(paramOf(request, 'stack_id')));
  return toolListAnswer(request, snapshot, formatOf(request));
}

/** The format in `?schema=`. @throws invalid_input */
export function formatOf(request: Pick<CallRequest, 'query'>): ToolFormat {
  const format = queryOf(request, 'schema') ?? 'default';
  if (!isToolFormat(format)) throw new AppError('invalid_input', `Invalid schema ${format}`);
  return format;
}

/** POST /v1/stacks/{stack_id}/tools/{tool_id}/invoke */
export async function invokeStackTool(request: CallRequest): Promise<Answer> {
  const [stackId, toolId] = [toStackId(paramOf(request, 'stack_id')), paramOf(request, 'tool_id')];
  const { input, options, format } = requestedCall(request);
  const outcome = await invokeTool(ctxOf(request), stackId, toolId, input, options);
  if (outcome.kind === 'ok') return resultAnswer(ctxOf(request), outcome.output, format);
  const body = JSON.stringify({ detail: failureText(outcome), ...pauseOf(outcome) });
  return { status: failureStatus(outcome), body };
}
