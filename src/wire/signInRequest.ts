import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnonymousCtx } from '../core/authorization/issue.ts';
import { OAuthError } from '../core/authorization/oauthError.ts';
import type { Params } from '../core/authorization/request.ts';
import { countTryFrom } from '../core/limits/charge.ts';
import { networkOf } from '../core/limits/network.ts';
import { rateLimited } from '../core/limits/rateLimited.ts';
import { addressFor } from './address.ts';
import { connectionEnd } from './gate.ts';
import type { HttpDeps, RequestScope } from './httpDeps.ts';

/** @throws OAuthError invalid_request for a repeated parameter (RFC 6749, section 3.1) */
function toParams(search: URLSearchParams): Params {
  const params = Object.fromEntries(search);
  if (Object.keys(params).length !== [...search].length) {
    throw new OAuthError('invalid_request', 'Pass each parameter only once');
  }
  // An empty parameter counts as absent.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

export const queryParams = ({ url }: FastifyRequest): Params => toParams(new URL(url, 'http://query').searchParams);

/** The parameters of a form, unparsed. */
export const formOf = ({ body }: FastifyRequest): Params =>
  toParams(new URLSearchParams(typeof body === 'string' ? body : ''));

export const addressOf = (edge: HttpDeps, request: FastifyRequest): string =>
  addressFor(request.host, edge.publicUrl());

export const visitScope = (request: FastifyRequest, reply: FastifyReply): RequestScope => ({
  requestId: request.id,
  endUser: null,
  log: request.log,
  ...connectionEnd(reply.raw),
});

export const visitOf = (edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): AnonymousCtx => ({
  ...edge.deps,
  ...visitScope(request, reply),
});

/**
 * Counts an attempt of the request's network, as for a failed authentication, because anyone may call this.
 * @throws rate_limited beyond the limit
 */
export const countTry = ({ deps }: HttpDeps, { ip }: FastifyRequest): Promise<void> => countTryFrom(deps, ip);

/** Requires that the network has an attempt left, without counting one. @throws rate_limited */
export async function requireTry({ deps }: HttpDeps, { ip }: FastifyRequest): Promise<void> {
  const state = await deps.limiter.peek('failed_auth', networkOf(ip));
  if (!state.isAllowed) throw rateLimited(state, deps.now(), null);
}
