import MiniSearch from 'minisearch';

/** A heading and its text. */
type Section = {
  readonly path: string;
  /** The document's title. */
  readonly document: string;
  readonly heading: string;
  readonly text: string;
};

export type FoundSection = Section & {
  /** The matched words, in lower case. */
  readonly words: readonly string[];
};

export type Finder = (search: string) => readonly FoundSection[];

const ADDRESS = '/docs/sections.json';
/** Shorter words match only exactly. */
const FUZZY_CHARS_MIN = 5;
/** Shorter words don't match as a prefix, because they would match nearly everything. */
const PREFIX_CHARS_MIN = 2;
/** Words that a search ignores. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'are', 'in', 'is', 'it', 'of', 'or', 'the', 'to']);

/**
 * Loads and indexes the sections of all documents, in tens of milliseconds. A prebuilt index would nearly double the
 * download. @throws if the server doesn't respond
 */
export async function loadFinder(signal: AbortSignal | null = null): Promise<Finder> {
  const response = await fetch(ADDRESS, { signal });
  if (!response.ok) throw new Error(`The search failed with status ${response.status}`);
  return createFinder(await readSections(response));
}

/** Boundary: our server's response has this shape. */
const readSections = async (response: Response): Promise<readonly Section[]> =>
  (await response.json()) as readonly Section[];

function createFinder(sections: readonly Section[]): Finder {
  const index = new MiniSearch<Section & { readonly id: number }>({
    fields: ['heading', 'document', 'text'],
    processTerm: (word) => {
      const lower = word.toLowerCase();
      return STOP_WORDS.has(lower) ? null : lower;
    },
    searchOptions: {
      boost: { heading: 4, document: 2 },
      prefix: (word) => word.length >= PREFIX_CHARS_MIN,
      fuzzy: (word) => (word.length >= FUZZY_CHARS_MIN ? 0.2 : false),
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (search) => {
    const all = index.search(search, { combineWith: 'AND' });
    const results = all.length > 0 ? all : index.search(search);
    return results.flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      return section ? [{ ...section, words: terms }] : [];
    });
  };
}
