import * as oauth from 'oauth4webapi';
import {
  type ClientGrant,
  type CodeExchange,
  OAuthFailure,
  type OwnOAuthClient,
  type ProviderTokens,
  type TokenRenewal,
} from '../../core/credentials/oauthPort.ts';
import { errorCodeOf, readTokenAnswer, refusesClient, tokensIn } from './tokenAnswer.ts';

type Fetch = typeof globalThis.fetch;

/** Exchanges an authorization code (RFC 6749, section 4.1.3), after checking state, issuer (RFC 9207) and PKCE. */
export async function exchangeCode(fetch: Fetch, exchange: CodeExchange, signal: AbortSignal): Promise<ProviderTokens> {
  const { provider, client, redirectUri, answer, state, verifier } = exchange;
  const server = {
    issuer: provider.issuer,
    authorization_endpoint: provider.authorizationUrl,
    token_endpoint: provider.tokenUrl,
    authorization_response_iss_parameter_supported: provider.sendsIssuer,
  };
  const self = { client_id: client.clientId };
  const checked = oauth.validateAuthResponse(server, self, answer, state);
  const proof = verifier ?? oauth.nopkce;
  const options = optionsOf(fetch, provider.resource, signal);
  return tokensFor(
    client,
    (auth) => oauth.authorizationCodeGrantRequest(server, self, auth, checked, redirectUri, proof, options),
    provider.answerAt,
  );
}

/**
 * Requests a token endpoint. If it rejects HTTP Basic, the secret is sent in the body. Providers that support only the
 * body seldom advertise it, and many decode the header differently from RFC 6749, section 2.3.1.
 */
async function tokensFor(
  client: OwnOAuthClient,
  ask: (auth: oauth.ClientAuth) => Promise<Response>,
  pointer?: string,
): Promise<ProviderTokens> {
  const answer = await readTokenAnswer(await ask(authOf(client)));
  const { clientSecret: secret, authMethod } = client;
  if (secret === null || authMethod !== 'client_secret_basic' || !refusesClient(answer))
    return tokensIn(answer, pointer);
  const other = await readTokenAnswer(await ask(oauth.ClientSecretPost(secret)));
  // The first refusal is the useful one: the second may only state that the code was used.
  return tokensIn(errorCodeOf(other) === null && other.status < 300 ? other : answer, pointer);
}

/** Renews tokens with a refresh token (RFC 6749, section 6). */
export async function renewTokens(fetch: Fetch, renewal: TokenRenewal, signal: AbortSignal): Promise<ProviderTokens> {
  const { issuer, tokenUrl, resource, client, refreshToken } = renewal;
  const [server, self] = [{ issuer, token_endpoint: tokenUrl }, { client_id: client.clientId }];
  const options = optionsOf(fetch, resource, signal);
  return tokensFor(client, (auth) => oauth.refreshTokenGrantRequest(server, self, auth, refreshToken, options));
}

/**
 * Gets tokens with the client's own id and secret (RFC 6749, section 4.4), or in exchange for another token (RFC 8693).
 */
export async function issueTokens(fetch: Fetch, grant: ClientGrant, signal: AbortSignal): Promise<ProviderTokens> {
  const { tokenUrl, scopes, client, subject } = grant;
  const [server, self] = [
    { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl },
    { client_id: client.clientId },
  ];
  const parameters = new URLSearchParams(scopes.length > 0 ? { scope: scopes.join(' ') } : {});
  const options = optionsOf(fetch, null, signal);
  if (subject) {
    const { token, type, audience, resource } = subject;
    parameters.set('subject_token', token);
    parameters.set('subject_token_type', KIND + type);
    parameters.set('requested_token_type', `${KIND}access_token`);
    if (audience !== null) parameters.set('audience', audience);
    if (resource !== null) parameters.set('resource', resource);
    const exchanging = tokensFor(client, (auth) =>
      oauth.genericTokenEndpointRequest(server, self, auth, EXCHANGE, parameters, options),
    );
    return {
      ...(await exchanging.catch((error) => {
        if (!(error instanceof OAuthFailure) || !error.message.endsWith(' invalid_request')) throw error;
        throw new OAuthFailure('invalid_grant', error.message, error);
      })),
      refreshToken: null,
    };
  }
  return tokensFor(client, (auth) => oauth.clientCredentialsGrantRequest(server, self, auth, parameters, options));
}

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const KIND = 'urn:ietf:params:oauth:token-type:';

const optionsOf = (fetch: Fetch, resource: string | null, signal: AbortSignal): oauth.TokenEndpointRequestOptions => ({
  [oauth.customFetch]: fetch,
  // Addresses without TLS were rejected earlier, except on this machine.
  [oauth.allowInsecureRequests]: true,
  signal,
  ...(resource !== null && { additionalParameters: { resource } }),
});

function authOf({ authMethod, clientSecret }: OwnOAuthClient): oauth.ClientAuth {
  if (clientSecret === null || authMethod === 'none') return oauth.None();
  return authMethod === 'client_secret_post'
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}
