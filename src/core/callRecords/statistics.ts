import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isStorable } from '../lib/text.ts';
import { accountIdOf } from '../scope.ts';
import { type CallOutcome, SUCCESS, toCallOutcome } from './outcome.ts';

export const STATISTICS_BUCKETS_MAX = 1_000;
export const STATISTICS_DAYS_MAX = 31;
export const STATISTICS_TOOLS_MAX = 20;

const DAY_MS = 24 * 60 * 60_000;

export type StatisticsQuestion = {
  readonly stackId?: string | null | undefined;
  readonly toolId?: string | null | undefined;
  readonly since: Date;
  /** Exclusive; now when absent. */
  readonly until?: Date | null | undefined;
  readonly bucketSeconds: number;
};

/** Percentiles are interpolated between the two nearest calls; null when there are no calls. */
export type CallFigures = {
  readonly callCount: number;
  readonly failureCount: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
};

export type CallBucket = CallFigures & { readonly start: Date };
export type ToolFigures = CallFigures & { readonly serverId: string; readonly toolId: string };
export type OutcomeFigures = { readonly outcome: CallOutcome; readonly callCount: number };

export type CallStatistics = {
  readonly total: CallFigures;
  /** Oldest first, empty ones included. */
  readonly buckets: readonly CallBucket[];
  /** Most called first. */
  readonly byTool: readonly ToolFigures[];
  readonly byOutcome: readonly OutcomeFigures[];
};

type Row = CallFigures & {
  readonly of: 'total' | 'bucket' | 'tool' | 'outcome';
  readonly bucket: number | null;
  readonly serverId: string | null;
  readonly toolId: string | null;
  readonly outcome: string | null;
};

const NONE: CallFigures = { callCount: 0, failureCount: 0, p50Ms: null, p95Ms: null };

/**
 * Counts and latencies of the account's recorded calls. Buckets start at `since`; the last one ends at `until`.
 * @throws invalid_input for no time at all, more than 31 days, or more than 1,000 buckets
 */
export async function readCallStatistics(ctx: Ctx, asked: StatisticsQuestion): Promise<CallStatistics> {
  const accountId = accountIdOf(ctx.actor);
  const until = asked.until ?? ctx.now();
  const count = bucketCountOf(asked, until);
  const isPossible = isStorable(asked.stackId ?? '') && isStorable(asked.toolId ?? '');
  const rows = isPossible ? await readRows(ctx, accountId, { ...asked, until }) : [];
  return toStatistics(rows, asked, count);
}

function bucketCountOf({ since, bucketSeconds }: StatisticsQuestion, until: Date): number {
  const ms = until.getTime() - since.getTime();
  const count = Math.ceil(ms / (bucketSeconds * 1_000));
  if (ms <= 0) throw invalid('since', 'must be before until');
  if (ms > STATISTICS_DAYS_MAX * DAY_MS)
    throw invalid('since', `must be at most ${STATISTICS_DAYS_MAX} days before until`);
  if (bucketSeconds < 1) throw invalid('bucketSeconds', 'must be at least 1');
  if (count > STATISTICS_BUCKETS_MAX)
    throw invalid('bucketSeconds', `must be longer: there would be more than ${STATISTICS_BUCKETS_MAX} buckets`);
  return count;
}

const invalid = (name: string, message: string): AppError =>
  new AppError('invalid_input', `Invalid arguments: ${name} ${message}`, { issues: [{ path: `/${name}`, message }] });

// One pass over the rows for all four breakdowns; grouping() tells them apart by which columns it left out.
const readRows = (
  ctx: Ctx,
  accountId: string,
  asked: StatisticsQuestion & { readonly until: Date },
): Promise<Row[]> => {
  const { stackId = null, toolId = null, since, until, bucketSeconds } = asked;
  return ctx.db.$queryRaw<Row[]>`
    WITH call AS (
      SELECT floor(extract(epoch FROM at - ${since}::timestamptz) / ${bucketSeconds}::int)::int AS bucket,
             server_id, tool_id, outcome, latency_ms
      FROM invocation
      WHERE account_id = ${accountId} AND at >= ${since}::timestamptz AND at < ${until}::timestamptz
        AND (${stackId}::text IS NULL OR stack_id = ${stackId}::text)
        AND (${toolId}::text IS NULL OR tool_id = ${toolId}::text))
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
};

const figuresOf = ({ callCount, failureCount, p50Ms, p95Ms }: CallFigures): CallFigures => ({
  callCount,
  failureCount,
  p50Ms,
  p95Ms,
});

function toStatistics(
  rows: readonly Row[],
  { since, bucketSeconds }: StatisticsQuestion,
  count: number,
): CallStatistics {
  const of = (kind: Row['of']): Row[] => rows.filter((row) => row.of === kind);
  const full = new Map(of('bucket').map((row) => [row.bucket, figuresOf(row)]));
  const startOf = (index: number): Date => new Date(since.getTime() + index * bucketSeconds * 1_000);
  return {
    total: figuresOf(of('total')[0] ?? NONE),
    buckets: Array.from({ length: count }, (_, index) => ({ start: startOf(index), ...(full.get(index) ?? NONE) })),
    byTool: of('tool')
      .slice(0, STATISTICS_TOOLS_MAX)
      .map((row) => ({ serverId: row.serverId ?? '', toolId: row.toolId ?? '', ...figuresOf(row) })),
    byOutcome: of('outcome').map(({ outcome, callCount }) => ({ outcome: toCallOutcome(outcome ?? ''), callCount })),
  };
}
