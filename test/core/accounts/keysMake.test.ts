import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createApiKeyAuthenticator } from '../../../src/core/accounts/authenticate.ts';
import { approveAuthorization, maySignIn } from '../../../src/core/authorization/consent.ts';
import { updateChatModel } from '../../../src/core/chat/model.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newUserId, toClientId } from '../../../src/core/kernel/ids.ts';
import { createServiceAccount, rotateServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { updateUserRole } from '../../../src/core/people/user.ts';
import { createWebhook } from '../../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { createTestAccount, createWorld } from '../world.ts';

/* Every kind of object that grants access or sends information, created with a key of every kind of restriction. */

const world = await createWorld();
afterAll(() => world.database.close());
const alice = await createTestAccount(world, 'Alice');
const authenticator = createApiKeyAuthenticator(world.deps);

const DAY_MS = 86_400_000;
/** An expiry that is earlier than a token's default of 90 days. */
const END = new Date(Math.ceil(alice.ctx.now().getTime() / 1_000) * 1_000 + 30 * DAY_MS);
const LATER = new Date(END.getTime() + DAY_MS);

async function as(limits: object): Promise<Ctx> {
  const { key } = await createApiKey(alice.ctx, { name: 'maker', role: 'owner', ...limits });
  const actor = await authenticator.authenticate(key, '10.1.2.3');
  if (!actor) throw new Error('The key is nobody');
  return world.as(actor);
}

let endpointId: Awaited<ReturnType<typeof createClientEndpoint>>['endpoint']['id'];
let clientId: Awaited<ReturnType<typeof createClientEndpoint>>['endpoint']['clientId'];
beforeAll(async () => {
  const { endpoint } = await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'agents' });
  ({ id: endpointId, clientId } = endpoint);
});

let made = 0;
/** An endpoint trusts an issuer only once. */
const issuer = () => {
  made += 1;
  return { name: 'idp', issuer: `https://idp${made}.example`, jwksUrl: 'https://idp.example/jwks' };
};
const rotated = async (ctx: Ctx, expiresAt: Date | null) => {
  const { client } = await createServiceAccount(alice.ctx, { endpointId, name: 'daily', expiresAt });
  return rotateServiceAccount(ctx, client.id, {});
};
const consent = (ctx: Ctx) =>
  approveAuthorization(ctx, {
    clientId: toClientId(clientId),
    oauthClient: 'https://client.example/',
    clientName: 'client',
    redirectUri: 'http://127.0.0.1/',
    codeChallenge: 'c',
    state: null,
    clientHost: null,
    stackName: 'stack',
  });

/** How to create each kind of object, by the name of its mutation or page. */
const WAYS: Readonly<Record<string, (ctx: Ctx) => Promise<unknown>>> = {
  createApiKey: (ctx) => createApiKey(ctx, { name: 'made', scopes: ['write'] }),
  createClientEndpoint: (ctx) => createClientEndpoint(ctx, { stackId: alice.stackId, name: 'more' }),
  createStackToken: (ctx) => createStackToken(ctx, { endpointId }),
  createServiceAccount: (ctx) => createServiceAccount(ctx, { endpointId, name: 'nightly' }),
  rotateServiceAccount: (ctx) => rotated(ctx, END),
  createTrustedIssuer: (ctx) => createTrustedIssuer(ctx, { endpointId, ...issuer() }),
  createInvitation: (ctx) => createInvitation(ctx, { role: 'auditor' }),
  updateUserRole: (ctx) => updateUserRole(ctx, newUserId(), { role: 'auditor' }),
  createWebhook: (ctx) => createWebhook(ctx, { name: 'calls', url: 'https://hooks.example/', hasInput: true }),
  'a model to talk with': (ctx) => updateChatModel(ctx, { api: 'openai', url: 'https://models.test', model: 'm' }),
  'the consent to a client': consent,
};

/** Mutations with similar names that grant no access. */
const OTHERS = ['createConnectLink', 'createFileDownload', 'createFileUpload', 'createPolicyRule', 'createStack'];

it('the listed creating mutations are all that the schema has', () => {
  const names = Object.keys(graphqlSchema().getMutationType()?.getFields() ?? {});
  const making = names.filter((name) => /^(create|rotate)|Role$/.test(name));
  expect(making.toSorted()).toEqual([...Object.keys(WAYS).filter((way) => !way.includes(' ')), ...OTHERS].toSorted());
});

