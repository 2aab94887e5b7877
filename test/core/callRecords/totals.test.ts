import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dropOldestCalls } from '../../../src/core/callRecords/retention.ts';
import {
  type FiguresRow,
  type RowsQuery,
  readFromCalls,
  STATISTICS_TOOLS_MAX,
} from '../../../src/core/callRecords/statisticsRows.ts';
import { countAtMost, readFromTotals } from '../../../src/core/callRecords/totals.ts';
import type { Tx } from '../../../src/core/kernel/context.ts';
import { type StackId, type ToolId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createWorld, type World } from '../world.ts';
import { at, type CallOptions, createOwner, insert, type Owner, row } from './kit.ts';

/* Charts from totals equal counts of single calls, for random calls and queries. */

const DAY = 86_400;
const HOUR = 3_600;
const TOOLS = ['a_find', 'a_send', 'b_find', 'c_list'];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const anyCall = fc.record({
  seconds: fc.integer({ min: 0, max: 5 * DAY }),
  toolId: fc.constantFrom(...TOOLS),
  outcome: fc.constantFrom('ok', 'ok', 'ok', 'tool_error', 'timed_out', 'unreachable'),
  latencyMs: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 100_000 })),
  isOther: fc.boolean(),
});
/** Totals cover whole quarter hours, those of one tool whole hours: periods with these boundaries are exact. */
const anyPeriod = fc
  .record({
    fromHour: fc.integer({ min: 0, max: 60 }),
    hours: fc.integer({ min: 1, max: 72 }),
    bucketSeconds: fc.constantFrom(HOUR, 2 * HOUR, 6 * HOUR, DAY),
    tool: fc.constantFrom(null, ...TOOLS),
    server: fc.constantFrom(null, null, 'a', 'b'),
    stacks: fc.constantFrom<readonly string[] | null>(null, ['one'], ['two'], ['one', 'two']),
  })
  .map(({ fromHour, hours, ...rest }) => ({
    since: at(fromHour * HOUR),
    until: at((fromHour + hours) * HOUR),
    ...rest,
  }));

type Period = (typeof anyPeriod extends fc.Arbitrary<infer T> ? T : never) & object;

const queryOf = (owner: Owner, { tool, server, stacks, ...period }: Period): RowsQuery => {
  const idOf = (name: string): StackId => (name === 'one' ? owner.stackId : owner.otherId);
  const toolId: ToolId | null = tool === null ? null : toToolId(tool);
  const serverId = server === null ? null : toServerId(server);
  return { accountId: owner.accountId, stackIds: stacks?.map(idOf) ?? null, serverId, toolId, ...period };
};

/** Counts are exact; percentiles are within the histogram's ranges and tested separately. */
const countsOf = (rows: readonly FiguresRow[]): readonly string[] =>
  rows
    // Without any calls, a query of single calls still returns a sum.
    .filter(({ callCount }) => callCount > 0)
    .map(({ meanMs: _, p50Ms: __, p95Ms: ___, ...counts }) => JSON.stringify(counts, Object.keys(counts).toSorted()))
    .toSorted();

async function store(owner: Owner, calls: readonly (CallOptions & { readonly isOther: boolean })[]): Promise<void> {
  const rows = calls.map(({ isOther, ...call }) => row(owner, call, isOther ? owner.otherId : owner.stackId));
  // Stores batches, so that the totals are updated repeatedly, as by a recorder.
  for (let from = 0; from < rows.length; from += 25) await insert(world, rows.slice(from, from + 25));
}

async function compare(owner: Owner, periods: readonly Period[]): Promise<void> {
  for (const period of periods) {
    const query = queryOf(owner, period);
    const read = (from: typeof readFromTotals) => world.deps.db.$transaction((tx) => from(tx, query));
    const [exact, totals] = [await read(readFromCalls), await read(readFromTotals)];
    expect(countsOf(totals), JSON.stringify(period)).toEqual(countsOf(exact));
  }
}

/** Rows of totals that this session read in full scans. */
async function scannedIn(tx: Tx): Promise<number> {
  const [scanned] = await tx.$queryRaw<{ rows: number }[]>`
    SELECT sum(seq_tup_read)::int AS rows FROM pg_stat_xact_user_tables WHERE relname LIKE 'call\\_%'`;
  return scanned?.rows ?? 0;
}

