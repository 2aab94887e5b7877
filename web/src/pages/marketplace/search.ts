import type { MarketplaceServersQueryVariables, ServerCategory } from '../../gql/graphql.ts';
import {
  chosenIn,
  type ListKind,
  type ListOption,
  type ListSearch,
  readListSearch,
  textOf,
} from '../../lists/address.ts';

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

/** The groups of servers, in the order of the page. */
export const CATEGORIES = [
  { value: 'communication', label: 'Communication', category: 'COMMUNICATION' },
  { value: 'productivity', label: 'Productivity', category: 'PRODUCTIVITY' },
  { value: 'files', label: 'Files', category: 'FILES' },
  { value: 'development', label: 'Development', category: 'DEVELOPMENT' },
  { value: 'cloud', label: 'Cloud and data', category: 'CLOUD' },
  { value: 'finance', label: 'Finance', category: 'FINANCE' },
  { value: 'media', label: 'Media', category: 'MEDIA' },
  { value: 'ai', label: 'AI and search', category: 'AI' },
] as const satisfies readonly (ListOption & { readonly category: ServerCategory })[];

export type MarketplaceSearch = ListSearch & {
  /** One of `CATEGORIES`; those of all of them where there is none. */
  readonly category?: string;
  /** The stack that servers are chosen for. */
  readonly stack?: string;
};

const categoryOf = (value: unknown) => CATEGORIES.find((known) => known.value === value);

/** The address's search as this page understands it; what it does not know is left out. */
export function readMarketplaceSearch(given: Readonly<Record<string, unknown>>): MarketplaceSearch {
  const [stack, category] = [textOf(given['stack']), categoryOf(given['category'])?.value];
  return { ...readListSearch(SERVER_LIST, given), ...(category && { category }), ...(stack && { stack }) };
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
export function serverVariables(search: MarketplaceSearch): Variables {
  const { q, sort, show } = chosenIn(SERVER_LIST, search);
  const category = categoryOf(search.category)?.category ?? null;
  return { ...FILTERS[show], ...ORDERS[sort], search: q || null, category };
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

/** For which of a server’s tools a credential is that not all of them need. */
export const neededBy = ({ toolCount }: { readonly toolCount: number }): string => {
  if (toolCount === 0) return 'optional';
  return toolCount === 1 ? 'needed by 1 tool' : `needed by ${toolCount} tools`;
};
