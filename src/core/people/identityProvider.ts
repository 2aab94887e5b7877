/**
 * A person as the provider identifies them. `verifiedEmail` is null unless the provider says that it checked the
 * address.
 */
export type PersonIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly verifiedEmail: string | null;
};

/**
 * The values that the provider's response must match. The browser stores them, encrypted, while the person signs in at
 * the provider.
 */
export type SignInChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** The OpenID provider of this installation (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export type IdentityProvider = {
  /** The operator's name for the provider. */
  readonly label: string;
  /** E-mail domains, in lower case, whose users may join without an invitation. */
  readonly domains: readonly string[];
  /** Starts a sign-in: the address to send the browser to. @throws IdentityFailure */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /**
   * Completes a sign-in and returns the person's identity. `answer` is the redirect URI with the provider's parameters.
   * @throws IdentityFailure
   */
  finish(answer: URL, checks: SignInChecks): Promise<PersonIdentity>;
};

/** A sign-in that the provider or person refused, or that failed. `message` may be shown. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';
  /** `refused`: the response is invalid or a refusal. `unreachable`: the provider did not respond. */
  readonly kind: 'refused' | 'unreachable';

  constructor(kind: IdentityFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
