import { registerClient } from '@modelcontextprotocol/client';
import {
  OAuthFailure,
  type OAuthProvider,
  type RegisteredClient,
  type TokenAuthMethod,
} from '../../core/credentials/oauthPort.ts';
import { isThisMachine } from '../../core/lib/loopback.ts';
import { CLIENT_INFO } from '../mcp/client.ts';

const METHODS: readonly TokenAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none'];

/** Registers this installation as a client (RFC 7591), through the SDK. */
export async function registerWith(
  fetch: typeof globalThis.fetch,
  provider: OAuthProvider,
  redirectUri: string,
): Promise<RegisteredClient> {
  const { issuer, authorizationUrl, tokenUrl, registrationUrl, tokenAuthMethods: supported } = provider;
  if (registrationUrl === null) {
    throw new OAuthFailure('invalid_client', 'the provider does not register clients automatically: store a client id');
  }
  // RFC 8414, section 2: client_secret_basic is the default for a server that lists no methods.
  const authMethod = METHODS.find((method) => supported === null || supported.includes(method)) ?? 'none';
  const registered = await registerClient(issuer, {
    fetchFn: fetch,
    metadata: {
      issuer,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      registration_endpoint: registrationUrl,
      response_types_supported: ['code'],
    },
    clientMetadata: {
      client_name: CLIENT_INFO.name,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: authMethod,
      // OpenID Connect Dynamic Client Registration, section 2: `web` redirect URIs need https and must not be on
      // this machine.
      application_type: isThisMachine(new URL(redirectUri).hostname) ? 'native' : 'web',
      ...(provider.scopes.length > 0 && { scope: provider.scopes.join(' ') }),
    },
  });
  const { client_id: clientId, client_secret: clientSecret = null, token_endpoint_auth_method: method } = registered;
  const endsAt = registered.client_secret_expires_at ?? 0;
  return {
    clientId,
    clientSecret,
    authMethod: METHODS.find((each) => each === method) ?? authMethod,
    expiresAt: clientSecret === null || endsAt === 0 ? null : new Date(endsAt * 1_000),
  };
}
