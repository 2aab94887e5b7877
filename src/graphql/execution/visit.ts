import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/limits/network.ts';
import { toUserAgent } from '../../core/people/fields.ts';
import { relyingPartyAt } from '../../core/people/relyingParty.ts';
import { addressFor } from '../../wire/address.ts';
import { type Edge, SINGLE_SIGN_ON_PATHS } from '../../wire/edge.ts';
import { forgetSession, keepSession } from '../../wire/sessionCookie.ts';
import type { BrowserVisit } from '../context.ts';

/** What a resolver may know of, and set in, the request's browser. */
export const openVisit = (edge: Edge, { ip, headers, host }: FastifyRequest, reply: FastifyReply): BrowserVisit => ({
  address: networkOf(ip),
  userAgent: toUserAgent(headers['user-agent']),
  singleSignOn: edge.identityProvider && {
    label: edge.identityProvider.label,
    url: `${edge.publicUrl()}${SINGLE_SIGN_ON_PATHS.begin}`,
  },
  relyingParty: relyingPartyAt(addressFor(host, edge.publicUrl()), edge.publicUrl()),
  keepSession: (secret, expiresAt) => keepSession(reply, secret, expiresAt),
  forgetSession: () => forgetSession(reply),
});
