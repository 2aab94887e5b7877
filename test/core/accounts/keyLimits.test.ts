import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createApiKeyAuthenticator } from '../../../src/core/accounts/authenticate.ts';
import { maySignIn } from '../../../src/core/authorization/consent.ts';
import { updateChatModel } from '../../../src/core/chat/model.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { newEndpointId, newUserId, toEndpointId } from '../../../src/core/kernel/ids.ts';
import { createServiceAccount, rotateServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { updateUserRole } from '../../../src/core/people/user.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { listStacks } from '../../../src/core/stacks/stackList.ts';
import { createWebhook } from '../../../src/core/webhooks/webhook.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
});

const authenticator = createApiKeyAuthenticator(world.deps);

/** Creates another key of the account, and authenticates with it. */
async function as(input: object, from = '10.1.2.3') {
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'maker', ...input });
  const actor = await authenticator.authenticate(key, from);
  if (!actor) throw new Error('The key is nobody');
  return { ctx: world.as(actor), apiKey };
}

describe('a new key', () => {
  test.each([
    [{}, 'developer', []],
    [{ scopes: [] }, 'developer', []],
    [{ scopes: ['keys:write'] }, 'owner', ['keys:write']],
    [{ scopes: ['read'] }, 'auditor', ['read']],
    [{ scopes: ['invoke', 'invoke'] }, 'developer', ['invoke']],
    [{ scopes: ['write', 'invoke'] }, 'developer', ['write', 'invoke']],
    [{ scopes: ['admin'] }, 'admin', ['admin']],
    [{ scopes: ['keys:write', 'read'] }, 'admin', ['admin', 'read']],
    [{ scopes: ['read'], role: 'owner' }, 'owner', ['read']],
  ])('from %j has the role %s and the scopes %j', async (input, role, scopes) => {
    const { apiKey } = await createApiKey(alice.ctx, { name: 'new', ...input });
    expect([apiKey.role, apiKey.scopes.toSorted()]).toEqual([role, scopes.toSorted()]);
  });

  test.each([
    [{ scopes: ['write'], role: 'auditor' }, '/scopes'],
    [{ scopes: ['admin'], role: 'developer' }, '/scopes'],
    [{ scopes: ['approve'] }, '/scopes/0'],
    [{ tools: [] }, '/tools'],
    [{ networks: ['10.0.0.0/33'] }, '/networks/0'],
    [{ callsMax: 0 }, '/callsMax'],
  ])('is not created from %j', async (input, path) => {
    await expect(createApiKey(alice.ctx, { name: 'new', ...input })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path }] },
    });
  });

  test('lists its restrictions in its audit event', async () => {
    const limits = { tools: ['github_*'], networks: ['10.0.0.0/8'], callsMax: 7 };
    const { apiKey } = await createApiKey(alice.ctx, { name: 'new', scopes: ['invoke'], ...limits });
    const event = await world.database.db.auditEvent.findFirst({ where: { targetId: apiKey.id } });
    expect(event?.details).toEqual({ name: 'new', role: 'developer', scopes: ['invoke'], ...limits });
  });
});

const soon = new Date('2099-01-01T00:00:00Z');
const later = new Date('2099-01-02T00:00:00Z');

