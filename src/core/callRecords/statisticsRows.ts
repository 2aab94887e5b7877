import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { AccountId, ServerId, StackId, ToolId } from '../ids.ts';
import { LATENCY_RANGE, percentileOf } from './latency.ts';
import { SUCCESS } from './outcome.ts';

/** Counts, and percentiles over all calls of a group in milliseconds; null without calls. */
export type CallFigures = {
  readonly callCount: number;
  readonly failureCount: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};

/** The figures of one group of calls, and the group. */
export type FiguresRow = CallFigures & {
  readonly of: 'total' | 'bucket' | 'tool' | 'outcome';
  readonly bucket: number | null;
  readonly serverId: ServerId | null;
  readonly toolId: ToolId | null;
  readonly outcome: string | null;
};

/** A checked query: one account's calls between two times. */
export type RowsQuery = {
  readonly accountId: AccountId;
  readonly stackId: StackId | null;
  readonly toolId: ToolId | null;
  readonly since: Date;
  readonly until: Date;
  readonly bucketSeconds: number;
};

const HOUR_MS = 60 * 60_000;

const isOf = ({ accountId, stackId, toolId }: RowsQuery): Prisma.Sql => Prisma.sql`
  account_id = ${accountId} AND (${stackId}::text IS NULL OR stack_id = ${stackId}::text)
    AND (${toolId}::text IS NULL OR tool_id = ${toolId}::text)`;

const bucketOf = (time: string, { since, bucketSeconds }: RowsQuery): Prisma.Sql =>
  Prisma.sql`floor(extract(epoch FROM ${Prisma.raw(time)} - ${since}::timestamptz) / ${bucketSeconds}::int)::int`;

/**
 * Figures from single calls, with percentiles interpolated between the two nearest. One pass makes all four breakdowns;
 * grouping() tells them apart by the columns that it left out.
 */
export function readFromCalls({ db }: Pick<Ctx, 'db'>, query: RowsQuery): Promise<FiguresRow[]> {
  const { since, until } = query;
  return db.$queryRaw<FiguresRow[]>`
    WITH call AS (
      SELECT ${bucketOf('at', query)} AS bucket, server_id, tool_id, outcome, latency_ms
      FROM invocation
      WHERE ${isOf(query)} AND at >= ${since}::timestamptz AND at < ${until}::timestamptz)
    SELECT CASE grouping(bucket, tool_id, outcome)
             WHEN 3 THEN 'bucket' WHEN 5 THEN 'tool' WHEN 6 THEN 'outcome' ELSE 'total' END AS "of",
           bucket, server_id AS "serverId", tool_id AS "toolId", outcome,
           count(*)::int AS "callCount",
           (count(*) FILTER (WHERE outcome <> ${SUCCESS}))::int AS "failureCount",
           percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) AS "p50Ms",
           percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) AS "p95Ms"
    FROM call
    GROUP BY GROUPING SETS ((), (bucket), (server_id, tool_id), (outcome))
    ORDER BY "callCount" DESC, tool_id, server_id, outcome`;
}

type RangeRow = Omit<FiguresRow, 'p50Ms' | 'p95Ms'> & { readonly latency: number };

/**
 * The same figures from hourly totals, however many calls there were; single calls count only for the partial hours at
 * both ends. An hour counts in the bucket in which it begins, and percentiles come from a histogram (`latency.ts`).
 */
export async function readFromRollups({ db }: Pick<Ctx, 'db'>, query: RowsQuery): Promise<FiguresRow[]> {
  const { since, until } = query;
  const from = new Date(Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS);
  const to = new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS);
  const rows = await db.$queryRaw<RangeRow[]>`
    WITH given AS (
      SELECT ${bucketOf('hour', query)} AS bucket, server_id, tool_id, outcome, latency, calls
      FROM call_rollup WHERE ${isOf(query)} AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz
      UNION ALL
      SELECT ${bucketOf('at', query)}, server_id, tool_id, outcome, ${LATENCY_RANGE}, 1
      FROM invocation WHERE ${isOf(query)} AND at >= ${since}::timestamptz AND at < ${from}::timestamptz
      UNION ALL
      SELECT ${bucketOf('at', query)}, server_id, tool_id, outcome, ${LATENCY_RANGE}, 1
      FROM invocation WHERE ${isOf(query)} AND at >= ${to}::timestamptz AND at < ${until}::timestamptz),
    summed AS (
      SELECT bucket, server_id, tool_id, outcome, latency, sum(calls) AS calls FROM given GROUP BY 1, 2, 3, 4, 5)
    SELECT CASE grouping(bucket, tool_id, outcome)
             WHEN 3 THEN 'bucket' WHEN 5 THEN 'tool' WHEN 6 THEN 'outcome' ELSE 'total' END AS "of",
           bucket, server_id AS "serverId", tool_id AS "toolId", outcome, latency::int,
           sum(calls)::int AS "callCount",
           coalesce(sum(calls) FILTER (WHERE outcome <> ${SUCCESS}), 0)::int AS "failureCount"
    FROM summed
    GROUP BY GROUPING SETS ((latency), (bucket, latency), (server_id, tool_id, latency), (outcome, latency))`;
  return [...Map.groupBy(rows, keyOf).values()].map(joinRanges).sort(byCount);
}

const keyOf = ({ of, bucket, serverId, toolId, outcome }: RangeRow): string =>
  JSON.stringify([of, bucket, serverId, toolId, outcome]);

/** Joins the ranges of one group; `Map.groupBy` never gives an empty group. */
function joinRanges(ranges: readonly RangeRow[]): FiguresRow {
  const histogram = new Map(ranges.map(({ latency, callCount }) => [latency, callCount]));
  const [{ of, bucket, serverId, toolId, outcome } = NO_RANGE] = ranges;
  return {
    of,
    bucket,
    serverId,
    toolId,
    outcome,
    callCount: ranges.reduce((sum, { callCount }) => sum + callCount, 0),
    failureCount: ranges.reduce((sum, { failureCount }) => sum + failureCount, 0),
    p50Ms: percentileOf(histogram, 0.5),
    p95Ms: percentileOf(histogram, 0.95),
  };
}

const NO_RANGE = { of: 'total', bucket: null, serverId: null, toolId: null, outcome: null } as const;

const nameOf = ({ toolId, serverId, outcome }: FiguresRow): string => `${toolId}\n${serverId}\n${outcome}`;

const byCount = (one: FiguresRow, other: FiguresRow): number =>
  other.callCount - one.callCount || (nameOf(one) < nameOf(other) ? -1 : 1);
