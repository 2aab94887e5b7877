import { cursorId, type IdOrder, invalidCursor, LIST_ROWS_DEFAULT, pageById, type Window } from './page.ts';

/** The field and direction of a list's order. Order by age is order by id, since ids are time-ordered. */
export type ListOrder<F extends string = 'createdAt' | 'name'> = { readonly field: F; readonly direction: IdOrder };

/** The default order of a list: oldest first. */
export const OLDEST_FIRST = { field: 'createdAt', direction: 'asc' } as const satisfies ListOrder;

/** Newest first, for lists in which the newest matters most. */
export const NEWEST_FIRST = { field: 'createdAt', direction: 'desc' } as const satisfies ListOrder;

type Side = { readonly gt: string } | { readonly lt: string };
type Where = {
  readonly id?: Side;
  readonly name?: { readonly gte: string } | { readonly lte: string };
  readonly OR?: ({ readonly name: Side } | { readonly id: Side })[];
};
type Paged<L extends Window> = Omit<L, 'cursor' | 'skip' | 'take'> & {
  readonly take: number;
  readonly orderBy: ({ readonly name: IdOrder } | { readonly id: IdOrder })[];
  readonly where: Where;
};

/**
 * One page by age, as `pageById`, or by name and then by age. `find` reads the name of the cursor's row within the
 * caller's scope. A verb combines `page.where` with its own by `AND`.
 * @throws invalid_input for a cursor that is not an id, or by name, for a row that the caller cannot see
 */
export async function pageInOrder<L extends Window>(
  { field, direction }: ListOrder,
  load: L,
  find: (id: string) => Promise<{ readonly name: string } | null>,
): Promise<Paged<L>> {
  const { cursor, skip: _cursorRow, take = LIST_ROWS_DEFAULT, ...rest } = load;
  if (field === 'createdAt') {
    return { ...rest, take, orderBy: [{ id: direction }], where: pageById(direction, load).where };
  }
  const page = { ...rest, take, orderBy: [{ name: direction }, { id: direction }] };
  if (cursor === undefined) return { ...page, where: {} };
  const id = cursorId(cursor.id);
  const row = await find(id);
  if (!row) throw invalidCursor();
  return {
    ...page,
    where:
      (direction === 'asc') === take >= 0
        ? { name: { gte: row.name }, OR: [{ name: { gt: row.name } }, { id: { gt: id } }] }
        : { name: { lte: row.name }, OR: [{ name: { lt: row.name } }, { id: { lt: id } }] },
  };
}

/** Reads a page of a list in reverse, through a function that reads it forwards. */
export async function reversedPage<L extends { readonly take?: number | undefined }, R>(
  load: L,
  read: (load: L & { readonly take: number }) => Promise<readonly R[]>,
): Promise<R[]> {
  return (await read({ ...load, take: -(load.take ?? LIST_ROWS_DEFAULT) })).toReversed();
}
