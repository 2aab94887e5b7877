import type { MarketplaceServersQueryVariables } from '../../gql/graphql.ts';
import { chosenIn, type ListKind, type ListSearch, readListSearch, textOf } from '../../lists/address.ts';

/** How servers can be looked through. With a search the best come first, unless another order is chosen. */
export const SERVER_LIST = {
  sorts: [
    { value: 'best', label: 'Best first' },
    { value: 'name', label: 'Name' },
    { value: 'newest', label: 'Newest first' },
  ],
  shows: [
    { value: 'all', label: 'All servers' },
    { value: 'verified', label: 'Verified' },
    { value: 'own', label: 'Your own' },
    { value: 'open', label: 'No credentials needed' },
    { value: 'attention', label: 'Refresh failed' },
  ],
} as const satisfies ListKind;

export type MarketplaceSearch = ListSearch & {
  /** The stack that servers are chosen for. */
  readonly stack?: string;
};

/** The address's search as this page understands it; what it does not know is left out. */
export function readMarketplaceSearch(given: Readonly<Record<string, unknown>>): MarketplaceSearch {
  const stack = textOf(given['stack']);
  return { ...readListSearch(SERVER_LIST, given), ...(stack && { stack }) };
}

type Variables = Omit<MarketplaceServersQueryVariables, 'after'>;

const FILTERS: Readonly<Record<string, Variables>> = {
  verified: { isVerified: true },
  own: { isPrivate: true },
  open: { takesCredentials: false },
  attention: { needsAttention: true },
};
const ORDERS: Readonly<Record<string, Variables>> = {
  name: { orderBy: { field: 'NAME', direction: 'ASC' } },
  newest: { orderBy: { field: 'CREATED_AT', direction: 'DESC' } },
};

/** What the address asks the service for. */
export function serverVariables(search: ListSearch): Variables {
  const { q, sort, show } = chosenIn(SERVER_LIST, search);
  return { ...FILTERS[show], ...ORDERS[sort], search: q || null };
}

export type ServerSearch = {
  readonly q?: string;
  /** The id of the tool that is open. */
  readonly tool?: string;
  readonly stack?: string;
};

export function readServerSearch(given: Record<string, unknown>): ServerSearch {
  const [q, tool, stack] = [textOf(given['q']), textOf(given['tool']), textOf(given['stack'])];
  return { ...(q && { q }), ...(tool && { tool }), ...(stack && { stack }) };
}

type ListedServer = {
  readonly credentialFields: readonly { readonly required: boolean }[];
};

/** For which of its tools a server needs credentials. */
export type CredentialNeed = 'all' | 'some' | 'none';

/** An API with several ways to authenticate requires no single field, and yet its tools fail without any. */
export function credentialNeed({ credentialFields }: ListedServer): CredentialNeed {
  if (credentialFields.length === 0) return 'none';
  return credentialFields.some(({ required }) => required) ? 'all' : 'some';
}
