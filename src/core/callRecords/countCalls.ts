import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { COUNTED_ROWS_MAX, type RowCount } from '../kernel/page.ts';
import { flagCondition } from '../lib/search.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { hasCaller } from './callerCalls.ts';
import { type CallFilter, listCalls } from './calls.ts';
import { SUCCESS } from './outcome.ts';
import { countingScope, rowsQueryOf } from './statistics.ts';
import type { RowsQuery } from './statisticsRows.ts';
import { byIndex, callsOf, longestGrains, toolCondition, totalParts, totalsOf } from './totals.ts';

/** Earlier than any call, so that a list without a start time uses whole totals. */
const FIRST = new Date(0);
const LAST = new Date(Date.UTC(9_999, 0));

/** How to count a query's calls: an SQL condition on outcomes, and the maximum of single calls to read. */
type Counted = { readonly outcomes: Prisma.Sql; readonly readMax: number };

/**
 * The number of calls, from totals. For the partial hours at both ends of the period, reads up to `readMax` single
 * calls each. Beyond that, the count is a lower bound.
 */
async function countFromTotals(db: Tx, query: RowsQuery, { outcomes, readMax }: Counted): Promise<RowCount> {
  const parts = totalParts(longestGrains(query), query.since, query.until);
  // Read calls of all tools, up to the limit, since no index finds single calls by tool.
  const ofAnyTool = { ...query, serverId: null, toolId: null };
  const counts = parts.map(({ grain, from, to }) =>
    grain === null
      ? Prisma.sql`
          SELECT count(*) FILTER (WHERE true ${toolCondition(query)} ${outcomes}) AS calls, count(*) <= ${readMax}::int AS whole
          FROM (SELECT server_id, tool_id, outcome FROM invocation
            WHERE account_id = ${query.accountId} AND ${callsOf(ofAnyTool, from, to)} LIMIT ${readMax + 1}::int) AS read`
      : Prisma.sql`
          SELECT sum(calls) AS calls, true AS whole FROM ${grain.table}
          WHERE account_id = ${query.accountId} AND ${totalsOf(query, grain, from, to)} ${outcomes}`,
  );
  if (counts.length === 0) return { count: 0, isExact: true };
  const [counted] = await byIndex(
    db,
    () => db.$queryRaw<{ calls: number | null; whole: boolean }[]>`
      SELECT sum(calls)::float8 AS calls, bool_and(whole) AS whole FROM (${Prisma.join(counts, ' UNION ALL ')}) AS part`,
  );
  return { count: counted?.calls ?? 0, isExact: counted?.whole ?? true };
}

/**
 * Number of calls that `listCalls` returns for a filter. Uses totals, and reads up to 10,000 single calls for the
 * partial hours at both ends of the period; beyond that, the result is a lower bound. Counts up to 10,000 calls of a
 * caller one by one. Tested by `test/core/callRecords/countCalls.test.ts`.
 * @throws forbidden; as `readHistory`
 */
export async function countCalls(ctx: Ctx, filter: CallFilter): Promise<RowCount> {
  if (hasCaller(filter)) {
    const calls = await listCalls(ctx, filter, { take: COUNTED_ROWS_MAX + 1, select: { id: true } });
    return { count: Math.min(calls.length, COUNTED_ROWS_MAX), isExact: calls.length <= COUNTED_ROWS_MAX };
  }
  const filled = { ...filter, since: filter.since ?? FIRST, until: filter.until ?? LAST, bucketSeconds: 1 };
  const query = rowsQueryOf(countingScope(ctx.actor), filled);
  if (query === null) return { count: 0, isExact: true };
  const { outcome, isFailure } = filter;
  const outcomes = Prisma.sql`
    ${outcome ? Prisma.sql`AND outcome = ANY(${[...outcome]}::text[])` : Prisma.empty}
    ${flagCondition(isFailure, Prisma.sql`outcome <> ${SUCCESS}`)}`;
  return readHistory(ctx, (tx) => countFromTotals(tx, query, { outcomes, readMax: COUNTED_ROWS_MAX }));
}
