import { beforeAll, describe, expect, it } from 'vitest';
import { dropOldestCalls, pruneCalls } from '../../../src/core/callRecords/retention.ts';
import { readUsage, type UsageBy, type UsageQuery } from '../../../src/core/callRecords/usage.ts';
import { type StackId, toCallerId, toEndpointId, toStackId } from '../../../src/core/kernel/ids.ts';
import { deleteStack } from '../../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { createWorld, type World } from '../world.ts';
import { at, callIn, createOwner, insert, type Owner, START } from './kit.ts';

/* Usage by tool, agent and person equals a count of the remaining calls, from single calls and from totals. */

const HOUR = 3_600;
const DAY = 24 * HOUR;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  return () => world.database.close();
});

/** A generator of numbers below `max`, the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (max: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * max);
  };
}

const CALLERS: readonly Partial<CallRecord>[] = [
  { callerKind: 'agent', callerId: 'token_1', endpointId: toEndpointId('endpoint_1') },
  { callerKind: 'agent', callerId: 'token_2', endpointId: toEndpointId('endpoint_1'), endUser: 'ann' },
  { callerKind: 'agent', callerId: 'token_3', endpointId: toEndpointId('endpoint_2'), endUser: 'user_1' },
  { callerKind: 'apiKey', callerId: 'key_1' },
  { callerKind: 'apiKey', callerId: 'key_2', endUser: 'ann' },
  { callerKind: 'user', callerId: 'user_1' },
  { callerKind: 'user', callerId: 'user_2', endUser: 'ann' },
  { callerKind: 'operator', callerId: 'operator' },
  // Recorded by an earlier release.
  {},
  { endpointId: toEndpointId('endpoint_2') },
];

/** Random calls of 12 days in both stacks of an owner. */
function randomCalls(owner: Owner, count: number): CallRecord[] {
  const next = numbers(7);
  return Array.from({ length: count }, () =>
    callIn(owner, next(3) === 0 ? owner.otherId : owner.stackId, {
      ...CALLERS[next(CALLERS.length)],
      outcome: next(5) === 0 ? 'tool_error' : 'ok',
      at: at(next(12 * DAY)),
    }),
  );
}

const NAMES: Readonly<Record<UsageBy, (call: CallRecord) => string | null>> = {
  tool: ({ toolId }) => toolId,
  agent: ({ endpointId, callerKind, callerId }) => endpointId ?? (callerKind === 'apiKey' ? callerId : null),
  person: ({ callerKind, callerId, endUser }) => (callerKind === 'user' ? callerId : endUser && `end user ${endUser}`),
};

/** Calls and failures by name and bucket, counted one by one. */
function countOf(calls: readonly CallRecord[], by: UsageBy, bucketSeconds: number): Record<string, string> {
  const totals = new Map<string, readonly [number, number]>();
  for (const call of calls) {
    const name = NAMES[by](call);
    if (name === null) continue;
    const bucket = Math.floor((call.at.getTime() - START.getTime()) / (bucketSeconds * 1_000));
    const key = `${name} ${bucket}`;
    const [all, failed] = totals.get(key) ?? [0, 0];
    totals.set(key, [all + 1, failed + Number(call.outcome !== 'ok')]);
  }
  return Object.fromEntries([...totals].map(([key, counts]) => [key, counts.join('/')]));
}

async function usageOf({ ctx }: Pick<Owner, 'ctx'>, query: Omit<UsageQuery, 'since'>): Promise<Record<string, string>> {
  const rows = await readUsage(ctx, { since: START, until: at(12 * DAY), ...query });
  for (const { callCount, failureCount, buckets } of rows) {
    expect(buckets.reduce((sum, bucket) => sum + bucket.callCount, 0)).toBe(callCount);
    expect(buckets.reduce((sum, bucket) => sum + bucket.failureCount, 0)).toBe(failureCount);
  }
  const named = rows.flatMap(({ toolId, callerId, endUser, buckets }) =>
    buckets.map((bucket, index) => ({ ...bucket, index, name: toolId ?? callerId ?? `end user ${endUser}` })),
  );
  const used = named.filter(({ callCount }) => callCount > 0);
  return Object.fromEntries(
    used.map(({ name, index, callCount, failureCount }) => [`${name} ${index}`, `${callCount}/${failureCount}`]),
  );
}

