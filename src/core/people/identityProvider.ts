/** Who a provider says somebody is; `email` is null when it does not say, or not that it has checked it. */
export type Identity = { readonly issuer: string; readonly subject: string; readonly verifiedEmail: string | null };

/** What an answer of the provider is held to; kept by the browser, sealed, while its person is at the provider. */
export type SignInChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** The OpenID provider of this installation (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export type IdentityProvider = {
  /** What the operator calls it. */
  readonly label: string;
  /** E-mail domains, in lower case, whose people may join without an invitation. */
  readonly domains: readonly string[];
  /** Where to send a browser. @throws IdentityFailure */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /** Who came back to `answer`, the redirect URI with the provider's answer. @throws IdentityFailure */
  finish(answer: URL, checks: SignInChecks): Promise<Identity>;
};

/** A sign-in that the provider, or a person there, did not let succeed. `message` is fit to be shown. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';
  /** Whether the answer does not hold, or the provider could not be asked. */
  readonly kind: 'refused' | 'unreachable';

  constructor(kind: IdentityFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
