import { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from '../kernel/context.ts';
import type { AccountId, ServerId, StackId, ToolId } from '../kernel/ids.ts';
import { SUCCESS } from './outcome.ts';

/** Counts, and the mean and percentiles of a group's calls in milliseconds; null without calls. */
export type CallFigures = {
  readonly callCount: number;
  readonly failureCount: number;
  readonly meanMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};

/** The figures of one group of calls. `of` says which of the other columns identify the group. */
export type FiguresRow = CallFigures & {
  readonly of: 'total' | 'bucket' | 'tool' | 'toolOutcome' | 'outcome';
  readonly bucket: number | null;
  readonly serverId: ServerId | null;
  readonly toolId: ToolId | null;
  readonly outcome: string | null;
};

/** Maximum tools in one response, which lists the most called tools. */
export const STATISTICS_TOOLS_MAX = 20;

/** A checked query: one account's calls between two times. */
export type RowsQuery = {
  readonly accountId: AccountId;
  /** The stacks whose calls are counted; null for the whole account. */
  readonly stackIds: readonly StackId[] | null;
  readonly serverId: ServerId | null;
  readonly toolId: ToolId | null;
  readonly since: Date;
  readonly until: Date;
  readonly bucketSeconds: number;
};

/** The account's stacks to count, as an SQL condition to append. */
export const ofStacks = ({ stackIds }: Pick<RowsQuery, 'stackIds'>): Prisma.Sql =>
  stackIds === null ? Prisma.empty : Prisma.sql`AND stack_id = ANY(${stackIds}::text[])`;

/**
 * Figures from single calls. Percentiles are interpolated between the two nearest calls. One query computes all
 * breakdowns; `grouping()` shows which breakdown a row belongs to.
 */
export function readFromCalls(db: Pick<Tx, '$queryRaw'>, query: RowsQuery): Promise<FiguresRow[]> {
  const { accountId, serverId, toolId, since, until, bucketSeconds } = query;
  return db.$queryRaw<FiguresRow[]>`
    WITH call AS (
      SELECT floor(extract(epoch FROM at - ${since}::timestamptz) / ${bucketSeconds}::int)::int AS bucket, server_id, tool_id, outcome, latency_ms
      FROM invocation
      WHERE account_id = ${accountId} ${ofStacks(query)}
        AND (${serverId}::text IS NULL OR server_id = ${serverId}::text)
        AND (${toolId}::text IS NULL OR tool_id = ${toolId}::text)
        AND at >= ${since}::timestamptz AND at < ${until}::timestamptz)
    SELECT CASE grouping(bucket, tool_id, outcome)
             WHEN 3 THEN 'bucket' WHEN 4 THEN 'toolOutcome' WHEN 5 THEN 'tool' WHEN 6 THEN 'outcome' ELSE 'total'
             END AS "of",
           bucket, server_id AS "serverId", tool_id AS "toolId", outcome,
           count(*)::int AS "callCount",
           (count(*) FILTER (WHERE outcome <> ${SUCCESS}))::int AS "failureCount",
           avg(latency_ms)::float8 AS "meanMs",
           percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) AS "p50Ms",
           percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) AS "p95Ms"
    FROM call
    GROUP BY GROUPING SETS ((), (bucket), (server_id, tool_id), (server_id, tool_id, outcome), (outcome))
    ORDER BY "callCount" DESC, tool_id, server_id, outcome`;
}
