import { AppError } from '../lib/errors.ts';
import { isRowId } from './ids.ts';

/** Default number of rows of a list. */
export const LIST_ROWS_DEFAULT = 100;

/**
 * Prisma's page arguments, as computed by a GraphQL connection. A negative `take` means rows before the cursor. `skip`
 * is ignored: a page never contains the cursor's own row.
 */
export type Window = {
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  readonly cursor?: { readonly id?: unknown } | undefined;
};

/** A requested page: its size, and the cursor returned with the previous page. */
export type PageRequest = { readonly limit: number; readonly cursor: string | null };

/** A page, and the cursor of the next one; null after the last. */
export type ListPage<R> = { readonly rows: R; readonly next: string | null };

/** The number of rows of a list, or a lower bound if counting would read more than one response allows. */
export type RowCount = { readonly count: number; readonly isExact: boolean };

/** Maximum rows that are counted if no total is available. */
export const COUNTED_ROWS_MAX = 10_000;

/** Reads a page of a list with `read`, in the list's order: newest or oldest first. */
export async function fetchPage<R extends { readonly id: string }>(
  { limit, cursor }: PageRequest,
  read: (window: Window) => Promise<readonly R[]>,
): Promise<ListPage<readonly R[]>> {
  const fetched = await read({ take: limit + 1, ...(cursor !== null && { cursor: { id: cursor } }) });
  const rows = fetched.slice(0, limit);
  return { rows, next: fetched.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** `asc`: oldest first, as ids are time-ordered. */
export type IdOrder = 'asc' | 'desc';

type Paged<L extends Window> = Omit<L, 'cursor' | 'skip' | 'take'> & {
  readonly take: number;
  readonly orderBy: { readonly id: IdOrder };
  readonly where: { readonly id?: { readonly lt: string } | { readonly gt: string } };
};

/**
 * Arguments for one page by id, and so by age, because ids are time-ordered. Spread the result before the query's own
 * `where`, and spread `page.where` first inside it. Does not use Prisma's cursor: that ignores `where`, so the page
 * would reveal whether another account's id exists.
 * @throws invalid_input for a cursor that is not an id
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

/** The error for a cursor that isn't a row of the list. */
export const invalidCursor = (): AppError => new AppError('invalid_input', 'Invalid cursor');

/**
 * The id in a cursor. Checks its format, because a client may send any text, and some texts make the database fail.
 * @throws invalid_input
 */
export function cursorId(id: unknown): string {
  if (typeof id !== 'string' || !isRowId(id)) throw invalidCursor();
  return id;
}

/**
 * Checks that a cursor has the id prefix of the list's rows, and returns the load options. Pass an empty prefix for ids
 * without one. An id of another kind would give an arbitrary page, since it sorts before or after all rows. Only the
 * prefix is checked, so another account's id is treated like an unknown one.
 * @throws invalid_input
 */
export function pageAmong<L extends Window>(prefix: string, load: L): L {
  if (load.cursor === undefined) return load;
  const [kind, ...rest] = cursorId(load.cursor.id).split('_');
  if ((rest.length === 0 ? '' : kind) !== prefix) throw invalidCursor();
  return load;
}
