import type { ClientEndpointOrder, StackTokenOrder } from '../../../gql/graphql.ts';
import {
  chosenIn,
  type ListKind,
  type ListSearch,
  listSearchOf,
  type NamedSearches,
  namedSearch,
  readListSearch,
  textOf,
} from '../../../lists/address.ts';

/** How client endpoints can be looked through. */
export const ENDPOINT_LIST = {
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
    { value: 'name', label: 'Name' },
  ],
  shows: [],
} as const satisfies ListKind;

/** How the tokens of one can. */
export const TOKEN_LIST = {
  sorts: [...ENDPOINT_LIST.sorts, { value: 'used', label: 'Last used' }, { value: 'idle', label: 'Longest not used' }],
  shows: [
    { value: 'all', label: 'All tokens' },
    { value: 'active', label: 'Active' },
    { value: 'over', label: 'Revoked or ended' },
  ],
} as const satisfies ListKind;

/** Of one endpoint at a time the address says how its tokens are looked through: `tokensOf` is its id. */
export function connectSearch(given: Readonly<Record<string, unknown>>): NamedSearches {
  const tokensOf = textOf(given['tokensOf']);
  const tokens = namedSearch('tokens', listSearchOf('tokens', TOKEN_LIST, given));
  const isNamed = tokensOf !== '' && Object.keys(tokens).length > 0;
  return { ...readListSearch(ENDPOINT_LIST, given), ...(isNamed && { tokensOf, ...tokens }) };
}

const ENDPOINT_ORDERS: Readonly<Record<string, ClientEndpointOrder>> = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
};

/** The search as the API takes it. */
export function endpointVariables(search: ListSearch) {
  const { q, sort } = chosenIn(ENDPOINT_LIST, search);
  return { search: q || null, orderBy: ENDPOINT_ORDERS[sort] ?? null };
}

const TOKEN_ORDERS: Readonly<Record<string, StackTokenOrder>> = {
  oldest: { field: 'CREATED_AT', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
  used: { field: 'LAST_USED_AT', direction: 'DESC' },
  idle: { field: 'LAST_USED_AT', direction: 'ASC' },
};
const STATES: Readonly<Record<string, boolean>> = { active: true, over: false };

/** The same of tokens. */
export function tokenVariables(search: ListSearch) {
  const { q, sort, show } = chosenIn(TOKEN_LIST, search);
  return { search: q || null, isInForce: STATES[show] ?? null, orderBy: TOKEN_ORDERS[sort] ?? null };
}