/** A client that counts the totals that PostgreSQL returns for summing. */
function countingReader() {
  let totals = 0;
  const db = world.deps.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        const read: unknown = await query(args);
        for (const sent of sentTotals.safeParse(read).data ?? []) totals += JSON.parse(sent.totals).length;
        return read;
      },
    },
  });
  return { db, count: () => totals };
}
const sentTotals = z.array(z.object({ totals: z.string() }));

describe('statistics from totals', () => {
  let nr = 0;
  const calls = fc.array(anyCall, { minLength: 1, maxLength: 150 });
  const periods = fc.array(anyPeriod, { minLength: 6, maxLength: 6 });

  it('equal those of single calls, also after the oldest are deleted', async () => {
    const property = fc.asyncProperty(
      calls,
      periods,
      fc.integer({ min: 0, max: 60 }),
      async (stored, query, dropped) => {
        nr += 1;
        const owner = await createOwner(world, `random ${nr}`);
        await store(owner, stored);
        await compare(owner, query);
        await dropOldestCalls(world.deps.db, owner.accountId, dropped);
        await compare(owner, query);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  it('of short buckets sum as few rows as there are buckets, and the tools called most', async () => {
    const [toolCount, minutes] = [60, 90];
    const owner = await createOwner(world, 'short buckets');
    const calls = Array.from({ length: minutes * toolCount }, (_, nr) => ({
      seconds: 1_800 + Math.floor(nr / toolCount) * 60,
      toolId: `a_tool_${nr % toolCount}`,
      latencyMs: nr,
    }));
    await insert(
      world,
      calls.map((call) => row(owner, call)),
    );
    const query = queryOf(owner, {
      ...{ since: at(1_800), until: at(1_800 + minutes * 60), bucketSeconds: 60 },
      ...{ tool: null, server: null, stacks: null },
    });
    const reader = countingReader();
    const read = await reader.db.$transaction((tx) => readFromTotals(tx, query));
    const exact = await readFromCalls(world.deps.db, query);
    const others = (rows: readonly FiguresRow[]) => countsOf(rows.filter(({ of }) => !of.startsWith('tool')));
    expect(others(read)).toEqual(others(exact));
    const most = read.filter(({ of }) => of === 'tool');
    expect(most).toHaveLength(STATISTICS_TOOLS_MAX);
    expect(countsOf(exact)).toEqual(expect.arrayContaining([...countsOf(most)]));
    // One row for each tool, although the period is split into half an hour and an hour.
    expect(reader.count()).toBe(minutes + STATISTICS_TOOLS_MAX);
  });

  const stackLists = [null, ['one'], ['one', 'two']].map((stacks) => ({ stacks }));
  it.each(stackLists)('of $stacks use an index, whatever PostgreSQL estimates for their number', async ({ stacks }) => {
    const owner = await createOwner(world, `found ${String(stacks)}`);
    await store(owner, [{ seconds: 60, toolId: 'a_find', isOther: false }]);
    // For tables known to be this small, PostgreSQL would scan everything.
    await world.deps.db.$executeRaw`ANALYZE call_day, call_tool_hour, call_hour, call_quarter`;
    for (const tool of [null, 'a_find']) {
      const query = queryOf(owner, {
        since: at(0),
        until: at(3 * DAY),
        bucketSeconds: DAY,
        tool,
        server: null,
        stacks,
      });
      const read = await world.deps.db.$transaction(async (tx) => {
        const before = await scannedIn(tx);
        const rows = await readFromTotals(tx, query);
        return { figures: rows.length, scanned: (await scannedIn(tx)) - before };
      });
      // A day, the whole period, an outcome, a tool, and an outcome of that tool.
      expect(read).toEqual({ figures: 5, scanned: 0 });
    }
  });

  it('leave PostgreSQL’s settings unchanged for later reads', async () => {
    const owner = await createOwner(world, 'after');
    const query = queryOf(owner, {
      since: at(0),
      until: at(DAY),
      bucketSeconds: HOUR,
      ...{ tool: null, server: null, stacks: null },
    });
    const reads = [countAtMost, readFromTotals];
    const settings = await world.deps.db.$transaction(async (tx) => {
      const shown: unknown[] = [];
      for (const read of reads) {
        await read(tx, query);
        shown.push(await tx.$queryRaw`SHOW enable_seqscan`);
      }
      return shown;
    });
    expect(settings).toEqual(reads.map(() => [{ enable_seqscan: 'on' }]));
  });
});
