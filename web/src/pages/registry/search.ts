import { textOf } from '../../lists/address.ts';

type RegistrySearch = { readonly q?: string };

/** Parses the page's URL and ignores anything unknown. */
export function readRegistrySearch(input: Record<string, unknown>): RegistrySearch {
  const q = textOf(input['q']);
  return q ? { q } : {};
}
