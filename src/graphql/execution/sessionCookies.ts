import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/limits/network.ts';
import { toUserAgent } from '../../core/people/fields.ts';
import { relyingPartyAt } from '../../core/people/relyingParty.ts';
import { addressFor } from '../../wire/address.ts';
import { type HttpDeps, SINGLE_SIGN_ON_PATHS } from '../../wire/httpDeps.ts';
import { clearSessionCookie, setSessionCookie } from '../../wire/sessionCookie.ts';
import type { BrowserVisit } from '../context.ts';

/** The request's browser state for resolvers. Computed on demand, because few operations need it. */
export const createSessionCookies = (edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): BrowserVisit => ({
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
  setSessionCookie: (secret, expiresAt) => setSessionCookie(reply, secret, expiresAt),
  clearSessionCookie: () => clearSessionCookie(reply),
});
