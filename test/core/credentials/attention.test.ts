import { afterAll, beforeAll, expect, it } from 'vitest';
import { credentialProblems } from '../../../src/core/credentials/attention.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTenant, createWorld, type Tenant, type World } from '../world.ts';
import { mailDocument } from './mail.ts';

const PROVIDER = { url: 'https://provider.example' };
const DAY_MS = 86_400_000;
let world: World;
let alice: Tenant;
let bob: Tenant;

const shop = (baseUrl: string) => ({
  id: 'shop',
  name: 'Shop',
  connector: { kind: 'http', baseUrl },
  credentials: [
    { id: 'shop_key', name: 'Key', required: true, placement: { in: 'header', name: 'x-api-key' } },
    { id: 'shop_note', name: 'Note', required: false, placement: { in: 'header', name: 'x-note' } },
  ],
  tools: [{ name: 'find', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } }],
});

beforeAll(async () => {
  world = await createWorld();
  await saveServer(world.as(), mailDocument(PROVIDER));
  await saveServer(world.as(), shop('https://shop.example'));
  await saveServer(world.as(), { ...shop('https://open.example'), id: 'open', name: 'Open', credentials: [] });
  alice = await createTenant(world, 'Alice');
  bob = await createTenant(world, 'Bob');
  for (const { ctx, stackId } of [alice, bob])
    for (const serverId of ['shop', 'open']) await addServerToStack(ctx, stackId, { serverId, enableAllTools: true });
});
afterAll(() => world.database.close());

const problems = async () => (await credentialProblems(alice.ctx)).problems.map((each) => [each.fieldId, each.kind]);
type SignInState = { readonly days?: number; readonly state?: string; readonly isRenewable?: boolean };

it('a required credential is missing until it is stored; an optional one never is', async () => {
  expect(await credentialProblems(alice.ctx)).toEqual({
    problems: [
      {
        kind: 'missing',
        stackId: alice.stackId,
        stackName: expect.any(String),
        serverId: 'shop',
        serverName: 'Shop',
        fieldId: 'shop_key',
        fieldName: 'Key',
        expiresAt: null,
      },
    ],
    isComplete: true,
  });
  await setCredentials(alice.ctx, alice.stackId, 'shop', { credentials: { shop_key: 'secret' } });
  expect(await problems()).toEqual([]);
});

it('what another account lacks is its own to see', async () => {
  expect((await credentialProblems(bob.ctx)).problems).toMatchObject([{ stackId: bob.stackId, fieldId: 'shop_key' }]);
});

it('where calls use end users’ credentials alone, the stack needs none', async () => {
  const setMode = (credentialMode: string) =>
    updateServerCredentialMode(bob.ctx, bob.stackId, 'shop', { credentialMode });
  await setMode('user');
  expect((await credentialProblems(bob.ctx)).problems).toEqual([]);
  await setMode('user_then_stack');
  expect((await credentialProblems(bob.ctx)).problems).toMatchObject([{ kind: 'missing' }]);
});

it('a value whose server has moved has to be entered again', async () => {
  await saveServer(world.as(), shop('https://elsewhere.example'));
  expect(await problems()).toEqual([['shop_key', 'moved']]);
  await setCredentials(alice.ctx, alice.stackId, 'shop', { credentials: { shop_key: 'secret' } });
  expect(await problems()).toEqual([]);
});

it.each([
  ['that was refused', { state: 'reconnect_required' }, 'reconnect_required'],
  ['that has ended', { days: -1 }, 'reconnect_required'],
  ['that ends within a week', { days: 6 }, 'expiring'],
  ['that ends later', { days: 8 }, null],
  ['that renews itself', { days: 1, isRenewable: true }, null],
] as const)('a sign-in %s', async (_what, { days, ...data }: SignInState, kind) => {
  const { id: stackId } = await createStack(alice.ctx, { name: 'post' });
  await addServerToStack(alice.ctx, stackId, { serverId: 'mail' });
  const credentials = { mail_token: 'a', mail_client_id: 'b', mail_client_secret: 'c' };
  await setCredentials(alice.ctx, stackId, 'mail', { credentials });
  const expiresAt = days === undefined ? null : new Date(alice.ctx.now().getTime() + days * DAY_MS);
  await world.database.db.credential.updateMany({
    where: { fieldId: 'mail_token' },
    data: { kind: 'oauth2', ...data, expiresAt },
  });
  expect(await problems()).toEqual(kind === null ? [] : [['mail_token', kind]]);
  await deleteStack(alice.ctx, stackId);
});
