import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCallsBefore } from '../../../src/core/callRecords/callsBefore.ts';
import { dropOldestCalls } from '../../../src/core/callRecords/retention.ts';
import type { CallStatistics } from '../../../src/core/callRecords/statistics.ts';
import { type StackId, toStackId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createWorld, type World } from '../world.ts';
import { at, createOwner, insert, type Owner, row, START } from './kit.ts';

/* Compares with the calls recorded in the previous period; unrecorded time is unknown, never zero calls. */

type StatisticsRange = CallStatistics['range'];

const HOUR = 3_600;
const DAY = 24 * HOUR;

let world: World;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  world = await createWorld();
  [owner, other] = [await createOwner(world, 'owner'), await createOwner(world, 'other')];
  return () => world.database.close();
});
beforeEach(() => world.deps.db.callRecord.deleteMany({}));

const ago = (seconds: number, options: object = {}, stackId?: StackId) =>
  row(owner, { seconds: -seconds, ...options }, stackId);

/** The comparison with the hour, or a longer period, before the start. */
const previous = (query: Partial<StatisticsRange> & { readonly seconds?: number } = {}, ctx = owner.ctx) => {
  const { seconds = HOUR, ...rest } = query;
  return readCallsBefore(ctx, { since: at(-seconds), until: START, bucketSeconds: seconds, ...rest });
};

describe('the previous period', () => {
  it('is equally long, starts at its first millisecond and ends before the current one', async () => {
    const at2h = row(owner, { seconds: -2 * HOUR, latencyMs: 10 });
    await insert(world, [
      { ...at2h, id: ago(0).id, at: new Date(at2h.at.getTime() - 1), latencyMs: 9_999 },
      at2h,
      { ...ago(HOUR, { latencyMs: 30, outcome: 'timed_out' }), at: new Date(START.getTime() - HOUR * 1_000 - 1) },
      // Within the compared hour.
      ago(HOUR, { latencyMs: 9_999 }),
    ]);
    expect(await previous()).toEqual({
      since: at(-2 * HOUR),
      until: at(-HOUR),
      recordedSince: new Date(at2h.at.getTime() - 1),
      total: { callCount: 2, failureCount: 1, meanMs: 20, p50Ms: 20, p95Ms: 29 },
    });
  });

  it('of days is read from totals, to the last call', async () => {
    await insert(world, [
      ago(20 * DAY),
      ...[11, 12, 19].map((days) => ago(days * DAY, { outcome: 'timed_out' })),
      ...[9, 1, 0].map((days) => ago(days * DAY + HOUR)),
    ]);
    expect(await previous({ seconds: 10 * DAY })).toMatchObject({ total: { callCount: 4, failureCount: 3 } });
  });

  it('without calls is zero when records reach far enough back', async () => {
    await insert(world, [ago(3 * HOUR), ago(60)]);
    expect(await previous()).toMatchObject({ total: { callCount: 0, failureCount: 0, p95Ms: null } });
    // Also for a tool without calls, because recording is a stack setting.
    expect(await previous({ toolId: toToolId('b_new') })).toMatchObject({ total: { callCount: 0 } });
  });
});

describe('the previous period is unknown', () => {
  it('without any record', async () => {
    expect(await previous()).toMatchObject({ recordedSince: null, total: null });
  });

  it('when the oldest record is a millisecond too young, but not at the exact start', async () => {
    const [oldest] = await insert(world, [ago(2 * HOUR)]);
    expect(await previous()).toMatchObject({ recordedSince: oldest?.at, total: { callCount: 1 } });
    const later = { since: at(-HOUR), until: new Date(START.getTime() + 1) };
    expect(await previous(later)).toMatchObject({ recordedSince: oldest?.at, total: null });
  });

  it('once its calls are deleted by age or at a bound', async () => {
    await insert(world, [ago(3 * HOUR), ago(90 * 60), ago(60)]);
    expect(await previous()).toMatchObject({ total: { callCount: 1 } });
    await dropOldestCalls(world.deps.db, owner.accountId, 1);
    expect(await previous()).toMatchObject({ recordedSince: at(-90 * 60), total: null });
  });

  it('for a stack that was not recorded then, even if others were', async () => {
    await insert(world, [ago(5 * HOUR), ago(60, {}, owner.otherId)]);
    expect(await previous({ stackId: owner.otherId })).toMatchObject({ recordedSince: at(-60), total: null });
    expect(await previous({ stackId: owner.stackId })).toMatchObject({ total: { callCount: 0 } });
  });

  it('for a user of single stacks, who learns nothing of other stacks’ recording', async () => {
    await insert(world, [ago(5 * HOUR), ago(60, {}, owner.otherId)]);
    const { actor } = owner.ctx;
    if (actor.kind !== 'apiKey') throw new Error('an owner here is a key');
    const stackRoles = new Map([[owner.otherId, 'auditor' as const]]);
    const ctx = { ...owner.ctx, actor: { ...actor, role: 'member' as const, stackRoles } };
    expect(await previous({}, ctx)).toMatchObject({ recordedSince: at(-60), total: null });
    expect(await previous({ stackId: owner.stackId }, ctx)).toMatchObject({ recordedSince: null, total: null });
  });

  it('for another account’s stack, as for a nonexistent one', async () => {
    await insert(world, [ago(5 * HOUR)]);
    const [foreign, none] = [owner.stackId, toStackId('stack_none')];
    expect(await previous({ stackId: foreign }, other.ctx)).toEqual(await previous({ stackId: none }, other.ctx));
    expect(await previous({}, other.ctx)).toMatchObject({ recordedSince: null, total: null });
  });
});
