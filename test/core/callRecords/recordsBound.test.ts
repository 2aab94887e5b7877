import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordsBound } from '../../../src/core/callRecords/recordsBound.ts';
import { createWorld, type World } from '../world.ts';
import { createOwner, insert, type Owner, row } from './kit.ts';

const HOUR = 3_600;

let world: World;
let own: Owner;
let other: Owner;
beforeAll(async () => {
  world = await createWorld();
  own = await createOwner(world, 'full');
  other = await createOwner(world, 'beside');
  const { db } = world.deps;
  for (const { accountId } of [own, other])
    await db.account.update({ where: { id: accountId }, data: { rateLimits: { max_call_records: 100 } } });
});
afterAll(() => world.database.close());

const remaining = ({ accountId }: Owner) =>
  world.deps.db.callRecord.findMany({ where: { accountId }, orderBy: { at: 'asc' }, select: { at: true } });
const totals = async ({ accountId }: Owner) => {
  const where = { accountId, stackId: '' as Owner['stackId'] };
  const [hours, days, quarters] = await Promise.all([
    world.deps.db.callToolHour.findMany({ where }),
    world.deps.db.callDay.findMany({ where }),
    world.deps.db.callQuarter.findMany({ where }),
  ]);
  return [hours, days, quarters].map((rows) => [rows.length, rows.reduce((sum, { calls }) => sum + calls, 0)]);
};

it('max_call_records: beyond it an account’s oldest calls go with their totals; other accounts keep theirs', async () => {
  const room = createRecordsBound(world.deps.db);
  const add = async (owner: Owner, from: number, count: number) => {
    const calls = Array.from({ length: count }, (_, at) => row(owner, { seconds: (from + at) * HOUR }));
    await insert(world, calls);
    await room.added(calls);
    return calls;
  };
  await add(other, 0, 90);
  await add(own, 0, 100);
  expect((await remaining(own)).length).toBe(100);
  const late = await add(own, 100, 30);
  const left = await remaining(own);
  expect([left.length, left.at(-1)?.at]).toEqual([99, late.at(-1)?.at]);
  expect(left[0]?.at).toEqual(row(own, { seconds: 31 * HOUR }).at);
  // One call an hour: as many hours and quarters as calls; only days that still have one.
  expect(await totals(own)).toEqual([
    [99, 99],
    [5, 99],
    [99, 99],
  ]);
  const { stackId } = own;
  const ofStack = await world.deps.db.callToolHour.findMany({ where: { stackId }, orderBy: { hour: 'asc' } });
  const hours = left.map(({ at }) => new Date(Math.floor(at.getTime() / (HOUR * 1_000)) * HOUR * 1_000));
  expect(ofStack.map(({ hour }) => hour)).toEqual(hours);
  expect((await remaining(other)).length).toBe(90);
  expect((await totals(other))[0]).toEqual([90, 90]);
});
