import { AppError } from '../errors.ts';
import { isRowId } from '../ids.ts';

/** Rows of a list when its caller asks for no number. */
export const LIST_ROWS_DEFAULT = 100;

/**
 * The page as Prisma's arguments, which a GraphQL connection computes: a negative `take` means rows before the cursor.
 * `skip` is accepted because it comes with a cursor; the cursor's own row is never part of the page.
 */
export type Window = {
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  readonly cursor?: { readonly id?: unknown } | undefined;
};

/** The page that a caller asks for: so many rows, beyond what the cursor of the page before stands for. */
export type PageRequest = { readonly limit: number; readonly cursor: string | null };

/** A page, and the cursor of the next one; null after the last. */
export type ListPage<R> = { readonly rows: R; readonly next: string | null };

/** How many rows a list has, or at least has, where more would have to be read than one answer may. */
export type RowCount = { readonly count: number; readonly isExact: boolean };

/** Rows that are read one by one to count what no total says. */
export const COUNTED_ROWS_MAX = 10_000;

/** The page of a list whose rows are read by `read`, from the newest or the oldest on, as the list is. */
export async function fetchPage<R extends { readonly id: string }>(
  { limit, cursor }: PageRequest,
  read: (window: Window) => Promise<readonly R[]>,
): Promise<ListPage<readonly R[]>> {
  const found = await read({ take: limit + 1, ...(cursor !== null && { cursor: { id: cursor } }) });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** `asc`: oldest first, as ids are time-ordered. */
export type IdOrder = 'asc' | 'desc';

type Paged<L extends Window> = Omit<L, 'cursor' | 'skip' | 'take'> & {
  readonly take: number;
  readonly orderBy: { readonly id: IdOrder };
  readonly where: { readonly id?: { readonly lt: string } | { readonly gt: string } };
};

/**
 * One page by id, which is by age, since ids are time-ordered. A verb spreads the result before its own `where`, and
 * `page.where` first inside that. Prisma's own cursor is not used: it reads the cursor's row without the `where`, and
 * the page would show whether a foreign id exists.
 * @throws invalid_input for a cursor that is no id
 */
export function pageById<L extends Window>(order: IdOrder, load: L): Paged<L> {
  const { cursor, skip: _cursorRow, take = LIST_ROWS_DEFAULT, ...rest } = load;
  const isUpward = (order === 'asc') === take >= 0;
  const id = cursor === undefined ? null : cursorId(cursor.id);
  return {
    ...rest,
    take,
    orderBy: { id: order },
    where: id === null ? {} : { id: isUpward ? { gt: id } : { lt: id } },
  };
}

/** The error for a cursor that is no row of the list. */
export const invalidCursor = (): AppError => new AppError('invalid_input', 'Invalid cursor');

/**
 * The id in a cursor. Checked, because a cursor is whatever a client sends: any text stands somewhere among the ids,
 * and the database fails on some.
 * @throws invalid_input
 */
export function cursorId(id: unknown): string {
  if (typeof id !== 'string' || !isRowId(id)) throw invalidCursor();
  return id;
}

/**
 * What a list loads, where its cursor is an id of the rows that it has, by their prefix; empty for rows that have none.
 * An id of another kind stands before or behind all of them, and the page would be any. That is seen in the id itself:
 * another account's is as good as one of nobody's.
 * @throws invalid_input
 */
export function pageAmong<L extends Window>(prefix: string, load: L): L {
  if (load.cursor === undefined) return load;
  const [kind, ...rest] = cursorId(load.cursor.id).split('_');
  if ((rest.length === 0 ? '' : kind) !== prefix) throw invalidCursor();
  return load;
}
