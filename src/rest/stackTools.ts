import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../core/calls/answer.ts';
import { AppError } from '../core/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { failureText, sendResult, toAnswer } from '../wire/toolFailure.ts';
import { formatOf } from './accountTools.ts';
import { answerOptionsOf, bodyOf, ctxOf, modeOf, toolInput } from './request.ts';
import { sendToolList } from './toolList.ts';

/** GET /s/{client_id}/list_tools */
export async function listTools(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const snapshot = await ownSnapshot(request);
  const format = formatOf(request);
  return sendToolList(request, reply, snapshot, {
    format: format === 'default' ? 'stack' : format,
    mode: modeOf(request),
  });
}

/** POST /s/{client_id}/call_tool */
export async function callStackTool(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const snapshot = await ownSnapshot(request);
  const body = bodyOf(request);
  const options = answerOptionsOf(request, body);
  const outcome = await answerCall(ctxOf(request), snapshot, toolNameIn(body), toolInput(body), options);
  const answer = toAnswer(outcome);
  if ('result' in answer) return sendResult(reply, answer.result);
  return reply.code(400).send({ error: failureText(answer.failure) });
}

function toolNameIn(body: unknown): string {
  const name = isRecord(body) ? body['tool_name'] : undefined;
  if (typeof name !== 'string') throw new AppError('invalid_input', 'Invalid request parameters');
  return name;
}

/** The snapshot of the stack that the request's token is for. */
export async function ownSnapshot(request: FastifyRequest): Promise<StackSnapshot> {
  const ctx = ctxOf(request);
  if (ctx.actor.kind !== 'agent') throw new Error('Only a stack token is admitted here');
  return getSnapshot(ctx, ctx.actor.stackId);
}
