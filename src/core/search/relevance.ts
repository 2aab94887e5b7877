import { termsOf, wordsOf } from './words.ts';

/** What a word is found by: its stem, then the groups of words like it. */
type WordTerms = readonly string[];

/** How much of a tool's name nobody asked for may cost it: `delete an issue` is not about deleting an issue's comment. */
const NAME_WEIGHT = 0.7;

/** Each word that says something, once. */
const wordTermsOf = (text: string): readonly WordTerms[] => {
  const terms = wordsOf(text).flatMap((word) => {
    const found = termsOf(word);
    return found ? [found] : [];
  });
  return [...new Map(terms.map((words) => [words[0], words])).values()];
};

type Described = { readonly id: string; readonly name: string; readonly title: string; readonly description: string };

/** How far a query and a tool speak of the same things; both ways, and rare words count for more. */
export type Relevance = {
  /** What to multiply a tool's score by, 0 to 1. `found` are the terms of the query that the tool has. */
  readonly weightOf: (id: string, query: Query, found: ReadonlySet<string>) => number;
  readonly readQuery: (text: string) => Query;
};

type Query = { readonly words: readonly Weighed[]; readonly terms: ReadonlySet<string> };

type Weighed = { readonly terms: WordTerms; readonly rarity: number };

function share(all: readonly Weighed[], terms: ReadonlySet<string>): number {
  let [whole, shared] = [0, 0];
  for (const word of all) {
    whole += word.rarity;
    if (word.terms.some((term) => terms.has(term))) shared += word.rarity;
  }
  return whole === 0 ? 0 : shared / whole;
}

/** Counts the words of all tools once, for `weightOf` to weigh them. */
export function relevanceOf(tools: readonly Described[]): Relevance {
  const toolsWith = countTools(tools);
  const rarityOf = ([stem = '']: WordTerms): number => Math.log(1 + tools.length / (1 + (toolsWith.get(stem) ?? 0)));
  const weighedIn = (text: string): readonly Weighed[] =>
    wordTermsOf(text).map((terms) => ({ terms, rarity: rarityOf(terms) }));
  const names = new Map(tools.map(({ id, name, title }) => [id, weighedIn(`${name} ${title}`)]));
  return {
    weightOf: (id, { words, terms }, found) =>
      share(words, found) * (1 - NAME_WEIGHT + NAME_WEIGHT * share(names.get(id) ?? [], terms)),
    readQuery: (text) => {
      const words = weighedIn(text);
      return { words, terms: new Set(words.flatMap(({ terms }) => terms)) };
    },
  };
}

function countTools(tools: readonly Described[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name, title, description } of tools) {
    const terms = wordTermsOf(`${name} ${title} ${description}`).flat();
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
