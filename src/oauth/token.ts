import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemCode } from '../core/authorization/code.ts';
import type { AnonymousCtx, IssuedTokens } from '../core/authorization/issue.ts';
import { LOGIN_CLIENT } from '../core/authorization/login.ts';
import { OAuthError } from '../core/authorization/oauthError.ts';
import { renewToken } from '../core/authorization/refresh.ts';
import type { Params } from '../core/authorization/request.ts';
import type { TokenRequest } from '../core/machines/clientAuthentication.ts';
import { grantToClient } from '../core/machines/clientCredentials.ts';
import type { GrantedToken } from '../core/machines/grantedToken.ts';
import { grantToBearer } from '../core/machines/jwtBearer.ts';
import { exchangeToken, type TokenVerifiers } from '../core/machines/tokenExchange.ts';
import { ownAddresses } from '../wire/address.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { addressOf, countTry, formOf, requireTry, visitOf } from '../wire/signInRequest.ts';
import { issueKey } from './login.ts';

/**
 * `POST /oauth/token`: exchanges a code or refresh token for a stack token, or a login's code for an API key. Also
 * issues stack tokens to service accounts.
 */
export async function issueToken(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (typeof request.body !== 'string') throw new OAuthError('invalid_request', 'Send the parameters as a form');
  const grant = MACHINE_GRANTS.get(formOf(request)['grant_type'] ?? '');
  if (grant) return issueToMachine(edge, grant, request, reply);
  if (formOf(request)['client_id'] === LOGIN_CLIENT) {
    // Checked before the work: otherwise anyone who has seen a used code could trigger it endlessly.
    await requireTry(edge, request);
    return reply.send(
      await issueKey(edge, request, reply).catch((error: unknown) => countFailure(edge, request, error)),
    );
  }
  const issued = await issue(visitOf(edge, request, reply), formOf(request), addressOf(edge, request)).catch(
    (error: unknown) => countFailure(edge, request, error),
  );
  return reply.send({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: issued.expiresInSeconds,
    refresh_token: issued.refreshToken,
    scope: 'tools',
  });
}

type MachineGrant = (visit: AnonymousCtx, request: TokenRequest, provers: TokenVerifiers) => Promise<GrantedToken>;

/** The grants without a person in a browser, by `grant_type`. */
const MACHINE_GRANTS: ReadonlyMap<string, MachineGrant> = new Map<string, MachineGrant>([
  ['client_credentials', grantToClient],
  ['urn:ietf:params:oauth:grant-type:jwt-bearer', grantToBearer],
  ['urn:ietf:params:oauth:grant-type:token-exchange', exchangeToken],
]);

/** Every `grant_type` that the token endpoint accepts. */
export const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token', ...MACHINE_GRANTS.keys()];

async function issueToMachine(edge: HttpDeps, grant: MachineGrant, request: FastifyRequest, reply: FastifyReply) {
  // Checked before the work: otherwise anyone could trigger it endlessly.
  await requireTry(edge, request);
  const addresses = ownAddresses(edge.publicUrl());
  const tokenRequest = {
    params: formOf(request),
    authorization: request.headers.authorization,
    addresses,
    tokenEndpoints: addresses.map((address) => `${address}${request.routeOptions.url}`),
    from: request.ip,
  };
  const provers = { issuerKeys: edge.issuerKeys, stackToken: edge.authenticate.stackToken };
  const granted = await grant(visitOf(edge, request, reply), tokenRequest, provers).catch((error: unknown) =>
    countFailure(edge, request, error),
  );
  return reply.send({
    access_token: granted.accessToken,
    ...(granted.issuedTokenType !== undefined && { issued_token_type: granted.issuedTokenType }),
    token_type: 'Bearer',
    expires_in: granted.expiresInSeconds,
    scope: granted.scope,
  });
}

function issue(visit: AnonymousCtx, params: Params, address: string): Promise<IssuedTokens> {
  switch (params['grant_type']) {
    case 'authorization_code':
      return redeemCode(visit, params, address);
    case 'refresh_token':
      return renewToken(visit, params, address);
    default:
      throw new OAuthError('unsupported_grant_type', 'grant_type must be one that the metadata lists');
  }
}

async function countFailure(edge: HttpDeps, request: FastifyRequest, error: unknown): Promise<never> {
  if (error instanceof OAuthError) await countTry(edge, request);
  throw error;
}
