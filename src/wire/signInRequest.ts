import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnonymousCtx } from '../core/authorization/issue.ts';
import { OAuthError } from '../core/authorization/oauthError.ts';
import type { Params } from '../core/authorization/request.ts';
import type { LimitState } from '../core/limits/limiter.ts';
import { networkOf } from '../core/limits/network.ts';
import { addressFor } from './address.ts';
import type { Edge, RequestScope } from './edge.ts';
import { endOf } from './gate.ts';

/** @throws OAuthError invalid_request for a parameter that is given twice (RFC 6749, section 3.1) */
function toParams(search: URLSearchParams): Params {
  const params = Object.fromEntries(search);
  if (Object.keys(params).length !== [...search].length) {
    throw new OAuthError('invalid_request', 'A parameter is given more than once');
  }
  // An empty parameter counts as absent.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

export const queryParams = ({ url }: FastifyRequest): Params => toParams(new URL(url, 'http://query').searchParams);

/** The parameters of a form, which the parser leaves as text. */
export const formOf = ({ body }: FastifyRequest): Params =>
  toParams(new URLSearchParams(typeof body === 'string' ? body : ''));

export const addressOf = (edge: Edge, request: FastifyRequest): string => addressFor(request.host, edge.publicUrl());

export const visitScope = (request: FastifyRequest, reply: FastifyReply): RequestScope => ({
  requestId: request.id,
  endUser: null,
  log: request.log,
  ...endOf(reply.raw),
});

export const visitOf = (edge: Edge, request: FastifyRequest, reply: FastifyReply): AnonymousCtx => ({
  ...edge.deps,
  ...visitScope(request, reply),
});

/** Limits the tries per address, as failed authentications are, since anyone may come here. */
export const reserveTry = ({ deps }: Edge, { ip }: FastifyRequest): Promise<LimitState> =>
  deps.limiter.reserve('failed_auth', networkOf(ip));

/** The same state without counting a try. */
export const peekTries = ({ deps }: Edge, { ip }: FastifyRequest): Promise<LimitState> =>
  deps.limiter.peek('failed_auth', networkOf(ip));
