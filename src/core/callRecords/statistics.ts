import type { Ctx, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import { noServerId, noToolId, type ServerId, type StackId, type ToolId } from '../ids.ts';
import { isStorable } from '../lib/text.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { accountIdOf, ownAccountId, singleStacks } from '../scope.ts';
import { type CallOutcome, toCallOutcome } from './outcome.ts';
import {
  type CallFigures,
  type FiguresRow,
  type RowsQuery,
  readFromCalls,
  STATISTICS_TOOLS_MAX,
} from './statisticsRows.ts';
import { countAtMost, readFromTotals } from './totals.ts';

/** Buckets of time that one answer may have. */
export const STATISTICS_BUCKETS_MAX = 1_000;
/** Days between `since` and `until`. */
export const STATISTICS_DAYS_MAX = 31;

/** Longer periods, with buckets of an hour or more, are answered from totals. */
export const EXACT_HOURS_MAX = 48;
/** More calls are answered from totals, however short the period. */
export const EXACT_CALLS_MAX = 20_000;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What to count: the account's calls, of one stack or tool if given, in buckets of `bucketSeconds`. */
export type StatisticsQuery = {
  readonly stackId?: StackId | null | undefined;
  readonly toolId?: ToolId | null | undefined;
  readonly since: Date;
  /** Exclusive; default: now. */
  readonly until?: Date | null | undefined;
  readonly bucketSeconds: number;
};

/** The figures of one bucket, from `start` on. */
export type CallBucket = CallFigures & { readonly start: Date };
/** The figures of one tool. */
export type ToolFigures = CallFigures & { readonly serverId: ServerId; readonly toolId: ToolId };
/** How many calls ended this way. */
export type OutcomeFigures = { readonly outcome: CallOutcome; readonly callCount: number };

/** Figures of a period, as a whole and broken down. */
export type CallStatistics = {
  readonly total: CallFigures;
  /** Oldest first, including empty ones. */
  readonly buckets: readonly CallBucket[];
  /** Most called first. */
  readonly byTool: readonly ToolFigures[];
  readonly byOutcome: readonly OutcomeFigures[];
};

const NONE: CallFigures = { callCount: 0, failureCount: 0, p50Ms: null, p95Ms: null };

/**
 * Counts and latencies of the call records of the account, or of the single stacks that the caller sees. Buckets start
 * at `since`; the last one ends at `until`.
 * @throws invalid_input for an empty period, more than 31 days, or more than 1,000 buckets; as `heavyRead` does
 */
export async function readCallStatistics(ctx: Ctx, input: StatisticsQuery): Promise<CallStatistics> {
  const single = singleStacks(ctx.actor);
  const accountId = single ? ownAccountId(ctx.actor) : accountIdOf(ctx.actor);
  const until = input.until ?? ctx.now();
  const count = bucketCountOf(input, until);
  const { stackId, toolId = null, since, bucketSeconds } = input;
  const stackIds = stackId ? [stackId].filter((id) => !single || single.includes(id)) : single;
  const isPossible = stackIds?.length !== 0 && isStorable(stackId ?? '') && isStorable(toolId ?? '');
  const query = { accountId, stackIds, toolId, since, until, bucketSeconds };
  const rows = isPossible ? await heavyRead(ctx, (tx) => readRows(tx, query)) : [];
  return toStatistics(rows, input, count);
}

function bucketCountOf({ since, bucketSeconds }: StatisticsQuery, until: Date): number {
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

/**
 * Long periods, and periods with many calls, are answered from totals; all others from single calls, exact to the
 * millisecond.
 */
async function readRows(db: Tx, query: RowsQuery): Promise<FiguresRow[]> {
  const ms = query.until.getTime() - query.since.getTime();
  const isLong = ms > EXACT_HOURS_MAX * HOUR_MS && query.bucketSeconds * 1_000 >= HOUR_MS;
  const hasFew = !isLong && (await countAtMost(db, query)) <= EXACT_CALLS_MAX;
  return hasFew ? readFromCalls(db, query) : readFromTotals(db, query);
}

const figuresOf = ({ callCount, failureCount, p50Ms, p95Ms }: CallFigures): CallFigures => ({
  callCount,
  failureCount,
  p50Ms,
  p95Ms,
});

function toStatistics(
  rows: readonly FiguresRow[],
  { since, bucketSeconds }: StatisticsQuery,
  count: number,
): CallStatistics {
  const of = (kind: FiguresRow['of']): FiguresRow[] => rows.filter((row) => row.of === kind);
  const full = new Map(of('bucket').map((row) => [row.bucket, figuresOf(row)]));
  const startOf = (index: number): Date => new Date(since.getTime() + index * bucketSeconds * 1_000);
  return {
    total: figuresOf(of('total')[0] ?? NONE),
    buckets: Array.from({ length: count }, (_, index) => ({ start: startOf(index), ...(full.get(index) ?? NONE) })),
    byTool: of('tool')
      .slice(0, STATISTICS_TOOLS_MAX)
      .map((row) => ({
        serverId: row.serverId ?? noServerId(),
        toolId: row.toolId ?? noToolId(),
        ...figuresOf(row),
      })),
    byOutcome: of('outcome').map(({ outcome, callCount }) => ({ outcome: toCallOutcome(outcome ?? ''), callCount })),
  };
}
