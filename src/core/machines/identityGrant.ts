import { type AnonymousCtx, type AuthorizedEndpoint, agentCtx } from '../authorization/issue.ts';
import type { OAuthError } from '../authorization/oauthError.ts';
import type { Tx } from '../context.ts';
import { commonNetworks } from '../endpoints/tokenReach.ts';
import { newTokenId } from '../ids.ts';
import { charge, rateLimited } from '../limits/charge.ts';
import { type Once, useAssertion } from './assertion.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  invalidClient,
  type TokenRequest,
  useUpProof,
} from './clientAuthentication.ts';
import { GRANTED_SECONDS, type Grant, type GrantedToken, issueGranted } from './grantedToken.ts';
import type { Identity } from './identity.ts';
import { narrowedToScope, type RequestedTools, requireNarrowable, scopeOf } from './scope.ts';

/** What somebody has shown, all of it proven but not used up. */
export type ShownGrant = {
  readonly identity: Identity;
  /** The JWT, where it is good once. */
  readonly once: Once | null;
  readonly client: AuthenticatedClient | null;
  /** The client that asks, as the issuer names it; null where it names none. */
  readonly oauthClient: string | null;
  readonly tools: RequestedTools;
  readonly seconds: number;
};

/**
 * The machine client that a request with somebody's JWT is from; null where it says of none. One that names a machine
 * client has to prove that it is it.
 * @throws OAuthError invalid_client, invalid_request
 */
export async function clientIfShown(visit: AnonymousCtx, request: TokenRequest): Promise<AuthenticatedClient | null> {
  const { params, authorization } = request;
  const proofs = [authorization, params['client_secret'], params['client_assertion'], params['client_assertion_type']];
  const isMachine = params['client_id']?.startsWith('machine_') ?? false;
  return isMachine || proofs.some((proof) => proof !== undefined) ? authenticateClient(visit, request) : null;
}

/** Requires one more token of an endpoint to be within its limit. @throws rate_limited */
export async function chargeEndpoint(visit: AnonymousCtx, endpoint: AuthorizedEndpoint): Promise<void> {
  const limit = await charge({ ...visit, actor: agentCtx(visit, endpoint, newTokenId()).actor }, 'default');
  if (!limit.isAllowed) throw rateLimited(limit, visit.now());
}

/**
 * Gives whoever a trusted issuer vouches for a stack token of their own, held to what issuer and client are.
 * `test/oauth/trustedIssuers.test.ts` tears it down.
 * @throws OAuthError invalid_client, and `invalid` for what was used before; rate_limited, invalid_input
 */
export async function grantToIdentity(
  visit: AnonymousCtx,
  shown: ShownGrant,
  invalid: () => OAuthError,
): Promise<GrantedToken> {
  const { identity, client, tools, seconds } = shown;
  requireFitting(shown, invalid);
  const own = client && client.client.tools.length > 0 ? client.client.tools : null;
  requireNarrowable(own, tools);
  await chargeEndpoint(visit, identity.issuer.endpoint);
  await useAssertionOnce(visit, shown, invalid);
  const valid = Math.min(seconds, GRANTED_SECONDS);
  const token = await issueGranted(visit, grantOf(shown, invalid), valid);
  const accessToken = narrowedToScope(narrowedToScope(token, own), tools);
  return { accessToken, expiresInSeconds: valid, scope: scopeOf(tools) };
}

/** Requires that a machine client is of the same endpoint, and for the same end user or for any. @throws OAuthError */
function requireFitting({ identity: { issuer, endUser }, client }: ShownGrant, invalid: () => OAuthError): void {
  if (!client) return;
  if (client.client.endpointId !== issuer.endpointId) throw invalidClient();
  if (client.client.endUser !== null && client.client.endUser !== endUser) throw invalid();
}

async function useAssertionOnce(visit: AnonymousCtx, { client, once }: ShownGrant, invalid: () => OAuthError): Promise<void> {
  if (client) await useUpProof(visit, client);
  if (once && !(await useAssertion(visit, once))) throw invalid();
}

function grantOf({ identity, oauthClient, client }: ShownGrant, invalid: () => OAuthError): Grant {
  const { id, name, tools, endpoint } = identity.issuer;
  const { endUser } = identity;
  // The request came from an address of both, so that there is one.
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

/** Requires that a machine client still has what it has shown. @throws OAuthError invalid_client */
export async function requireClient(tx: Tx, { client: { id, rotatedAt } }: AuthenticatedClient): Promise<void> {
  const still = await tx.machineClient.findFirst({ where: { id, rotatedAt }, select: { id: true } });
  if (!still) throw invalidClient();
}
