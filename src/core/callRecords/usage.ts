import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type CallerId, noStackId, type ServerId, type StackId, type ToolId } from '../kernel/ids.ts';
import { isStorable } from '../lib/text.ts';
import { readHistory } from '../limits/heavyReads.ts';
import { type CallerFilter, hasCaller } from './callerCalls.ts';
import { SUCCESS } from './outcome.ts';
import { bucketCountOf, countingScope, hasFewCalls, invalid, rowsQueryOf } from './statistics.ts';
import { ofStacks, type RowsQuery } from './statisticsRows.ts';
import { bucketOf, byIndex, CALLER_HOUR, type PeriodPart, TOOL_HOUR, totalParts } from './totals.ts';

/** Default number of tools, agents or people in one response. */
export const USAGE_FIRST_DEFAULT = 10;
/** Maximum number of tools, agents or people in one response. */
export const USAGE_FIRST_MAX = 50;
/** Maximum time buckets for each of them. */
export const USAGE_BUCKETS_MAX = 200;

/**
 * The breakdown of usage. An agent is a client endpoint or an API key. A person is a user, or the end user that the
 * caller named if there is no user.
 */
export type UsageBy = 'tool' | 'agent' | 'person';

export type UsageQuery = CallerFilter & {
  readonly by: UsageBy;
  readonly stackId?: StackId | null | undefined;
  readonly since: Date;
  /** Exclusive; default: now. */
  readonly until?: Date | null | undefined;
  readonly bucketSeconds: number;
  readonly first?: number | null | undefined;
};

type UsageCount = { readonly callCount: number; readonly failureCount: number };
/** The calls of one bucket, from `start` on. */
export type UsageBucket = UsageCount & { readonly start: Date };
/** A tool, agent or person; the other columns are null. */
type Used = {
  readonly serverId: ServerId | null;
  readonly toolId: ToolId | null;
  /** The id of the client endpoint, API key or user. */
  readonly callerId: CallerId | null;
  readonly endUser: string | null;
};
/** The calls of one tool, agent or person. */
export type UsageFigures = Used &
  UsageCount & {
    /** All buckets, including empty ones, oldest first. */
    readonly buckets: readonly UsageBucket[];
  };

/** The calls of one tool, agent or person in one bucket. */
type UsageRow = Used & UsageCount & { readonly bucket: number };

/**
 * The tools, agents or people with the most calls, among the calls that `readCallStatistics` counts, with their calls
 * over time. Reads single calls or hourly totals, as it does.
 * @throws invalid_input for an empty period, more than 31 days, more than 200 buckets, a number out of range, or a
 * caller of tools; as `readHistory` does
 */
export async function readUsage(
  ctx: Ctx,
  { by, first, callerId, endUser, ...input }: UsageQuery,
): Promise<UsageFigures[]> {
  const scope = countingScope(ctx.actor);
  const range = { ...input, until: input.until ?? ctx.now() };
  const limit = first ?? USAGE_FIRST_DEFAULT;
  const count = bucketCountOf(range, USAGE_BUCKETS_MAX);
  if (limit < 1 || limit > USAGE_FIRST_MAX) throw invalid('first', `must be from 1 to ${USAGE_FIRST_MAX}`);
  const caller = { callerId, endUser };
  if (by === 'tool' && hasCaller(caller)) throw invalid('by', 'must be AGENT or PERSON for one caller');
  const query = rowsQueryOf(scope, range);
  if (query === null || !isStorable(`${callerId ?? ''}${endUser ?? ''}`)) return [];
  const rows = await readHistory(ctx, (tx) => readUsageRows(tx, query, { by, limit, caller }));
  const [start, bucketMs] = [range.since.getTime(), range.bucketSeconds * 1_000];
  const starts = Array.from({ length: count }, (_, bucket) => new Date(start + bucket * bucketMs));
  const ofUser = Map.groupBy(rows, ({ serverId, toolId, callerId, endUser }) =>
    JSON.stringify([serverId, toolId, callerId, endUser]),
  );
  return [...ofUser.values()].flatMap((own) => toFigures(own, starts));
}

function toFigures(rows: readonly UsageRow[], starts: readonly Date[]): UsageFigures[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { serverId, toolId, callerId, endUser } = first;
  const full = new Map(rows.map((row) => [row.bucket, row]));
  const sumOf = (key: keyof UsageCount): number => rows.reduce((sum, row) => sum + row[key], 0);
  const buckets = starts.map((start, bucket) => {
    const { callCount = 0, failureCount = 0 } = full.get(bucket) ?? {};
    return { start, callCount, failureCount };
  });
  const counts = { callCount: sumOf('callCount'), failureCount: sumOf('failureCount') };
  return [{ serverId, toolId, callerId, endUser, ...counts, buckets }];
}

