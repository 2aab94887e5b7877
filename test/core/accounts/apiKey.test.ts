import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  countApiKeys,
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../src/core/accounts/apiKey.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newApiKeyId, toApiKeyId } from '../../../src/core/kernel/ids.ts';
import { agentOf } from '../sampleActors.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
let bob: TestAccount;

beforeEach(async () => {
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});

const developer = ({ accountId }: TestAccount, keyId = 'key_plain'): Ctx =>
  world.as({ kind: 'apiKey', accountId, keyId: toApiKeyId(keyId), role: 'developer', limits: {} });

describe('an API key', () => {
  test('is not created while counting is unavailable', async () => {
    const limiter = { ...alice.ctx.limiter, isDegraded: () => true };
    await expect(createApiKey({ ...alice.ctx, limiter }, { name: 'New' })).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 5 },
    });
  });

  test('is stored as a hash and ten characters', async () => {
    const expiresAt = new Date('2027-01-01T00:00:00Z');
    const { apiKey, key } = await createApiKey(alice.ctx, {
      name: 'ci',
      expiresAt,
      scopes: ['keys:write', 'keys:write'],
    });
    const row = await world.database.db.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } });
    expect(row).toMatchObject({
      name: 'ci',
      expiresAt,
      scopes: ['keys:write'],
      display: key.slice(0, 10),
      revokedAt: null,
    });
    expect(JSON.stringify(row)).not.toContain(key.slice(11));
  });

  test.each([
    [{}],
    [{ name: '  ' }],
    [{ name: 'a\0b' }],
    [{ name: 'x', scopes: ['everything'] }],
    [{ name: 'x', role: 'emperor' }],
    [{ name: 'x', expiresAt: '2027-01-01' }],
    [{ name: 'x', expiresAt: new Date('2020-01-01T00:00:00Z') }],
    [{ name: 'x', expiresAt: new Date(Number.NaN) }],
  ])('is not created from %j', async (input) => {
    await expect(createApiKey(alice.ctx, input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Invalid request parameters',
    });
  });

  test('does not expire the moment it is created', async () => {
    await expect(createApiKey(alice.ctx, { name: 'x', expiresAt: world.clock.now })).rejects.toMatchObject({
      details: { issues: [{ path: '/expiresAt', message: 'must be in the future' }] },
    });
  });

  test('has the rights its creator gives and none by default, recorded in the chain', async () => {
    const plain = await createApiKey(alice.ctx, { name: 'plain' });
    expect(plain.apiKey.scopes).toEqual([]);
    await createApiKey(alice.ctx, { name: 'maker', scopes: ['keys:write'] });
    await revokeApiKey(alice.ctx, plain.apiKey.id);
    const written = await world.database.db.auditEvent.findMany({
      where: { chain: alice.accountId, targetKind: 'api_key' },
      orderBy: { seq: 'desc' },
      take: 3,
    });
    expect(written.map(({ action, details }) => [action, details])).toEqual([
      ['api_key.revoke', { name: 'plain' }],
      ['api_key.create', { name: 'maker', role: 'owner', scopes: ['keys:write'] }],
      ['api_key.create', { name: 'plain', role: 'developer', scopes: [] }],
    ]);
  });

  test('is found only by its account', async () => {
    const { apiKey } = await createApiKey(alice.ctx, { name: 'mine' });
    expect(await findApiKey(alice.ctx, apiKey.id)).toMatchObject({ name: 'mine' });
    expect(await findApiKey(bob.ctx, apiKey.id)).toBeNull();
    expect(await findApiKey(alice.ctx, newApiKeyId())).toBeNull();
  });

  test('without the right `admin` creates none', async () => {
    for (const input of [{ name: 'x' }, { name: 'x', scopes: ['keys:write'] }, {}]) {
      await expect(createApiKey(developer(alice), input)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  test('is created by the operator inside an account, and recorded in its chain', async () => {
    const operator = world.as({ kind: 'operator', accountId: alice.accountId });
    const { apiKey } = await createApiKey(operator, { name: 'x', scopes: ['keys:write'] });
    expect(apiKey.accountId).toBe(alice.accountId);
    await expect(createApiKey(world.as(), { name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
    await revokeApiKey(world.as(), apiKey.id);
    const where = { chain: alice.accountId, action: 'api_key.revoke', actorKind: 'operator' };
    expect(await world.database.db.auditEvent.count({ where })).toBe(1);
  });

  test('is listed only for its account, newest first, page by page', async () => {
    for (const name of ['one', 'two', 'three']) await createApiKey(alice.ctx, { name });
    const names = (await listApiKeys(alice.ctx)).map((key) => key.name);
    expect(names).toEqual(['three', 'two', 'one', 'First key']);
    expect(await countApiKeys(alice.ctx)).toBe(4);
    const [, two] = await listApiKeys(alice.ctx);
    const page = await listApiKeys(alice.ctx, { take: 2, skip: 1, cursor: { id: two?.id ?? '' } });
    expect(page.map((key) => key.name)).toEqual(['one', 'First key']);
    const before = await listApiKeys(alice.ctx, { take: -5, skip: 1, cursor: { id: two?.id ?? '' } });
    expect(before.map((key) => key.name)).toEqual(['three']);
  });

  test('treats a foreign cursor like any unknown id', async () => {
    for (const name of ['one', 'two']) await createApiKey(alice.ctx, { name });
    const { apiKey } = await createApiKey(bob.ctx, { name: 'foreign' });
    const load = { take: 5, skip: 1 };
    const foreign = await listApiKeys(alice.ctx, { ...load, cursor: { id: apiKey.id } });
    const random = await listApiKeys(alice.ctx, { ...load, cursor: { id: newApiKeyId() } });
    expect(foreign).toHaveLength(3);
    expect(foreign).toEqual(random);
  });

  test('loads the relations that the caller asks for, and no more rows', async () => {
    const [key] = await listApiKeys(alice.ctx, { include: { account: true } });
    expect(key).toMatchObject({ account: { id: alice.accountId } });
  });

  test('is revoked immediately and permanently, and caches are notified', async () => {
    const { apiKey } = await createApiKey(alice.ctx, { name: 'ci' });
    const before = world.changes.published.length;
    expect((await revokeApiKey(alice.ctx, apiKey.id)).revokedAt).toEqual(world.clock.now);
    expect((await revokeApiKey(alice.ctx, apiKey.id)).revokedAt).toEqual(world.clock.now);
    expect(world.changes.published.slice(before)).toEqual([{ kind: 'apiKey', id: apiKey.id }]);
    const where = { chain: alice.accountId, action: 'api_key.revoke' };
    expect(await world.database.db.auditEvent.count({ where })).toBe(1);
  });

  test('without the scope revokes only itself', async () => {
    const own = await createApiKey(alice.ctx, { name: 'own' });
    const other = await createApiKey(alice.ctx, { name: 'other' });
    const ctx = developer(alice, own.apiKey.id);
    await expect(revokeApiKey(ctx, other.apiKey.id)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await revokeApiKey(ctx, own.apiKey.id)).revokedAt).not.toBeNull();
  });

  test('of another account looks nonexistent', async () => {
    const { apiKey } = await createApiKey(bob.ctx, { name: 'foreign' });
    const tables = () => world.database.db.$queryRaw`SELECT md5(string_agg(k::text, '' ORDER BY id)) FROM api_key k`;
    const before = await tables();
    for (const [ctx, code] of [[alice.ctx, 'not_found'] as const, [developer(alice), 'forbidden'] as const]) {
      const answers = [apiKey.id, newApiKeyId()].map((id) => revokeApiKey(ctx, id).catch((error: unknown) => error));
      const [foreign, random] = await Promise.all(answers);
      expect(foreign).toMatchObject({ code });
      expect(random).toEqual(foreign);
    }
    expect(await tables()).toEqual(before);
  });

  test('is inaccessible to agents', async () => {
    const ctx = world.as(agentOf(alice));
    const attempts = [createApiKey(ctx, { name: 'x' }), listApiKeys(ctx), revokeApiKey(ctx, newApiKeyId())];
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'forbidden' })));
  });
});
