import type { Connector } from '../marketplace/document.ts';
import type { OAuth2Settings } from '../marketplace/oauth2.ts';

/** An authorization server: where people sign in and tokens come from. */
export type OAuthProvider = {
  /** What it calls itself; answers that name another are refused (RFC 9207). */
  readonly issuer: string;
  /** True when it promises to name itself in every answer. */
  readonly sendsIssuer: boolean;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly registrationUrl: string | null;
  /** How clients may authenticate at the token endpoint; null when it does not say. */
  readonly tokenAuthMethods: readonly string[] | null;
  /** What to ask for. */
  readonly scopes: readonly string[];
  /** The resource that tokens are for (RFC 8707); null for providers that know none. */
  readonly resource: string | null;
};

export type TokenAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

/** This installation, as a provider knows it. Holds a secret: never logged. */
export type OAuthClient = {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly authMethod: TokenAuthMethod;
};

/** A client that the provider has just registered; `expiresAt` is null for one that stays. */
export type RegisteredClient = OAuthClient & { readonly expiresAt: Date | null };

/** What a token endpoint gave. `expiresInSeconds` is null when it did not say. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
};

export type CodeExchange = {
  readonly provider: OAuthProvider;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** All that came back with the browser. */
  readonly answer: URLSearchParams;
  readonly state: string;
  /** Null for providers that refuse PKCE. */
  readonly verifier: string | null;
};

export type TokenRenewal = {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly resource: string | null;
  readonly client: OAuthClient;
  readonly refreshToken: string;
};

/** The OAuth 2.0 client protocol, over the checked egress. Every method throws OAuthFailure and nothing else. */
export type OAuth = {
  /** Where to sign in for a field of a server, as its settings or the server itself say. */
  discover(settings: OAuth2Settings, connector: Connector, signal: AbortSignal): Promise<OAuthProvider>;
  /** Registers this installation (RFC 7591). */
  register(provider: OAuthProvider, redirectUri: string, signal: AbortSignal): Promise<RegisteredClient>;
  /** Checks `state` and issuer of an answer, then trades its code for tokens. */
  exchange(exchange: CodeExchange, signal: AbortSignal): Promise<IssuedTokens>;
  renew(renewal: TokenRenewal, signal: AbortSignal): Promise<IssuedTokens>;
};

export type OAuthFailureKind =
  /** The grant has ended: only a new sign-in helps. */
  | 'invalid_grant'
  /** The provider does not know this client, or not its secret. */
  | 'invalid_client'
  /** The person or the provider said no. */
  | 'refused'
  | 'unreachable'
  /** The answer breaks the protocol, or is not the one to our question. */
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
