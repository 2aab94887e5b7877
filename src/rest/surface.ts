import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Log } from '../core/kernel/context.ts';
import type { LimitClass } from '../core/kernel/limitClasses.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { collectBodies } from '../wire/bodies.ts';
import type { DirectRefusal } from '../wire/direct.ts';
import { errorHeaders, isLogged, STATUS, toAppError, toSurfaceError } from '../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../wire/frameworkErrors.ts';
import { type Authentication, bearerOf, enter } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { isMethodRefused } from '../wire/routes.ts';
import { codeHeader, JSON_UTF8 } from '../wire/toolCall.ts';
import type { Operation } from './operation.ts';
import { paramOf, refuseForeignBody } from './request.ts';
import { validationErrorsHeader } from './validationErrors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context for verbs, set by the gate. */
    ctx: Ctx | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** The differences between the account API and the Stack Specific endpoints. */
export type Surface = Authentication & {
  /** The counter for requests that match no operation. */
  readonly limitClass: LimitClass;
  /** The only key of an error body. */
  readonly errorKey: 'detail' | 'error';
  /** A service fault in this surface's words. */
  toError(error: unknown, operation: Operation | undefined): AppError;
};

/** `/v1`, which applications use to manage their account. */
export const accountSurface = (edge: HttpDeps): Surface => ({
  surface: 'account_api',
  unauthorized: 'Unauthorized',
  limitClass: 'default',
  errorKey: 'detail',
  identify: async ({ headers, ip }) => {
    const key = bearerOf(headers.authorization);
    return key === null ? null : edge.authenticate.apiKey(key, ip);
  },
  toError: (error, operation) => (operation ? toAppError(edge, error, operation.failure) : toSurfaceError(edge, error)),
});

/** `/s/{client_id}`, which agents use. */
export const stackSurface = (edge: HttpDeps): Surface => ({
  surface: 'endpoint_api',
  unauthorized: 'Invalid or missing token',
  limitClass: 'list_tools',
  errorKey: 'error',
  identify: async (request) => {
    const token = bearerOf(request.headers.authorization);
    // Even a path without an operation belongs to a client.
    const clientId = paramOf(request, 'client_id') || (/^\/s\/([^/?]+)/.exec(request.url)?.[1] ?? '');
    return token === null ? null : edge.authenticate.stackToken(token, clientId, request.ip);
  },
  toError: (error) => toSurfaceError(edge, error),
});

/** Adds a surface's checks, headers and error bodies to a Fastify scope. Add routes afterwards. */
export function applySurface(app: FastifyInstance, edge: HttpDeps, surface: Surface): void {
  app.decorateRequest('ctx', null);
  collectBodies(app, { bytesMax: edge.bodyBytesMax, actorOf: ({ ctx }) => ctx?.actor ?? null });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { operation } = request.routeOptions.config;
    request.ctx = await enter(edge, request, reply, surface, operation?.limitClass ?? surface.limitClass);
    if (request.is404 || (isRecord(request.params) && Object.values(request.params).includes('')))
      throw unrouted(request, reply);
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    refuseForeignBody(request);
    done(null, payload);
  });
  app.setNotFoundHandler((request, reply) => {
    throw unrouted(request, reply);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(surface, error, request, reply));
}

const unrouted = (request: FastifyRequest, reply: FastifyReply): AppError =>
  isMethodRefused(request, reply)
    ? new AppError('method_not_allowed', 'Method not allowed')
    : new AppError('not_found', 'Not found');

function sendError(surface: Surface, thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { operation } = request.routeOptions.config;
  const { status, headers, body } = refusalOf(surface, operation, thrown, request.log);
  // Fastify would close the connection of a body that is too large. A client that sends the whole body before reading
  // would never see the response.
  if (status === STATUS.too_large) reply.removeHeader('connection');
  return reply.code(status).headers(headers).type(JSON_UTF8).send(body);
}

/** The response to a failed request. Service faults are logged. */
export function refusalOf(
  surface: Surface,
  operation: Operation | undefined,
  thrown: unknown,
  log: Pick<Log, 'error'>,
): DirectRefusal {
  const ofFramework = thrown instanceof Error && 'code' in thrown ? FRAMEWORK_ERRORS[String(thrown.code)] : undefined;
  const error = ofFramework ?? surface.toError(thrown, operation);
  const status = STATUS[error.code];
  if (isLogged(error)) log.error({ err: error.cause ?? error, status }, error.message);
  const { issues, documentedText } = error.details;
  return {
    status,
    headers: {
      ...errorHeaders(error),
      ...codeHeader(error.details.shownCode ?? error.code),
      ...(documentedText !== undefined && { 'x-error-message': error.message }),
      ...(operation?.showsIssues &&
        issues && { 'x-validation-errors': validationErrorsHeader(issues, operation.showsIssues) }),
    },
    body: JSON.stringify({ [surface.errorKey]: documentedText ?? error.message }),
  };
}