const BREAKDOWNS = ['tool', 'agent', 'person'] as const;

/** Compares usage in buckets of six hours, which totals fill, and of a day's minutes, which single calls fill. */
async function expectCounts(owner: Owner, calls: readonly CallRecord[]): Promise<void> {
  for (const by of BREAKDOWNS) {
    for (const stackId of [null, owner.stackId]) {
      const own = calls.filter((call) => stackId === null || call.stackId === stackId);
      const expected = countOf(own, by, 6 * HOUR);
      expect(await usageOf(owner, { by, stackId, bucketSeconds: 6 * HOUR })).toEqual(expected);
      const inDay = own.filter((call) => call.at < at(DAY));
      const ofDay = await usageOf(owner, { by, stackId, until: at(DAY), bucketSeconds: 600 });
      expect(ofDay).toEqual(countOf(inDay, by, 600));
    }
  }
}

const remaining = (calls: readonly CallRecord[], db = world.deps.db) =>
  db.callRecord
    .findMany({ where: { id: { in: calls.map(({ id }) => id) } }, select: { id: true } })
    .then((rows) => new Set<string>(rows.map(({ id }) => id)))
    .then((ids) => calls.filter(({ id }) => ids.has(id)));

describe('usage', () => {
  const ONES: readonly (readonly [string, Pick<UsageQuery, 'by' | 'callerId' | 'endUser'>])[] = [
    ['endpoint_1', { by: 'agent', callerId: toCallerId('endpoint_1') }],
    ['key_2', { by: 'agent', callerId: toCallerId('key_2') }],
    ['user_1', { by: 'person', callerId: toCallerId('user_1') }],
    ['end user user_1', { by: 'person', endUser: 'user_1' }],
    ['end user ann', { by: 'person', endUser: 'ann' }],
  ];
  it('is of one caller only', async () => {
    const owner = await createOwner(world, 'one of them');
    const calls = await insert(world, randomCalls(owner, 300));
    for (const [name, query] of ONES) {
      for (const [bucketSeconds, until] of [
        [6 * HOUR, at(12 * DAY)],
        [600, at(DAY)],
      ] as const) {
        const all = countOf(
          calls.filter((call) => call.at < until),
          query.by,
          bucketSeconds,
        );
        const own = Object.entries(all).filter(([key]) => key.replace(/ \d+$/, '') === name);
        expect(await usageOf(owner, { ...query, until, bucketSeconds })).toEqual(Object.fromEntries(own));
      }
    }
    const ofTools = usageOf(owner, { by: 'tool', endUser: 'ann', bucketSeconds: 6 * HOUR });
    await expect(ofTools).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await usageOf(owner, { by: 'person', endUser: '\0', bucketSeconds: 6 * HOUR })).toEqual({});
  });

  it('equals a count one by one, also after calls were deleted', async () => {
    const owner = await createOwner(world, 'counted');
    const calls = randomCalls(owner, 1_500);
    for (let from = 0; from < calls.length; from += 100) await insert(world, calls.slice(from, from + 100));
    await expectCounts(owner, calls);

    await dropOldestCalls(world.deps.db, owner.accountId, 400);
    const remainingCalls = await remaining(calls);
    expect(remainingCalls).toHaveLength(1_100);
    await expectCounts(owner, remainingCalls);

    await deleteStack(owner.ctx, owner.otherId);
    const ofOne = calls.filter(
      ({ id, stackId }) => stackId === owner.stackId && remainingCalls.some((call) => call.id === id),
    );
    await expectCounts(owner, ofOne);
    const left = await world.deps.db.callCallerHour.findMany({ where: { accountId: owner.accountId } });
    expect(new Set(left.map(({ stackId }) => stackId))).toEqual(new Set([owner.stackId]));
  });

  it('is deleted with the calls by age', async () => {
    const owner = await createOwner(world, 'old');
    const old = callIn(owner, owner.stackId, { ...CALLERS[1], at: at(-40 * DAY) });
    const young = callIn(owner, owner.stackId, CALLERS[1]);
    await insert(world, [old, young]);
    await pruneCalls({ ...world.as(), now: () => at(0) }, 30);
    const left = await world.deps.db.callCallerHour.findMany({ where: { accountId: owner.accountId } });
    expect(left.map(({ callerId, hour, calls }) => [callerId, hour, calls]).toSorted()).toEqual([
      ['ann', START, 1],
      ['endpoint_1', START, 1],
    ]);
  });

  it('lists the most active first, up to the requested number', async () => {
    const owner = await createOwner(world, 'ranked');
    const often = [0, 1, 2].map((seconds) => callIn(owner, owner.stackId, { ...CALLERS[3], at: at(seconds) }));
    await insert(world, [callIn(owner, owner.stackId, CALLERS[0]), ...often, callIn(owner, owner.otherId, CALLERS[2])]);
    const period = { by: 'agent', since: START, until: at(DAY), bucketSeconds: HOUR } as const;
    const names = async (first?: number) =>
      (await readUsage(owner.ctx, { ...period, first })).map((row) => row.callerId);
    expect(await names()).toEqual(['key_1', 'endpoint_1', 'endpoint_2']);
    expect(await names(2)).toEqual(['key_1', 'endpoint_1']);
  });

  it.each([
    ['no time at all', { until: START }, '/since'],
    ['more than 31 days', { until: at(31 * DAY + 1) }, '/since'],
    ['no caller', { first: 0 }, '/first'],
    ['more than 50 callers', { first: 51 }, '/first'],
    ['buckets of no length', { bucketSeconds: 0 }, '/bucketSeconds'],
    ['more than 200 buckets', { bucketSeconds: 431 }, '/bucketSeconds'],
  ])('is refused for %s', async (_name, query, path) => {
    const { ctx } = await createOwner(world, `refused ${path}`);
    const refused = readUsage(ctx, { by: 'agent', since: START, until: at(DAY), bucketSeconds: HOUR, ...query });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', details: { issues: [{ path }] } });
  });

  it('shows only calls of the account and of the stacks that the caller sees', async () => {
    const [alice, bob] = [await createOwner(world, 'alice'), await createOwner(world, 'bob')];
    await insert(world, [
      callIn(alice, alice.stackId, CALLERS[0]),
      callIn(alice, alice.otherId, CALLERS[3]),
      callIn(bob, bob.stackId, CALLERS[2]),
    ]);
    const seen = async (ctx: Owner['ctx'], stackId: StackId | null, until: Date) => {
      const rows = await readUsage(ctx, { by: 'agent', stackId, since: START, until, bucketSeconds: 6 * HOUR });
      return rows.map(({ callerId }) => callerId).toSorted();
    };
    const { actor } = alice.ctx;
    if (actor.kind !== 'apiKey') throw new Error('an owner here is a key');
    const stackRoles = new Map([[alice.stackId, 'auditor' as const]]);
    const member = { ...alice.ctx, actor: { ...actor, role: 'member' as const, stackRoles } };
    // From single calls, and from totals.
    for (const until of [at(DAY), at(12 * DAY)]) {
      expect(await seen(alice.ctx, null, until)).toEqual(['endpoint_1', 'key_1']);
      expect(await seen(alice.ctx, alice.otherId, until)).toEqual(['key_1']);
      expect(await seen(alice.ctx, bob.stackId, until)).toEqual([]);
      expect(await seen(alice.ctx, toStackId('\0'), until)).toEqual([]);
      expect(await seen(bob.ctx, null, until)).toEqual(['endpoint_2']);
      expect(await seen(member, null, until)).toEqual(['endpoint_1']);
      expect(await seen(member, alice.otherId, until)).toEqual([]);
    }
  });
});
