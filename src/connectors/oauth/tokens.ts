import * as oauth from 'oauth4webapi';
import {
  type ClientGrant,
  type CodeExchange,
  OAuthFailure,
  type OAuthProvider,
  type OwnOAuthClient,
  type ProviderTokens,
  type SubjectToken,
  type TokenRenewal,
} from '../../core/credentials/oauthPort.ts';
import { isRecord, readJson } from '../../core/lib/json.ts';
import { pathOf, valueAtPath } from '../../core/lib/jsonPointer.ts';

type Fetch = typeof globalThis.fetch;

/** Exchanges an authorization code (RFC 6749, section 4.1.3), after checking state, issuer (RFC 9207) and PKCE. */
export async function exchangeCode(fetch: Fetch, exchange: CodeExchange, signal: AbortSignal): Promise<ProviderTokens> {
  const { provider, client, redirectUri, answer, state, verifier } = exchange;
  const [server, self] = [serverOf(provider), { client_id: client.clientId }];
  const checked = oauth.validateAuthResponse(server, self, answer, state);
  const proof = verifier ?? oauth.nopkce;
  const options = optionsOf(fetch, provider.resource, signal);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    self,
    authOf(client),
    checked,
    redirectUri,
    proof,
    options,
  );
  const tokens = await answerAt(response, provider.answerAt);
  return toIssued(await oauth.processAuthorizationCodeResponse(server, self, tokens, TOKEN_TYPES));
}

/**
 * The part of an answer that has the tokens. Without such a part there are none: the others in the answer are not those
 * that were asked for.
 */
async function answerAt(response: Response, pointer: string | undefined): Promise<Response> {
  if (pointer === undefined || !response.ok) return response;
  const { status, headers } = response;
  const part = valueAtPath(readJson(Buffer.from(await response.arrayBuffer())), pathOf(pointer));
  return new Response(JSON.stringify(isRecord(part) ? part : {}), { status, headers });
}

/** Renews tokens with a refresh token (RFC 6749, section 6). */
export async function renewTokens(fetch: Fetch, renewal: TokenRenewal, signal: AbortSignal): Promise<ProviderTokens> {
  const { issuer, tokenUrl, resource, client, refreshToken } = renewal;
  const [server, self] = [{ issuer, token_endpoint: tokenUrl }, { client_id: client.clientId }];
  const options = optionsOf(fetch, resource, signal);
  const response = await oauth.refreshTokenGrantRequest(server, self, authOf(client), refreshToken, options);
  return toIssued(await oauth.processRefreshTokenResponse(server, self, response, TOKEN_TYPES));
}

/** Gets tokens with the client's own id and secret (RFC 6749, section 4.4), or for another token (RFC 8693). */
export async function issueTokens(fetch: Fetch, grant: ClientGrant, signal: AbortSignal): Promise<ProviderTokens> {
  const { tokenUrl, scopes, client, subject } = grant;
  const [server, self] = [
    { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl },
    { client_id: client.clientId },
  ];
  const parameters = new URLSearchParams(scopes.length > 0 ? { scope: scopes.join(' ') } : {});
  const options = optionsOf(fetch, null, signal);
  if (subject) {
    for (const [name, value] of Object.entries(exchangeParameters(subject))) parameters.set(name, value);
    const asked = oauth.genericTokenEndpointRequest(server, self, authOf(client), EXCHANGE, parameters, options);
    const reading = asked.then((answer) =>
      oauth.processGenericTokenEndpointResponse(server, self, answer, TOKEN_TYPES),
    );
    return { ...toIssued(await reading.catch(uselessSubject)), refreshToken: null };
  }
  const response = await oauth.clientCredentialsGrantRequest(server, self, authOf(client), parameters, options);
  return toIssued(await oauth.processClientCredentialsResponse(server, self, response, TOKEN_TYPES));
}

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const KIND = 'urn:ietf:params:oauth:token-type:';

const exchangeParameters = ({ token, type, audience, resource }: SubjectToken): Readonly<Record<string, string>> => ({
  subject_token: token,
  subject_token_type: KIND + type,
  requested_token_type: `${KIND}access_token`,
  ...(audience !== null && { audience }),
  ...(resource !== null && { resource }),
});

/** RFC 8693, section 2.2.2: what is answered to a subject token that is not good. */
function uselessSubject(error: unknown): never {
  if (!(error instanceof oauth.ResponseBodyError) || error.error !== 'invalid_request') throw error;
  throw new OAuthFailure('invalid_grant', 'the provider answered invalid_request', error);
}

const serverOf = (provider: OAuthProvider): oauth.AuthorizationServer => ({
  issuer: provider.issuer,
  authorization_endpoint: provider.authorizationUrl,
  token_endpoint: provider.tokenUrl,
  authorization_response_iss_parameter_supported: provider.sendsIssuer,
});

const ignore = (): void => undefined;
// Slack's token types; its tokens are sent as bearer tokens all the same.
const TOKEN_TYPES = { recognizedTokenTypes: { bot: ignore, user: ignore } };

const optionsOf = (fetch: Fetch, resource: string | null, signal: AbortSignal): oauth.TokenEndpointRequestOptions => ({
  [oauth.customFetch]: fetch,
  // Addresses without TLS were refused when they were learned, except on this machine.
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

function toIssued({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): ProviderTokens {
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresInSeconds: expires_in ?? null };
}