const HOUR_SECONDS = 3_600;
const AT = Prisma.raw('at');
const FAILED = Prisma.sql`outcome <> ${SUCCESS}`;
/** The kinds of callers in `call_callers`, which the database defines. */
const KINDS = { agent: ['endpoint', 'apiKey'], person: ['user', 'endUser'] } as const;

const OF_TOOL = Prisma.raw('kind AS "serverId", id AS "toolId", NULL AS "callerId", NULL AS "endUser"');
const OF_CALLER =
  Prisma.raw(`NULL AS "serverId", NULL AS "toolId", CASE WHEN kind <> 'endUser' THEN id END AS "callerId",
  CASE WHEN kind = 'endUser' THEN id END AS "endUser"`);

/** For tools, `kind` is the server. */
async function readUsageRows(
  tx: Tx,
  query: RowsQuery,
  { by, limit, caller }: { readonly by: UsageBy; readonly limit: number; readonly caller: CallerFilter },
): Promise<UsageRow[]> {
  // Hourly totals can't fill shorter buckets.
  const isFromTotals = query.bucketSeconds >= HOUR_SECONDS && !(await hasFewCalls(tx, query));
  const grains = isFromTotals ? [by === 'tool' ? TOOL_HOUR : CALLER_HOUR] : [];
  const parts = totalParts(grains, query.since, query.until).map((part) =>
    by === 'tool' ? toolPart(query, part) : callerPart(query, part, countedCallers(KINDS[by], caller)),
  );
  const read = () => tx.$queryRaw<UsageRow[]>`
    WITH counted AS (
      SELECT kind, id, bucket, sum(calls)::int AS calls, sum(failures)::int AS failures
      FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part GROUP BY kind, id, bucket),
    most AS (
      SELECT kind, id, sum(calls) AS total FROM counted GROUP BY kind, id
      ORDER BY total DESC, id COLLATE "C", kind COLLATE "C" LIMIT ${limit}::int)
    SELECT ${by === 'tool' ? OF_TOOL : OF_CALLER}, bucket, calls AS "callCount", failures AS "failureCount"
    FROM counted JOIN most USING (kind, id)
    ORDER BY total DESC, id COLLATE "C", kind COLLATE "C"`;
  return grains.length === 0 ? read() : byIndex(tx, read);
}

const isWithin = ({ accountId }: RowsQuery, time: Prisma.Sql, { from, to }: PeriodPart): Prisma.Sql =>
  Prisma.sql`account_id = ${accountId} AND ${time} >= ${from}::timestamptz AND ${time} < ${to}::timestamptz`;

const toolPart = (query: RowsQuery, part: PeriodPart): Prisma.Sql =>
  part.grain === null
    ? Prisma.sql`
        SELECT ${bucketOf(AT, query)} AS bucket, server_id AS kind, tool_id AS id, 1 AS calls, (${FAILED})::int AS failures
        FROM invocation WHERE ${isWithin(query, AT, part)} ${ofStacks(query)}`
    : Prisma.sql`
        SELECT ${bucketOf(part.grain.time, query)} AS bucket, server_id AS kind, tool_id AS id, calls,
               CASE WHEN ${FAILED} THEN calls ELSE 0 END AS failures
        FROM ${part.grain.table} WHERE ${isWithin(query, part.grain.time, part)}
          ${ofStacks({ stackIds: query.stackIds ?? [noStackId()] })} AND calls > 0`;

/** The callers to count, as a condition on their kind and id: all of these kinds, or one. */
function countedCallers(kinds: readonly string[], { callerId, endUser }: CallerFilter): Counted {
  const counted = kinds.filter((kind) => (kind === 'endUser' ? !callerId : !endUser));
  const id = callerId || endUser;
  return (kind, idColumn) => Prisma.sql`
    AND ${kind} = ANY(${counted}::text[]) ${id ? Prisma.sql`AND ${idColumn} = ${id}` : Prisma.empty}`;
}

type Counted = (kind: Prisma.Sql, id: Prisma.Sql) => Prisma.Sql;

const callerPart = (query: RowsQuery, part: PeriodPart, isCounted: Counted): Prisma.Sql =>
  part.grain === null
    ? Prisma.sql`
        SELECT ${bucketOf(AT, query)} AS bucket, caller.kind, caller.id, 1 AS calls, (${FAILED})::int AS failures
        FROM invocation, call_callers(endpoint_id, caller_kind, caller_id, end_user) AS caller
        WHERE ${isWithin(query, AT, part)} ${ofStacks(query)}
          ${isCounted(Prisma.raw('caller.kind'), Prisma.raw('caller.id'))}`
    : // Unlike the totals of tools, these have no rows for all stacks together.
      Prisma.sql`
        SELECT ${bucketOf(part.grain.time, query)} AS bucket, caller_kind AS kind, caller_id AS id, calls, failures
        FROM ${part.grain.table} WHERE ${isWithin(query, part.grain.time, part)} ${ofStacks(query)}
          ${isCounted(Prisma.raw('caller_kind'), Prisma.raw('caller_id'))} AND calls > 0`;
