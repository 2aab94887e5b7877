import type { Ctx } from '../kernel/context.ts';
import type { Search } from '../lib/search.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { type CountedCalls, countingScope, invalid, lengthOf, readRows, rowsQueryOf } from './statistics.ts';
import { type ToolFigures, toolsOf } from './toolFigures.ts';
import { ranked, type ToolRankedBy } from './toolRanking.ts';
import { readToolsFromTotals } from './totals.ts';

/** Default number of tools in one response. */
export const RANKED_TOOLS_DEFAULT = 10;
/** Maximum number of tools in one response. */
export const RANKED_TOOLS_MAX = 50;
/** Maximum value of `callsMin`. */
export const CALLS_MIN_MAX = 1_000_000;

/** Filter and ranking for tool statistics. */
export type ToolStatisticsQuery = CountedCalls & {
  readonly orderBy: ToolRankedBy;
  /** Tools with fewer calls in the period are omitted; default: 1. */
  readonly callsMin?: number | null | undefined;
  readonly first?: number | null | undefined;
  /** Only tools whose own id or server's id contains this text, ignoring case. */
  readonly search?: Search;
};

/**
 * Tools with the most calls, latency or failures, among the calls that `readCallStatistics` counts. A ranking by
 * failures includes only tools that failed; a ranking by latency, only the 200 most called tools.
 * @throws invalid_input for an empty period, more than 31 days, or a number out of range; as `readHistory`
 */
export async function readToolStatistics(ctx: Ctx, input: ToolStatisticsQuery): Promise<ToolFigures[]> {
  const scope = countingScope(ctx.actor);
  const { orderBy, callsMin, first, search } = input;
  const ranking = { orderBy, callsMin: callsMin ?? 1, limit: first ?? RANKED_TOOLS_DEFAULT, search };
  requireIn('callsMin', ranking.callsMin, CALLS_MIN_MAX);
  requireIn('first', ranking.limit, RANKED_TOOLS_MAX);
  const period = { since: input.since, until: input.until ?? ctx.now() };
  const bucketSeconds = Math.ceil(lengthOf(period) / 1_000);
  const query = rowsQueryOf(scope, { ...input, ...period, bucketSeconds });
  if (query === null) return [];
  const rows = await readHistory(ctx, (tx) =>
    readRows(tx, query, (db, rowsQuery) => readToolsFromTotals(db, rowsQuery, ranking)),
  );
  return ranked(toolsOf(rows), ranking);
}

function requireIn(name: string, value: number, max: number): void {
  if (value < 1 || value > max) throw invalid(name, `must be from 1 to ${max.toLocaleString('en')}`);
}
