import type { Actor } from '../kernel/actor.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId, ServerId, StackId, ToolId } from '../kernel/ids.ts';
import { accountIdOf, ownAccountId, singleStacks } from '../kernel/scope.ts';
import { DAY_MS, HOUR_MS } from '../lib/day.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { toCallOutcome } from './outcome.ts';
import { type CallFigures, type FiguresRow, type RowsQuery, readFromCalls } from './statisticsRows.ts';
import { figuresOf, type OutcomeFigures, type ToolFigures, toolsOf } from './toolFigures.ts';
import { MOST_CALLED, ranked } from './toolRanking.ts';
import { countAtMost, readFromTotals } from './totals.ts';

/** Maximum time buckets in one response. */
export const STATISTICS_BUCKETS_MAX = 1_000;
/** Maximum days between `since` and `until`. */
export const STATISTICS_DAYS_MAX = 31;

/** Periods of more hours are computed from totals, if their buckets are an hour or longer. */
export const EXACT_HOURS_MAX = 48;
/** Periods with more calls are computed from totals, however short the period. */
export const EXACT_CALLS_MAX = 20_000;

/** Which calls to count: all calls of the account, or only calls of one stack, server or tool. */
export type CountedCalls = {
  readonly stackId?: StackId | null | undefined;
  readonly serverId?: ServerId | null | undefined;
  readonly toolId?: ToolId | null | undefined;
  readonly since: Date;
  /** Exclusive; default: now. */
  readonly until?: Date | null | undefined;
};

/** What to count, in buckets of `bucketSeconds`. */
type StatisticsQuery = CountedCalls & { readonly bucketSeconds: number };

/** The figures of one bucket, from `start` on. */
export type CallBucket = CallFigures & { readonly start: Date };
/** Figures of a period, as a whole and broken down. */
export type CallStatistics = {
  /** The query, with the end of its period. */
  readonly range: StatisticsQuery & { readonly until: Date };
  readonly total: CallFigures;
  /** All buckets, including empty ones, oldest first. */
  readonly buckets: readonly CallBucket[];
  /** Most called first. */
  readonly byTool: readonly ToolFigures[];
  readonly byOutcome: readonly OutcomeFigures[];
};

const NONE: CallFigures = { callCount: 0, failureCount: 0, meanMs: null, p50Ms: null, p95Ms: null };

/**
 * Counts and latencies of the call records of the account, or of the single stacks that the caller sees. Buckets start
 * at `since`; the last one ends at `until`.
 * @throws invalid_input for an empty period, more than 31 days, or more than 1,000 buckets; as `readHistory` does
 */
export async function readCallStatistics(ctx: Ctx, input: StatisticsQuery): Promise<CallStatistics> {
  const scope = countingScope(ctx.actor);
  const range = { ...input, until: input.until ?? ctx.now() };
  const count = bucketCountOf(range, STATISTICS_BUCKETS_MAX);
  const query = rowsQueryOf(scope, range);
  const rows = query === null ? [] : await readHistory(ctx, (tx) => readRows(tx, query));
  const of = (kind: FiguresRow['of']): FiguresRow[] => rows.filter((row) => row.of === kind);
  const full = new Map(of('bucket').map((row) => [row.bucket, figuresOf(row)]));
  return {
    range,
    total: totalOf(rows),
    buckets: Array.from({ length: count }, (_, index) => ({
      start: new Date(range.since.getTime() + index * range.bucketSeconds * 1_000),
      ...(full.get(index) ?? NONE),
    })),
    byTool: ranked(toolsOf(rows), MOST_CALLED),
    byOutcome: of('outcome').map(({ outcome, callCount }) => ({ outcome: toCallOutcome(outcome ?? ''), callCount })),
  };
}

type Scope = { readonly accountId: AccountId; readonly single: readonly StackId[] | null };

/**
 * The stacks whose calls the actor may count.
 * @throws forbidden without the right `read` anywhere
 */
export function countingScope(actor: Actor): Scope {
  const single = singleStacks(actor);
  return { accountId: single ? ownAccountId(actor) : accountIdOf(actor), single };
}

/** The query for the database; null if it can't match anything. */
export function rowsQueryOf({ accountId, single }: Scope, query: CallStatistics['range']): RowsQuery | null {
  const { stackId, serverId = null, toolId = null, since, until, bucketSeconds } = query;
  const stackIds = stackId ? [stackId].filter((id) => !single || single.includes(id)) : single;
  const isPossible = stackIds?.length !== 0 && [stackId, serverId, toolId].every((id) => isStorable(id ?? ''));
  return isPossible ? { accountId, stackIds, serverId, toolId, since, until, bucketSeconds } : null;
}

/** Checks the ends of a period, and returns its length in milliseconds. @throws invalid_input */
export function lengthOf({ since, until }: { readonly since: Date; readonly until: Date }): number {
  const ms = until.getTime() - since.getTime();
  if (ms <= 0) throw invalid('since', 'must be before until');
  if (ms > STATISTICS_DAYS_MAX * DAY_MS)
    throw invalid('since', `must be at most ${STATISTICS_DAYS_MAX} days before until`);
  return ms;
}

/** The number of buckets of a period. @throws invalid_input, also for a wrong period */
export function bucketCountOf(
  { bucketSeconds, ...period }: Pick<RowsQuery, 'bucketSeconds' | 'since' | 'until'>,
  max: number,
): number {
  const count = Math.ceil(lengthOf(period) / (bucketSeconds * 1_000));
  if (bucketSeconds < 1) throw invalid('bucketSeconds', 'must be at least 1');
  if (count > max) throw invalid('bucketSeconds', `must be longer: there would be more than ${max} buckets`);
  return count;
}

/** The refusal of one argument. */
export const invalid = (name: string, message: string): AppError =>
  new AppError('invalid_input', `Invalid arguments: ${name} ${message}`, { issues: [{ path: `/${name}`, message }] });

/**
 * Reads the figures of a period. Uses totals for a long period or many calls. Otherwise reads single calls, which is
 * exact to the millisecond.
 */
export async function readRows(
  db: Tx,
  query: RowsQuery,
  fromTotals: typeof readFromTotals = readFromTotals,
): Promise<FiguresRow[]> {
  return (await hasFewCalls(db, query)) ? readFromCalls(db, query) : fromTotals(db, query);
}

/** Whether the single calls of a period can be read: it is short, or has short buckets, and has few calls. */
export async function hasFewCalls(db: Tx, query: RowsQuery): Promise<boolean> {
  const ms = query.until.getTime() - query.since.getTime();
  const isLong = ms > EXACT_HOURS_MAX * HOUR_MS && query.bucketSeconds * 1_000 >= HOUR_MS;
  return !isLong && (await countAtMost(db, query)) <= EXACT_CALLS_MAX;
}

/** The figures of all calls together. */
export const totalOf = (rows: readonly FiguresRow[]): CallFigures =>
  figuresOf(rows.find((row) => row.of === 'total') ?? NONE);
