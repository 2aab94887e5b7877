import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallRecorder } from '../../../src/core/callRecords/record.ts';
import { preparePartitions, pruneCalls } from '../../../src/core/callRecords/retention.ts';
import { type FiguresRow, readFromCalls } from '../../../src/core/callRecords/statisticsRows.ts';
import { readFromTotals } from '../../../src/core/callRecords/totals.ts';
import { createBackground } from '../../../src/core/kernel/background.ts';
import { type StackId, toEndpointId, toStackId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import { silentLog } from '../../harness/log.ts';
import { SILENT_METER } from '../silentMeter.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';
import { callIn } from './kit.ts';

const HOUR_MS = 60 * 60_000;
const START = Date.parse('2026-11-21T09:00:00.000Z');

let world: World;
let account: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'recorded');
});
afterAll(() => world.database.close());

const callOf = (stackId: StackId, options: Partial<CallRecord> = {}): CallRecord => callIn(account, stackId, options);

/** A fresh recorder, and the number of calls it dropped. */
function recorderOn(db: World['deps']['db'], waitingRowsMax?: number) {
  const background = createBackground(silentLog);
  const dropped: number[] = [];
  const meter = { ...SILENT_METER, callRecordsDropped: (count: number) => void dropped.push(count) };
  const options = waitingRowsMax === undefined ? {} : { waitingRowsMax };
  return {
    recorder: createCallRecorder({ ...world.deps, db, meter, background }, options),
    background,
    dropped,
  };
}

const newStack = async (name: string): Promise<StackId> => (await createStack(account.ctx, { name })).id;
const recorded = (stackId: StackId) => world.deps.db.callRecord.findMany({ where: { stackId } });
const rolledUp = async (stackId: StackId): Promise<number> => {
  const { _sum } = await world.deps.db.callToolHour.aggregate({ where: { stackId }, _sum: { calls: true } });
  return _sum.calls ?? 0;
};

/** The account's totals over all its stacks. */
async function figures() {
  const period = {
    since: new Date(START - 24 * HOUR_MS),
    until: new Date(START + 24 * HOUR_MS),
    bucketSeconds: 86_400,
  };
  const rows = await readFromTotals(world.deps.db, {
    accountId: account.accountId,
    stackIds: null,
    serverId: null,
    toolId: null,
    ...period,
  });
  return { callCount: rows.find(({ of }) => of === 'total')?.callCount };
}

describe('calls are recorded', () => {
  it('as given, with their hourly totals, before shutdown finishes', async () => {
    const { recorder, background, dropped } = recorderOn(world.deps.db);
    const stackId = await newStack('kept');
    const calls = Array.from({ length: 1_203 }, (_, index) =>
      callOf(stackId, { latencyMs: index, endpointId: toEndpointId('endpoint_1'), at: new Date(START + index) }),
    );
    for (const call of calls) recorder.add(call);
    await background.drain();
    expect((await recorded(stackId)).toSorted((one, other) => one.latencyMs - other.latencyMs)).toEqual(calls);
    expect([await rolledUp(stackId), dropped]).toEqual([1_203, []]);
  });

  it('once, and only while their stack exists', async () => {
    const { recorder, background, dropped } = recorderOn(world.deps.db);
    const stackId = await newStack('here');
    const call = callOf(stackId);
    for (const each of [call, callOf(toStackId('stack_gone'))]) recorder.add(each);
    await background.drain();
    recorder.add(call);
    await background.drain();
    expect([await recorded(stackId), await rolledUp(stackId)]).toEqual([[call], 1]);
    expect([await recorded(toStackId('stack_gone')), await rolledUp(toStackId('stack_gone')), dropped]).toEqual([
      [],
      0,
      [],
    ]);
  });

  it('up to a bound; further ones are dropped and counted', async () => {
    const { recorder, background, dropped } = recorderOn(world.deps.db, 3);
    const stackId = await newStack('many');
    for (let index = 0; index < 5; index++) recorder.add(callOf(stackId));
    await background.drain();
    expect([(await recorded(stackId)).length, dropped]).toEqual([3, [1, 1]]);
  });

  it('or counted as dropped when the database rejects them', async () => {
    const gone = await createWorld();
    await gone.database.close();
    const { recorder, background, dropped } = recorderOn(gone.deps.db);
    for (let index = 0; index < 2; index++) recorder.add(callOf(toStackId('stack_any')));
    await background.drain();
    expect(dropped).toEqual([2]);
  });

  it('until their stack is deleted', async () => {
    const { recorder, background } = recorderOn(world.deps.db);
    const stackId = await newStack('short-lived');
    recorder.add(callOf(stackId));
    await background.drain();
    const before = await figures();
    await deleteStack(account.ctx, stackId);
    expect([await recorded(stackId), await rolledUp(stackId)]).toEqual([[], 0]);
    const after = await figures();
    expect([before, after].map(({ callCount }) => callCount)).toEqual([1_208, 1_207]);
    expect(await world.deps.db.callQuarter.count({ where: { stackId } })).toBe(0);
    expect(await world.deps.db.callDay.count({ where: { stackId } })).toBe(0);
  });
});

