import { textOf } from '../../lists/address.ts';

export type RegistrySearch = { readonly q?: string };

/** The address's search as this page understands it; what it does not know is left out. */
export function readRegistrySearch(given: Record<string, unknown>): RegistrySearch {
  const q = textOf(given['q']);
  return q ? { q } : {};
}
