/** One thing to go to. */
export type Entry = {
  readonly id: string;
  /** What it is found by, and shown as. */
  readonly label: string;
  /** What tells it from others of its name. */
  readonly hint: string;
  /** A path of this origin, with its query. */
  readonly href: string;
  /** Whether the dashboard's own router shows it; the site's documents are pages of their own. */
  readonly isOurs: boolean;
};

export type Group = { readonly name: string; readonly entries: readonly Entry[] };

/** So many of a kind are shown. */
export const GROUP_MAX = 6;

/** Whether all words of the search are in a text, in any order and case. */
function isFound(text: string, search: string): boolean {
  const within = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The entries with all words in them: those first whose label begins with the search. */
export function found(entries: readonly Entry[], search: string): readonly Entry[] {
  const text = search.trim().toLowerCase();
  const isFirst = ({ label }: Entry) => text !== '' && label.toLowerCase().startsWith(text);
  const all = entries.filter(({ label, hint }) => isFound(`${label} ${hint}`, text));
  return [...all.filter(isFirst), ...all.filter((entry) => !isFirst(entry))].slice(0, GROUP_MAX);
}

/** The stack that a page is about, by its address; null where it is about none. */
export function stackOf(pathname: string, search: { readonly stack?: unknown }): string | null {
  const [, id] = /^\/stacks\/(stack_[^/]+)/.exec(pathname) ?? [];
  if (id !== undefined) return id;
  return typeof search.stack === 'string' ? search.stack : null;
}
