import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { credentialProblems } from '../../../src/core/stacks/credentialProblems.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { mailDocument } from '../credentials/mail.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const PROVIDER = { url: 'https://provider.example' };
const DAY_MS = 86_400_000;
let world: World;
let alice: TestAccount;
let bob: TestAccount;

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
  alice = await createTestAccount(world, 'Alice');
  bob = await createTestAccount(world, 'Bob');
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
        wanted: 'Key',
        expiresAt: null,
      },
    ],
    isComplete: true,
  });
  await setCredentials(alice.ctx, alice.stackId, toServerId('shop'), { credentials: { shop_key: 'secret' } });
  expect(await problems()).toEqual([]);
});

/** Like Slack: one tool needs a bot's or a person's token, another only a person's. */
const chat = () => ({
  ...shop('https://chat.example'),
  ...{ id: 'chat', name: 'Chat' },
  credentials: ['bot', 'user', 'proof', 'spare', 'last'].map((id) => ({ id, name: `The ${id}`, required: false })),
  tools: [
    ['find', [['user', 'proof']]],
    ['read', [['bot'], ['user', 'proof']]],
    ['post', [['bot']]],
    ['list', [['bot']]],
    ['ping', undefined],
    ['many', [['bot'], ['user', 'proof'], ['spare'], ['last']]],
  ].map(([name, credentials]) => ({
    ...{ name, inputSchema: { type: 'object' } },
    request: { kind: 'template', method: 'GET', path: '/', ...(credentials && { credentials }) },
  })),
});

it('alternative credentials are a problem while no enabled tool can be called, and none once one can', async () => {
  await saveServer(world.as(), chat());
  const { ctx } = alice;
  const { id: stackId } = await createStack(ctx, { name: 'chat' });
  const enabledTools = ['find', 'read', 'post', 'list'].map((name) => `chat_${name}`);
  await addServerToStack(ctx, stackId, { serverId: 'chat', enabledTools });
  const wantedFields = async () => (await credentialProblems(ctx)).problems.map((each) => [each.fieldId, each.wanted]);
  expect(await wantedFields()).toEqual([['bot', 'The bot or The user and The proof']]);
  const set = (credentials: Record<string, string>) =>
    setCredentials(ctx, stackId, toServerId('chat'), { credentials });
  await set({ user: 'half of what is needed' });
  expect(await wantedFields()).toEqual([['bot', 'The bot or The proof']]);
  await set({ bot: 'enough for most' });
  expect(await wantedFields()).toEqual([]);
  await deleteStack(ctx, stackId);
});

it.each([
  ['a tool that needs none', ['post', 'ping'], []],
  ['no enabled tool', [], []],
  ['more choices than are named', ['many'], ['The bot or The user and The proof or The spare or another']],
])('of %s', async (_name, names, expected) => {
  const { ctx } = alice;
  const { id: stackId } = await createStack(ctx, { name: 'chat' });
  await addServerToStack(ctx, stackId, { serverId: 'chat', enabledTools: names.map((name) => `chat_${name}`) });
  expect((await credentialProblems(ctx)).problems.map(({ wanted }) => wanted)).toEqual(expected);
  await updateServerCredentialMode(ctx, stackId, toServerId('chat'), { credentialMode: 'user' });
  expect((await credentialProblems(ctx)).problems).toEqual([]);
  await deleteStack(ctx, stackId);
});

it('an account sees only its own missing credentials', async () => {
  expect((await credentialProblems(bob.ctx)).problems).toMatchObject([{ stackId: bob.stackId, fieldId: 'shop_key' }]);
});

it('a stack whose calls use only end users’ credentials needs none', async () => {
  const setMode = (credentialMode: string) =>
    updateServerCredentialMode(bob.ctx, bob.stackId, toServerId('shop'), { credentialMode });
  await setMode('user');
  expect((await credentialProblems(bob.ctx)).problems).toEqual([]);
  await setMode('user_then_stack');
  expect((await credentialProblems(bob.ctx)).problems).toMatchObject([{ kind: 'missing' }]);
  await setMode('user');
});

