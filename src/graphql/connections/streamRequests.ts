import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { JSON_TYPE } from '../../core/lib/mediaType.ts';
import { STATUS } from '../../wire/errors.ts';
import { turnOf } from '../../wire/gate.ts';
import { EVENT_STREAM, sendResponse } from '../../wire/webResponse.ts';
import { answerTypeFor } from '../execution/answerType.ts';
import { readGraphqlJson, requestIn } from '../execution/body.ts';
import type { Serving } from '../execution/serving.ts';
import { type EventStreams, singleParameter } from './eventStreams.ts';

const ID_CHARACTERS_MAX = 128;

/** Begins a subscription whose events are sent on the stream of the request's token. @throws AppError */
export async function beginOnStream(
  serving: Serving,
  streams: EventStreams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { subscriptions } = await streams.of(request, reply);
  const { body } = request;
  const json = Buffer.isBuffer(body) ? await readGraphqlJson(body, () => turnOf(request)) : null;
  const id = operationIdIn(json);
  if (subscriptions.has(id))
    throw new AppError('already_exists', 'A subscription of this stream already has this operationId');
  const failure = await subscriptions.begin(id, requestIn(json, serving.documents));
  if (!failure) return reply.code(202).send();
  if (failure.error) throw failure.error;
  const { answerError } = await serving.loadApi();
  const accept = answerTypeFor(request.headers.accept);
  const answer = answerError(failure.result, accept === EVENT_STREAM ? JSON_TYPE : accept);
  // Clients of streams treat a status below 400 as a started subscription.
  const status = Math.max(answer.status, STATUS.invalid_input);
  return sendResponse(reply, new Response(answer.body, { status, headers: answer.headers }));
}

/**
 * Ends a subscription of the stream; one that has already ended isn't an error.
 * @throws AppError
 */
export async function endOnStream(
  streams: EventStreams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { subscriptions } = await streams.of(request, reply);
  const id = singleParameter(request.query, 'operationId');
  if (id === null) throw new AppError('invalid_input', 'Pass the parameter operationId exactly once');
  subscriptions.end(id);
  return reply.code(200).send();
}

/** The client's id for the events of its subscription. @throws invalid_input */
function operationIdIn(json: unknown): string {
  const extensions = isRecord(json) ? json['extensions'] : null;
  const id = isRecord(extensions) ? extensions['operationId'] : null;
  if (typeof id === 'string' && id !== '' && id.length <= ID_CHARACTERS_MAX) return id;
  throw new AppError(
    'invalid_input',
    `extensions.operationId must be a string of up to ${ID_CHARACTERS_MAX} characters`,
  );
}
