import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneCalls } from '../../../src/core/callRecords/retention.ts';
import { readCallStatistics } from '../../../src/core/callRecords/statistics.ts';
import { type StackId, toStackId } from '../../../src/core/kernel/ids.ts';
import { createWorld, type World } from '../world.ts';
import { at, type CallOptions, createOwner, type Owner, row, START, insert as store } from './kit.ts';

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let alice: Owner;
let bob: Owner;

beforeAll(async () => {
  world = await createWorld();
  alice = await createOwner(world, 'acct_alice');
  bob = await createOwner(world, 'acct_bob');
});
beforeEach(() => world.deps.db.callRecord.deleteMany({}));
afterAll(() => world.database.close());

const insert = (rows: ReturnType<typeof row>[]) => store(world, rows);

describe('call statistics', () => {
  const TABLE: readonly CallOptions[] = [
    { seconds: 0, latencyMs: 10 },
    { seconds: 59, latencyMs: 20, outcome: 'timed_out' },
    { seconds: 60, latencyMs: 30, toolId: 'b_send' },
    { seconds: 61, latencyMs: 50, outcome: 'invalid_input' },
    { seconds: 200, latencyMs: 90 },
    { seconds: 239, latencyMs: 100 },
    // Outside the requested range.
    { seconds: -1, latencyMs: 9_999 },
    { seconds: 240, latencyMs: 9_999 },
  ];
  const range = { since: START, until: at(240), bucketSeconds: 60 };
  type Ms = number | null;
  const figures = (callCount: number, failureCount: number, [meanMs, p50Ms, p95Ms]: readonly [Ms, Ms, Ms]) => ({
    ...{ callCount, failureCount, meanMs, p50Ms },
    p95Ms: p95Ms === null ? null : expect.closeTo(p95Ms, 6),
  });

  it('match a hand count, and include no other account', async () => {
    await insert(TABLE.map((call) => row(alice, call)));
    await insert([row(bob, { seconds: 1, latencyMs: 7_777, outcome: 'timed_out' })]);
    expect(await readCallStatistics(alice.ctx, range)).toEqual({
      range,
      total: figures(6, 2, [50, 40, 97.5]),
      buckets: [
        { start: at(0), ...figures(2, 1, [15, 15, 19.5]) },
        { start: at(60), ...figures(2, 1, [40, 40, 49]) },
        { start: at(120), ...figures(0, 0, [null, null, null]) },
        { start: at(180), ...figures(2, 0, [95, 95, 99.5]) },
      ],
      byTool: [
        {
          ...{ serverId: 'a', toolId: 'a_find', ...figures(5, 2, [54, 50, 98]) },
          // Two failure kinds are equally frequent: the first by name wins.
          mainFailure: { outcome: 'invalid_input', callCount: 1 },
        },
        { serverId: 'b', toolId: 'b_send', ...figures(1, 0, [30, 30, 30]), mainFailure: null },
      ],
      byOutcome: [
        { outcome: 'ok', callCount: 4 },
        { outcome: 'invalid_input', callCount: 1 },
        { outcome: 'timed_out', callCount: 1 },
      ],
    });
  });

  it('filter by stack, server and tool, and end now by default', async () => {
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
    expect(await count({ serverId: 'b' })).toBe(1);
    expect(await count({ serverId: 'a', stackId: alice.stackId })).toBe(1);
    expect(await count({ serverId: 'a', toolId: 'b_send' })).toBe(0);
    expect(await count({ stackId: bob.stackId })).toBe(0);
    expect(await count({ toolId: '\0' })).toBe(0);
    expect(await count({ serverId: '\0' })).toBe(0);
  });

  it('cover only a user’s stacks if they see single stacks', async () => {
    await insert([
      row(alice, { seconds: 0 }),
      row(alice, { seconds: 1 }, alice.otherId),
      row(alice, { seconds: 2 }, toStackId('stack_third')),
    ]);
    const count = async (stackIds: readonly StackId[], filter: object = {}) => {
      const stackRoles = new Map(stackIds.map((id) => [id, 'auditor' as const]));
      const { actor } = alice.ctx;
      if (actor.kind !== 'apiKey') throw new Error('an owner here is a key');
      const ctx = { ...alice.ctx, actor: { ...actor, role: 'member' as const, stackRoles } };
      const { total } = await readCallStatistics(ctx, { since: START, bucketSeconds: 3_600, ...filter });
      return total.callCount;
    };
    const { stackId, otherId } = alice;
    expect(await count([stackId])).toBe(1);
    expect(await count([stackId, otherId])).toBe(2);
    expect(await count([stackId, otherId], { stackId: otherId })).toBe(1);
    expect(await count([otherId], { stackId })).toBe(0);
    await expect(count([])).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['no time at all', { until: START }, '/since'],
    ['more than 31 days', { since: at(-31 * 86_400 - 1), until: START, bucketSeconds: 86_400 }, '/since'],
    ['more than 1,000 buckets', { until: at(1_001), bucketSeconds: 1 }, '/bucketSeconds'],
    ['no bucket', { bucketSeconds: 0 }, '/bucketSeconds'],
  ])('refuse %s', async (_name, query, path) => {
    const refused = readCallStatistics(alice.ctx, { ...range, ...query });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', details: { issues: [{ path }] } });
  });

  it('cover the longest time range and the most buckets allowed', async () => {
    const { buckets } = await readCallStatistics(alice.ctx, { since: at(-1_000), until: START, bucketSeconds: 1 });
    expect(buckets).toHaveLength(1_000);
    const month = { since: at(-31 * 86_400), until: START, bucketSeconds: 86_400 };
    expect((await readCallStatistics(alice.ctx, month)).buckets).toHaveLength(31);
  });
});

describe('call record retention', () => {
  const prunable = (count: number) =>
    insert(Array.from({ length: count }, (_, index) => row(alice, { seconds: -31 * 86_400 - index })));

  it('deletes older records in several batches, and nothing else', async () => {
    world.clock.now = START;
    const recent = await insert([row(alice, { seconds: -30 * 86_400 }), row(bob, { seconds: 0 })]);
    await prunable(2_001);
    expect(await pruneCalls(world.as(), 30)).toBe(2_001);
    const left = await world.deps.db.callRecord.findMany({ select: { id: true } });
    expect(left.map(({ id }) => id).sort()).toEqual(recent.map(({ id }) => id).sort());
  });

  it('runs on one instance at a time', async () => {
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
