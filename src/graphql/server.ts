import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import type { AccountActor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { charge, rateLimited } from '../core/limits/charge.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import { disconnectSignal } from '../wire/disconnect.ts';
import { bearerOf, contextFor, type Edge } from '../wire/edge.ts';
import { endUserOf } from '../wire/endUser.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { limitHeaders, recognise } from '../wire/gate.ts';
import type { GraphqlContext } from './context.ts';
import { registerGraphiql } from './graphiql.ts';
import { guardsPlugin } from './guards.ts';
import { extensionsOf, maskError } from './mask.ts';
import { jsonNesting } from './nesting.ts';
import { outcomePlugin } from './outcome.ts';
import { quotedValuesPlugin } from './quotedValues.ts';
import { buildGraphqlSchema } from './schema.ts';

const ENDPOINT = '/graphql';
const BODY_BYTES_MAX = 262_144;
const JSON_NESTING_MAX = 32;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate of GraphQL: who asks. */
    graphqlActor: AccountActor | null;
  }
}

/** Mounts the GraphQL API and its explorer at `/graphql`. */
export async function registerGraphql(app: FastifyInstance, edge: Edge): Promise<void> {
  const yoga = createYogaServer(edge);
  await app.register(async (scope) => {
    scope.decorateRequest('graphqlActor', null);
    scope.removeAllContentTypeParsers();
    const bodyLimit = Math.min(edge.bodyBytesMax, BODY_BYTES_MAX);
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) => done(null, bytes));
    scope.setErrorHandler<Thrown>((error, request, reply) => sendError(edge, error, request, reply));
    scope.route({
      method: 'POST',
      url: ENDPOINT,
      onRequest: (request, reply) => passGate(edge, request, reply),
      preParsing: async (request) => requireJson(request),
      handler: (request, reply) => execute(edge, yoga, request, reply),
    });
    registerGraphiql(scope, ENDPOINT);
  });
}

type Yoga = ReturnType<typeof createYogaServer>;

function createYogaServer(edge: Edge) {
  return createYoga<GraphqlContext>({
    schema: buildGraphqlSchema(),
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    maskedErrors: { errorMessage: 'Internal error', maskError: (error) => maskError(edge, error) },
    plugins: [guardsPlugin, outcomePlugin(edge), quotedValuesPlugin],
  });
}

async function passGate(edge: Edge, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
  const bearer = bearerOf(request.headers.authorization);
  const visit = await recognise(edge, {
    identify: async () => (bearer === null ? null : identify(edge, bearer)),
    address: request.ip,
    unauthorized: 'Unauthorized',
  });
  if (visit.refusal) {
    reply.headers(limitHeaders(visit.limit));
    throw visit.refusal;
  }
  request.graphqlActor = visit.actor.kind === 'apiKey' ? visit.actor : null;
}

async function identify(edge: Edge, bearer: string): Promise<AccountActor | null> {
  try {
    return await edge.authenticate.apiKey(bearer);
  } catch (error) {
    throw toSurfaceError(edge, error);
  }
}

// Whatever a form or a plain link can send is refused, so that no other site can act for a signed-in browser.
function requireJson({ headers }: FastifyRequest): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
  }
}

async function execute(edge: Edge, yoga: Yoga, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { graphqlActor: actor } = request;
  if (!actor) throw new AppError('unauthenticated', 'Unauthorized');
  const endUser = endUserOf(request.headers, actor);
  const scope = { requestId: request.id, endUser, signal: disconnectSignal(reply), log: request.log };
  const context = { app: contextFor(edge, actor, scope), publicUrl: edge.publicUrl(), charged: [] };
  const response = await yoga.fetch(`http://localhost${ENDPOINT}`, requestFor(request), context);
  reply.headers(limitHeaders(await tightest(context)));
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(await response.text());
}

function requestFor({ body, headers }: FastifyRequest): RequestInit {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  if (jsonNesting(text) > JSON_NESTING_MAX) {
    throw new AppError('invalid_input', `The body nests deeper than ${JSON_NESTING_MAX} levels`);
  }
  const prefersOwnType = headers.accept?.includes('application/graphql-response+json') ?? false;
  const accept = prefersOwnType ? 'application/graphql-response+json' : 'application/json';
  return { method: 'POST', headers: { 'content-type': 'application/json', accept }, body: text };
}

/** The counter with the least left. A request that reached no field, such as introspection, costs one of its own. */
async function tightest({ app, charged }: GraphqlContext): Promise<LimitState> {
  if (charged.length === 0) charged.push(await chargeOther(app));
  return charged.reduce((least, state) => (state.remaining < least.remaining ? state : least));
}

async function chargeOther(app: GraphqlContext['app']): Promise<LimitState> {
  const state = await charge(app, 'default');
  if (!state.isAllowed) throw rateLimited(state, app.now());
  return state;
}

const FRAMEWORK_ERRORS: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', 'Request body too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', 'Content-Type must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_input', 'Invalid request parameters'),
};

type Thrown = Error & { readonly code?: string };

/** An error outside of any operation, in the shape of GraphQL's own. */
function sendError(edge: Edge, thrown: Thrown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = FRAMEWORK_ERRORS[thrown.code ?? ''] ?? toSurfaceError(edge, thrown);
  const status = STATUS[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, status }, error.message);
  const body = { errors: [{ message: error.message, extensions: extensionsOf(error) }] };
  return reply.headers(errorHeaders(error)).code(status).send(body);
}
