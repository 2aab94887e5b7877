import type { AnonymousCtx } from '../authorization/issue.ts';
import { OAuthError } from '../authorization/oauthError.ts';
import { clientIdOf } from '../authorization/request.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  consumeAssertion,
  secondsLeftOf,
  type TokenRequest,
} from './clientAuthentication.ts';
import { GRANTED_SECONDS, type Grant, type GrantedToken, issueGranted } from './grantedToken.ts';
import { chargeEndpoint, requireClient } from './identityGrant.ts';
import { attenuatedToScope, requireAttenuable, scopeOf, toolsIn } from './scope.ts';

/**
 * Issues a service account a stack token of its endpoint (RFC 6749, section 4.4). The token is valid for 15 minutes,
 * but not after the account expires. `resource`, if present, must be the endpoint's address (RFC 8707). `scope` may
 * restrict the token to some of the tools.
 * Tested by `test/oauth/machines.test.ts`.
 * @throws OAuthError invalid_request, invalid_client, invalid_target, invalid_scope; rate_limited, invalid_input
 */
export async function grantToClient(visit: AnonymousCtx, request: TokenRequest): Promise<GrantedToken> {
  const authenticated = await authenticateClient(visit, request);
  const { client } = authenticated;
  const { resource, scope } = request.params;
  if (resource !== undefined && clientIdOf(resource, ...request.addresses) !== client.endpoint.clientId)
    throw new OAuthError('invalid_target', 'The client is for another stack');
  const tools = toolsIn(scope);
  requireAttenuable(tools);
  await chargeEndpoint(visit, client.endpoint);
  await consumeAssertion(visit, authenticated);
  const seconds = Math.min(GRANTED_SECONDS, secondsLeftOf(visit, authenticated));
  const accessToken = attenuatedToScope(await issueGranted(visit, grantOf(authenticated), seconds), tools);
  return { accessToken, expiresInSeconds: seconds, scope: scopeOf(tools) };
}

function grantOf(authenticated: AuthenticatedClient): Grant {
  const { id, name, endUser, tools, networks, endpoint } = authenticated.client;
  return {
    id,
    endpoint,
    token: { name, endUser, tools, networks, oauthClient: null },
    requireStill: (tx) => requireClient(tx, authenticated),
  };
}
