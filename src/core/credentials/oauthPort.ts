import type { Requester } from '../kernel/context.ts';
import type { ConnectorDocument } from '../servers/document.ts';
import type { OAuth2Settings } from '../servers/oauth2.ts';

/** An authorization server that signs people in and issues tokens. */
export type OAuthProvider = {
  /** The issuer identifier; responses that name another issuer are refused (RFC 9207). */
  readonly issuer: string;
  /** True if the provider promises `iss` in every response (RFC 9207). A response without `iss` is then refused. */
  readonly sendsIssuer: boolean;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly registrationUrl: string | null;
  /** Client authentication methods of the token endpoint; null if the metadata lists none. */
  readonly tokenAuthMethods: readonly string[] | null;
  /** The scopes to request. */
  readonly scopes: readonly string[];
  /** The resource that tokens are for (RFC 8707); null if the parameter is not sent. */
  readonly resource: string | null;
  /** See `directAddresses`. */
  readonly direct: readonly string[];
  /** JSON Pointer to the tokens in the token response; absent: the response itself. */
  readonly answerAt?: string | undefined;
};

/**
 * The sign-in addresses in the server's document. Only these may be private addresses that the operator allows for
 * tools; addresses that a server or provider announces may not. Attack tests:
 * `test/connectors/egress/indirect.test.ts`.
 */
export function directAddresses(
  { authorizationUrl, tokenUrl, discovery, registrationUrl }: OAuth2Settings,
  connector: ConnectorDocument,
): readonly string[] {
  const server = connector.kind === 'mcp-http' ? connector.url : 'baseUrl' in connector ? connector.baseUrl : undefined;
  return [authorizationUrl, tokenUrl, discovery, registrationUrl, server].filter((address) => address !== undefined);
}

/** How this installation authenticates to a token endpoint (RFC 7591, section 2). */
export type TokenAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

/** This installation as the provider's client. Holds a secret: never logged. */
export type OwnOAuthClient = {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly authMethod: TokenAuthMethod;
};

/** A client just registered with the provider; `expiresAt` is null if it does not expire. */
export type RegisteredClient = OwnOAuthClient & { readonly expiresAt: Date | null };

/** A token response (RFC 6749, section 5.1). `expiresInSeconds` is null if absent. */
export type ProviderTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
};

/** Input for `exchange`: the client, the provider and the browser's authorization response. */
export type CodeExchange = {
  readonly provider: OAuthProvider;
  readonly client: OwnOAuthClient;
  readonly redirectUri: string;
  /** All query parameters of the authorization response. */
  readonly answer: URLSearchParams;
  readonly state: string;
  /** The PKCE verifier; null for providers that refuse PKCE. */
  readonly verifier: string | null;
};

/** Input for `renew`. */
export type TokenRenewal = {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly resource: string | null;
  readonly client: OwnOAuthClient;
  readonly refreshToken: string;
  /** See `directAddresses`. */
  readonly direct: readonly string[];
};

/** A token of an end user that is exchanged for another (RFC 8693, section 2.1). Holds a secret: never logged. */
export type SubjectToken = {
  readonly token: string;
  readonly type: 'access_token' | 'id_token' | 'jwt';
  readonly audience: string | null;
  readonly resource: string | null;
};

/** Input for `issue`: a client that signs in for itself, or for the subject of a token. */
export type ClientGrant = {
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  readonly client: OwnOAuthClient;
  readonly subject?: SubjectToken | null;
  /** See `directAddresses`. */
  readonly direct: readonly string[];
};

/** The OAuth 2.0 client protocol over the checked egress. Methods only throw OAuthFailure. */
export type OAuth = {
  /**
   * Finds the authorization server for a field: from its settings, the issuer's metadata (RFC 8414) or the MCP server's
   * (RFC 9728).
   */
  discover(settings: OAuth2Settings, connector: ConnectorDocument, requester: Requester): Promise<OAuthProvider>;
  /** Registers this installation as a client (RFC 7591). */
  register(provider: OAuthProvider, redirectUri: string, requester: Requester): Promise<RegisteredClient>;
  /** Validates `state` and issuer of a response, then exchanges its code for tokens. */
  exchange(exchange: CodeExchange, requester: Requester): Promise<ProviderTokens>;
  renew(renewal: TokenRenewal, requester: Requester): Promise<ProviderTokens>;
  /** Gets tokens for the client itself (RFC 6749, section 4.4), or for the subject of another token (RFC 8693). */
  issue(grant: ClientGrant, requester: Requester): Promise<ProviderTokens>;
};

/** Kind of failure, for callers that can act on it. */
export type OAuthFailureKind =
  /** The grant has expired or was revoked: the person has to sign in again. */
  | 'invalid_grant'
  /** The provider does not know this client, or refuses its secret. */
  | 'invalid_client'
  /** The person or the provider refused. */
  | 'refused'
  | 'unreachable'
  /** The response breaks the protocol, or does not match our request. */
  | 'bad_answer';

/** Why a provider gave no tokens. `message` may be shown to the caller: it contains no token, code or secret. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  readonly kind: OAuthFailureKind;

  constructor(kind: OAuthFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
