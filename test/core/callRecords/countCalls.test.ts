import { afterAll, expect, it } from 'vitest';
import type { CallFilter } from '../../../src/core/callRecords/calls.ts';
import { listCalls } from '../../../src/core/callRecords/calls.ts';
import { countCalls } from '../../../src/core/callRecords/countCalls.ts';
import { noStackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { COUNTED_ROWS_MAX } from '../../../src/core/kernel/page.ts';
import { createWorld } from '../world.ts';
import { at, callIn, createOwner, START } from './kit.ts';

/* The count that a list of calls reports. */

const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.deps;
const HOUR = 3_600;
const OUTCOMES = ['ok', 'ok', 'tool_error', 'timed_out'] as const;

const mine = await createOwner(world, 'mine');
const theirs = await createOwner(world, 'theirs');
for (const { accountId, stackId, otherId } of [mine, theirs]) {
  await db.callRecord.createMany({
    data: Array.from({ length: 900 }, (_, nr) =>
      callIn({ accountId }, nr % 3 === 0 ? otherId : stackId, {
        at: at(nr * 1_700),
        outcome: OUTCOMES[nr % OUTCOMES.length] ?? 'ok',
        toolId: toToolId(nr % 5 === 0 ? 'srv_send' : 'srv_find'),
        serverId: toServerId('srv'),
      }),
    ),
  });
}

const BETWEEN = { since: at(5 * HOUR + 100), until: at(200 * HOUR + 1_234) };
const FILTERS: readonly (readonly [string, CallFilter])[] = [
  ['everything', {}],
  ['a time', BETWEEN],
  ['a time range within an hour', { since: at(HOUR), until: at(HOUR + 1_800) }],
  ['no time', { since: at(HOUR), until: at(HOUR) }],
  ['from then on', { since: at(100 * HOUR + 5) }],
  ['until then', { until: at(100 * HOUR + 5) }],
  ['a stack', { stackId: mine.stackId }],
  ['failures', { ...BETWEEN, isFailure: true }],
  ['successes of a stack', { ...BETWEEN, isFailure: false, stackId: mine.otherId }],
  ['outcomes', { outcome: ['timed_out', 'ok'] }],
  ['a tool', { ...BETWEEN, toolId: toToolId('srv_send') }],
  ['failures of a server', { ...BETWEEN, serverId: toServerId('srv'), isFailure: true }],
  ['an unknown tool', { toolId: toToolId('srv_none') }],
  ['another account’s stack', { stackId: theirs.stackId }],
  ['a name that no row can have', { toolId: toToolId('\0') }],
  ['the stack that totals of all have', { stackId: noStackId() }],
];

it.each(FILTERS)('counts the rows listed for %s', async (_name, filter) => {
  const listed = await listCalls(mine.ctx, filter, { take: 2_000 });
  expect(await countCalls(mine.ctx, filter)).toEqual({ count: listed.length, isExact: true });
});

it('returns a lower bound when a time range has more calls than it scans', async () => {
  const { ctx, accountId, stackId } = await createOwner(world, 'busy');
  const calls = COUNTED_ROWS_MAX + 500;
  await db.$executeRaw`
    INSERT INTO invocation (id, account_id, stack_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes, at)
    SELECT uuidv7(), ${accountId}, ${stackId}, 'srv', 'srv_find', CASE WHEN n % 2 = 0 THEN 'ok' ELSE 'timed_out' END, 1, 1, 1,
      ${START}::timestamptz + n * interval '10 milliseconds' FROM generate_series(1, ${calls}::int) AS n`;
  const until = at(14 * 60);
  expect(await countCalls(ctx, {})).toEqual({ count: calls, isExact: true });
  expect(await countCalls(ctx, { until })).toEqual({ count: COUNTED_ROWS_MAX + 1, isExact: false });
  const failed = await countCalls(ctx, { until, isFailure: true });
  expect(failed.isExact).toBe(false);
  expect(failed.count).toBeGreaterThan(0);
  expect(failed.count).toBeLessThanOrEqual(calls / 2);
});
