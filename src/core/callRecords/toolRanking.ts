import { Prisma } from '../../generated/prisma/client.ts';
import type { ServerId, ToolId } from '../kernel/ids.ts';
import { type Search, textCondition } from '../lib/search.ts';
import { SUCCESS } from './outcome.ts';
import { type CallFigures, STATISTICS_TOOLS_MAX } from './statisticsRows.ts';

/** Sort field for tools, in descending order. */
export type ToolRankedBy = 'calls' | 'mean' | 'p95' | 'failures' | 'failureShare';

/** Which tools come first, and how many to return. */
export type ToolRanking = {
  readonly orderBy: ToolRankedBy;
  /** Tools with fewer calls are omitted. */
  readonly callsMin: number;
  readonly limit: number;
  /** Text in the id of the tool or its server, ignoring case. */
  readonly search?: Search;
};

/** Maximum tools compared by latency: those with the most calls. */
export const COMPARED_TOOLS_MAX = 200;

/** Ranking for the tools in general statistics. */
export const MOST_CALLED: ToolRanking = { orderBy: 'calls', callsMin: 1, limit: STATISTICS_TOOLS_MAX };

const isOfFailures = ({ orderBy }: ToolRanking): boolean => orderBy === 'failures' || orderBy === 'failureShare';

const FAILURES = Prisma.sql`coalesce(sum(calls) FILTER (WHERE outcome <> ${SUCCESS}), 0)`;
const FIRST: Readonly<Record<ToolRankedBy, Prisma.Sql>> = {
  calls: Prisma.empty,
  mean: Prisma.empty,
  p95: Prisma.empty,
  failures: Prisma.sql`${FAILURES} DESC,`,
  failureShare: Prisma.sql`${FAILURES}::float8 / sum(calls) DESC,`,
};

/**
 * SQL after GROUP BY that selects the tools to compare, from totals with the columns `tool_id`, `server_id`, `outcome`
 * and `calls`. For calls and failures, this is the final ranking. For latency, it selects the most called tools, whose
 * histograms are then compared.
 */
export const candidatesOf = (ranking: ToolRanking): Prisma.Sql => Prisma.sql`
  HAVING sum(calls) >= ${ranking.callsMin}::int AND ${FAILURES} >= ${isOfFailures(ranking) ? 1 : 0}::int
    ${textCondition(ranking.search, Prisma.sql`tool_id`, Prisma.sql`server_id`)}
  ORDER BY ${FIRST[ranking.orderBy]} sum(calls) DESC, tool_id COLLATE "C", server_id COLLATE "C"
  LIMIT ${ranking.orderBy === 'mean' || ranking.orderBy === 'p95' ? COMPARED_TOOLS_MAX : ranking.limit}::int`;

type Ranked = CallFigures & { readonly toolId: ToolId | null; readonly serverId: ServerId | null };

const KEYS: Readonly<Record<ToolRankedBy, (figures: CallFigures) => number>> = {
  calls: ({ callCount }) => callCount,
  mean: ({ meanMs }) => meanMs ?? 0,
  p95: ({ p95Ms }) => p95Ms ?? 0,
  failures: ({ failureCount }) => failureCount,
  failureShare: ({ callCount, failureCount }) => failureCount / callCount,
};

/** Ranks tools and returns the first ones. Ties are broken by number of calls, then by id. */
export function ranked<T extends Ranked>(tools: readonly T[], ranking: ToolRanking): T[] {
  const keyOf = KEYS[ranking.orderBy];
  // As the search of `candidatesOf`.
  const text = ranking.search?.toLowerCase() ?? '';
  const shown = tools.filter(
    ({ callCount, failureCount, toolId, serverId }) =>
      callCount >= ranking.callsMin &&
      (failureCount > 0 || !isOfFailures(ranking)) &&
      (text === '' || [toolId, serverId].some((id) => id?.toLowerCase().includes(text))),
  );
  // Compare code units, as the database does, so that the order does not depend on the locale.
  const byId = (one: T, other: T): number =>
    (one.toolId ?? '') < (other.toolId ?? '') ? -1 : Number((one.toolId ?? '') > (other.toolId ?? ''));
  return shown
    .toSorted((one, other) => keyOf(other) - keyOf(one) || other.callCount - one.callCount || byId(one, other))
    .slice(0, ranking.limit);
}
