import { chosenIn, type ListKind, type ListOption, type ListSearch } from './address.ts';

/** Sort orders of things with a creation time. */
export const MADE_SORTS: readonly ListOption[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
];

/** Adds sort orders by last use. */
export const USED_SORTS: readonly ListOption[] = [
  ...MADE_SORTS,
  { value: 'used', label: 'Last used' },
  { value: 'idle', label: 'Least recently used' },
];

type Order<Field> = { readonly field: Field; readonly direction: 'ASC' | 'DESC' };
type Orders<Field> = Readonly<Record<string, Order<Field>>>;

const MADE_ORDERS: Orders<'CREATED_AT' | 'NAME'> = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
};
const USED_ORDERS: Orders<'CREATED_AT' | 'NAME' | 'LAST_USED_AT'> = {
  ...MADE_ORDERS,
  used: { field: 'LAST_USED_AT', direction: 'DESC' },
  idle: { field: 'LAST_USED_AT', direction: 'ASC' },
};
const IN_FORCE: Readonly<Record<string, boolean>> = { active: true, over: false };

/** Query variables for a search, with its text and order. */
export function madeVariables(kind: ListKind, search: ListSearch) {
  const { q, sort } = chosenIn(kind, search);
  return { search: q || null, orderBy: MADE_ORDERS[sort] ?? null };
}

/** Like `madeVariables`, but also filters by active and expired. */
export function endingVariables(kind: ListKind, search: ListSearch) {
  return { ...madeVariables(kind, search), isInForce: IN_FORCE[chosenIn(kind, search).show] ?? null };
}

/** Like `endingVariables`, but can also sort by last use. */
export function usedVariables(kind: ListKind, search: ListSearch) {
  return { ...endingVariables(kind, search), orderBy: USED_ORDERS[chosenIn(kind, search).sort] ?? null };
}
