import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/actor.ts';
import { type CallFilter, listCalls } from '../../../src/core/callRecords/calls.ts';
import { pruneCalls } from '../../../src/core/callRecords/retention.ts';
import { readCallStatistics } from '../../../src/core/callRecords/statistics.ts';
import {
  type AccountId,
  newCallId,
  type StackId,
  toAccountId,
  toApiKeyId,
  toCallId,
  toServerId,
  toStackId,
  toToolId,
} from '../../../src/core/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { createWorld, type World } from '../world.ts';

const DAY_MS = 24 * 60 * 60_000;
const START = new Date('2026-11-21T09:00:00.000Z');
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

let world: World;
let alice: { ctx: ReturnType<World['as']>; stackId: StackId; otherId: StackId; accountId: AccountId };
let bob: typeof alice;

beforeAll(async () => {
  world = await createWorld();
  alice = await newAccount(toAccountId('acct_alice'));
  bob = await newAccount(toAccountId('acct_bob'));
});
beforeEach(() => world.deps.db.callRecord.deleteMany({}));
afterAll(() => world.database.close());

async function newAccount(accountId: AccountId): Promise<typeof alice> {
  await world.deps.db.account.create({ data: { id: accountId, name: accountId } });
  const actor: Actor = { kind: 'apiKey', accountId, keyId: toApiKeyId(`key_${accountId}`), scopes: [], limits: {} };
  const ctx = world.as(actor);
  const stackId = (await createStack(ctx, { name: 'one' })).id;
  const otherId = (await createStack(ctx, { name: 'two' })).id;
  return { ctx, stackId, otherId, accountId };
}

type Given = {
  readonly seconds: number;
  readonly outcome?: string;
  readonly latencyMs?: number;
  readonly toolId?: string;
};

const row = (
  owner: typeof alice,
  { seconds, outcome = 'ok', latencyMs = 10, toolId = 'a_find' }: Given,
  stackId = owner.stackId,
) => ({
  id: newCallId(),
  accountId: owner.accountId,
  stackId,
  serverId: toServerId(toolId.charAt(0)),
  toolId: toToolId(toolId),
  endpointId: null,
  outcome,
  latencyMs,
  inputBytes: 2,
  outputBytes: 3,
  at: at(seconds),
});

const insert = async (rows: ReturnType<typeof row>[]) => {
  await world.deps.db.callRecord.createMany({ data: rows });
  return rows;
};

