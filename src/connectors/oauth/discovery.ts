import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client';
import { directAddresses, OAuthFailure, type OAuthProvider } from '../../core/credentials/oauthPort.ts';
import type { ConnectorDocument } from '../../core/servers/document.ts';
import { isSafeOAuthUrl, type OAuth2Settings } from '../../core/servers/oauth2.ts';

type Fetch = typeof globalThis.fetch;
type Metadata = NonNullable<Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>>;

/**
 * The scope for a refresh token, for providers that issue one only on request (OpenID Connect Core 1.0, section 11).
 */
const OFFLINE = 'offline_access';

const bad = (message: string): OAuthFailure => new OAuthFailure('bad_answer', message);

/**
 * Finds the provider of a field through its document, its issuer's metadata, or the MCP server itself.
 * @throws OAuthFailure, or the protocol libraries' errors (see `toOAuthFailure`)
 */
export async function discoverProvider(
  fetch: Fetch,
  settings: OAuth2Settings,
  connector: ConnectorDocument,
): Promise<OAuthProvider> {
  const own = { direct: directAddresses(settings, connector), answerAt: settings.answerAt };
  const { authorizationUrl, tokenUrl, discovery } = settings;
  if (authorizationUrl !== undefined && tokenUrl !== undefined) {
    return { ...configuredEndpoints(settings, authorizationUrl, tokenUrl), ...own };
  }
  if (discovery !== undefined) {
    const metadata = await discoverAuthorizationServerMetadata(discovery, { fetchFn: fetch });
    if (!metadata) throw bad('the provider publishes no metadata');
    return { ...toProvider(metadata, settings, { scopes: settings.scopes, resource: null }), ...own };
  }
  if (connector.kind === 'mcp-http') return { ...(await fromMcpServer(fetch, settings, connector.url)), ...own };
  throw bad('the server does not announce a sign-in address');
}

type FoundProvider = Omit<OAuthProvider, 'direct' | 'answerAt'>;

function configuredEndpoints(settings: OAuth2Settings, authorizationUrl: string, tokenUrl: string): FoundProvider {
  return {
    issuer: settings.issuer ?? new URL(authorizationUrl).origin,
    sendsIssuer: false,
    authorizationUrl,
    tokenUrl,
    registrationUrl: settings.registrationUrl ?? null,
    tokenAuthMethods: null,
    scopes: settings.scopes,
    resource: null,
  };
}

/** Follows the MCP server's metadata (RFC 9728) to its authorization server's (RFC 8414). */
async function fromMcpServer(fetch: Fetch, settings: OAuth2Settings, url: string): Promise<FoundProvider> {
  if (url.includes('{')) throw bad('the address of the server depends on credentials');
  const challenge = await challengeOf(fetch, url);
  const { resourceMetadataUrl } = challenge;
  const info = await discoverOAuthServerInfo(url, {
    fetchFn: fetch,
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  });
  const { authorizationServerMetadata: metadata, resourceMetadata } = info;
  if (!metadata) throw bad('the server does not announce a sign-in address');
  const resource = resourceMetadata?.resource ?? null;
  // RFC 9728, section 3.3: metadata that names another resource must not be used.
  if (resource !== null && !checkResourceAllowed({ requestedResource: url, configuredResource: resource })) {
    throw bad('the server describes a different resource');
  }
  const offered = challenge.scope?.split(' ') ?? resourceMetadata?.scopes_supported ?? [];
  const isOfflineMissing = metadata.scopes_supported?.includes(OFFLINE) && !offered.includes(OFFLINE);
  const requested = isOfflineMissing ? [...offered, OFFLINE] : offered;
  const scopes = settings.scopes.length > 0 ? settings.scopes : requested;
  return toProvider(metadata, settings, { scopes, resource });
}

/** The `WWW-Authenticate` header of the server's response to a request without a token. */
async function challengeOf(fetch: Fetch, url: string): Promise<ReturnType<typeof extractWWWAuthenticateParams>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await response.body?.cancel();
  return response.status === 401 ? extractWWWAuthenticateParams(response) : {};
}

type Target = Pick<OAuthProvider, 'scopes' | 'resource'>;

function toProvider(metadata: Metadata, settings: OAuth2Settings, target: Target): FoundProvider {
  const { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = metadata;
  const registrationUrl = settings.registrationUrl ?? metadata.registration_endpoint ?? null;
  const isSafe = [authorizationUrl, tokenUrl, registrationUrl ?? tokenUrl].every(isSafeOAuthUrl);
  if (!isSafe) throw bad('the provider has an address without TLS');
  return {
    issuer,
    sendsIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
    authorizationUrl,
    tokenUrl,
    registrationUrl,
    tokenAuthMethods: metadata.token_endpoint_auth_methods_supported ?? null,
    ...target,
  };
}
