import { type AnonymousCtx, type AuthorizedEndpoint, agentCtx } from '../authorization/issue.ts';
import type { OAuthError } from '../authorization/oauthError.ts';
import type { Tx } from '../kernel/context.ts';
import { newTokenId } from '../kernel/ids.ts';
import { commonNetworks } from '../lib/networks.ts';
import { charge } from '../limits/charge.ts';
import { rateLimited } from '../limits/rateLimited.ts';
import { type OneTimeJwt, useAssertion } from './assertion.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  consumeAssertion,
  invalidClient,
  secondsLeftOf,
  type TokenRequest,
} from './clientAuthentication.ts';
import { GRANTED_SECONDS, type Grant, type GrantedToken, issueGranted } from './grantedToken.ts';
import type { Identity } from './identity.ts';
import { attenuatedToScope, type RequestedTools, requireAttenuable, scopeOf } from './scope.ts';

/** A request's grant, verified but not consumed yet. */
type PresentedGrant = {
  readonly identity: Identity;
  /** Set if the JWT is single-use. */
  readonly oneTimeJwt: OneTimeJwt | null;
  readonly client: AuthenticatedClient | null;
  /** The requesting client, as the issuer names it; null if it names none. */
  readonly oauthClient: string | null;
  readonly tools: RequestedTools;
  readonly seconds: number;
};

/**
 * The service account that sends a request with a third party's JWT; null if the request names none. A named client
 * must authenticate. @throws OAuthError invalid_client, invalid_request
 */
export async function optionalClient(visit: AnonymousCtx, request: TokenRequest): Promise<AuthenticatedClient | null> {
  const { params, authorization } = request;
  const proofs = [authorization, params['client_secret'], params['client_assertion'], params['client_assertion_type']];
  const isMachine = params['client_id']?.startsWith('machine_') ?? false;
  return isMachine || proofs.some((proof) => proof !== undefined) ? authenticateClient(visit, request) : null;
}

/** Charges one more token to an endpoint's limit. @throws rate_limited */
export async function chargeEndpoint(visit: AnonymousCtx, endpoint: AuthorizedEndpoint): Promise<void> {
  const { actor } = agentCtx(visit, endpoint, newTokenId());
  const limit = await charge({ ...visit, actor }, 'default');
  if (!limit.isAllowed) throw rateLimited(limit, visit.now(), actor);
}

/**
 * Issues a stack token to the person or program that a trusted issuer identifies, with the restrictions of both the
 * issuer and the client. Tested by `test/oauth/trustedIssuers.test.ts`.
 * @throws OAuthError invalid_client, and the error code `invalid` on reuse; rate_limited, invalid_input
 */
export async function grantToIdentity(
  visit: AnonymousCtx,
  shown: PresentedGrant,
  invalid: () => OAuthError,
): Promise<GrantedToken> {
  const { identity, client, tools, seconds } = shown;
  if (client && client.client.endpointId !== identity.issuer.endpointId) throw invalidClient();
  const onlyUser = client?.client.endUser ?? null;
  if (onlyUser !== null && onlyUser !== identity.endUser) throw invalid();
  const own = client && client.client.tools.length > 0 ? client.client.tools : null;
  requireAttenuable(own, tools);
  await chargeEndpoint(visit, identity.issuer.endpoint);
  await useAssertionOnce(visit, shown, invalid);
  const valid = Math.min(seconds, GRANTED_SECONDS, client ? secondsLeftOf(visit, client) : GRANTED_SECONDS);
  const token = await issueGranted(visit, grantOf(shown, invalid), valid);
  const accessToken = attenuatedToScope(attenuatedToScope(token, own), tools);
  return { accessToken, expiresInSeconds: valid, scope: scopeOf(tools) };
}

async function useAssertionOnce(
  visit: AnonymousCtx,
  { client, oneTimeJwt }: PresentedGrant,
  invalid: () => OAuthError,
): Promise<void> {
  if (client) await consumeAssertion(visit, client);
  if (oneTimeJwt && !(await useAssertion(visit, oneTimeJwt))) throw invalid();
}

function grantOf({ identity, oauthClient, client }: PresentedGrant, invalid: () => OAuthError): Grant {
  const { id, name, tools, endpoint } = identity.issuer;
  const { endUser } = identity;
  // Never null in practice, since both lists allow the address of this request.
  const networks = commonNetworks(identity.issuer.networks, client?.client.networks ?? []);
  if (networks === null) throw invalid();
  return {
    id,
    endpoint,
    token: { name, endUser, tools, networks, oauthClient: client?.client.id ?? oauthClient },
    async requireStill(tx: Tx) {
      const still = await tx.trustedIssuer.findFirst({ where: { id }, select: { id: true } });
      if (!still) throw invalid();
      if (client) await requireClient(tx, client);
    },
  };
}

/**
 * Requires that the credential presented by a service account is still current.
 * @throws OAuthError invalid_client
 */
export async function requireClient(tx: Tx, { client: { id, rotatedAt } }: AuthenticatedClient): Promise<void> {
  const still = await tx.serviceAccount.findFirst({ where: { id, rotatedAt }, select: { id: true } });
  if (!still) throw invalidClient();
}