describe('a key that creates a key', () => {
  test.each<[string, object, object, RegExp | null]>([
    [
      'scopes that it lacks',
      { role: 'admin', scopes: ['admin'] },
      { scopes: ['write'] },
      /right “write”, which the scopes/,
    ],
    [
      'its role without its scopes',
      { role: 'admin', scopes: ['admin'] },
      { role: 'admin' },
      /right “write”, which the scopes/,
    ],
    [
      'its own role through `keys:write`',
      { role: 'admin', scopes: ['admin'] },
      { scopes: ['keys:write'] },
      /which the scopes/,
    ],
    ['a restricted owner role', { role: 'admin' }, { role: 'owner', scopes: ['admin', 'write'] }, null],
    ['all rights of an owner', { role: 'admin' }, { role: 'owner' }, /role “admin” does not grant/],
    ['scopes that it has', { role: 'admin', scopes: ['admin', 'invoke'] }, { scopes: ['invoke'] }, null],
    ['other tools', { role: 'admin', tools: ['github_*'] }, { tools: ['gitlab_get'] }, /more access.*github_/],
    ['wider tools', { role: 'admin', tools: ['github_get_*'] }, { tools: ['github_*'] }, /more access/],
    ['fewer tools', { role: 'admin', tools: ['github_*'] }, { tools: ['github_get_*'] }, null],
    ['other networks', { role: 'admin', networks: ['10.0.0.0/8'] }, { networks: ['11.0.0.0/8'] }, /more access/],
    ['wider networks', { role: 'admin', networks: ['10.0.0.0/8'] }, { networks: ['0.0.0.0/0'] }, /more access/],
    [
      'a network that contains its own',
      { role: 'admin', networks: ['10.1.0.0/16'] },
      { networks: ['10.1.0.0/8'] },
      /more access/,
    ],
    [
      'one network of two',
      { role: 'admin', networks: ['10.0.0.0/8'] },
      { networks: ['10.1.0.0/16', '11.0.0.0/8'] },
      /more access/,
    ],
    [
      'two networks within two',
      { role: 'admin', networks: ['10.0.0.0/8', '11.0.0.0/8'] },
      { networks: ['11.1.0.0/16', '10.1.0.0/16'] },
      null,
    ],
    ['fewer networks', { role: 'admin', networks: ['10.0.0.0/8'] }, { networks: ['10.2.0.0/16', '10.1.2.3'] }, null],
    ['a later end', { role: 'admin', expiresAt: soon }, { expiresAt: later }, /more access.*until 2099-01-01/],
    ['the same end', { role: 'admin', expiresAt: soon }, { expiresAt: soon }, null],
    ['one call', { role: 'admin', callsMax: 5 }, { callsMax: 1 }, /a number of calls and cannot create keys/],
  ])('with %s', async (_name, maker, input, refusal) => {
    const { ctx } = await as(maker);
    const making = createApiKey(ctx, { name: 'made', ...input });
    if (refusal === null) await expect(making).resolves.toBeDefined();
    else await expect(making).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(refusal) });
  });

  test('passes on its tools, networks and expiry by default', async () => {
    const limits = { tools: ['github_*'], networks: ['10.0.0.0/8'], expiresAt: soon };
    const { ctx } = await as({ role: 'admin', ...limits });
    const { apiKey } = await createApiKey(ctx, { name: 'made' });
    expect(apiKey).toMatchObject({ ...limits, role: 'developer' });
  });

  test('revokes no key whose rights exceed its scopes', async () => {
    const { ctx } = await as({ role: 'admin', scopes: ['admin'] });
    const { apiKey } = await createApiKey(alice.ctx, { name: 'developer' });
    await expect(revokeApiKey(ctx, apiKey.id)).rejects.toMatchObject({ code: 'forbidden' });
    const { apiKey: reader } = await createApiKey(alice.ctx, { name: 'reader', scopes: ['read'] });
    expect((await revokeApiKey(ctx, reader.id)).revokedAt).not.toBeNull();
  });
});

