import type { FastifyReply, FastifyRequest } from 'fastify';
import { requesterOf } from '../core/kernel/context.ts';
import { type StackId, toStackId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { resultJson } from '../core/results/largeOutput.ts';
import { readChunk } from '../core/results/resultControl.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import { agentOf } from '../wire/gate.ts';
import { JSON_UTF8 } from '../wire/toolCall.ts';
import { ctxOf, paramOf, queryOf } from './request.ts';

/** GET /v1/stacks/{stack_id}/results/{handle} */
export async function readStackResult(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { stackId } = await getSnapshot(ctxOf(request), toStackId(paramOf(request, 'stack_id')));
  return sendChunk(request, reply, stackId);
}

/** GET /s/{client_id}/results/{handle} */
export async function readOwnResult(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ctx = ctxOf(request);
  const { stackId } = await getSnapshot(ctx, agentOf(ctx.actor).stackId);
  return sendChunk(request, reply, stackId);
}

async function sendChunk(request: FastifyRequest, reply: FastifyReply, stackId: StackId): Promise<FastifyReply> {
  const text = queryOf(request, 'offset') ?? '0';
  if (!/^\d{1,9}$/.test(text)) throw new AppError('invalid_input', 'Invalid request parameters');
  const input = { handle: paramOf(request, 'handle'), offset: Number(text) };
  const ctx = ctxOf(request);
  const outcome = await readChunk(ctx, stackId, input);
  if (outcome.kind !== 'ok') throw new Error('A part of a result that was found is one');
  const { buffer, byteOffset, length } = await resultJson(outcome.output, requesterOf(ctx));
  return reply.type(JSON_UTF8).send(Buffer.from(buffer, byteOffset, length));
}