it('a stack still needs the client that end users sign in through', async () => {
  const { id: stackId } = await createStack(bob.ctx, { name: 'post' });
  await addServerToStack(bob.ctx, stackId, { serverId: 'mail' });
  await updateServerCredentialMode(bob.ctx, stackId, toServerId('mail'), { credentialMode: 'user' });
  const { problems: listed } = await credentialProblems(bob.ctx);
  expect(listed.map(({ fieldId, kind }) => [fieldId, kind])).toEqual([
    ['mail_client_id', 'missing'],
    ['mail_client_secret', 'missing'],
  ]);
  await deleteStack(bob.ctx, stackId);
});

it('a value must be entered again after its server moves', async () => {
  await saveServer(world.as(), shop('https://elsewhere.example'));
  expect(await problems()).toEqual([['shop_key', 'moved']]);
  await setCredentials(alice.ctx, alice.stackId, toServerId('shop'), { credentials: { shop_key: 'secret' } });
  expect(await problems()).toEqual([]);
});

it('a value that does not open must be entered again', async () => {
  await world.database.db.credential.updateMany({ data: { destination: '' } });
  expect(await problems()).toEqual([['shop_key', 'moved']]);
  await setCredentials(alice.ctx, alice.stackId, toServerId('shop'), { credentials: { shop_key: 'secret' } });
});

it('a server’s document is read once for many stacks', async () => {
  const headers = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`x-${at}`, '{f0}']));
  const fields = Array.from({ length: 2 }, (_, at) => ({ id: `f${at}`, name: `Field ${at}`, required: true }));
  const wide = { ...shop('https://wide.example'), id: 'wide', name: 'Wide', credentials: fields };
  await saveServer(world.as(), { ...wide, connector: { kind: 'http', baseUrl: 'https://wide.example', headers } });
  const credentials = Object.fromEntries(fields.map(({ id }) => [id, 'value']));
  const timed = async (): Promise<number> => {
    const before = process.threadCpuUsage();
    await credentialProblems(bob.ctx);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  // The minimum of several runs, because garbage collection may slow any of them.
  const costOf = async (): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 8; time += 1) least = Math.min(least, await timed());
    return least;
  };
  const places = 12;
  const cost: number[] = [];
  for (let at = 0; at < places; at += 1) {
    const { id: stackId } = await createStack(bob.ctx, { name: `wide ${at}` });
    await addServerToStack(bob.ctx, stackId, { serverId: 'wide' });
    if (at === 0) await setCredentials(bob.ctx, stackId, toServerId('wide'), { credentials });
    if (at === 1) cost.push(await costOf());
  }
  await world.database.db.credential.updateMany({ where: { fieldId: 'f1' }, data: { state: 'moved' } });
  cost.push(await costOf());
  const [one = 0, all = 0] = cost;
  // Processor time: twelve stacks took ten times as long as one when each read the document.
  expect(all).toBeLessThan(4 * one);
  const { problems: listed } = await credentialProblems(bob.ctx);
  expect(listed.filter(({ kind }) => kind === 'moved')).toHaveLength(1);
});

it.each([
  ['that was refused', { state: 'reconnect_required' }, 'reconnect_required'],
  ['that has ended', { days: -1 }, 'reconnect_required'],
  ['that expires within a week is a problem', { days: 6 }, 'expiring'],
  ['that ends later', { days: 8 }, null],
  ['that renews itself', { days: 1, isRenewable: true }, null],
] as const)('a sign-in %s', async (_name, { days, ...data }: SignInState, kind) => {
  const { id: stackId } = await createStack(alice.ctx, { name: 'post' });
  await addServerToStack(alice.ctx, stackId, { serverId: 'mail' });
  const credentials = { mail_token: 'a', mail_client_id: 'b', mail_client_secret: 'c' };
  await setCredentials(alice.ctx, stackId, toServerId('mail'), { credentials });
  const expiresAt = days === undefined ? null : new Date(alice.ctx.now().getTime() + days * DAY_MS);
  await world.database.db.credential.updateMany({
    where: { fieldId: 'mail_token' },
    data: { kind: 'oauth2', ...data, expiresAt },
  });
  expect(await problems()).toEqual(kind === null ? [] : [['mail_token', kind]]);
  await deleteStack(alice.ctx, stackId);
});
