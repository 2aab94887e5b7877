import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createApiKey, revokeApiKey } from '../../../src/core/accounts/apiKey.ts';
import { type ApiKeyAuthenticator, createApiKeyAuthenticator } from '../../../src/core/accounts/authenticate.ts';
import { newApiKeyText } from '../../../src/core/accounts/keyFormat.ts';
import { newSessionId, newUserId } from '../../../src/core/kernel/ids.ts';
import { updateUserRole } from '../../../src/core/people/user.ts';
import { clientAt } from '../../../src/store/connection.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
let authenticator: ApiKeyAuthenticator;

beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
  authenticator = newAuthenticator();
});

const newAuthenticator = () => createApiKeyAuthenticator(world.deps);
const pass = (ms: number) => world.pass(ms);

test('a key identifies its bearer', async () => {
  expect(await authenticator.authenticate(alice.key)).toEqual({
    kind: 'apiKey',
    accountId: alice.accountId,
    keyId: expect.stringMatching(/^key_/),
    role: 'owner',
    limits: {},
  });
});

test.each([
  ['an unknown key', newApiKeyText],
  ['a mistyped key', () => `${alice.key.slice(0, -1)}-`],
  ['a key with white space', () => `${alice.key} `],
  ['a stack token', () => 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'],
  ['nothing', () => ''],
  ['NUL', () => '\0'],
])('%s authenticates nobody', async (_name, textOf) => {
  expect(await authenticator.authenticate(textOf())).toBeNull();
});

test('a revoked key stops immediately, however often it was used', async () => {
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'ci' });
  expect(await authenticator.authenticate(key)).not.toBeNull();
  await revokeApiKey(alice.ctx, apiKey.id);
  expect(await authenticator.authenticate(key)).toBeNull();
});

test('the use of a revoked key is recorded with its account', async () => {
  const noted: unknown[] = [];
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'ci' });
  await revokeApiKey(alice.ctx, apiKey.id);
  const refusals = { ...world.deps.refusals, note: (refusal: unknown) => void noted.push(refusal) };
  const noting = createApiKeyAuthenticator({ ...world.deps, refusals });
  expect([await noting.authenticate(key), await noting.authenticate(newApiKeyText())]).toEqual([null, null]);
  expect(noted).toEqual([{ reason: 'revoked_credential', subject: apiKey.id, accountId: alice.accountId }]);
});

test.each([
  ['without scopes allows everyday work', { role: null, scopes: [] }, 'developer'],
  ['with an unknown scope allows everyday work', { role: null, scopes: ['everything'] }, 'developer'],
  ['with keys:write allows everything', { role: null, scopes: ['everything', 'keys:write'] }, 'owner'],
  ['stored with scopes applies', { role: 'admin', scopes: ['keys:write'] }, 'admin'],
  ['that this version does not know has the fewest rights', { role: 'emperor', scopes: ['keys:write'] }, 'member'],
])('a role %s', async (_name, data, role) => {
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'ci' });
  await world.database.db.apiKey.update({ where: { id: apiKey.id }, data });
  expect(await authenticator.authenticate(key)).toMatchObject({ role });
});

/** A person's command line login, with the role that the person had then. */
async function loginOf(role: string) {
  const userId = newUserId();
  const { db } = world.database;
  const [email, createdAt] = [`${userId}@example.com`, world.clock.now];
  await db.user.create({ data: { id: userId, accountId: alice.accountId, email, role, createdAt } });
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'login', role });
  await db.apiKey.update({ where: { id: apiKey.id }, data: { userId } });
  return { userId, key, keyId: apiKey.id };
}

test('a login stops once its person’s role is lowered, even with a cached result', async () => {
  const { userId, key } = await loginOf('admin');
  expect(await authenticator.authenticate(key)).toMatchObject({ role: 'admin' });
  await updateUserRole(alice.ctx, userId, { role: 'auditor' });
  expect(await authenticator.authenticate(key)).toBeNull();
});

test('a login with more rights than its person fails, whichever of them changed', async () => {
  const { userId, key } = await loginOf('admin');
  await world.database.db.user.update({ where: { id: userId }, data: { role: 'auditor' } });
  expect(await authenticator.authenticate(key)).toBeNull();
  await world.database.db.user.update({ where: { id: userId }, data: { role: 'owner' } });
  expect(await newAuthenticator().authenticate(key)).toMatchObject({ role: 'admin' });
});

test('a login has its person’s current roles in single stacks', async () => {
  const { userId, key } = await loginOf('member');
  const stackRoles = [`${alice.stackId}=developer`];
  await world.database.db.user.update({ where: { id: userId }, data: { stackRoles } });
  expect(await authenticator.authenticate(key)).toMatchObject({ stackRoles: new Map([[alice.stackId, 'developer']]) });
});

