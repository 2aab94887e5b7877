import { Prisma } from '../../generated/prisma/client.ts';
import type { Db } from '../context.ts';
import type { ListOrder } from './order.ts';
import { cursorId, type IdOrder, LIST_ROWS_DEFAULT, type Window } from './page.ts';

/** Which rows of a list a page has: those next to the cursor's, in the list's order or against it. */
type PageWindow = { readonly cursor: string | null; readonly isBackward: boolean; readonly rows: number };

/**
 * The list that a row of another table has, as a query of the page's `id` and `place`, 1 for the row next to the
 * cursor's; `parent.id` is whose list it is.
 */
export type ChildList = (wanted: PageWindow) => Prisma.Sql;

/** How the ids beyond a cursor compare with its own, and how a page is sorted. */
export const pageDirection = (direction: IdOrder, isBackward: boolean): readonly [Prisma.Sql, Prisma.Sql] =>
  (direction === 'asc') === isBackward ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];

/** The rows of a table that name their parent in a column, by age. */
const childrenByAge =
  (table: string, parent: string, direction: IdOrder): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(direction, isBackward);
    return Prisma.sql`
      SELECT id, row_number() OVER (ORDER BY id ${towards}) AS place FROM ${Prisma.raw(table)}
      WHERE ${Prisma.raw(parent)} = parent.id AND (${cursor}::text IS NULL OR id ${beyond} ${cursor}::text)
      ORDER BY id ${towards} LIMIT ${rows}::int`;
  };

/** The same by name, and of one name by age. */
const childrenByName =
  (table: string, parent: string, direction: IdOrder): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(direction, isBackward);
    const [from, of] = [Prisma.raw(table), Prisma.raw(parent)];
    return Prisma.sql`
      SELECT id, row_number() OVER (ORDER BY name ${towards}, id ${towards}) AS place FROM ${from}
      WHERE ${of} = parent.id AND (${cursor}::text IS NULL OR (name, id) ${beyond} (
        SELECT own.name, own.id FROM ${from} own WHERE own.id = ${cursor}::text AND own.${of} = parent.id))
      ORDER BY name ${towards}, id ${towards} LIMIT ${rows}::int`;
  };

/** The rows of a table that name their parent in a column, in an order. */
export const childrenOf = (table: string, parent: string, { field, direction }: ListOrder): ChildList =>
  field === 'name' ? childrenByName(table, parent, direction) : childrenByAge(table, parent, direction);

/** What a list loads and its page, in another order than its own where one is given. */
export type InOrder<L, O = ListOrder> = L & { readonly order?: O | undefined };

/** What a list loads of each row, without the page and the order. */
export const columnsOf = <L extends InOrder<Window, unknown>>({
  take: _take,
  skip: _skip,
  cursor: _cursor,
  order: _order,
  ...columns
}: L) => columns;

/** Rows that are read at a time. */
const ROWS_AT_A_TIME = 500;

/**
 * The page that each of several rows has of a list, with two statements however many they are. A list that Prisma reads
 * below its parents is read whole, and cut in memory: what one row shows of a thousand would cost all of them. `find`
 * reads rows by their ids, within the caller's scope.
 * @throws invalid_input for a cursor that is no id
 */
export async function childPages<P extends string, R extends { readonly id: string }>(
  db: Pick<Db, '$queryRaw'>,
  list: ChildList,
  parents: readonly P[],
  { cursor, take = LIST_ROWS_DEFAULT }: Window,
  find: (ids: string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<P, readonly R[]>> {
  const wanted = {
    cursor: cursor === undefined ? null : cursorId(cursor.id),
    isBackward: take < 0,
    rows: Math.abs(take),
  };
  const found = await db.$queryRaw<{ readonly parent: P; readonly id: string }[]>`
    SELECT parent.id AS parent, child.id FROM unnest(${[...parents]}::text[]) AS parent (id)
    CROSS JOIN LATERAL (${list(wanted)}) AS child ORDER BY child.place`;
  const rows = await inParts([...new Set(found.map(({ id }) => id))], find);
  const byId = new Map<string, R>(rows.map((row) => [row.id, row]));
  const pages = Map.groupBy(wanted.isBackward ? found.toReversed() : found, ({ parent }) => parent);
  const rowsOf = (page: typeof found): readonly R[] =>
    page.flatMap(({ id }) => {
      const row = byId.get(id);
      return row ? [row] : [];
    });
  return new Map([...pages].map(([parent, page]) => [parent, rowsOf(page)]));
}

async function inParts<R>(ids: readonly string[], find: (ids: string[]) => Promise<readonly R[]>): Promise<R[]> {
  const rows: R[] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_A_TIME)
    rows.push(...(await find(ids.slice(from, from + ROWS_AT_A_TIME))));
  return rows;
}
