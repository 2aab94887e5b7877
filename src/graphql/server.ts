import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/lib/errors.ts';
import { lazily } from '../core/lib/lazily.ts';
import { createRefusedCallers } from '../core/limits/refusedCallers.ts';
import { collectBodies } from '../wire/bodies.ts';
import { isJsonRequest } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { createEventStreams, streamTokenOf } from './connections/eventStreams.ts';
import { beginOnStream, endOnStream } from './connections/streamRequests.ts';
import { acceptUpgrades, isUpgrading, openSocket } from './connections/upgrade.ts';
import { createWaitingRoom } from './connections/waitingRoom.ts';
import { execute } from './execution/execute.ts';
import { authenticateAndRateLimit } from './execution/gate.ts';
import { registerGraphiql } from './execution/graphiql.ts';
import { sendError, type ThrownError } from './execution/sendError.ts';
import type { Serving } from './execution/serving.ts';
import { createStreams } from './execution/streams.ts';
import { ANY_DOCUMENT, type TrustedDocuments } from './execution/trustedDocuments.ts';
import { registerUploads } from './uploads.ts';

const ENDPOINT = '/graphql';
const BODY_BYTES_MAX = 262_144;
/** Maximum sockets of unauthenticated clients, for all callers together. */
const WAITING_MAX = 512;

/** The operator's options. */
type GraphqlOptions = {
  /** The documents to execute; any by default. */
  readonly documents?: TrustedDocuments;
  /** Origins whose pages may use the API with their own key; none by default. */
  readonly corsOrigins?: readonly string[];
};

/**
 * Mounts the GraphQL API and its explorer at `/graphql`, and uploads for documents that are too long for one request.
 */
export async function registerGraphql(app: FastifyInstance, edge: HttpDeps, options: GraphqlOptions): Promise<void> {
  const serving = createServing(edge, options);
  app.addHook('preClose', async () => {
    serving.streams.endAll();
    serving.waitingRoom.closeAll();
  });
  acceptUpgrades(app);
  await registerUploads(app, edge, `${ENDPOINT}/uploads`);
  const eventStreams = createEventStreams(serving);
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.decorateRequest('graphqlActor', null);
    const bytesMax = Math.min(edge.bodyBytesMax, BODY_BYTES_MAX);
    collectBodies(scope, { bytesMax, actorOf: ({ graphqlActor }) => graphqlActor });
    scope.setErrorHandler<ThrownError>((error, request, reply) => sendError(edge, error, request, reply));
    const gate = (request: FastifyRequest, reply: FastifyReply) =>
      authenticateAndRateLimit(edge, serving.refusedCallers, request, reply);
    scope.route({
      method: 'POST',
      url: ENDPOINT,
      onRequest: gate,
      preParsing: async (request) => {
        // Refuses everything that a form or plain link can send, so that other sites cannot act for a signed-in
        // browser.
        if (!isJsonRequest(request))
          throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
      },
      handler: (request, reply) =>
        streamTokenOf(request) === null
          ? execute(serving, request, reply)
          : beginOnStream(serving, eventStreams, request, reply),
    });
    scope.put(ENDPOINT, { onRequest: gate }, (request, reply) => eventStreams.reserve(request, reply));
    scope.delete(ENDPOINT, { onRequest: gate }, (request, reply) => endOnStream(eventStreams, request, reply));
    registerGraphiql(scope, ENDPOINT, {
      isConnection: (request) => isUpgrading(request) || streamTokenOf(request) !== null,
      gate: async (request, reply) => (isUpgrading(request) ? undefined : gate(request, reply)),
      execute: (request, reply) => {
        if (isUpgrading(request)) return openSocket(serving, request, reply);
        if (streamTokenOf(request) !== null) return eventStreams.open(request, reply);
        return execute(serving, request, reply);
      },
    });
  });
}

const createServing = (edge: HttpDeps, { documents, corsOrigins }: GraphqlOptions): Serving => ({
  edge,
  endpoint: ENDPOINT,
  documents: documents ?? ANY_DOCUMENT,
  origins: new Set(corsOrigins),
  streams: createStreams(edge),
  waitingRoom: createWaitingRoom(WAITING_MAX),
  refusedCallers: createRefusedCallers(edge.deps.now),
  loadApi: lazily(async () => (await import('./api.ts')).createApi(edge, ENDPOINT)),
});