test('the end of a login spares what its person creates; the end of a key does not', async () => {
  const expiresAt = new Date(world.clock.now.getTime() + 60_000);
  const { key, keyId } = await loginOf('admin');
  await world.database.db.apiKey.update({ where: { id: keyId }, data: { expiresAt } });
  expect(await authenticator.authenticate(key)).not.toHaveProperty('expiresAt');
  const own = await createApiKey(alice.ctx, { name: 'ends', expiresAt });
  expect(await authenticator.authenticate(own.key)).toMatchObject({ expiresAt });
});

test('a person revokes their own logins, and needs admin for other keys', async () => {
  const { userId, keyId } = await loginOf('member');
  const other = await loginOf('member');
  const session = { accountId: alice.accountId, userId, sessionId: newSessionId() };
  const ctx = world.as({ kind: 'user', ...session, role: 'member', limits: {} });
  await expect(revokeApiKey(ctx, other.keyId)).rejects.toMatchObject({ code: 'forbidden' });
  const revoked = await revokeApiKey(ctx, keyId);
  expect(revoked.revokedAt).toEqual(world.clock.now);
  world.pass(1_000);
  // Repeating it changes nothing and records nothing.
  expect(await revokeApiKey(ctx, keyId)).toEqual(revoked);
  const where = { action: 'api_key.revoke', targetId: keyId };
  expect(await world.database.db.auditEvent.count({ where })).toBe(1);
});

test('a key revokes keys with equal rights or fewer, and none with more', async () => {
  const { apiKey, key } = await createApiKey(alice.ctx, { name: 'admins', role: 'admin' });
  const actor = await authenticator.authenticate(key);
  if (!actor) throw new Error('the key is good');
  const owners = await createApiKey(alice.ctx, { name: 'owners', role: 'owner' });
  await expect(revokeApiKey(world.as(actor), owners.apiKey.id)).rejects.toMatchObject({ code: 'forbidden' });
  await revokeApiKey(world.as(actor), apiKey.id);
});

test('an expiring key stops at its expiry, even with a cached result', async () => {
  const expiresAt = new Date(world.clock.now.getTime() + 10_000);
  const { key } = await createApiKey(alice.ctx, { name: 'short', expiresAt });
  expect(await authenticator.authenticate(key)).not.toBeNull();
  pass(9_999);
  expect(await authenticator.authenticate(key)).not.toBeNull();
  pass(1);
  expect(await authenticator.authenticate(key)).toBeNull();
  expect(await newAuthenticator().authenticate(key)).toBeNull();
});

test('limits set by the operator apply immediately', async () => {
  await authenticator.authenticate(alice.key);
  await setAccountLimits(world.as(), alice.accountId, { limits: { invoke: 7 } });
  expect(await authenticator.authenticate(alice.key)).toMatchObject({ limits: { invoke: 7 } });
});

test('the last use is recorded once a minute, for that key alone', async () => {
  const { apiKey } = await createApiKey(alice.ctx, { name: 'idle' });
  const lastUsed = async () => {
    await world.deps.background.drain();
    const rows = await world.database.db.apiKey.findMany({ where: { accountId: alice.accountId } });
    expect(rows.find(({ id }) => id === apiKey.id)?.lastUsedAt).toBeNull();
    return rows.find(({ id }) => id !== apiKey.id)?.lastUsedAt ?? null;
  };
  expect(await lastUsed()).toBeNull();
  const first = world.clock.now;
  await authenticator.authenticate(alice.key);
  expect(await lastUsed()).toEqual(first);
  pass(59_999);
  await authenticator.authenticate(alice.key);
  expect(await lastUsed()).toEqual(first);
  pass(1);
  await authenticator.authenticate(alice.key);
  expect(await lastUsed()).toEqual(world.clock.now);
});

/** Disconnects this test's database until `work` is done. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = new URL(world.database.url).pathname.slice(1);
  const server = clientAt(inject('databaseServerUrl'));
  await server.connect();
  try {
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await work();
  } finally {
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await server.end();
  }
}

test('without a database known keys still work and unknown ones are unavailable', async () => {
  const { key } = await createApiKey(alice.ctx, { name: 'never used' });
  const { key: revoked, apiKey } = await createApiKey(alice.ctx, { name: 'revoked' });
  await authenticator.authenticate(alice.key);
  await authenticator.authenticate(revoked);
  await revokeApiKey(alice.ctx, apiKey.id);
  await withoutDatabase(async () => {
    world.changes.gap();
    expect(await authenticator.authenticate(alice.key)).toMatchObject({ accountId: alice.accountId });
    for (const text of [key, revoked]) {
      await expect(authenticator.authenticate(text)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await authenticator.authenticate('ty_mistyped')).toBeNull();
  });
  expect(await authenticator.authenticate(key)).not.toBeNull();
  expect(await authenticator.authenticate(revoked)).toBeNull();
});
