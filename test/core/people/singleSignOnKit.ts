import { startWorld, type WorldOptions } from '../../harness/world.ts';
import { openBrowser } from '../credentials/browser.ts';
import { CLIENT, type ProviderOptions, startProvider, type TestProvider } from '../credentials/provider.ts';
import { ASK, send } from './kit.ts';

type Claims = { readonly email: string; readonly email_verified: boolean };

/** The provider's claims about its people; none for anyone not listed. */
export type ProviderPeople = Record<string, Claims>;

export const startIdentityProvider = (
  people: ProviderPeople,
  options: Partial<ProviderOptions> = {},
): Promise<TestProvider> =>
  startProvider({
    redirectUris: [],
    ...options,
    configuration: {
      // A native client may use any loopback port (RFC 8252), and ours is not known yet.
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          application_type: 'native',
          redirect_uris: ['http://127.0.0.1/signin/oidc/callback'],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    },
  });

/** The service with single sign-on through a real provider on this machine. */
export async function openSingleSignOn(people: ProviderPeople, options: Partial<ProviderOptions & WorldOptions> = {}) {
  const provider = await startIdentityProvider(people, options);
  const { id: clientId, secret: clientSecret } = CLIENT;
  const oidc = { issuer: provider.url, clientId, clientSecret, label: 'Corp', domains: ['corp.example'] };
  const world = await startWorld({ ...options, config: { oidc } });
  return {
    provider,
    world,
    /** Signs in at the provider, in a new browser or one signed in here. */
    async signInAs(sub: string | null, cookie?: string) {
      provider.signInAs = sub;
      const browser = openBrowser();
      if (cookie !== undefined) browser.setCookie(world.url, cookie);
      const seen = await browser.open(`${world.url}/signin/oidc`);
      const { text } = await send(world.url, ASK.me, { cookie: browser.cookies(world.url) });
      return { seen, browser, me: JSON.parse(text).data.me };
    },
    async close() {
      await world.close();
      await provider.close();
    },
  };
}
