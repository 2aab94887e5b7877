/** A palette entry. */
export type Entry = {
  readonly id: string;
  /** The searched and displayed text. */
  readonly label: string;
  /** Distinguishes entries with the same label. */
  readonly hint: string;
  /** A path on this origin, with its query. */
  readonly href: string;
  /** Whether the dashboard's router handles it; documents are separate pages. */
  readonly isOurs: boolean;
};

export type Group = { readonly name: string; readonly entries: readonly Entry[] };

/** Maximum entries per group. */
export const GROUP_MAX = 6;

/** Whether a text contains every search word, ignoring case. */
function isFound(text: string, search: string): boolean {
  const within = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Matching entries; labels that start with the search come first. */
export function found(entries: readonly Entry[], search: string): readonly Entry[] {
  const text = search.trim().toLowerCase();
  const isFirst = ({ label }: Entry) => text !== '' && label.toLowerCase().startsWith(text);
  const all = entries.filter(({ label, hint }) => isFound(`${label} ${hint}`, text));
  return [...all.filter(isFirst), ...all.filter((entry) => !isFirst(entry))].slice(0, GROUP_MAX);
}

/** The stack in the page's URL; null if none. */
export function stackOf(pathname: string, search: { readonly stack?: unknown }): string | null {
  const [, id] = /^\/stacks\/(stack_[^/]+)/.exec(pathname) ?? [];
  if (id !== undefined) return id;
  return typeof search.stack === 'string' ? search.stack : null;
}