describe('statistics', () => {
  const TABLE: readonly Given[] = [
    { seconds: 0, latencyMs: 10 },
    { seconds: 59, latencyMs: 20, outcome: 'timed_out' },
    { seconds: 60, latencyMs: 30, toolId: 'b_send' },
    { seconds: 61, latencyMs: 50, outcome: 'invalid_input' },
    { seconds: 200, latencyMs: 90 },
    { seconds: 239, latencyMs: 100 },
    // Outside of what is asked for.
    { seconds: -1, latencyMs: 9_999 },
    { seconds: 240, latencyMs: 9_999 },
  ];
  const asked = { since: START, until: at(240), bucketSeconds: 60 };
  const figures = (callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null) => ({
    callCount,
    failureCount,
    p50Ms,
    p95Ms: p95Ms === null ? null : expect.closeTo(p95Ms, 6),
  });

  it('are what a hand counts, and know no other account', async () => {
    await insert(TABLE.map((given) => row(alice, given)));
    await insert([row(bob, { seconds: 1, latencyMs: 7_777, outcome: 'timed_out' })]);
    expect(await readCallStatistics(alice.ctx, asked)).toEqual({
      total: figures(6, 2, 40, 97.5),
      buckets: [
        { start: at(0), ...figures(2, 1, 15, 19.5) },
        { start: at(60), ...figures(2, 1, 40, 49) },
        { start: at(120), ...figures(0, 0, null, null) },
        { start: at(180), ...figures(2, 0, 95, 99.5) },
      ],
      byTool: [
        { serverId: 'a', toolId: 'a_find', ...figures(5, 2, 50, 98) },
        { serverId: 'b', toolId: 'b_send', ...figures(1, 0, 30, 30) },
      ],
      byOutcome: [
        { outcome: 'ok', callCount: 4 },
        { outcome: 'invalid_input', callCount: 1 },
        { outcome: 'timed_out', callCount: 1 },
      ],
    });
  });

  it('narrow to a stack and a tool, and end now unless told otherwise', async () => {
    await insert([
      row(alice, { seconds: 0 }),
      row(alice, { seconds: 1, toolId: 'b_send' }),
      row(alice, { seconds: 2 }, alice.otherId),
    ]);
    const count = async (filter: object) => {
      const { total } = await readCallStatistics(alice.ctx, { since: START, bucketSeconds: 3_600, ...filter });
      return total.callCount;
    };
    expect(await count({})).toBe(3);
    expect(await count({ stackId: alice.stackId })).toBe(2);
    expect(await count({ stackId: alice.stackId, toolId: 'b_send' })).toBe(1);
    expect(await count({ stackId: bob.stackId })).toBe(0);
    expect(await count({ toolId: '\0' })).toBe(0);
  });

  it.each([
    ['no time at all', { until: START }, '/since'],
    ['more than 31 days', { since: at(-31 * 86_400 - 1), until: START, bucketSeconds: 86_400 }, '/since'],
    ['more than 1,000 buckets', { until: at(1_001), bucketSeconds: 1 }, '/bucketSeconds'],
    ['no bucket', { bucketSeconds: 0 }, '/bucketSeconds'],
  ])('refuse %s', async (_what, given, path) => {
    const refused = readCallStatistics(alice.ctx, { ...asked, ...given });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', details: { issues: [{ path }] } });
  });

  it('answer for the longest time and the most buckets that are allowed', async () => {
    const { buckets } = await readCallStatistics(alice.ctx, { since: at(-1_000), until: START, bucketSeconds: 1 });
    expect(buckets).toHaveLength(1_000);
    const month = { since: at(-31 * 86_400), until: START, bucketSeconds: 86_400 };
    expect((await readCallStatistics(alice.ctx, month)).buckets).toHaveLength(31);
  });
});

