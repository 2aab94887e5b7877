import type { MachineClientOrder } from '../../../gql/graphql.ts';
import { chosenIn, type ListKind, type ListSearch, type NamedSearches, namedSearches } from '../../../lists/address.ts';

/** How machine clients can be looked through. */
export const MACHINE_LIST = {
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
    { value: 'name', label: 'Name' },
  ],
  shows: [
    { value: 'all', label: 'All machine clients' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Ended' },
  ],
} as const satisfies ListKind;

/** How trusted issuers can. */
export const ISSUER_LIST = { sorts: MACHINE_LIST.sorts, shows: [] } as const satisfies ListKind;

/** What the address of the tab says of its lists. */
export const machinesSearch = (given: Readonly<Record<string, unknown>>): NamedSearches =>
  namedSearches({ machines: MACHINE_LIST, issuers: ISSUER_LIST }, given);

/** Both are ordered by the same. */
const ORDERS: Readonly<Record<string, MachineClientOrder>> = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
};
const STATES: Readonly<Record<string, boolean>> = { active: true, over: false };

/** The search as the API takes it. */
export function machineVariables(search: ListSearch) {
  const { q, sort, show } = chosenIn(MACHINE_LIST, search);
  return { search: q || null, isInForce: STATES[show] ?? null, orderBy: ORDERS[sort] ?? null };
}

/** The same of issuers. */
export function issuerVariables(search: ListSearch) {
  const { q, sort } = chosenIn(ISSUER_LIST, search);
  return { search: q || null, orderBy: ORDERS[sort] ?? null };
}