test.each([
  [['write'], true],
  [['write', 'admin'], true],
  [['write', 'invoke', 'admin'], false],
])('a key with the scopes %j issues nothing that could call tools: %s', async (scopes, isRefused) => {
  const { ctx } = await as({ role: 'admin', scopes });
  const { stackId } = alice;
  const { endpoint } = await createClientEndpoint(alice.ctx, { stackId, name: 'agents' });
  const { client } = await createServiceAccount(alice.ctx, { endpointId: endpoint.id, name: 'daily' });
  const issuer = { name: 'idp', issuer: 'https://idp.example', jwksUrl: 'https://idp.example/jwks' };
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'a stack token': () => createStackToken(ctx, { endpointId: endpoint.id }),
    'an endpoint': () => createClientEndpoint(ctx, { stackId, name: 'more' }),
    'a service account': () => createServiceAccount(ctx, { endpointId: endpoint.id, name: 'nightly' }),
    'another secret': () => rotateServiceAccount(ctx, client.id, {}),
    ...(scopes.includes('admin') && {
      'a trusted issuer': () => createTrustedIssuer(ctx, { endpointId: endpoint.id, ...issuer }),
    }),
  };
  for (const [label, way] of Object.entries(ways)) {
    const refused = { code: 'forbidden', message: expect.stringMatching(/lacks the scope “invoke”/) };
    if (isRefused) await expect(way(), label).rejects.toMatchObject(refused);
    else await expect(way(), label).resolves.toBeDefined();
  }
  expect(await maySignIn(ctx.db, ctx.actor, endpoint.clientId)).toBe(!isRefused);
});

test.each([{ tools: ['github_*'] }, { networks: ['10.0.0.0/8'] }, { callsMax: 5 }])(
  'a key with %j issues no credentials',
  async (limits) => {
    const { ctx } = await as({ role: 'owner', ...limits });
    const { stackId } = alice;
    const { endpoint } = await createClientEndpoint(alice.ctx, { stackId, name: 'agents' });
    const endpointId = toEndpointId(endpoint.id);
    const issuer = { name: 'idp', issuer: 'https://idp.example', jwksUrl: 'https://idp.example/jwks' };
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      'a stack token': () => createStackToken(ctx, { endpointId }),
      'an endpoint': () => createClientEndpoint(ctx, { stackId, name: 'more' }),
      'a service account': () => createServiceAccount(ctx, { endpointId, name: 'nightly' }),
      'a trusted issuer': () => createTrustedIssuer(ctx, { endpointId: newEndpointId(), ...issuer }),
      'an invitation': () => createInvitation(ctx, {}),
      'a webhook': () => createWebhook(ctx, { name: 'calls', url: 'https://hooks.example/', hasInput: true }),
      'a model': () => updateChatModel(ctx, { api: 'openai', url: 'https://models.test', model: 'm' }),
      'a role': () => updateUserRole(ctx, newUserId(), { role: 'owner' }),
    };
    for (const [label, way] of Object.entries(ways)) {
      const message = expect.stringMatching(/restricted to tools, networks or calls/);
      await expect(way(), label).rejects.toMatchObject({ code: 'forbidden', message });
    }
    expect((await createStack(ctx, { name: 'everyday work' })).name).toBe('everyday work');
  },
);

describe('a key with scopes', () => {
  test('for calls alone sees nothing, and gets the reason', async () => {
    const { ctx } = await as({ scopes: ['invoke'] });
    const message = 'This needs the right “read”, which the scopes of this API key do not grant';
    await expect((async () => listStacks(ctx))()).rejects.toMatchObject({ code: 'forbidden', message });
  });

  test('to write also reads', async () => {
    const { ctx } = await as({ scopes: ['write'] });
    await createStack(ctx, { name: 'other' });
    expect(await listStacks(ctx)).toHaveLength(2);
  });
});

test('a key with networks fails elsewhere, even when cached', async () => {
  const { key } = await createApiKey(alice.ctx, { name: 'near', networks: ['10.0.0.0/8', '2001:db8::/32'] });
  const kindFrom = async (from?: string) => (await authenticator.authenticate(key, from))?.kind ?? null;
  for (const from of ['10.9.9.9', '::ffff:10.9.9.9', '2001:db8::1']) expect(await kindFrom(from), from).toBe('apiKey');
  for (const from of ['11.0.0.1', '::1', '', undefined]) expect(await kindFrom(from), from).toBeNull();
  expect(authenticator.known(key)).toBeNull();
});
