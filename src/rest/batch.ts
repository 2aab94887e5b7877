import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BatchAnswer, invokeBatch } from '../core/answers/batch.ts';
import { type Ctx, requesterOf } from '../core/kernel/context.ts';
import { toStackId } from '../core/kernel/ids.ts';
import { DatabaseUnavailable } from '../core/lib/databaseFault.ts';
import type { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { resultJsonIn } from '../formats/resultJson.ts';
import type { ResultFormat } from '../formats/results.ts';
import { STATUS } from '../wire/errors.ts';
import { limitHeaders, tightestOf } from '../wire/gate.ts';
import {
  failureMembers,
  failureStatus,
  failureText,
  headersMember,
  JSON_UTF8,
  TOOL_FAILED,
  wholeBody,
} from '../wire/toolCall.ts';
import { bodyOf, ctxOf, flagOf, paramOf, queryOf, toResultFormat } from './request.ts';

/** POST /v1/stacks/{stack_id}/tools/invoke_batch */
export async function invokeToolBatch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const stackId = toStackId(paramOf(request, 'stack_id'));
  const ctx = ctxOf(request);
  const format = toResultFormat(queryOf(request, 'result') ?? 'default');
  const body = bodyOf(request);
  const calls: unknown = isRecord(body) ? body['calls'] : undefined;
  const isDryRun = flagOf('dry_run', queryOf(request, 'dry_run'));
  const { answers, charged } = await invokeBatch(ctx, stackId, {
    calls: Array.isArray(calls) ? calls.map(callInput) : calls,
    isDryRun,
  });
  const limit = tightestOf(charged);
  if (limit) reply.headers(limitHeaders(limit));
  const bodies = await Promise.all(answers.map((answer) => answerBody(ctx, answer, format)));
  const parts = bodies.flatMap((body, at) => [at === 0 ? '' : ',', ...body]);
  return reply.type(JSON_UTF8).send(wholeBody(['{"results":[', ...parts, ']}']));
}

const callInput = (call: unknown): unknown =>
  isRecord(call)
    ? {
        toolId: call['tool_id'],
        toolInput: call['tool_input'],
        idempotencyKey: call['idempotency_key'],
        select: call['select'],
        maxBytes: call['max_bytes'],
      }
    : call;

/** A call's result, or its failure with the status and issues that a single call would get. */
async function answerBody(
  ctx: Ctx,
  answer: BatchAnswer,
  format: ResultFormat,
): Promise<ReadonlyArray<string | Uint8Array>> {
  if ('error' in answer) return [JSON.stringify(errorBody(answer.error))];
  const { outcome } = answer;
  return outcome.kind === 'ok'
    ? ['{"result":', await resultJsonIn(format, outcome.output, requesterOf(ctx)), headersMember(outcome.headers)]
    : [JSON.stringify({ status: failureStatus(outcome), detail: failureText(outcome), ...failureMembers(outcome) })];
}

function errorBody(error: AppError): object {
  const { code, message, details } = error;
  if (code === 'internal' || error instanceof DatabaseUnavailable)
    return { status: STATUS.internal, detail: TOOL_FAILED };
  return {
    status: STATUS[code],
    detail: details.documentedText ?? message,
    ...(details.issues && { issues: details.issues }),
  };
}