describe('the list of calls', () => {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  it('is newest first and pages in both ways, also among calls of one moment', async () => {
    // Ids do not follow time: an instance's clock may be behind.
    const given = await insert([5, 3, 3, 3, 1, 4].map((seconds) => row(alice, { seconds })));
    await insert([row(bob, { seconds: 3 })]);
    const expected = given.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
    expect(ids(await listCalls(alice.ctx, {}))).toEqual(ids(expected));
    for (const [index, { id, at: when }] of expected.entries()) {
      const cursor = { id_at: { id: toCallId(id), at: when } };
      const after = await listCalls(alice.ctx, {}, { take: 2, skip: 1, cursor });
      expect(ids(after)).toEqual(ids(expected.slice(index + 1, index + 3)));
      const before = await listCalls(alice.ctx, {}, { take: -2, skip: 1, cursor });
      expect(ids(before)).toEqual(ids(expected.slice(Math.max(0, index - 2), index)));
    }
  });

  it('stays where it was while newer calls arrive', async () => {
    const [, second] = await insert([
      row(alice, { seconds: 2 }),
      row(alice, { seconds: 1 }),
      row(alice, { seconds: 0 }),
    ]);
    const cursor = { id_at: { id: second?.id ?? toCallId(''), at: second?.at ?? START } };
    const page = () => listCalls(alice.ctx, {}, { take: 5, skip: 1, cursor });
    const before = await page();
    await insert([row(alice, { seconds: 9 })]);
    expect(await page()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  const FILTERS: readonly (readonly [string, () => CallFilter, readonly number[]])[] = [
    ['a stack', () => ({ stackId: alice.otherId }), [4]],
    ['another account’s stack', () => ({ stackId: bob.stackId }), []],
    ['a tool', () => ({ toolId: toToolId('b_send') }), [2]],
    ['a server', () => ({ serverId: toServerId('a') }), [4, 3, 1, 0]],
    ['outcomes', () => ({ outcome: ['timed_out', 'invalid_input'] }), [3, 1]],
    ['no outcome', () => ({ outcome: [] }), []],
    ['failures', () => ({ isFailure: true }), [3, 1]],
    ['successes', () => ({ isFailure: false }), [4, 2, 0]],
    ['a time', () => ({ since: at(1), until: at(3) }), [2, 1]],
    ['all of them', () => ({ serverId: toServerId('a'), isFailure: true, since: at(2) }), [3]],
    ['what nothing can be named', () => ({ stackId: toStackId('\0') }), []],
  ];
  it.each(FILTERS)('narrows to %s', async (_what, filter, seconds) => {
    await insert([
      row(alice, { seconds: 0 }),
      row(alice, { seconds: 1, outcome: 'timed_out' }),
      row(alice, { seconds: 2, toolId: 'b_send' }),
      row(alice, { seconds: 3, outcome: 'invalid_input' }),
      row(alice, { seconds: 4 }, alice.otherId),
      row(bob, { seconds: 1 }),
    ]);
    const found = await listCalls(alice.ctx, filter());
    expect(found.map((call) => (call.at.getTime() - START.getTime()) / 1_000)).toEqual(seconds);
  });
});

it('finds few calls among many days, page by page in both ways', async () => {
  const days = [0, 1, 4, 5, 9].flatMap((day) => [0, 1, 2].map((hour) => day * 86_400 + hour * 3_600));
  const given = days.map((seconds, index) => ({
    seconds,
    ...(index % 4 === 0 && { toolId: 'b_send' }),
    ...(index % 3 === 0 && { outcome: 'timed_out' }),
  }));
  const rows = await insert(given.map((each) => row(alice, each)));
  const ranges: CallFilter[] = [{}, { since: at(3_600) }, { until: at(5 * 86_400 + 1) }, { stackId: alice.stackId }];
  const kinds: CallFilter[] = [{ toolId: toToolId('b_send') }, { isFailure: true }, { outcome: ['timed_out'] }];
  for (const filter of ranges.flatMap((range) => kinds.map((kind) => ({ ...range, ...kind })))) {
    const wanted = rows
      .filter((call) => !filter.toolId || call.toolId === filter.toolId)
      .filter((call) => filter.toolId || call.outcome === 'timed_out')
      .filter((call) => call.at >= (filter.since ?? at(0)) && call.at < (filter.until ?? at(DAY_MS)))
      .map(({ id, at: when }) => ({ id, at: when }))
      .toReversed();
    for (const [take, expected] of [
      [2, wanted],
      [-2, wanted.toReversed()],
    ] as const) {
      const found: typeof wanted = [];
      for (;;) {
        const cursor = found.at(-1);
        const page = await listCalls(alice.ctx, filter, {
          take,
          select: { id: true, at: true },
          ...(cursor && { skip: 1, cursor: { id_at: cursor } }),
        });
        found.push(...(take < 0 ? page.toReversed() : page));
        if (page.length < 2) break;
      }
      expect(found).toEqual(expected);
    }
  }
});

describe('retention', () => {
  const prunable = (count: number) =>
    insert(Array.from({ length: count }, (_, index) => row(alice, { seconds: -31 * 86_400 - index })));

  it('deletes what is older than that, in more than one batch, and nothing else', async () => {
    world.clock.now = START;
    const kept = await insert([row(alice, { seconds: -30 * 86_400 }), row(bob, { seconds: 0 })]);
    await prunable(2_001);
    expect(await pruneCalls(world.as(), 30)).toBe(2_001);
    const left = await world.deps.db.callRecord.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
  });

  it('is the work of one instance at a time', async () => {
    world.clock.now = START;
    await prunable(3);
    const other = await world.database.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock($1)', [0x796172_65]);
    expect(await pruneCalls(world.as(), 30)).toBe(0);
    await other.query('ROLLBACK');
    other.release();
    expect(await pruneCalls(world.as(), 30)).toBe(3);
  });

  it('stops with the process', async () => {
    await prunable(1);
    expect(
      await pruneCalls(
        { ...world.as(), now: () => new Date(START.getTime() + DAY_MS), signal: AbortSignal.abort() },
        30,
      ),
    ).toBe(0);
  });
});
