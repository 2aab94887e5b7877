import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, isLogged, STATUS, toSurfaceError } from '../../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../../wire/frameworkErrors.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import { jsonTypeFor } from './answerType.ts';
import { extensionsOf } from './errorExtensions.ts';

/** Any thrown value; the framework's errors have a code. */
export type ThrownError = Error & { readonly code?: string };

/** Sends an error from outside of any operation in GraphQL's form. */
export function sendError(
  edge: HttpDeps,
  thrown: ThrownError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = FRAMEWORK_ERRORS[thrown.code ?? ''] ?? toSurfaceError(edge, thrown);
  const status = STATUS[error.code];
  if (isLogged(error)) request.log.error({ err: error.cause ?? error, status }, error.message);
  const body = { errors: [{ message: error.message, extensions: extensionsOf(error, edge.deps.now()) }] };
  const type = `${jsonTypeFor(request.headers.accept)}; charset=utf-8`;
  return reply.headers(errorHeaders(error)).code(status).type(type).send(body);
}
