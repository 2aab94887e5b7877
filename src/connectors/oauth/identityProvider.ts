import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import {
  IdentityFailure,
  type IdentityProvider,
  type PersonIdentity,
  type SignInChecks,
} from '../../core/people/identityProvider.ts';
import { EgressError } from '../egress/error.ts';
import { type Egress, PROVIDER_BYTES_MAX } from '../egress/types.ts';

/** The operator's configuration of the provider, and this installation's client there. */
export type ProviderSettings = Pick<IdentityProvider, 'label' | 'domains'> & {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

const SCOPE = 'openid email';
const METADATA_TRUSTED_MS = 60 * 60_000;

/** The OpenID provider of this installation, reached through the egress only. */
export function createIdentityProvider(settings: ProviderSettings, egress: Egress): IdentityProvider {
  const configuration = createDiscovery(settings, egress);
  return {
    label: settings.label,
    domains: settings.domains,
    begin: (redirectUri) => attempt(async () => begin(await configuration(), redirectUri)),
    finish: (answer, checks) => attempt(async () => finish(await configuration(), answer, checks)),
  };
}

/** The provider's published configuration, reread periodically and after every failure. */
function createDiscovery({ issuer, clientId, clientSecret }: ProviderSettings, egress: Egress) {
  let known: { readonly configuration: Promise<Configuration>; readonly sinceMs: number } | null = null;
  // The metadata may name addresses at other origins. The operator's exceptions don't apply to those.
  const fetch = egress.fetchFor([issuer], { accountId: null, maxBytes: PROVIDER_BYTES_MAX });
  const discover = () =>
    discovery(new URL(issuer), clientId, clientSecret, undefined, {
      // A copy, since a request's body must not be a view of shared memory.
      [customFetch]: (url, { body, headers, method, signal }) =>
        fetch(url, {
          method,
          headers,
          body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
          signal: signal ?? null,
        }),
      // Verifies the ID token's signature in addition to TLS. The configuration permits plain HTTP only for an issuer
      // on this machine.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    });
  return (): Promise<Configuration> => {
    if (known && Date.now() - known.sinceMs < METADATA_TRUSTED_MS) return known.configuration;
    const configuration = discover();
    known = { configuration, sinceMs: Date.now() };
    configuration.catch(() => {
      known = null;
    });
    return configuration;
  };
}

async function begin(configuration: Configuration, redirectUri: string) {
  const checks: SignInChecks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, checks };
}

async function finish(configuration: Configuration, answer: URL, checks: SignInChecks): Promise<PersonIdentity> {
  const tokens = await authorizationCodeGrant(configuration, answer, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new IdentityFailure('refused', 'the provider did not say who you are');
  const { iss: issuer, sub: subject } = claims;
  // OpenID Connect Core 1.0, section 5.4: in the code flow, a scope's claims come from the userinfo endpoint.
  const hasEmail = claims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
  const profile = hasEmail ? claims : await fetchUserInfo(configuration, tokens.access_token, subject);
  const { email, email_verified: isVerified } = profile;
  return { issuer, subject, verifiedEmail: typeof email === 'string' && isVerified === true ? email : null };
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityFailure) throw error;
    if (error instanceof AuthorizationResponseError) {
      const isCode = /^[a-z_]{1,64}$/.test(error.error);
      throw new IdentityFailure('refused', `the provider answered ${isCode ? error.error : 'with an error'}`, error);
    }
    if (isUnreachable(error)) throw new IdentityFailure('unreachable', 'the provider cannot be reached', error);
    throw new IdentityFailure('refused', 'the provider’s answer is invalid', error);
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof EgressError || (error instanceof Error && error.cause !== undefined && isUnreachable(error.cause));
