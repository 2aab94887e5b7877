import type { Tenant } from '../lib/fairQueue.ts';
import type { ConnectorDocument } from '../marketplace/document.ts';
import type { OAuth2Settings } from '../marketplace/oauth2.ts';

/** An authorization server: the place to sign in and get tokens. */
export type OAuthProvider = {
  /** The issuer identifier; answers that name another issuer are refused (RFC 9207). */
  readonly issuer: string;
  /** True when it promises `iss` in every answer (RFC 9207); one without it is then refused. */
  readonly sendsIssuer: boolean;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly registrationUrl: string | null;
  /** Methods of client authentication at the token endpoint; null when the metadata does not list any. */
  readonly tokenAuthMethods: readonly string[] | null;
  /** The scopes to request. */
  readonly scopes: readonly string[];
  /** The resource that tokens are for (RFC 8707); null when the parameter is not sent. */
  readonly resource: string | null;
  /** As `directAddresses`. */
  readonly direct: readonly string[];
  /** JSON Pointer to the tokens in the answer to a code; absent: the answer itself. */
  readonly answerAt?: string | undefined;
};

/**
 * The addresses of a sign-in that the server's own document gives. All others, which the server or its provider names,
 * are reached without the private addresses that the operator allows for tools. Torn down in
 * `test/connectors/egress/indirect.test.ts`.
 */
export function directAddresses(
  { authorizationUrl, tokenUrl, discovery, registrationUrl }: OAuth2Settings,
  connector: ConnectorDocument,
): readonly string[] {
  const server = connector.kind === 'mcp-http' ? connector.url : 'baseUrl' in connector ? connector.baseUrl : undefined;
  return [authorizationUrl, tokenUrl, discovery, registrationUrl, server].filter((address) => address !== undefined);
}

/** How this installation authenticates at a token endpoint (RFC 7591, section 2). */
export type TokenAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

/** This installation as the provider's client. Holds a secret: never logged. */
export type OwnOAuthClient = {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly authMethod: TokenAuthMethod;
};

/** A client that the provider has just registered; `expiresAt` is null for one that stays. */
export type RegisteredClient = OwnOAuthClient & { readonly expiresAt: Date | null };

/** A token endpoint's answer (RFC 6749, section 5.1). `expiresInSeconds` is null when it was not given. */
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
  /** All query parameters of the answer. */
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
  /** As `directAddresses`. */
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
  /** As `directAddresses`. */
  readonly direct: readonly string[];
};

/** The OAuth 2.0 client protocol over the checked egress. Every method throws OAuthFailure and nothing else. */
export type OAuth = {
  /**
   * Finds the authorization server for a field: from its settings, the issuer's metadata (RFC 8414) or the MCP server's
   * (RFC 9728).
   */
  discover(settings: OAuth2Settings, connector: ConnectorDocument, requester: Tenant): Promise<OAuthProvider>;
  /** Registers this installation as a client (RFC 7591). */
  register(provider: OAuthProvider, redirectUri: string, requester: Tenant): Promise<RegisteredClient>;
  /** Checks `state` and issuer of an answer, then exchanges its code for tokens. */
  exchange(exchange: CodeExchange, requester: Tenant): Promise<ProviderTokens>;
  renew(renewal: TokenRenewal, requester: Tenant): Promise<ProviderTokens>;
  /** Gets tokens for the client itself (RFC 6749, section 4.4), or for the subject of another token (RFC 8693). */
  issue(grant: ClientGrant, requester: Tenant): Promise<ProviderTokens>;
};

/** The failure, as far as the caller can act on it. */
export type OAuthFailureKind =
  /** The grant has ended: only a new sign-in helps. */
  | 'invalid_grant'
  /** The provider does not know this client, or refuses its secret. */
  | 'invalid_client'
  /** The person or the provider refused. */
  | 'refused'
  | 'unreachable'
  /** The answer breaks the protocol, or does not match our request. */
  | 'bad_answer';

/** Why a provider gave no tokens. `message` is fit for the caller: no token, no code, no secret. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  readonly kind: OAuthFailureKind;

  constructor(kind: OAuthFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
