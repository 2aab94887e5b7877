import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/lib/errors.ts';
import { lazily } from '../../core/lib/lazily.ts';
import { rateLimited } from '../../core/limits/rateLimited.ts';
import type { RefusedCallers } from '../../core/limits/refusedCallers.ts';
import {
  arrivalOf,
  connectionEnd,
  contextFor,
  endUserOf,
  idempotencyKeyOf,
  limitHeaders,
  tightestOf,
  turnOf,
} from '../../wire/gate.ts';
import { sendOpen } from '../../wire/openAnswer.ts';
import { EVENT_HEADERS, EVENT_STREAM, sendResponse } from '../../wire/webResponse.ts';
import type { GraphqlService } from '../api.ts';
import type { GraphqlContext } from '../context.ts';
import { answerTypeFor, jsonTypeFor } from './answerType.ts';
import { isEmptyQuery, readGraphqlBody } from './body.ts';
import { nothingSpent } from './cost.ts';
import { admitVisitor, isStillAllowed } from './gate.ts';
import { bodyOfGet, HOW_TO_ASK } from './getRequest.ts';
import { openTurn } from './longTurn.ts';
import type { PlainAnswer } from './plainRequest.ts';
import type { Serving } from './serving.ts';
import { createSessionCookies } from './sessionCookies.ts';
import type { OpenStream } from './streams.ts';
import { withWrittenValues } from './writtenValues.ts';

/** GraphQL's parser, needed to check a visitor's document. */
const loadPublicFields = lazily(() => import('./publicFields.ts'));

/** Answers a request with an operation. @throws AppError whose text may be shown */
export async function execute(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { edge, documents, refusedCallers } = serving;
  const { graphqlActor: actor } = request;
  if (!actor) throw new AppError('unauthenticated', 'Unauthorized');
  // HEAD is answered as GET, without the content.
  const isGet = request.method !== 'POST';
  const bytes = isGet ? bodyOfGet(request.query) : request.body;
  const operation = await readGraphqlBody(bytes, documents, () => turnOf(request));
  const { text, parsed, query, refusal, plain } = operation;
  if (actor.kind === 'visitor') {
    const isPublic = query !== null && (await loadPublicFields()).asksOnlyForPublic(query);
    await admitVisitor(edge, request, reply, isPublic);
  }
  if (isEmptyQuery(operation)) throw new AppError('invalid_input', HOW_TO_ASK);
  const api = await serving.loadApi();
  const endUser = endUserOf(request.headers, actor);
  const accept = actor.kind === 'visitor' ? jsonTypeFor() : answerTypeFor(request.headers.accept);
  const end = connectionEnd(reply.raw);
  const stream = openStream(serving, request, reply, accept);
  const signal = stream?.signal ?? end.signal;
  const scope = { ...arrivalOf(request, reply, 'graphql'), endUser, signal, whenAnswered: end.whenAnswered };
  const app = contextFor(edge, actor, scope);
  const context = {
    app,
    publicUrl: edge.publicUrl(),
    spent: nothingSpent(),
    turn: openTurn(app),
    written: new Map(),
    idempotencyKey: idempotencyKeyOf(request.headers),
    visit: createSessionCookies(edge, request, reply),
    body: parsed,
    refusal,
    isReadOnly: isGet,
    isStream: accept === EVENT_STREAM,
    breakOff: (reason: AppError) => stream?.end(reason),
  };
  const isPlain = plain !== null && accept !== EVENT_STREAM;
  const answer =
    (isPlain ? await api.executePlain(plain, accept, context) : null) ??
    (await askYoga(api.yoga, `http://localhost${serving.endpoint}`, { text, accept }, context));
  setLimitHeaders(reply, context, refusedCallers);
  return sendAnswer(request, reply, answer, context);
}

async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PlainAnswer,
  context: GraphqlContext,
): Promise<FastifyReply> {
  if (answer.kind === 'data') {
    const body = bodyOf(answer.text, context);
    reply.type(answer.contentType);
    return answer.isOpen ? sendOpen(request, reply, context.app, body) : reply.send(body);
  }
  const { response } = answer;
  if (context.written.size === 0) {
    context.turn.release();
    return sendResponse(reply, response, EVENT_HEADERS);
  }
  const { 'content-length': _shorter, ...headers } = Object.fromEntries(response.headers);
  return reply
    .code(response.status)
    .headers(headers)
    .send(bodyOf(await response.text(), context));
}

/** The body of a response. A long response keeps its turn until the client has received it. */
function bodyOf(text: string, { written, turn, app }: GraphqlContext): string | Buffer | Readable {
  const body = written.size === 0 ? text : withWrittenValues(text, written, app.whenAnswered);
  if (!(body instanceof Readable)) turn.release();
  return body;
}

async function askYoga(
  yoga: GraphqlService['yoga'],
  url: string,
  { text, accept }: { readonly text: string; readonly accept: string },
  context: GraphqlContext,
): Promise<PlainAnswer> {
  const headers = { 'content-type': 'application/json', accept };
  return { kind: 'response', response: await yoga.fetch(url, { method: 'POST', headers, body: text }, context) };
}

/** The stream of a subscription; null for any other answer. */
function openStream(
  { edge, streams }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  accept: string,
): OpenStream | null {
  const actor = request.graphqlActor;
  if (accept !== EVENT_STREAM || !actor || actor.kind === 'visitor') return null;
  return streams.open(reply, { actor, isStillAllowed: () => isStillAllowed(edge, request, actor) });
}

/**
 * Sets the headers of the counter with the smallest remainder. @throws rate_limited if the request itself exceeded its
 * limit
 */
function setLimitHeaders(reply: FastifyReply, { app, spent }: GraphqlContext, refusedCallers: RefusedCallers): void {
  refusedCallers.note(app.actor, spent.charged);
  const tightest = tightestOf(spent.charged);
  if (tightest) reply.headers(limitHeaders(tightest));
  if (spent.itself?.isAllowed === false) throw rateLimited(spent.itself, app.now(), app.actor);
}
