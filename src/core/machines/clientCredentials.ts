import type { AnonymousCtx } from '../authorization/issue.ts';
import { agentCtx } from '../authorization/issue.ts';
import { OAuthError } from '../authorization/oauthError.ts';
import { clientIdOf } from '../authorization/request.ts';
import type { Tx } from '../context.ts';
import { newTokenId } from '../ids.ts';
import { charge, rateLimited } from '../limits/charge.ts';
import { useOnce } from './assertion.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
  invalidClient,
  type TokenRequest,
} from './clientAuthentication.ts';
import { GRANTED_SECONDS, type Grant, issueGranted } from './grantedToken.ts';
import { narrowedToScope, scopeOf, toolsIn } from './scope.ts';

/** The token endpoint's answer to a program: it asks again for the next one, so there is no refresh token. */
export type GrantedToken = {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
};

/**
 * Gives a machine client a stack token of its endpoint (RFC 6749, section 4.4), for 15 minutes; `resource`, where it is
 * sent, has to be that endpoint's address (RFC 8707), and `scope` may ask for some of its tools alone.
 * `test/oauth/machines.test.ts` tears it down.
 * @throws OAuthError invalid_request, invalid_client, invalid_target, invalid_scope; rate_limited, invalid_input
 */
export async function grantToClient(visit: AnonymousCtx, request: TokenRequest): Promise<GrantedToken> {
  const authenticated = await authenticateClient(visit, request);
  const { client, once } = authenticated;
  const { resource, scope } = request.params;
  if (resource !== undefined && clientIdOf(resource, request.address) !== client.endpoint.clientId)
    throw new OAuthError('invalid_target', 'The client is for another stack');
  const tools = toolsIn(scope);
  const limit = await charge({ ...visit, actor: agentCtx(visit, client.endpoint, newTokenId()).actor }, 'default');
  if (!limit.isAllowed) throw rateLimited(limit, visit.now());
  if (once && !(await useOnce(visit, once))) throw invalidClient();
  const accessToken = narrowedToScope(await issueGranted(visit, grantOf(authenticated)), tools);
  return { accessToken, expiresInSeconds: GRANTED_SECONDS, scope: scopeOf(tools) };
}

function grantOf({ client }: AuthenticatedClient): Grant {
  const { id, name, endUser, tools, networks, endpoint, rotatedAt } = client;
  return {
    id,
    endpoint,
    token: { name, endUser, tools, networks },
    async requireStill(tx: Tx) {
      const still = await tx.machineClient.findFirst({ where: { id, rotatedAt }, select: { id: true } });
      if (!still) throw invalidClient();
    },
  };
}
