import { AppError } from '../errors.ts';
import { isIdText } from '../ids.ts';

/** Rows of a list verb when its caller does not say how many. */
export const LIST_ROWS_DEFAULT = 100;

/**
 * The paging part of Prisma's arguments, as a GraphQL connection computes it: `take` is negative for the rows before
 * the cursor. `skip` is accepted because it comes with a cursor; the cursor's own row is never part of a page.
 */
export type Window = {
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  readonly cursor?: { readonly id?: unknown } | undefined;
};

/** `asc`: oldest first, as ids are time-ordered. */
export type IdOrder = 'asc' | 'desc';

type Paged<L extends Window> = Omit<L, 'cursor' | 'skip' | 'take'> & {
  readonly take: number;
  readonly orderBy: { readonly id: IdOrder };
  readonly where: { readonly id?: { readonly lt: string } | { readonly gt: string } };
};

/**
 * One page by id, which is by age since ids are time-ordered. A verb spreads the result before its own `where`, and
 * `page.where` first inside that.
 * @throws invalid_input for a cursor that is no id.
 */
// Prisma's own cursor reads its row without the `where`: whether a foreign id exists would show in the page.
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

/** The id in a cursor. @throws invalid_input */
// Checked because a cursor is whatever a client sends, and the database refuses some text with an error of its own.
export function cursorId(id: unknown): string {
  if (typeof id !== 'string' || !isIdText(id)) throw new AppError('invalid_input', 'Invalid cursor');
  return id;
}
