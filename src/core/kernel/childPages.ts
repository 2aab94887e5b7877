import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from './context.ts';
import type { ListOrder } from './order.ts';
import { cursorId, type IdOrder, LIST_ROWS_DEFAULT, type Window } from './page.ts';

/** A requested page of a list: the rows after the cursor's row, in the list's order or in reverse. */
type PageWindow = { readonly cursor: string | null; readonly isBackward: boolean; readonly rows: number };

/**
 * SQL query for one page of a parent's list. Returns `id` and `place`, which is 1 for the row next to the cursor's. The
 * query can use `parent.id`.
 */
export type ChildList = (window: PageWindow) => Prisma.Sql;

/** The operator that compares the page's ids with the cursor, and the sort direction of the page. */
export const pageDirection = (direction: IdOrder, isBackward: boolean): readonly [Prisma.Sql, Prisma.Sql] =>
  (direction === 'asc') === isBackward ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];

/** The sort key that precedes the id; null for `createdAt`, because ids are time-ordered. */
const KEYS = {
  createdAt: null,
  name: Prisma.sql`name`,
  lastUsedAt: Prisma.sql`coalesce(last_used_at, '-infinity')`,
} as const;

/** An order by one of these columns. */
export type ChildOrder = ListOrder<keyof typeof KEYS>;

/** The rows that belong to `parent.id`, as a subquery, and a filter to append to it. */
export type Children = { readonly rows: Prisma.Sql; readonly filter: Prisma.Sql };

/** Rows of a table that name their parent in a column. */
export const childRows = (table: string, parent: string, filter = Prisma.empty): Children => ({
  rows: Prisma.sql`(SELECT * FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(parent)} = parent.id)`,
  filter,
});

/** A sorted page of child rows. */
export const orderedChildren =
  ({ rows: all, filter }: Children, { field, direction }: ChildOrder): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(direction, isBackward);
    const key = KEYS[field];
    const [order, isBeyond] = key
      ? [
          Prisma.sql`${key} ${towards}, id ${towards}`,
          Prisma.sql`(${key}, id) ${beyond} (SELECT ${key}, id FROM ${all} AS own WHERE id = ${cursor}::text)`,
        ]
      : [Prisma.sql`id ${towards}`, Prisma.sql`id ${beyond} ${cursor}::text`];
    return Prisma.sql`
      SELECT id, row_number() OVER (ORDER BY ${order}) AS place FROM ${all} AS listed
      WHERE (${cursor}::text IS NULL OR ${isBeyond}) ${filter}
      ORDER BY ${order} LIMIT ${rows}::int`;
  };

/** The rows of a table that name their parent in a column, sorted. */
export const childrenOf = (table: string, parent: string, order: ChildOrder): ChildList =>
  orderedChildren(childRows(table, parent), order);

/** Number of children of each given parent. Parents without children are absent. */
export async function countChildren<P extends string>(
  db: Pick<Db, '$queryRaw'>,
  { rows, filter }: Children,
  parents: readonly P[],
): Promise<ReadonlyMap<P, number>> {
  const counts = await db.$queryRaw<{ readonly parent: P; readonly count: number }[]>`
    SELECT parent.id AS parent, child.count FROM unnest(${[...parents]}::text[]) AS parent (id)
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM ${rows} AS listed WHERE true ${filter}) AS child
    WHERE child.count > 0`;
  return new Map(counts.map(({ parent, count }) => [parent, count]));
}

/** The load options of a list and its page, with an optional order that overrides the default. */
export type InOrder<L, O = ListOrder> = L & { readonly order?: O | undefined };

/** The load options for each row of a list, without the page and the order. */
export const columnsOf = <L extends InOrder<Window, unknown>>({
  take: _take,
  skip: _skip,
  cursor: _cursor,
  order: _order,
  ...columns
}: L) => columns;

/** Rows per query; a row has a few kilobytes at most. */
const ROWS_AT_A_TIME = 500;

/**
 * Reads one page of a list for each of several parent rows, in two statements however many parents there are. Prisma
 * reads a nested list whole and truncates it in memory, so even a short page would read all rows. `find` reads rows by
 * id, within the caller's scope.
 * @throws invalid_input for a cursor that is not an id
 */
export async function childPages<P extends string, R extends { readonly id: string }>(
  db: Pick<Db, '$queryRaw'>,
  list: ChildList,
  parents: readonly P[],
  { cursor, take = LIST_ROWS_DEFAULT }: Window,
  find: (ids: string[]) => Promise<readonly R[]>,
  rowsAtATime = ROWS_AT_A_TIME,
): Promise<ReadonlyMap<P, readonly R[]>> {
  const window = {
    cursor: cursor === undefined ? null : cursorId(cursor.id),
    isBackward: take < 0,
    rows: Math.abs(take),
  };
  const ids = await db.$queryRaw<{ readonly parent: P; readonly id: string }[]>`
    SELECT parent.id AS parent, child.id FROM unnest(${[...parents]}::text[]) AS parent (id)
    CROSS JOIN LATERAL (${list(window)}) AS child ORDER BY child.place`;
  const rows = await inParts([...new Set(ids.map(({ id }) => id))], rowsAtATime, find);
  const byId = new Map<string, R>(rows.map((row) => [row.id, row]));
  const pages = Map.groupBy(window.isBackward ? ids.toReversed() : ids, ({ parent }) => parent);
  return new Map(
    [...pages].map(([parent, page]) => [parent, page.map(({ id }) => byId.get(id)).filter((row) => row !== undefined)]),
  );
}

async function inParts<R>(
  ids: readonly string[],
  count: number,
  find: (ids: string[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (let from = 0; from < ids.length; from += count) rows.push(...(await find(ids.slice(from, from + count))));
  return rows;
}
