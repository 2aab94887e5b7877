/** One order or one filter that a list offers. */
export type ListOption = { readonly value: string; readonly label: string };

/** The orders and filters of a list; the first of each applies where the address names none. */
export type ListKind = { readonly sorts: readonly ListOption[]; readonly shows: readonly ListOption[] };

/** The part of the page's address that a list reads, so that links and Back show the same rows. */
export type ListSearch = { readonly q?: string; readonly sort?: string; readonly show?: string };

/** A search parameter as text; the router parses one of digits alone as a number. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
};

const optionIn = ([, ...others]: readonly ListOption[], value: unknown): string =>
  others.find((option) => option.value === value)?.value ?? '';

/** Reads the parameters that this list knows; anything else is dropped. */
export function readListSearch({ sorts, shows }: ListKind, given: Readonly<Record<string, unknown>>): ListSearch {
  const [q, sort, show] = [textOf(given['q']), optionIn(sorts, given['sort']), optionIn(shows, given['show'])];
  return { ...(q && { q }), ...(sort && { sort }), ...(show && { show }) };
}

/** The chosen sort and filter, the first where none is chosen. */
export const chosenIn = ({ sorts, shows }: ListKind, { q = '', sort, show }: ListSearch) => ({
  q: q.trim(),
  sort: sort ?? sorts[0]?.value ?? '',
  show: show ?? shows[0]?.value ?? '',
});

/** Whether anything is left out. */
export const isNarrowed = ({ q = '', show }: ListSearch): boolean => q.trim() !== '' || show !== undefined;

const PARTS = [
  ['Q', 'q'],
  ['Sort', 'sort'],
  ['Show', 'show'],
] as const;

/** What a page with several lists says of them, each under its own name, such as `peopleQ`. */
export type NamedSearches = Readonly<Record<string, string>>;

/** That of one of these lists. */
export const listSearchOf = (name: string, kind: ListKind, given: Readonly<Record<string, unknown>>): ListSearch =>
  readListSearch(kind, Object.fromEntries(PARTS.map(([part, key]) => [key, given[`${name}${part}`]])));

/** The same again as it stands in the address. */
export const namedSearch = (name: string, search: ListSearch): NamedSearches =>
  Object.fromEntries(
    PARTS.flatMap(([part, key]) => (search[key] === undefined ? [] : [[`${name}${part}`, search[key]]])),
  );

/** What the address says of all of them; anything else in it is dropped. */
export const namedSearches = (
  kinds: Readonly<Record<string, ListKind>>,
  given: Readonly<Record<string, unknown>>,
): NamedSearches =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]) => Object.entries(namedSearch(name, listSearchOf(name, kind, given)))),
  );

/** The address with another search of one of them. */
export const withNamed = (given: Readonly<Record<string, unknown>>, name: string, next: ListSearch) => ({
  ...given,
  ...Object.fromEntries(PARTS.map(([part, key]) => [`${name}${part}`, next[key]])),
});
