import { answerCall } from '../core/calls/answer.ts';
import { AppError } from '../core/errors.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { type Answer, failureText, pauseOf } from '../wire/toolCall.ts';
import { formatOf } from './accountTools.ts';
import { type CallRequest, ctxOf, requestedCall } from './request.ts';
import { resultAnswer } from './resultAnswer.ts';
import { toolListAnswer } from './toolList.ts';

/** GET /s/{client_id}/list_tools */
export async function answerToolList(request: CallRequest): Promise<Answer> {
  const snapshot = await ownSnapshot(request);
  const format = formatOf(request);
  return toolListAnswer(request, snapshot, format === 'default' ? 'stack' : format);
}

/** POST /s/{client_id}/call_tool */
export async function callStackTool(request: CallRequest): Promise<Answer> {
  const snapshot = await ownSnapshot(request);
  const { toolName, input, options, format } = requestedCall(request);
  if (typeof toolName !== 'string') throw new AppError('invalid_input', 'Invalid request parameters');
  const outcome = await answerCall(ctxOf(request), snapshot, toolName, input, options);
  if (outcome.kind === 'ok') return resultAnswer(ctxOf(request), outcome.output, format);
  return { status: 400, body: JSON.stringify({ error: failureText(outcome), ...pauseOf(outcome) }) };
}

/** The snapshot of the token's stack. */
export function ownSnapshot(request: Pick<CallRequest, 'ctx'>): StackSnapshot | Promise<StackSnapshot> {
  const ctx = ctxOf(request);
  if (ctx.actor.kind !== 'agent') throw new Error('Only a stack token is admitted here');
  return getSnapshot(ctx, ctx.actor.stackId);
}
