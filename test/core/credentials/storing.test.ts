import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { findRegistration, registerOwnClient } from '../../../src/core/credentials/registration.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createVault } from '../../../src/core/kernel/vault/createVault.ts';
import { rotateVault } from '../../../src/core/kernel/vault/rotate.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';
import { mailDocument } from './mail.ts';

const PROVIDER = { url: 'https://provider.example' };
const masterKey = randomBytes(32);
let world: World;
let alice: TestAccount;

beforeAll(async () => {
  world = await createWorld(masterKey);
  await saveServer(world.as(), mailDocument(PROVIDER));
  alice = await createTestAccount(world, 'Alice');
  await addServerToStack(alice.ctx, alice.stackId, { serverId: 'mail' });
});
afterAll(() => world.database.close());

const set = (value: string, endUser?: string) =>
  setCredentials(alice.ctx, alice.stackId, toServerId('mail'), { credentials: { mail_token: value }, endUser });
const rows = () => world.database.db.credential.findMany({ orderBy: { endUser: 'asc' } });

it('a revision is never reused, even after a removal', async () => {
  const revisions: number[] = [];
  for (const _round of [1, 2, 3, 4]) {
    await set('first');
    await set('second');
    revisions.push(...(await rows()).map(({ revision }) => revision));
    await removeCredential(alice.ctx, alice.stackId, toServerId('mail'), 'mail_token');
  }
  expect(new Set(revisions).size).toBe(4);
  expect(Math.max(...revisions)).toBeGreaterThan(1_000);
});

it('text that is not Unicode is refused, and nothing is stored', async () => {
  const refused = { code: 'invalid_input', message: 'Invalid credential format' };
  await expect(set('lone \ud800 surrogate')).rejects.toMatchObject(refused);
  expect(await rows()).toEqual([]);
});

it('each owner has a separate row', async () => {
  for (const endUser of [undefined, 'ann', 'bob']) await set('value', endUser);
  expect((await rows()).map(({ endUser }) => endUser)).toEqual(['', 'ann', 'bob']);
  await removeCredential(alice.ctx, alice.stackId, toServerId('mail'), 'mail_token', 'ann');
  expect((await rows()).map(({ endUser }) => endUser)).toEqual(['', 'bob']);
});

it('a sign-in’s settings survive the database unchanged', async () => {
  const { credentials } = await exportServer(world.as(), toServerId('mail'));
  expect(credentials[0]?.oauth2).toMatchObject({ tokenUrl: 'https://provider.example/token', pkce: true });
});

it('a registered client is sealed, and survives a rotation of the master key', async () => {
  const client = {
    clientId: 'us',
    clientSecret: 'their-secret',
    authMethod: 'client_secret_basic',
    expiresAt: null,
  } as const;
  const oauth = { ...world.deps.oauth, register: async () => client };
  const server = await world.database.db.server.findFirstOrThrow({ where: { slug: toServerId('mail') } });
  const key = {
    serverId: server.id,
    issuer: PROVIDER.url,
    redirectUri: 'https://toolyard.test/oauth/callback',
    tokenOrigin: '',
  };
  const ctx: Ctx = { ...world.as(), oauth };
  const provider = {
    issuer: PROVIDER.url,
    sendsIssuer: false,
    authorizationUrl: `${PROVIDER.url}/authorize`,
    tokenUrl: `${PROVIDER.url}/token`,
    registrationUrl: `${PROVIDER.url}/register`,
    tokenAuthMethods: null,
    scopes: [],
    resource: null,
    direct: [],
  };
  await registerOwnClient(ctx, key, provider);
  const [row] = await world.database.db.oAuthRegistration.findMany();
  expect(Buffer.from(row?.sealed ?? []).includes('their-secret')).toBe(false);

  const next = { ...ctx, vault: createVault({ current: randomBytes(32), previous: [masterKey] }) };
  const rotation = await rotateVault(next);
  expect(rotation).toMatchObject({ unreadable: 0, keptKeyIds: [] });
  const { expiresAt: _never, ...stored } = client;
  expect(await findRegistration(next, key)).toEqual(stored);
});
