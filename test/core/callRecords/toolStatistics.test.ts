import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolRankedBy } from '../../../src/core/callRecords/toolRanking.ts';
import { COMPARED_TOOLS_MAX } from '../../../src/core/callRecords/toolRanking.ts';
import { readToolStatistics, type ToolStatisticsQuery } from '../../../src/core/callRecords/toolStatistics.ts';
import { type StackId, toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import { createWorld, type World } from '../world.ts';
import { at, type CallOptions, createOwner, insert, type Owner, row, START } from './kit.ts';

/* The slowest and most failing tools match a hand count, from single calls and from totals. */

const DAY = 86_400;
let world: World;
let alice: Owner;
let bob: Owner;

/** This many calls of a tool; the last ones fail. */
const calls = (toolId: string, latencies: readonly number[], failures: readonly string[] = []): CallOptions[] =>
  latencies.map((latencyMs, index) => ({
    ...{ toolId, latencyMs, seconds: 60 * index },
    outcome: failures[index - latencies.length + failures.length] ?? 'ok',
  }));

const TABLE: readonly CallOptions[] = [
  ...calls('a_often', [10, 10, 10, 10, 10, 10, 10, 10], ['timed_out', 'tool_error', 'tool_error']),
  ...calls('a_steady', [200, 200, 200, 200]),
  // Sometimes slow: its mean is below the steady tool's.
  ...calls('b_spiky', [1, 1, 1, 1, 600]),
  ...calls('b_broken', [20, 20], ['unreachable', 'unreachable']),
  ...calls('c_once', [5_000], ['timed_out']),
];

const defaults = { since: START, until: at(DAY), orderBy: 'calls' } satisfies ToolStatisticsQuery;
/** Longer than the period for which single calls are read. */
const LONG = { since: at(-10 * DAY), until: at(10 * DAY) };

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = [await createOwner(world, 'alice'), await createOwner(world, 'bob')];
  await insert(
    world,
    TABLE.map((call) => row(alice, call)),
  );
  await insert(world, [
    // Outside the time range, and in another account.
    ...calls('a_steady', [9_999]).map((call) => row(alice, { ...call, seconds: -1 })),
    ...calls('a_steady', [9_999]).map((call) => row(alice, { ...call, seconds: DAY })),
    ...calls('a_steady', [9_999]).map((call) => row(bob, call)),
  ]);
  return () => world.database.close();
});

const names = async (owner: Owner, query: Partial<ToolStatisticsQuery>): Promise<string[]> =>
  (await readToolStatistics(owner.ctx, { ...defaults, ...query })).map(({ toolId }) => toolId);

describe('tool statistics', () => {
  const ORDERS: readonly (readonly [ToolRankedBy, readonly string[]])[] = [
    ['calls', ['a_often', 'b_spiky', 'a_steady', 'b_broken', 'c_once']],
    ['mean', ['c_once', 'a_steady', 'b_spiky', 'b_broken', 'a_often']],
    ['p95', ['c_once', 'b_spiky', 'a_steady', 'b_broken', 'a_often']],
    ['failures', ['a_often', 'b_broken', 'c_once']],
    ['failureShare', ['b_broken', 'c_once', 'a_often']],
  ];
  it.each(ORDERS)(`of ${ORDERS.length} orders, sort by %s`, async (orderBy, expected) => {
    expect(await names(alice, { orderBy })).toEqual(expected);
    // From totals, whose histograms include two calls of 9,999 ms outside the day.
    const inLong = expected.filter((name) => name !== 'a_steady');
    const long = await names(alice, { orderBy, ...LONG });
    expect(long.filter((name) => name !== 'a_steady')).toEqual(inLong);
  });

  it('match a hand count, with each tool’s most common failure', async () => {
    const statistics = await readToolStatistics(alice.ctx, { ...defaults, orderBy: 'failures' });
    expect(statistics).toEqual([
      {
        ...{ serverId: 'a', toolId: 'a_often', callCount: 8, failureCount: 3, meanMs: 10, p50Ms: 10, p95Ms: 10 },
        mainFailure: { outcome: 'tool_error', callCount: 2 },
      },
      {
        ...{ serverId: 'b', toolId: 'b_broken', callCount: 2, failureCount: 2, meanMs: 20, p50Ms: 20, p95Ms: 20 },
        mainFailure: { outcome: 'unreachable', callCount: 2 },
      },
      {
        ...{ serverId: 'c', toolId: 'c_once', callCount: 1, failureCount: 1 },
        ...{ meanMs: 5_000, p50Ms: 5_000, p95Ms: 5_000, mainFailure: { outcome: 'timed_out', callCount: 1 } },
      },
    ]);
    const [spiky] = await readToolStatistics(alice.ctx, { ...defaults, orderBy: 'p95', callsMin: 5 });
    expect(spiky).toMatchObject({ toolId: 'b_spiky', callCount: 5, meanMs: 120.8, p50Ms: 1, mainFailure: null });
    expect(spiky?.p95Ms).toBeCloseTo(480.2, 6);
  });

  it('have the same counts from totals, and latencies within a tenth', async () => {
    const long = await readToolStatistics(alice.ctx, { ...defaults, ...LONG, orderBy: 'failures' });
    const near = (ms: number) => expect.toSatisfy((value: number) => Math.abs(value / ms - 1) < 0.1);
    expect(long[0]).toEqual({
      ...{ serverId: 'a', toolId: 'a_often', callCount: 8, failureCount: 3 },
      ...{ meanMs: near(10), p50Ms: near(10), p95Ms: near(10) },
      mainFailure: { outcome: 'tool_error', callCount: 2 },
    });
  });

  it('omit tools with too few calls, and respect the requested limit', async () => {
    expect(await names(alice, { orderBy: 'p95', callsMin: 4 })).toEqual(['b_spiky', 'a_steady', 'a_often']);
    expect(await names(alice, { orderBy: 'failures', callsMin: 2, ...LONG })).toEqual(['a_often', 'b_broken']);
    expect(await names(alice, { orderBy: 'failures', first: 1 })).toEqual(['a_often']);
    expect(await names(alice, { orderBy: 'failures', first: 1, ...LONG })).toEqual(['a_often']);
  });

  it.each([
    ['no time at all', { until: START }, '/since'],
    ['more than 31 days', { since: at(-31 * DAY - 1), until: START }, '/since'],
    ['no tool', { first: 0 }, '/first'],
    ['more than 50 tools', { first: 51 }, '/first'],
    ['fewer calls than one', { callsMin: 0 }, '/callsMin'],
    ['more calls than a million', { callsMin: 1_000_001 }, '/callsMin'],
  ])('are refused for %s', async (_name, query, path) => {
    const refused = readToolStatistics(alice.ctx, { ...defaults, ...query });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', details: { issues: [{ path }] } });
  });
});

