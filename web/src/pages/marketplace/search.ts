/** Which servers the list shows; `open` are those that take no credential. */
export type ServerFilter = 'all' | 'verified' | 'own' | 'open';

export type MarketplaceSearch = {
  readonly q?: string;
  readonly show?: ServerFilter;
  /** The stack that servers are chosen for. */
  readonly stack?: string;
};

export const SHOWS: readonly { readonly value: ServerFilter; readonly label: string }[] = [
  { value: 'all', label: 'All servers' },
  { value: 'verified', label: 'Verified' },
  { value: 'own', label: 'Your own' },
  { value: 'open', label: 'No credentials needed' },
];

/** A word of the address; one of digits alone comes as a number. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The address's search as this page understands it; what it does not know is left out. */
export function readMarketplaceSearch(given: Record<string, unknown>): MarketplaceSearch {
  const q = textOf(given['q']);
  const stack = textOf(given['stack']);
  const show = SHOWS.find(({ value }) => value === given['show'])?.value;
  return { ...(q && { q }), ...(show && show !== 'all' && { show }), ...(stack && { stack }) };
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
  readonly isVerified: boolean;
  readonly isPrivate: boolean;
  readonly credentialFields: readonly { readonly required: boolean }[];
};

/** For which of its tools a server needs credentials. */
export type CredentialNeed = 'all' | 'some' | 'none';

/** Where an API knows several ways in, no single field is required, and yet tools fail without any. */
export function credentialNeed({ credentialFields }: Pick<ListedServer, 'credentialFields'>): CredentialNeed {
  if (credentialFields.length === 0) return 'none';
  return credentialFields.some(({ required }) => required) ? 'all' : 'some';
}

export function isShown(server: ListedServer, show: ServerFilter): boolean {
  if (show === 'verified') return server.isVerified;
  if (show === 'own') return server.isPrivate;
  return show === 'all' || credentialNeed(server) === 'none';
}
