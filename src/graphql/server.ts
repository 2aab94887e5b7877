import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { lazily } from '../core/lib/lazily.ts';
import { rateLimited } from '../core/limits/charge.ts';
import { networkOf } from '../core/limits/network.ts';
import { createRefusedCallers, type RefusedCallers } from '../core/limits/refusedCallers.ts';
import { toUserAgent } from '../core/people/fields.ts';
import { relyingPartyAt } from '../core/people/relyingParty.ts';
import { addressFor } from '../wire/address.ts';
import { collectBodies } from '../wire/bodies.ts';
import { type Edge, SINGLE_SIGN_ON_PATHS } from '../wire/edge.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../wire/frameworkErrors.ts';
import {
  arrivalOf,
  connectionEnd,
  contextFor,
  endUserOf,
  idempotencyKeyOf,
  isJsonRequest,
  limitHeaders,
  tightestOf,
  turnOf,
} from '../wire/gate.ts';
import { forgetSession, keepSession } from '../wire/sessionCookie.ts';
import { EVENT_STREAM, sendResponse } from '../wire/webResponse.ts';
import type { GraphqlService } from './api.ts';
import type { BrowserVisit, GraphqlContext } from './context.ts';
import { readGraphqlBody } from './execution/body.ts';
import { nothingSpent } from './execution/cost.ts';
import { extensionsOf } from './execution/errorExtensions.ts';
import { admitVisitor, isStillAllowed, passGate } from './execution/gate.ts';
import { bodyOfGet } from './execution/getRequest.ts';
import { registerGraphiql } from './execution/graphiql.ts';
import type { PlainAnswer } from './execution/plainRequest.ts';
import { createStreams, type Streams } from './execution/streams.ts';
import { withWrittenValues } from './execution/writtenValues.ts';

const JSON_ANSWER = 'application/json';

/** The connection closes with its stream, or shutdown would wait for it; proxies must not buffer events. */
const EVENT_HEADERS = { connection: 'close', 'x-accel-buffering': 'no' };

/** The answer's content type. Clients that accept events after JSON want them only for subscriptions. */
function answerTypeFor(accept = ''): string {
  const [first = ''] = accept.split(/[,;]/, 1);
  if (first.trim().toLowerCase() === EVENT_STREAM) return EVENT_STREAM;
  return accept.includes('application/graphql-response+json') ? 'application/graphql-response+json' : JSON_ANSWER;
}

const ENDPOINT = '/graphql';
const BODY_BYTES_MAX = 262_144;

/** GraphQL's parser, without which a visitor's document cannot be looked at. */
const loadPublicFields = lazily(() => import('./execution/publicFields.ts'));

/** Mounts the GraphQL API and its explorer at `/graphql`. */
export async function registerGraphql(app: FastifyInstance, edge: Edge): Promise<void> {
  const streams = createStreams(edge);
  const refusedCallers = createRefusedCallers(edge.deps.now);
  app.addHook('preClose', async () => streams.endAll());
  const loadService = lazily(async () => ({
    ...(await import('./api.ts')).createApi(edge, ENDPOINT),
    streams,
    refusedCallers,
  }));
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.decorateRequest('graphqlActor', null);
    const bytesMax = Math.min(edge.bodyBytesMax, BODY_BYTES_MAX);
    collectBodies(scope, { bytesMax, actorOf: ({ graphqlActor }) => graphqlActor });
    scope.setErrorHandler<ThrownError>((error, request, reply) => sendError(edge, error, request, reply));
    scope.route({
      method: 'POST',
      url: ENDPOINT,
      onRequest: (request, reply) => passGate(edge, refusedCallers, request, reply),
      preParsing: async (request) => requireJson(request),
      handler: (request, reply) => execute(edge, loadService, request, reply),
    });
    registerGraphiql(scope, ENDPOINT, {
      gate: (request, reply) => passGate(edge, refusedCallers, request, reply),
      execute: (request, reply) => execute(edge, loadService, request, reply),
    });
  });
}

// Refuses everything that a form or plain link can send, so that no other site can act for a signed-in browser.
function requireJson(request: FastifyRequest): void {
  if (!isJsonRequest(request)) throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
}

type Service = GraphqlService & { readonly streams: Streams; readonly refusedCallers: RefusedCallers };