describe('tool statistics filter by', () => {
  it('text in a tool or server id, ignoring case, up to the requested limit', async () => {
    const namesFor = (search: string, more: Partial<ToolStatisticsQuery> = {}) => names(alice, { search, ...more });
    for (const period of [{}, LONG]) {
      expect(await namesFor('STEAD', period)).toEqual(['a_steady']);
      expect(await namesFor('b', { ...period, first: 1 })).toEqual(['b_spiky']);
      expect(await namesFor('o', { ...period, orderBy: 'failures' })).toEqual(['a_often', 'b_broken', 'c_once']);
      expect(await namesFor('', { ...period, first: 1 })).toEqual(['a_often']);
      for (const none of ['%', 'a_o_ten', '\0', 'steady a']) expect(await namesFor(none, period)).toEqual([]);
    }
    expect(await names(bob, { search: 'often' })).toEqual([]);
  });

  it('stack or server, within the account', async () => {
    const narrow = (query: Partial<ToolStatisticsQuery>) => names(alice, query);
    for (const period of [{}, LONG]) {
      expect(await narrow({ serverId: toServerId('b'), ...period })).toEqual(['b_spiky', 'b_broken']);
      expect(await narrow({ stackId: alice.otherId, ...period })).toEqual([]);
      expect(await narrow({ stackId: bob.stackId, ...period })).toEqual([]);
      expect(await narrow({ stackId: toStackId('stack_none'), ...period })).toEqual([]);
      expect(await narrow({ serverId: toServerId('\0'), ...period })).toEqual([]);
      expect(await names(bob, period)).toEqual(['a_steady']);
    }
  });

  it('the single stacks that the caller sees', async () => {
    const owner = await createOwner(world, 'carol');
    await insert(world, [
      row(owner, { seconds: 0, toolId: 'a_one' }),
      row(owner, { seconds: 0, toolId: 'a_two' }, owner.otherId),
      row(owner, { seconds: 0, toolId: 'a_three' }, toStackId('stack_third')),
    ]);
    const seen = (stackIds: readonly StackId[], query: Partial<ToolStatisticsQuery> = {}) => {
      const { actor } = owner.ctx;
      if (actor.kind !== 'apiKey') throw new Error('an owner here is a key');
      const stackRoles = new Map(stackIds.map((id) => [id, 'auditor' as const]));
      return names({ ...owner, ctx: { ...owner.ctx, actor: { ...actor, role: 'member', stackRoles } } }, query);
    };
    const { stackId, otherId } = owner;
    for (const period of [{}, LONG]) {
      expect(await seen([stackId], period)).toEqual(['a_one']);
      expect(await seen([stackId, otherId], period)).toEqual(['a_one', 'a_two']);
      expect(await seen([otherId], { stackId, ...period })).toEqual([]);
    }
    await expect(seen([])).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('over 200 tools in totals: finds the slowest of the most called', async () => {
  const owner = await createOwner(world, 'many');
  const often = Array.from({ length: COMPARED_TOOLS_MAX - 1 }, (_, nr) => calls(`a_${nr}`, [10, 10])).flat();
  await insert(
    world,
    [...often, ...calls('a_slow', [500, 500]), ...calls('z_rare', [90_000])].map((call) => row(owner, call)),
  );
  expect((await names(owner, { orderBy: 'p95' }))[0]).toBe('z_rare');
  expect((await names(owner, { orderBy: 'p95', first: 50, ...LONG }))[0]).toBe('a_slow');
});
