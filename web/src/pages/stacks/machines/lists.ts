import { type ListKind, type NamedSearches, namedSearches } from '../../../lists/address.ts';
import { MADE_SORTS } from '../../../lists/made.ts';

export const MACHINE_LIST = {
  sorts: MADE_SORTS,
  shows: [
    { value: 'all', label: 'All service accounts' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Expired' },
  ],
} as const satisfies ListKind;

export const ISSUER_LIST = { sorts: MADE_SORTS, shows: [] } as const satisfies ListKind;

export const machinesSearch = (input: Readonly<Record<string, unknown>>): NamedSearches =>
  namedSearches({ machines: MACHINE_LIST, issuers: ISSUER_LIST }, input);