async function execute(
  edge: Edge,
  loadService: () => Promise<Service>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { graphqlActor: actor } = request;
  if (!actor) throw new AppError('unauthenticated', 'Unauthorized');
  const isGet = request.method === 'GET';
  const { text, parsed, query, plain } = await readGraphqlBody(isGet ? bodyOfGet(request.query) : request.body, () =>
    turnOf(request),
  );
  if (actor.kind === 'visitor') {
    const isPublic = query !== null && (await loadPublicFields()).asksOnlyForPublic(query);
    await admitVisitor(edge, request, reply, isPublic);
  }
  // Loaded only for those who may ask it something.
  const api = await loadService();
  const endUser = endUserOf(request.headers, actor);
  const accept = actor.kind === 'visitor' ? JSON_ANSWER : answerTypeFor(request.headers.accept);
  const end = connectionEnd(reply.raw);
  const signal = streamSignal(edge, api.streams, request, reply, accept) ?? end.signal;
  const scope = { ...arrivalOf(request, reply, 'graphql'), endUser, signal, whenAnswered: end.whenAnswered };
  const context = {
    app: contextFor(edge, actor, scope),
    publicUrl: edge.publicUrl(),
    spent: nothingSpent(),
    written: new Map(),
    idempotencyKey: idempotencyKeyOf(request.headers),
    visit: openVisit(edge, request, reply),
    body: parsed,
    isReadOnly: isGet,
    isStream: accept === EVENT_STREAM,
  };
  const isPlain = plain !== null && accept !== EVENT_STREAM;
  const answer =
    (isPlain ? await api.executePlain(plain, accept, context) : null) ??
    (await askYoga(api.yoga, text, accept, context));
  tellLimits(reply, context, api.refusedCallers);
  return sendAnswer(reply, answer, context);
}

async function sendAnswer(
  reply: FastifyReply,
  answer: PlainAnswer,
  { written }: GraphqlContext,
): Promise<FastifyReply> {
  if (answer.kind === 'data') {
    return reply
      .type(answer.contentType)
      .send(written.size === 0 ? answer.text : withWrittenValues(answer.text, written));
  }
  const { response } = answer;
  if (written.size === 0) return sendResponse(reply, response, EVENT_HEADERS);
  const { 'content-length': _shorter, ...headers } = Object.fromEntries(response.headers);
  return reply
    .code(response.status)
    .headers(headers)
    .send(withWrittenValues(await response.text(), written));
}

async function askYoga(
  yoga: GraphqlService['yoga'],
  body: string,
  accept: string,
  context: GraphqlContext,
): Promise<PlainAnswer> {
  return {
    kind: 'response',
    response: await yoga.fetch(`http://localhost${ENDPOINT}`, requestFor(body, accept), context),
  };
}

/** Aborted when an event stream has to end, or its caller leaves; null for any other answer. */
function streamSignal(
  edge: Edge,
  streams: Streams,
  request: FastifyRequest,
  reply: FastifyReply,
  accept: string,
): AbortSignal | null {
  const actor = request.graphqlActor;
  if (accept !== EVENT_STREAM || !actor || actor.kind === 'visitor') return null;
  return streams.open(reply, { actor, isStillAllowed: () => isStillAllowed(edge, request) });
}

const requestFor = (body: string, accept: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept },
  body,
});

/** What a resolver may know of, and set in, the request's browser: worked out when it asks, as few operations do. */
const openVisit = (edge: Edge, request: FastifyRequest, reply: FastifyReply): BrowserVisit => ({
  get address() {
    return networkOf(request.ip);
  },
  get userAgent() {
    return toUserAgent(request.headers['user-agent']);
  },
  get singleSignOn() {
    const { identityProvider } = edge;
    return (
      identityProvider && {
        label: identityProvider.label,
        url: `${edge.publicUrl()}${SINGLE_SIGN_ON_PATHS.begin}`,
      }
    );
  },
  get relyingParty() {
    return relyingPartyAt(addressFor(request.host, edge.publicUrl()), edge.publicUrl());
  },
  keepSession: (secret, expiresAt) => keepSession(reply, secret, expiresAt),
  forgetSession: () => forgetSession(reply),
});

/** Sets the headers of the counter with the least left. @throws rate_limited where the request itself was charged */
function tellLimits(reply: FastifyReply, { app, spent }: GraphqlContext, refusedCallers: RefusedCallers): void {
  refusedCallers.note(app.actor, spent.charged);
  const tightest = tightestOf(spent.charged);
  if (tightest) reply.headers(limitHeaders(tightest));
  if (spent.itself?.isAllowed === false) throw rateLimited(spent.itself, app.now());
}

type ThrownError = Error & { readonly code?: string };

/** Sends an error from outside of any operation in GraphQL's form. */
function sendError(edge: Edge, thrown: ThrownError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = FRAMEWORK_ERRORS[thrown.code ?? ''] ?? toSurfaceError(edge, thrown);
  const status = STATUS[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, status }, error.message);
  const body = { errors: [{ message: error.message, extensions: extensionsOf(error, edge.deps.now()) }] };
  return reply.headers(errorHeaders(error)).code(status).send(body);
}
