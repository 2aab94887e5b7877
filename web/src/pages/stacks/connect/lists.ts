import {
  type ListKind,
  listSearchOf,
  type NamedSearches,
  namedSearch,
  readListSearch,
  textOf,
} from '../../../lists/address.ts';
import { MADE_SORTS, USED_SORTS } from '../../../lists/made.ts';

export const ENDPOINT_LIST = {
  sorts: MADE_SORTS,
  shows: [],
} as const satisfies ListKind;

export const TOKEN_LIST = {
  sorts: USED_SORTS,
  shows: [
    { value: 'all', label: 'All tokens' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Revoked or expired' },
  ],
} as const satisfies ListKind;

/** The URL holds the token search of one endpoint at a time; `tokensOf` is that endpoint's ID. */
export function connectSearch(input: Readonly<Record<string, unknown>>): NamedSearches {
  const tokensOf = textOf(input['tokensOf']);
  const tokens = namedSearch('tokens', listSearchOf('tokens', TOKEN_LIST, input));
  const isNamed = tokensOf !== '' && Object.keys(tokens).length > 0;
  return { ...readListSearch(ENDPOINT_LIST, input), ...(isNamed && { tokensOf, ...tokens }) };
}