const ALL = Object.keys(WAYS);
const agents = ['createClientEndpoint', 'createStackToken', 'createServiceAccount', 'rotateServiceAccount'];
const model = 'a model to talk with';
const consented = 'the consent to a client';
/** The kinds of objects that each key may not create. */
const REFUSED: readonly [limits: object, refused: readonly string[]][] = [
  [{}, []],
  [{ tools: ['github_*'] }, ALL.filter((way) => way !== 'createApiKey')],
  [{ networks: ['10.0.0.0/8'] }, ALL.filter((way) => way !== 'createApiKey')],
  [{ callsMax: 5 }, ALL],
  [
    { expiresAt: END },
    ['createTrustedIssuer', 'createInvitation', 'updateUserRole', 'createWebhook', model, consented],
  ],
  [{ scopes: ['write', 'admin'] }, [...agents, 'createTrustedIssuer', consented]],
  [
    { scopes: ['write', 'invoke'] },
    ['createApiKey', 'createTrustedIssuer', 'createInvitation', 'updateUserRole', 'createWebhook', model],
  ],
];

describe.each(REFUSED)('a key with %j', (limits, refused) => {
  it.each(ALL)('%s', async (way) => {
    const making = WAYS[way]?.(await as(limits));
    // Gives the role to no user: the key's rights are checked first.
    if (refused.includes(way)) await expect(making).rejects.toMatchObject({ code: 'forbidden' });
    else if (way === 'updateUserRole') await expect(making).rejects.toMatchObject({ code: 'not_found' });
    else await expect(making).resolves.toBeDefined();
  });
});

describe('a key with an expiry', () => {
  const ends = async () => as({ expiresAt: END });

  it('passes its expiry on by default', async () => {
    const ctx = await ends();
    const { tokenRecord } = await createStackToken(ctx, { endpointId });
    const first = await createClientEndpoint(ctx, { stackId: alice.stackId, name: 'more' });
    const { client } = await createServiceAccount(ctx, { endpointId, name: 'nightly', expiresAt: null });
    const stored = [tokenRecord, first.tokenRecord, client].map(({ expiresAt }) => expiresAt);
    expect(stored).toEqual([END, END, END]);
    const brief = await createStackToken(ctx, { endpointId, expiresInDays: 1 });
    expect(brief.tokenRecord.expiresAt?.getTime()).toBeLessThan(END.getTime());
  });

  it.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ['a stack token with more days', (ctx) => createStackToken(ctx, { endpointId, expiresInDays: 31 })],
    ['a stack token without expiry', (ctx) => createStackToken(ctx, { endpointId, neverExpires: true })],
    [
      'an endpoint whose token has no expiry',
      (ctx) => createClientEndpoint(ctx, { stackId: alice.stackId, name: 'more', neverExpires: true }),
    ],
    [
      'a service account that expires later',
      (ctx) => createServiceAccount(ctx, { endpointId, name: 'nightly', expiresAt: LATER }),
    ],
    ['a new secret of one that expires later', (ctx) => rotated(ctx, LATER)],
    ['a new secret of one without expiry', (ctx) => rotated(ctx, null)],
    [
      'a removed expiry',
      async (ctx) => {
        const { client } = await createServiceAccount(alice.ctx, { endpointId, name: 'daily', expiresAt: END });
        return rotateServiceAccount(ctx, client.id, { expiresAt: null });
      },
    ],
  ])('does not create %s', async (_name, way) => {
    const message = expect.stringContaining(END.toISOString());
    await expect(way(await ends())).rejects.toMatchObject({ code: 'forbidden', message });
  });

  it('rotates a secret that then expires with it', async () => {
    const ctx = await ends();
    const { client } = await createServiceAccount(alice.ctx, { endpointId, name: 'daily' });
    const { client: after } = await rotateServiceAccount(ctx, client.id, { expiresAt: END });
    expect(after.expiresAt).toEqual(END);
  });

  it('consents to no client', async () => {
    const { db, actor } = await ends();
    expect(await maySignIn(db, actor, clientId)).toBe(false);
  });
});
