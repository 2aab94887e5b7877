import type { MarketplaceServersQueryVariables, ServerCategory } from '../../gql/graphql.ts';
import {
  chosenIn,
  type ListKind,
  type ListOption,
  type ListSearch,
  readListSearch,
  textOf,
} from '../../lists/address.ts';

/** Search results are in order of relevance unless another order is chosen. */
export const SERVER_LIST = {
  sorts: [
    { value: 'best', label: 'Best match' },
    { value: 'name', label: 'Name' },
    { value: 'newest', label: 'Newest first' },
  ],
  shows: [
    { value: 'all', label: 'All servers' },
    { value: 'verified', label: 'Verified' },
    { value: 'own', label: 'Private' },
    { value: 'open', label: 'No credentials needed' },
    { value: 'attention', label: 'Refresh failed' },
  ],
} as const satisfies ListKind;

/** All categories, in display order. */
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
  /** One of `CATEGORIES`; all if absent. */
  readonly category?: string;
  /** The stack to add servers to. */
  readonly stack?: string;
};

const categoryOf = (value: unknown) => CATEGORIES.find((known) => known.value === value);

/** Parses the page's URL and ignores anything unknown. */
export function readMarketplaceSearch(input: Readonly<Record<string, unknown>>): MarketplaceSearch {
  const [stack, category] = [textOf(input['stack']), categoryOf(input['category'])?.value];
  return { ...readListSearch(SERVER_LIST, input), ...(category && { category }), ...(stack && { stack }) };
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

export function serverVariables(search: MarketplaceSearch): Variables {
  const { q, sort, show } = chosenIn(SERVER_LIST, search);
  const category = categoryOf(search.category)?.category ?? null;
  return { ...FILTERS[show], ...ORDERS[sort], search: q || null, category };
}

type ServerSearch = {
  readonly q?: string;
  /** ID of the expanded tool. */
  readonly tool?: string;
  readonly stack?: string;
};

export function readServerSearch(input: Record<string, unknown>): ServerSearch {
  const [q, tool, stack] = [textOf(input['q']), textOf(input['tool']), textOf(input['stack'])];
  return { ...(q && { q }), ...(tool && { tool }), ...(stack && { stack }) };
}

type ListedServer = {
  readonly credentialFields: readonly { readonly isRequired: boolean }[];
};

/** Which of a server's tools need credentials. */
export type CredentialNeed = 'all' | 'some' | 'none';

/** An API with alternative credentials requires no single field, but its tools still fail if all are missing. */
export function credentialNeed({ credentialFields }: ListedServer): CredentialNeed {
  if (credentialFields.length === 0) return 'none';
  return credentialFields.some(({ isRequired }) => isRequired) ? 'all' : 'some';
}

/** How many tools need a credential, if not all do. */
export const neededBy = ({ toolCount }: { readonly toolCount: number }): string => {
  if (toolCount === 0) return 'optional';
  return toolCount === 1 ? 'needed by 1 tool' : `needed by ${toolCount} tools`;
};
