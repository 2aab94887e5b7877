import { type ListKind, type NamedSearches, namedSearches } from '../../../lists/address.ts';
import { MADE_SORTS } from '../../../lists/made.ts';

/** How machine clients can be looked through. */
export const MACHINE_LIST = {
  sorts: MADE_SORTS,
  shows: [
    { value: 'all', label: 'All machine clients' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Ended' },
  ],
} as const satisfies ListKind;

/** How trusted issuers can. */
export const ISSUER_LIST = { sorts: MADE_SORTS, shows: [] } as const satisfies ListKind;

/** What the address of the tab says of its lists. */
export const machinesSearch = (given: Readonly<Record<string, unknown>>): NamedSearches =>
  namedSearches({ machines: MACHINE_LIST, issuers: ISSUER_LIST }, given);
