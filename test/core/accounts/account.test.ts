import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, limitsOf, listAccounts, setAccountLimits } from '../../../src/core/accounts/account.ts';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { agentOf } from '../sampleActors.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
let bob: TestAccount;

beforeEach(async () => {
  [alice, bob] = await Promise.all([createTestAccount(world, 'Alice'), createTestAccount(world, 'Bob')]);
});

describe('an account', () => {
  test('comes with a first key that may create others', async () => {
    const { account, apiKey, key } = await createAccount(world.as(), { name: 'Carol' });
    expect(account).toEqual({
      id: expect.stringMatching(/^acct_[0-9a-f-]{36}$/),
      name: 'Carol',
      rateLimits: null,
      createdAt: world.clock.now,
      heldChanges: ['reworded', 'widening', 'removed'],
    });
    expect(apiKey).toMatchObject({ accountId: account.id, scopes: ['keys:write'], display: key.slice(0, 10) });
    const events = await world.database.db.auditEvent.findMany({
      where: { chain: account.id },
      orderBy: { seq: 'asc' },
    });
    expect(events.map((event) => event.action)).toEqual(['account.create', 'api_key.create']);
  });

  test.each([[{}], [{ name: '' }], [{ name: 1 }], [null], [{ name: 'x'.repeat(101) }]])(
    'is not created from %j',
    async (input) => {
      await expect(createAccount(world.as(), input)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  test('gets its own limits, and caches are notified', async () => {
    const before = world.changes.published.length;
    const account = await setAccountLimits(world.as(), alice.accountId, { limits: { invoke: 100 } });
    expect(limitsOf(account.rateLimits)).toEqual({ invoke: 100 });
    expect(world.changes.published.slice(before)).toEqual([{ kind: 'account', id: alice.accountId }]);
    expect(limitsOf((await setAccountLimits(world.as(), alice.accountId, { limits: {} })).rateLimits)).toEqual({});
  });

  test.each([[{ limits: { invoke: 0 } }], [{ limits: { invoke: '5' } }], [{ limits: { failed_auth: 5 } }], [{}]])(
    'refuses the limits %j',
    async (input) => {
      const promise = setAccountLimits(world.as(), alice.accountId, input);
      await expect(promise).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  test('that does not exist cannot get any limits', async () => {
    await expect(setAccountLimits(world.as(), newAccountId(), {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['reads no limits from null', null, {}],
    ['reads no limits from an invalid column', { invoke: 'many' }, {}],
    ['reads the stored limits', { invoke: 5, default: 7 }, { invoke: 5, default: 7 }],
  ])('%s', (_name, column, limits) => {
    expect(limitsOf(column)).toEqual(limits);
  });

  test.each([
    ['an account', (account: TestAccount) => account.ctx.actor],
    ['an agent', agentOf],
    ['the operator inside an account', ({ accountId }: TestAccount): Actor => ({ kind: 'operator', accountId })],
  ])('cannot be created, listed or limited by %s', async (_name, actorOf) => {
    const ctx = world.as(actorOf(alice));
    await expect(createAccount(ctx, { name: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(listAccounts(ctx)).rejects.toMatchObject({ code: 'forbidden' });
    const limits = setAccountLimits(ctx, alice.accountId, { limits: {} });
    await expect(limits).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is listed for the operator', async () => {
    const accounts = await listAccounts(world.as(), { take: 1_000 });
    expect(accounts.map((account) => account.id)).toEqual(expect.arrayContaining([alice.accountId, bob.accountId]));
  });
});
