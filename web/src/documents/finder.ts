import MiniSearch from 'minisearch';

/** A heading of a document, with the text below it. */
type Section = {
  readonly path: string;
  /** The title of the document. */
  readonly document: string;
  readonly heading: string;
  readonly text: string;
};

export type FoundSection = Section & {
  /** The words of the section that it was found by, in lower case. */
  readonly words: readonly string[];
};

export type Finder = (search: string) => readonly FoundSection[];

const ADDRESS = '/docs/sections.json';
/** A shorter word is not taken for one that is nearly the same. */
const FUZZY_CHARS_MIN = 5;
/** A shorter one is not taken for the beginning of others, which would be nearly all. */
const PREFIX_CHARS_MIN = 2;
/** In nearly every section, so they tell nothing. */
const PASSED_OVER = new Set(['a', 'an', 'and', 'are', 'in', 'is', 'it', 'of', 'or', 'the', 'to']);

/**
 * Reads the sections of all documents and indexes them, which takes some tens of milliseconds: an index made by the
 * service would nearly double what is loaded, as their text is shown, too. @throws when the service does not answer
 */
export async function loadFinder(signal: AbortSignal | null = null): Promise<Finder> {
  const response = await fetch(ADDRESS, { signal });
  if (!response.ok) throw new Error(`The documents cannot be searched: ${response.status}`);
  return createFinder(await readSections(response));
}

/** Boundary: our own service's answer has the shape that it gives it. */
const readSections = async (response: Response): Promise<readonly Section[]> =>
  (await response.json()) as readonly Section[];

function createFinder(sections: readonly Section[]): Finder {
  const index = new MiniSearch<Section & { readonly id: number }>({
    fields: ['heading', 'document', 'text'],
    processTerm: (word) => {
      const lower = word.toLowerCase();
      return PASSED_OVER.has(lower) ? null : lower;
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
