import { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from '../kernel/context.ts';
import { noStackId, type ToolId } from '../kernel/ids.ts';
import { HOUR_MS } from '../lib/day.ts';
import { type FigureKind, sumFigures, type TotalRow } from './histograms.ts';
import { LATENCY_RANGE } from './latency.ts';
import { type FiguresRow, ofStacks, type RowsQuery } from './statisticsRows.ts';
import { candidatesOf, MOST_CALLED, type ToolRanking } from './toolRanking.ts';

/*
 * Figures from the stored totals of calls (`call_quarter`, `call_hour`, `call_tool_hour`, `call_day`). A month has a
 * few thousand totals, however many calls there were. Single calls are read only for the ends of a period that no whole
 * total covers.
 */

type ReadDb = Pick<Tx, '$queryRaw'>;
type TotalsDb = ReadDb & Pick<Tx, '$executeRaw'>;

/** A kind of total: its table, its time column, and the length of its periods. */
type Grain = {
  readonly table: Prisma.Sql;
  readonly time: Prisma.Sql;
  readonly ms: number;
};

const MINUTE_MS = 60_000;
const rawNames = (table: string, time: string) => ({ table: Prisma.raw(table), time: Prisma.raw(time) });
/** Totals over all tools, by quarter of an hour. */
const QUARTER: Grain = { ...rawNames('call_quarter', 'quarter'), ms: 15 * MINUTE_MS };
const HOUR: Grain = { ...rawNames('call_hour', 'hour'), ms: HOUR_MS };
export const TOOL_HOUR: Grain = { ...rawNames('call_tool_hour', 'hour'), ms: HOUR_MS };
export const CALLER_HOUR: Grain = { ...rawNames('call_caller_hour', 'hour'), ms: HOUR_MS };
const TOOL_DAY: Grain = { ...rawNames('call_day', 'day'), ms: 24 * HOUR_MS };
/** Buckets of at least this many hours use hourly totals, which shift their edges by at most a quarter of a bucket. */
const HOURS_PER_BUCKET = 4;

/** Part of a period, and the totals to read it from; null for single calls. */
export type PeriodPart = { readonly grain: Grain | null; readonly from: Date; readonly to: Date };

/** Splits a period into whole totals, longest first, and the remainders at its ends. */
export function totalParts([grain, ...shorter]: readonly Grain[], from: Date, to: Date): PeriodPart[] {
  if (from >= to) return [];
  if (grain === undefined) return [{ grain: null, from, to }];
  const first = new Date(Math.ceil(from.getTime() / grain.ms) * grain.ms);
  const last = new Date(Math.floor(to.getTime() / grain.ms) * grain.ms);
  if (first >= last) return totalParts(shorter, from, to);
  return [...totalParts(shorter, from, first), { grain, from: first, to: last }, ...totalParts(shorter, last, to)];
}

/** A query that may be limited to several tools. */
type TotalsQuery = RowsQuery & { readonly toolIds?: readonly ToolId[] };

/** The server and tools to count, as a condition to append. */
const toolCondition = ({ serverId, toolId, toolIds }: TotalsQuery): Prisma.Sql => {
  const server = serverId === null ? Prisma.empty : Prisma.sql`AND server_id = ${serverId}`;
  if (toolIds !== undefined) return Prisma.sql`${server} AND tool_id = ANY(${toolIds}::text[])`;
  return toolId === null ? server : Prisma.sql`${server} AND tool_id = ${toolId}`;
};

const isOfTools = ({ serverId, toolId }: RowsQuery): boolean => serverId !== null || toolId !== null;

/**
 * SQL condition for the totals of a period. Totals over all stacks have an empty stack id. Skips totals that are zero.
 */
const totalsOf = (query: TotalsQuery, { time }: Grain, from: Date, to: Date): Prisma.Sql => Prisma.sql`
  account_id = ${query.accountId} ${ofStacks({ stackIds: query.stackIds ?? [noStackId()] })} ${toolCondition(query)}
    AND ${time} >= ${from}::timestamptz AND ${time} < ${to}::timestamptz AND calls > 0`;

/** The single calls of a period, as a condition. */
const callsOf = (query: TotalsQuery, from: Date, to: Date): Prisma.Sql => Prisma.sql`
  account_id = ${query.accountId} ${ofStacks(query)} ${toolCondition(query)}
    AND at >= ${from}::timestamptz AND at < ${to}::timestamptz`;

export const bucketOf = (time: Prisma.Sql, { since, bucketSeconds }: RowsQuery): Prisma.Sql =>
  // Use date_part() instead of extract(), whose type `numeric` is several times slower for a hundred thousand rows.
  Prisma.sql`floor(date_part('epoch', ${time} - ${since}::timestamptz) / ${bucketSeconds}::int)::int`;

const TOOL = Prisma.raw('server_id, tool_id');
const NO_TOOL = Prisma.raw('NULL::text AS server_id, NULL::text AS tool_id');
const KEYS = Prisma.raw('bucket, server_id, tool_id, outcome');

/** SQL that aggregates rows, each with one latency range, into histograms. */
const gather = (flat: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT ${KEYS}, array_agg(latency) AS ranges, array_agg(calls) AS counts
  FROM (SELECT ${KEYS}, latency, sum(calls)::int AS calls FROM (${flat}) AS flat GROUP BY ${KEYS}, latency) AS gathered
  GROUP BY ${KEYS}`;

function selectPart(query: TotalsQuery, { grain, from, to }: PeriodPart, tool: Prisma.Sql): Prisma.Sql {
  if (grain === null) {
    return gather(Prisma.sql`SELECT ${bucketOf(Prisma.raw('at'), query)} AS bucket, ${tool}, outcome,
      ${LATENCY_RANGE} AS latency, 1 AS calls FROM invocation WHERE ${callsOf(query, from, to)}`);
  }
  const keys = Prisma.sql`${bucketOf(grain.time, query)} AS bucket, ${tool}, outcome`;
  const where = Prisma.sql`FROM ${grain.table} WHERE ${totalsOf(query, grain, from, to)}`;
  // There may be several totals for the same time, of several stacks or tools, which must be merged.
  return query.serverId !== null || (query.stackIds !== null && query.stackIds.length > 1)
    ? gather(Prisma.sql`SELECT ${keys}, unnest(ranges) AS latency, unnest(counts) AS calls ${where}`)
    : Prisma.sql`SELECT ${keys}, ranges, counts ${where}`;
}

type Reading = {
  readonly grains: readonly Grain[];
  readonly kinds: readonly FigureKind[];
};

async function readFigures(db: ReadDb, query: TotalsQuery, { grains, kinds }: Reading) {
  // If no figure is per tool, PostgreSQL sums the single calls of all tools before sending them.
  const tool = kinds.includes('tool') ? TOOL : NO_TOOL;
  const parts = totalParts(grains, query.since, query.until).map((part) => selectPart(query, part, tool));
  // Return one JSON text: for thousands of rows, JSON.parse is far faster than the driver.
  const [read] = await db.$queryRaw<{ totals: string | null }[]>`
    SELECT json_agg(json_build_object('bucket', bucket, 'serverId', server_id, 'toolId', tool_id, 'outcome', outcome,
      'ranges', ranges, 'counts', counts))::text AS totals
    FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part`;
  const totals: readonly TotalRow[] = JSON.parse(read?.totals ?? '[]');
  return sumFigures(totals, kinds);
}

/**
 * Computes the figures of `readFromCalls` from totals, with percentiles from a histogram (`latency.ts`). Totals cover a
 * quarter of an hour, or an hour for long buckets and for a single tool. A total counts for the bucket in which it
 * begins. Shorter buckets are counted from single calls.
 */
export async function readFromTotals(db: TotalsDb, query: RowsQuery): Promise<FiguresRow[]> {
  const grains = grainsOf(query);
  const read = () => readFigures(db, query, { grains, kinds: query.toolId === null ? BY_TIME : ALL });
  const byTime = await (grains.length === 0 ? read() : byIndex(db, read));
  return query.toolId === null ? [...byTime, ...(await readToolsFromTotals(db, query, MOST_CALLED))] : byTime;
}

/** The figures of all calls together, from the longest totals available. */
export const readTotalFromTotals = (db: TotalsDb, query: RowsQuery): Promise<FiguresRow[]> =>
  byIndex(db, () => {
    const grains = longestGrains(query);
    return readFigures(db, { ...query, bucketSeconds: secondsOf(query) }, { grains, kinds: ['total'] });
  });

/** The figures, from totals, of the tools that a ranking compares; unordered. */
export const readToolsFromTotals = (db: TotalsDb, query: RowsQuery, ranking: ToolRanking): Promise<FiguresRow[]> =>
  byIndex(db, async () => {
    const toolIds = await candidates(db, query, ranking);
    return readToolFigures(db, { ...query, toolIds, bucketSeconds: secondsOf(query) });
  });

/**
 * Figures per tool. Two hundred tools have twenty thousand totals a month, so PostgreSQL concatenates each tool's
 * numbers as text. This takes half as long as one object per total, and a third as long as aggregating in SQL.
 */
async function readToolFigures(db: ReadDb, query: TotalsQuery): Promise<FiguresRow[]> {
  const parts = totalParts(OF_TOOLS, query.since, query.until).map(({ grain, from, to }) =>
    grain === null
      ? Prisma.sql`SELECT ${TOOL}, outcome, (${LATENCY_RANGE})::text AS ranges, '1' AS counts
          FROM invocation WHERE ${callsOf(query, from, to)}`
      : Prisma.sql`SELECT ${TOOL}, outcome, btrim(ranges::text, '{}') AS ranges, btrim(counts::text, '{}') AS counts
          FROM ${grain.table} WHERE ${totalsOf(query, grain, from, to)}`,
  );
  const [read] = await db.$queryRaw<{ totals: string | null }[]>`
    SELECT json_agg(json_build_object('serverId', server_id, 'toolId', tool_id, 'outcome', outcome,
      'ranges', ranges, 'counts', counts))::text AS totals
    FROM (SELECT ${TOOL}, outcome, string_agg(ranges, ',') AS ranges, string_agg(counts, ',') AS counts
      FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part GROUP BY ${TOOL}, outcome) AS gathered`;
  const totals: readonly TextRow[] = JSON.parse(read?.totals ?? '[]');
  const rows = totals.map((row) => ({
    ...row,
    bucket: 0,
    ranges: numbersIn(row.ranges),
    counts: numbersIn(row.counts),
  }));
  return sumFigures(rows, ['tool', 'toolOutcome']);
}

/** A total with comma-separated numbers. */
type TextRow = Pick<TotalRow, 'serverId' | 'toolId' | 'outcome'> & { readonly ranges: string; readonly counts: string };

const numbersIn = (text: string): readonly number[] => JSON.parse(`[${text}]`);

/** Seconds of the whole period, which is the only bucket of per-tool figures. */
const secondsOf = ({ since, until }: RowsQuery): number => Math.ceil((until.getTime() - since.getTime()) / 1_000);

/** The totals that fit into one bucket; none for short buckets. */
function grainsOf(query: RowsQuery): readonly Grain[] {
  const finest = isOfTools(query) ? TOOL_HOUR : QUARTER;
  const bucketMs = query.bucketSeconds * 1_000;
  if (bucketMs < finest.ms) return [];
  // Hourly totals can replace quarter-hour totals in long buckets, and in buckets that start on the hour.
  const isFilledFromHours =
    bucketMs >= HOURS_PER_BUCKET * HOUR_MS || (query.since.getTime() % HOUR_MS === 0 && bucketMs % HOUR_MS === 0);
  return !isOfTools(query) && isFilledFromHours ? [HOUR, QUARTER] : [finest];
}

/** The per-tool totals, the longest first. */
const OF_TOOLS = [TOOL_DAY, TOOL_HOUR];

/** All totals that can answer a query, the longest first. */
export const longestGrains = (query: RowsQuery): readonly Grain[] => (isOfTools(query) ? OF_TOOLS : [HOUR, QUARTER]);
const BY_TIME: readonly FigureKind[] = ['total', 'bucket', 'outcome'];
const ALL: readonly FigureKind[] = [...BY_TIME, 'tool', 'toolOutcome'];

/**
 * Disables sequential scans for reads that use the prefix of a primary key. PostgreSQL misjudges the number of rows for
 * an account and stack, and would otherwise read the totals of all accounts. This also speeds up reading single calls
 * at the ends of a period. Other reads in the transaction keep their plans.
 */
export async function byIndex<T>(db: Pick<Tx, '$executeRaw'>, read: () => Promise<T>): Promise<T> {
  await db.$executeRaw`SELECT set_config('enable_seqscan', 'off', true)`;
  const totals = await read();
  await db.$executeRaw`SET LOCAL enable_seqscan TO DEFAULT`;
  return totals;
}

/** The ids of the tools to compare, so that only their histograms are read. */
async function candidates(db: ReadDb, query: RowsQuery, ranking: ToolRanking): Promise<readonly ToolId[]> {
  const parts = totalParts(OF_TOOLS, query.since, query.until).map(({ grain, from, to }) =>
    grain === null
      ? Prisma.sql`SELECT ${TOOL}, outcome, 1 AS calls FROM invocation WHERE ${callsOf(query, from, to)}`
      : Prisma.sql`SELECT ${TOOL}, outcome, calls FROM ${grain.table} WHERE ${totalsOf(query, grain, from, to)}`,
  );
  const rows = await db.$queryRaw<{ toolId: ToolId }[]>`
    SELECT tool_id AS "toolId" FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part
    GROUP BY server_id, tool_id ${candidatesOf(ranking)}`;
  return rows.map(({ toolId }) => toolId);
}

/** A quick upper bound for the number of calls: the sum of all totals that overlap the period. */
export async function countAtMost(db: TotalsDb, query: RowsQuery): Promise<number> {
  const grain = isOfTools(query) ? TOOL_HOUR : QUARTER;
  const from = new Date(Math.floor(query.since.getTime() / grain.ms) * grain.ms);
  const [counted] = await byIndex(
    db,
    () => db.$queryRaw<{ calls: number | null }[]>`
    SELECT sum(calls)::float8 AS calls FROM ${grain.table} WHERE ${totalsOf(query, grain, from, query.until)}`,
  );
  return counted?.calls ?? 0;
}

export { callsOf, toolCondition, totalsOf };
