import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { countAuditEvents, listAuditEvents } from '../../../src/core/audit/list.ts';
import { newAuditEventId, toAuditEventId } from '../../../src/core/kernel/ids.ts';
import { COUNTED_ROWS_MAX } from '../../../src/core/kernel/page.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { agentOf } from '../sampleActors.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let alice: TestAccount;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());
beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
});

describe('the audit event list', () => {
  test('shows the account’s own events, newest first, page by page in both directions', async () => {
    await createTestAccount(world, 'Bob');
    for (const name of ['one', 'two', 'three']) await createApiKey(alice.ctx, { name });
    const all = await listAuditEvents(alice.ctx);
    expect(all.map((event) => event.seq)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(all.every((event) => event.chain === alice.accountId)).toBe(true);
    const [, second, , fourth] = all;
    const id = second?.id ?? newAuditEventId();
    const after = await listAuditEvents(alice.ctx, { take: 2, skip: 1, cursor: { id } });
    expect(after.map((event) => event.seq)).toEqual([4, 3]);
    const before = await listAuditEvents(alice.ctx, {
      take: -1,
      skip: 1,
      cursor: { id: fourth?.id ?? newAuditEventId() },
    });
    expect(before.map((event) => event.seq)).toEqual([4]);
  });

  test.each([
    ['a name in any case', 'ÉTÉ 50%_', ['api_key.create']],
    ['an action', 'PI_KEY.CRE', ['api_key.create']],
    ['words of a summary', 'Created the API', ['api_key.create']],
    ['an id of the target', 'the account', ['account.create']],
    ['a wildcard as itself', 'été %', []],
    ['each value in turn', 'api_keykey', []],
  ])('filters by %s', async (_name, search, actions) => {
    for (const name of ['Été 50%_off', 'Ete 500 off']) await createApiKey(alice.ctx, { name });
    const text = search === 'the account' ? alice.accountId.toUpperCase() : search;
    const listed = (await listAuditEvents(alice.ctx, {}, { search: text })).map(({ action }) => action);
    expect([...new Set(listed)].filter((action) => action !== 'stack.create')).toEqual(actions);
  });

  test('is counted with its filters, for its account alone', async () => {
    const bob = await createTestAccount(world, 'Bob');
    for (const { ctx } of [alice, bob]) for (const name of ['one', 'two', 'three']) await createApiKey(ctx, { name });
    const now = alice.ctx.now().getTime();
    const [before, after] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
    for (const filter of [
      {},
      { search: 'api_key.create' },
      { search: 'no such thing' },
      { search: '\0' },
      { since: before },
      { until: before },
      { since: before, until: after },
      { stackId: alice.stackId },
      { stackId: bob.stackId },
    ]) {
      const listed = await listAuditEvents(alice.ctx, { take: 1_000 }, filter);
      expect(await countAuditEvents(alice.ctx, filter)).toEqual({ count: listed.length, isExact: true });
    }
  });

  test('counts only the newest events when long, and says that there may be more', async () => {
    const { ctx, accountId } = alice;
    const more = COUNTED_ROWS_MAX + 200;
    await ctx.db.$executeRaw`
      INSERT INTO audit_event (id, chain, seq, at, actor_kind, actor_id, action, target_kind, target_id, details, prev_hash, hash)
      SELECT 'many' || n, ${accountId}, (SELECT max(seq) FROM audit_event WHERE chain = ${accountId}) + n, now(), 'user', 'u',
        CASE WHEN n % 100 = 0 THEN 'stack.create' ELSE 'stack.update' END, 'stack', 's', '{}', '', ''
      FROM generate_series(1, ${more}::int) AS n`;
    expect(await countAuditEvents(ctx)).toEqual({ count: more + 3, isExact: true });
    const count = await countAuditEvents(ctx, { search: 'stack.create' });
    expect(count).toEqual({ count: COUNTED_ROWS_MAX / 100, isExact: false });
    const since = new Date(ctx.now().getTime() - 86_400_000);
    expect(await countAuditEvents(ctx, { since })).toEqual({ count: COUNTED_ROWS_MAX, isExact: false });
  });

  test('filters by time like a full scan, even when clocks differ by minutes', async () => {
    const start = Date.now() + 60 * 60_000;
    const account = await createTestAccount(world, 'Carol');
    // Adjacent events are out of order by up to half an hour.
    for (let n = 0; n < 20; n++) {
      const at = new Date(start + n * 20 * 60_000 - (n % 3) * 30 * 60_000);
      await createApiKey({ ...account.ctx, now: () => at }, { name: `key ${n}` });
    }
    const all = await listAuditEvents(account.ctx, { take: 1_000 });
    const far = ['0001-01-01T00:00:00Z', '1970-01-01T00:30:00Z', '9999-12-31T23:59:59Z'].map((text) => new Date(text));
    const times = [...all.map(({ at }) => at), ...far, new Date(0), new Date(start + 30 * 60 * 60_000)];
    let tried = 0;
    for (const since of someOf([null, ...times], 6))
      for (const until of someOf([null, ...times], 6)) {
        const expected = all.filter(({ at }) => (!since || at >= since) && (!until || at < until));
        const page = await listAuditEvents(account.ctx, { take: 1_000 }, { since, until });
        expect(page.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq));
        tried += 1;
      }
    process.stdout.write(`the list of changes: ${tried} times from and until\n`);
  });

  test('treats a foreign cursor like an unknown one', async () => {
    const bob = await createTestAccount(world, 'Bob');
    const [foreign] = await listAuditEvents(bob.ctx);
    const answers = [foreign?.id ?? '', newAuditEventId(), '\0'].map((id) =>
      listAuditEvents(alice.ctx, { take: 2, skip: 1, cursor: { id: toAuditEventId(id) } }).catch(
        (error: unknown) => error,
      ),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ code: 'invalid_input', message: 'Invalid cursor' });
    }
  });

  test('is not available to agents', async () => {
    const ctx = world.as(agentOf(alice));
    await expect(listAuditEvents(ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
