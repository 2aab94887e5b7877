import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { Ctx } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { LimitClass } from '../core/limits/classes.ts';
import { bearerOf, type Edge } from '../wire/edge.ts';
import { errorHeaders, STATUS, toAppError, toSurfaceError } from '../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../wire/frameworkErrors.ts';
import { enter } from '../wire/gate.ts';
import { methodsAt, type Operation } from './operations.ts';
import { paramOf, refuseForeignBody } from './request.ts';
import { validationErrorsHeader } from './validationErrors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate: who asks, with all that verbs need. */
    ctx: Ctx | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** What the account API and the Stack Specific endpoints do differently. */
type Surface = {
  /** The credential's bearer, or null. */
  identify(request: FastifyRequest): Promise<Actor | null>;
  readonly unauthorized: string;
  /** The counter of requests that reach no operation. */
  readonly limitClass: LimitClass;
  /** The one key of an error body. */
  readonly errorKey: 'detail' | 'error';
  /** A fault of ours, in this surface's words. */
  toError(error: unknown, operation: Operation | undefined): AppError;
};

const NOBODY = Promise.resolve(null);

/** `/v1`: what an application manages its account with. */
export const accountSurface = (edge: Edge): Surface => ({
  unauthorized: 'Unauthorized',
  limitClass: 'default',
  errorKey: 'detail',
  identify: (request) => {
    const key = bearerOf(request.headers.authorization);
    return key === null ? NOBODY : edge.authenticate.apiKey(key);
  },
  toError: (error, operation) => (operation ? toAppError(error, operation.failure) : toSurfaceError(edge, error)),
});

/** `/s/{client_id}`: what agents use. */
export const stackSurface = (edge: Edge): Surface => ({
  unauthorized: 'Invalid or missing token',
  limitClass: 'list_tools',
  errorKey: 'error',
  identify: (request) => {
    const token = bearerOf(request.headers.authorization);
    return token === null ? NOBODY : edge.authenticate.stackToken(token, clientIdOf(request));
  },
  toError: (error) => toSurfaceError(edge, error),
});

// A path that no operation has still belongs to a client.
const clientIdOf = (request: FastifyRequest): string =>
  paramOf(request, 'client_id') || (/^\/s\/([^/?]+)/.exec(request.url)?.[1] ?? '');

/** Gives a Fastify scope the checks, headers and error bodies of a surface; routes are added after. */
export function applySurface(app: FastifyInstance, edge: Edge, surface: Surface): void {
  app.decorateRequest('ctx', null);
  app.removeAllContentTypeParsers();
  // Parsed by the handler: whether the body is sound matters only once it is known that the caller may ask.
  const options = { parseAs: 'buffer', bodyLimit: edge.bodyBytesMax } as const;
  app.addContentTypeParser('*', options, (_request, bytes, done) => done(null, bytes));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    request.ctx = await passGate(edge, surface, request, reply);
    if (request.is404) throw unknownRoute(request, reply);
  });
  app.addHook('preParsing', async (request) => refuseForeignBody(request));
  app.setNotFoundHandler((request, reply) => {
    throw unknownRoute(request, reply);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(surface, error, request, reply));
}

function passGate(edge: Edge, surface: Surface, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> {
  return enter(edge, request, reply, {
    identify: () => identify(edge, surface, request),
    limitClass: request.routeOptions.config.operation?.limitClass ?? surface.limitClass,
    unauthorized: surface.unauthorized,
  });
}

async function identify(edge: Edge, surface: Surface, request: FastifyRequest): Promise<Actor | null> {
  try {
    return await surface.identify(request);
  } catch (error) {
    throw toSurfaceError(edge, error);
  }
}

function unknownRoute(request: FastifyRequest, reply: FastifyReply): AppError {
  const methods = methodsAt(pathOf(request.url));
  if (methods.length === 0 || methods.includes(request.method)) return new AppError('not_found', 'Not found');
  reply.header('allow', methods.join(', '));
  return new AppError('method_not_allowed', 'Method not allowed');
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

function sendError(surface: Surface, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { operation } = request.routeOptions.config;
  const error = FRAMEWORK_ERRORS[thrown.code] ?? surface.toError(thrown, operation);
  const status = STATUS[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, status }, error.message);
  reply.headers(errorHeaders(error));
  // Fastify would hang up on a body that is too large; a client that sends it all before it reads never saw why.
  if (error.code === 'too_large') reply.removeHeader('connection');
  if (operation?.showsIssues && error.details.issues) {
    reply.header('x-validation-errors', validationErrorsHeader(error.details.issues));
  }
  return reply.code(status).send({ [surface.errorKey]: error.message });
}
