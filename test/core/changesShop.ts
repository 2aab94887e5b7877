import { createHash } from 'node:crypto';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { readDestinations } from '../../src/core/credentials/addressValues.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import type { RenewalJob } from '../../src/core/credentials/renewedTokens.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { newPasskeyId, toServerId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createLimiter } from '../../src/store/limiter.ts';
import type { openInstances } from './changesKit.ts';
import { createTestAccount, type TestAccount, type World } from './world.ts';

export const PASSWORD = 'correct horse battery staple';
export const ANN = { email: 'ann@example.com', password: PASSWORD };
export const BROWSER = { userAgent: 'test' };
/** RFC 7636: the verifier, and the challenge sent first. */
export const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const PROVIDER = {
  issuer: 'https://idp.test',
  sendsIssuer: false,
  authorizationUrl: 'https://idp.test/authorize',
  tokenUrl: 'https://idp.test/token',
  registrationUrl: null,
  tokenAuthMethods: null,
  scopes: [],
  resource: null,
  direct: [],
};

const SETTINGS = {
  authorizationUrl: PROVIDER.authorizationUrl,
  tokenUrl: PROVIDER.tokenUrl,
  scopes: ['mail'],
  clientId: { value: 'us' },
};
const tool = (name: string) => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'GET', path: `/${name}` },
});

/** The document of the tested server; changing `description` of its first tool changes the document. */
export const mail = (description = 'one', id = 'mail') => ({
  id,
  name: id,
  connector: { kind: 'http', baseUrl: 'https://mail.test' },
  credentials: [
    { id: 'key', name: 'Key', required: false, placement: { in: 'header', name: 'x-key' } },
    {
      id: 'login',
      name: 'Login',
      required: false,
      oauth2: SETTINGS,
      placement: { in: 'header', name: 'x-login' },
    },
    {
      id: 'team',
      name: 'Login by an application of one’s own',
      required: false,
      oauth2: { ...SETTINGS, clientId: { field: 'team_client' } },
      placement: { in: 'header', name: 'x-team' },
    },
    { id: 'team_client', name: 'Client id', required: false, secret: false },
  ],
  tools: [{ ...tool('one'), description }, tool('two')],
});

export const VISITOR = { kind: 'visitor', accountId: null, address: '127.0.0.1' } as const;
const issued = { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 3_600 };

/** Other dependencies of the verbs: a limiter without limits, and a provider that consents. */
const partsOf = (changes: Ctx['changes']) => ({
  changes,
  limiter: createLimiter({ limits: 'off', shared: null }),
  oauth: {
    discover: async () => PROVIDER,
    register: async () => ({ clientId: 'c', clientSecret: null, authMethod: 'none' as const, expiresAt: null }),
    exchange: async () => issued,
    renew: async () => issued,
    issue: async () => issued,
  },
});

/** An account with one of everything, whose writes run on the writing instance. */
export async function openShop(world: World, { writer }: Awaited<ReturnType<typeof openInstances>>) {
  const parts = partsOf(writer);
  const as = (actor?: Ctx['actor']): Ctx => ({ ...world.as(actor), ...parts });
  const account: TestAccount = await createTestAccount(world, 'Alice');
  const alice = { ...account.ctx, ...parts };
  for (const id of ['mail', 'spare', 'third']) await saveServer(as(), mail('one', id));
  await saveServer(alice, { id: 'asked', name: 'Asked', connector: { kind: 'mcp-http', url: 'https://asked.test' } });
  const { stackId } = account;
  const { stackServer } = await addServerToStack(alice, stackId, { serverId: 'mail', enableAllTools: true });
  await setCredentials(alice, stackId, toServerId('mail'), { credentials: { key: 'k' }, endUser: 'bob' });
  const made = await createClientEndpoint(alice, { stackId, name: 'agent' });
  const join = async (email: string) => {
    const { secret } = await createInvitation(alice);
    return acceptInvitation(as(VISITOR), { secret, email, password: PASSWORD }, BROWSER);
  };
  const ann = await join('ann@example.com');
  const other = await createApiKey(alice, { name: 'other' });
  const passkeyId = newPasskeyId();
  const passkey = { id: passkeyId, userId: ann.user.id, name: 'key', credentialId: 'id', publicKey: new Uint8Array(1) };
  await world.database.db.passkey.create({ data: { ...passkey, counter: 0, createdAt: world.clock.now } });
  return {
    passkeyId,
    as,
    alice,
    ann,
    other,
    stackId,
    join,
    endpoint: made.endpoint,
    cached: {
      stackId,
      stackServerId: stackServer.id,
      key: account.key,
      session: ann.secret,
      token: made.token,
      clientId: made.endpoint.clientId,
    },
    /** A signed-in person. */
    person: ({ user, session }: Awaited<ReturnType<typeof join>>): Ctx =>
      as({
        kind: 'user',
        accountId: user.accountId,
        userId: user.id,
        sessionId: session.id,
        role: 'owner',
        limits: {},
      }),
    authorizationRequest: {
      oauthClient: 'client',
      clientName: 'Client',
      clientHost: null,
      redirectUri: 'https://client.test/back',
      state: null,
      codeChallenge: CHALLENGE,
      clientId: made.endpoint.clientId,
      stackName: 'work',
    },
    /** The stored sign-in of an end user, as a renewing call reads it. */
    async renewal(endUser: string): Promise<RenewalJob> {
      const where = { stackServerId_endUser_fieldId: { stackServerId: stackServer.id, endUser, fieldId: 'login' } };
      const { id, revision } = await world.database.db.credential.findUniqueOrThrow({ where });
      const row = { accountId: account.accountId, stackServer, endUser, fieldId: 'login' };
      const destinations = await readDestinations(world.database.db, stackServer.serverId);
      if (!destinations) throw new Error('the server is gone');
      const place = { ...row, destination: destinations.of('login', new Map()) };
      const settings = { ...SETTINGS, pkce: true, extraAuthorizeParams: {} };
      const connector: RenewalJob['connector'] = { kind: 'http', baseUrl: 'https://shop.test' };
      return { id, revision, place, settings, connector, isRefused: false };
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
