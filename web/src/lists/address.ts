/** A sort order or filter. */
export type ListOption = { readonly value: string; readonly label: string };

/** A list's sort orders and filters; the first of each is the default. */
export type ListKind = { readonly sorts: readonly ListOption[]; readonly shows: readonly ListOption[] };

/** A list's URL parameters, so that links and Back show the same rows. */
export type ListSearch = { readonly q?: string; readonly sort?: string; readonly show?: string };

/** A search parameter as text; the router parses digits as a number. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
};

const optionIn = ([, ...others]: readonly ListOption[], value: unknown): string =>
  others.find((option) => option.value === value)?.value ?? '';

/** Parses this list's parameters and drops anything else. */
export function readListSearch({ sorts, shows }: ListKind, input: Readonly<Record<string, unknown>>): ListSearch {
  const [q, sort, show] = [textOf(input['q']), optionIn(sorts, input['sort']), optionIn(shows, input['show'])];
  return { ...(q && { q }), ...(sort && { sort }), ...(show && { show }) };
}

/** The chosen sort order and filter, or the defaults. */
export const chosenIn = ({ sorts, shows }: ListKind, { q = '', sort, show }: ListSearch) => ({
  q: q.trim(),
  sort: sort ?? sorts[0]?.value ?? '',
  show: show ?? shows[0]?.value ?? '',
});

/** Whether a search or filter applies. */
export const isFiltered = ({ q = '', show }: ListSearch): boolean => q.trim() !== '' || show !== undefined;

const PARTS = [
  ['Q', 'q'],
  ['Sort', 'sort'],
  ['Show', 'show'],
] as const;

/** Parameters of several lists on a page, prefixed with the list's name, such as `peopleQ`. */
export type NamedSearches = Readonly<Record<string, string>>;

/** One list's parameters. */
export const listSearchOf = (name: string, kind: ListKind, input: Readonly<Record<string, unknown>>): ListSearch =>
  readListSearch(kind, Object.fromEntries(PARTS.map(([part, key]) => [key, input[`${name}${part}`]])));

/** The prefixed form of one list's parameters. */
export const namedSearch = (name: string, search: ListSearch): NamedSearches =>
  Object.fromEntries(
    PARTS.flatMap(([part, key]) => (search[key] === undefined ? [] : [[`${name}${part}`, search[key]]])),
  );

/** Parses the parameters of all lists and drops anything else. */
export const namedSearches = (
  kinds: Readonly<Record<string, ListKind>>,
  input: Readonly<Record<string, unknown>>,
): NamedSearches =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]) => Object.entries(namedSearch(name, listSearchOf(name, kind, input)))),
  );

/** Replaces one list's parameters. */
export const withNamed = (input: Readonly<Record<string, unknown>>, name: string, next: ListSearch) => ({
  ...input,
  ...Object.fromEntries(PARTS.map(([part, key]) => [`${name}${part}`, next[key]])),
});
