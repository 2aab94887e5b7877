import MiniSearch from 'minisearch';
import { type Relevance, relevanceOf } from './relevance.ts';
import { isGroup, termsOf, wordsOf } from './words.ts';

const QUERY_WORDS_MAX = 40;
const BOOST = { name: 2, title: 3, description: 0.8, server: 1, path: 0.5, inputs: 0.2 };
// A word that has many like it, such as `create`, says less about a task than the nouns do.
const COMMON_WEIGHT = 0.3;
const GROUP_WEIGHT = 0.6;

/** A tool as it is searched: its words by field, and the id of its server. */
export type Entry = Readonly<Record<keyof typeof BOOST, string>> & { readonly id: string; readonly slug: string };

/** Only tools of the server `slug`, unless it is undefined. */
export type Ranking = { readonly query: string; readonly limit: number; readonly slug: string | undefined };

export type SearchIndex = { readonly texts: MiniSearch<Entry>; readonly relevance: Relevance };

/** Ids of what was found, best first: what is about the query and nothing else stands before what repeats a word of it. */
export function rank({ texts, relevance }: SearchIndex, { query, limit, slug }: Ranking): string[] {
  const text = wordsOf(query).slice(0, QUERY_WORDS_MAX).join(' ');
  const asked = relevance.readQuery(text);
  const scored = texts
    .search(text, { filter: (found) => slug === undefined || found['slug'] === slug })
    .map(({ id, score, queryTerms }) => {
      const toolId = String(id);
      return { id: toolId, score: score * relevance.weightOf(toolId, asked, new Set(queryTerms)) };
    });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** How much a term counts; `next` is the term after it in the query, which for a word that has many like it is their group. */
function weightOf(term: string, next: string | undefined): number {
  if (isGroup(term)) return GROUP_WEIGHT;
  return next !== undefined && isGroup(next) ? COMMON_WEIGHT : 1;
}

/** Takes a second for a megabyte of text: of more than a few tools, in a worker. */
export function indexOf(entries: readonly Entry[]): SearchIndex {
  const texts = new MiniSearch<Entry>({
    fields: Object.keys(BOOST),
    storeFields: ['slug'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: { boost: BOOST, boostTerm: (term, at, terms) => weightOf(term, terms[at + 1]), combineWith: 'OR' },
  });
  texts.addAll(entries);
  return { texts, relevance: relevanceOf(entries) };
}