it('totals equal the single calls, with percentiles within a tenth', async () => {
  const { recorder, background } = recorderOn(world.deps.db);
  const [stackId, otherId] = [await newStack('charted'), await newStack('charted, too')];
  // Three days of calls whose latencies grow tenfold; multiples of primes avoid coincidences.
  for (let index = 0; index < 2_000; index++) {
    const at = new Date(START + ((index * 7_919) % (72 * 3_600)) * 1_000);
    const [toolId, outcome] = [`a_tool_${index % 3}`, index % 11 === 0 ? 'timed_out' : 'ok'];
    recorder.add(
      callOf(index % 5 === 0 ? otherId : stackId, {
        toolId: toToolId(toolId),
        outcome,
        at,
        latencyMs: Math.round(20 * 10 ** ((index % 997) / 997)),
      }),
    );
  }
  await background.drain();
  const uneven = { since: new Date(START + 17 * 60_000), until: new Date(START + 70 * HOUR_MS + 1_234) };
  const even = { since: new Date(START), until: new Date(START + 72 * HOUR_MS) };
  const shown = [null, [stackId], [stackId, otherId]].flatMap((stackIds) =>
    [null, toToolId('a_tool_1')].map((toolId) => ({ stackIds, toolId })),
  );
  const periods = [
    { ...uneven, bucketSeconds: 86_400, isExact: false },
    { ...even, bucketSeconds: 7_200, isExact: true },
    { ...even, bucketSeconds: 600, until: new Date(START + 5 * HOUR_MS), isExact: true },
  ];
  for (const { isExact, ...period } of periods) {
    for (const filter of shown) {
      const query = { accountId: account.accountId, serverId: null, ...filter, ...period };
      const [exact, totals] = [await readFromCalls(world.deps.db, query), await readFromTotals(world.deps.db, query)];
      expect(totals).toHaveLength(exact.length);
      // A bucket that splits a total can differ, because the whole total counts in its first bucket.
      const about = exact.filter((row) => isExact || row.of !== 'bucket').map(within);
      expect(totals).toEqual(expect.arrayContaining(about));
    }
  }
});

/** A tool's bucket and outcome have few calls here, so percentiles lie anywhere between two latencies. */
const within = ({ meanMs, p50Ms, p95Ms, ...row }: FiguresRow): object => {
  const hasFew = row.of === 'bucket' || row.of === 'toolOutcome';
  const percentileNear = (value: number | null) => (hasFew ? expect.any(Number) : near(value));
  return { ...row, meanMs: near(meanMs), p50Ms: percentileNear(p50Ms), p95Ms: percentileNear(p95Ms) };
};

const near = (target: number | null): object =>
  expect.toSatisfy((value: number) => Math.abs(value / (target ?? Number.NaN) - 1) < 0.1);

describe('the table of calls', () => {
  const partitionsOf = async (stackId: StackId) => {
    const rows = await world.deps.db.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT tableoid::regclass::text AS name FROM invocation WHERE stack_id = ${stackId} ORDER BY 1`;
    return rows.map(({ name }) => name);
  };

  it('has a partition per day, which absorbs earlier rows', async () => {
    const { recorder, background } = recorderOn(world.deps.db);
    const stackId = await newStack('daily');
    world.clock.now = new Date('2027-02-27T23:59:00.000Z');
    const times = ['2027-02-26T23:59:59.999Z', '2027-02-27T00:00:00.000Z', '2027-03-01T12:00:00.000Z'];
    recorder.add(callOf(stackId, { at: new Date(times[1] ?? '') }));
    await background.drain();
    expect(await partitionsOf(stackId)).toEqual(['invocation_default']);
    await Promise.all([preparePartitions(world.as()), preparePartitions(world.as())]);
    await preparePartitions(world.as());
    for (const at of times) recorder.add(callOf(stackId, { at: new Date(at) }));
    await background.drain();
    expect(await partitionsOf(stackId)).toEqual(['invocation_20270227', 'invocation_20270301', 'invocation_default']);
    expect(await recorded(stackId)).toHaveLength(4);
  });

  it('drops whole days with their hourly totals', async () => {
    const { recorder, background } = recorderOn(world.deps.db);
    const stackId = await newStack('pruned');
    world.clock.now = new Date('2027-05-01T12:00:00.000Z');
    await preparePartitions(world.as());
    const times = ['2027-05-01T00:00:00.000Z', '2027-05-01T23:59:59.999Z', '2027-05-02T00:00:00.000Z'];
    for (const at of times) recorder.add(callOf(stackId, { at: new Date(at) }));
    await background.drain();
    world.clock.now = new Date('2027-06-01T12:00:00.000Z');
    await pruneCalls(world.as(), 30);
    const remaining = (await recorded(stackId)).map(({ at }) => at.toISOString());
    expect([remaining, await rolledUp(stackId)]).toEqual([[times[2]], 1]);
  });
});
