import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BatchAnswer, invokeBatch } from '../core/calls/batch.ts';
import type { AppError } from '../core/errors.ts';
import { toStackId } from '../core/ids.ts';
import { isRecord } from '../core/lib/json.ts';
import { toResult } from '../core/results/result.ts';
import { STATUS } from '../wire/errors.ts';
import { limitHeaders, tightestOf } from '../wire/gate.ts';
import { failureStatus, failureText, TOOL_FAILED } from '../wire/toolCall.ts';
import { bodyOf, ctxOf, paramOf } from './request.ts';

/** POST /v1/stacks/{stack_id}/tools/invoke_batch */
export async function invokeToolBatch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const stackId = toStackId(paramOf(request, 'stack_id'));
  const { answers, charged } = await invokeBatch(ctxOf(request), stackId, batchInput(bodyOf(request)));
  const limit = tightestOf(charged);
  if (limit) reply.headers(limitHeaders(limit));
  return reply.send({ results: answers.map(answerBody) });
}

const batchInput = (body: unknown): unknown => {
  const calls: unknown = isRecord(body) ? body['calls'] : undefined;
  return { calls: Array.isArray(calls) ? calls.map(callInput) : calls };
};

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

/** The body that the call would have had alone: a failure with its status, and the issues of a refused input. */
function answerBody(given: BatchAnswer): object {
  if ('error' in given) return errorBody(given.error);
  const { outcome } = given;
  return outcome.kind === 'ok'
    ? { result: toResult(outcome.output) }
    : { status: failureStatus(outcome), detail: failureText(outcome) };
}

const errorBody = ({ code, message, details: { issues } }: AppError): object => ({
  status: STATUS[code],
  detail: code === 'internal' ? TOOL_FAILED : message,
  ...(issues && { issues }),
});
