import type { ServerId } from '../kernel/ids.ts';
import { isGroup } from '../lib/words.ts';
import { type CollectedTerms, collectTerms, FIELDS, type SearchEntry } from './collectTerms.ts';
import type { ServiceName } from './services.ts';

/** Weight of a word in each field. */
const BOOST = { name: 2, title: 3, description: 0.8, server: 1, path: 0.5, inputs: 0.2, asks: 0.5 };
const BOOSTS = FIELDS.map((field) => BOOST[field]);
/** How rare a word is depends only on this many first `FIELDS`. */
const RARITY_FIELDS = 3;

/** Weight of a synonym in a phrase, relative to the word itself. */
const SYNONYM_WEIGHT = 0.4;

// Common parameters of BM25+ (Lv and Zhai, CIKM 2011).
const [K, B, D] = [1.2, 0.7, 0.5];

/**
 * The terms of a stack's tools in flat arrays, which threads can share and the garbage collector does not traverse.
 * Tools are numbered in the order given, terms (stems and synonym groups) in the order of their text. The entries of
 * term or tool `n` are at `starts[n]` to `starts[n + 1]`.
 */
export type SearchIndex = {
  readonly slugs: readonly ServerId[];
  /** By tool: the number of its server's id. */
  readonly slugOf: Uint32Array;
  /** UTF-16 of all terms. */
  readonly termChars: Uint16Array;
  readonly termStarts: Uint32Array;
  /** By term: how well the term distinguishes tools. */
  readonly rarity: Float32Array;
  /** By term: the tools that contain it, and its contribution to their scores. */
  readonly toolStarts: Uint32Array;
  readonly toolsWith: Uint32Array;
  readonly scores: Float32Array;
  /** By term: its synonym groups. */
  readonly groupStarts: Uint32Array;
  readonly groups: Uint32Array;
  /** By tool: the terms of its name and title. */
  readonly nameStarts: Uint32Array;
  readonly nameTerms: Uint32Array;
  /** Names of the servers. */
  readonly services: readonly ServiceName[];
  /** By phrase: its tool, and the length of its vector of term weights. */
  readonly phraseTools: Uint32Array;
  readonly phraseLengths: Float32Array;
  /** By term: the phrases that contain it, and its weight in their vectors. */
  readonly phraseStarts: Uint32Array;
  readonly phrasesWith: Uint32Array;
  readonly phraseWeights: Float32Array;
};

/** Reads an element that is known to exist. */
const valueAt = (values: { readonly [at: number]: number }, at: number): number => values[at] ?? 0;
const add = (values: { [at: number]: number }, at: number, more: number): void => {
  values[at] = valueAt(values, at) + more;
};

const uint32 = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(4 * length));
const float32 = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(4 * length));

/** Builds an index. Takes about 0.1 s per megabyte of text, so more than a few tools are indexed in a worker. */
export function indexOf(entries: readonly SearchEntry[]): SearchIndex {
  const collected = collectTerms(entries);
  const slugs = [...new Set(entries.map(({ slug }) => slug))];
  const slugIds = new Map(slugs.map((slug, id) => [slug, id]));
  const slugOf = uint32(entries.length);
  slugOf.set(entries.map(({ slug }) => slugIds.get(slug) ?? 0));
  const groups = flattened([...collected.termIds.values()].map((id) => collected.groupsOf.get(id) ?? []));
  const names = flattened(collected.names.map((ids) => [...ids]));
  const { starts, values } = flattened(
    [...collected.termIds.keys()].map((term) => Array.from(term, (_each, at) => term.charCodeAt(at))),
  );
  const chars = new Uint16Array(new SharedArrayBuffer(2 * values.length));
  chars.set(values);
  return {
    ...{ slugs, slugOf },
    termChars: chars,
    termStarts: starts,
    ...score(collected, entries.length),
    ...{ groupStarts: groups.starts, groups: groups.values, nameStarts: names.starts, nameTerms: names.values },
    services: [...new Map(entries.map((entry) => [entry.slug, entry.serviceNames]))].flatMap(([slug, known]) =>
      known.map((name) => ({ name, service: slugIds.get(slug) ?? 0 })),
    ),
    ...indexPhrases(collected),
  };
}

type Phrases = Pick<SearchIndex, 'phraseTools' | 'phraseLengths' | 'phraseStarts' | 'phrasesWith' | 'phraseWeights'>;

/**
 * Represents each phrase as a vector of its terms, weighted by how few phrases contain them; synonyms count less than
 * words.
 */
function indexPhrases({ phrases, termIds }: CollectedTerms): Phrases {
  const having: number[][] = Array.from({ length: termIds.size }, () => []);
  for (const [at, { terms }] of phrases.entries()) for (const term of terms) having[term]?.push(at);
  const { starts, values } = flattened(having);
  const phraseWeights = float32(termIds.size);
  for (const [text, term] of termIds) {
    const share = isGroup(text) ? SYNONYM_WEIGHT : 1;
    phraseWeights[term] = share * rarityOf(having[term]?.length ?? 0, phrases.length);
  }
  const [phraseTools, phraseLengths] = [uint32(phrases.length), float32(phrases.length)];
  for (const [at, { tool, terms }] of phrases.entries()) {
    phraseTools[at] = tool;
    phraseLengths[at] = Math.hypot(...[...terms].map((term) => valueAt(phraseWeights, term)));
  }
  return { phraseTools, phraseLengths, phraseStarts: starts, phrasesWith: values, phraseWeights };
}

function flattened(lists: ReadonlyArray<readonly number[]>) {
  const starts = uint32(lists.length + 1);
  for (const [at, list] of lists.entries()) starts[at + 1] = valueAt(starts, at) + list.length;
  const values = uint32(valueAt(starts, lists.length));
  for (const [at, list] of lists.entries()) values.set(list, starts[at]);
  return { starts, values };
}

type Scored = Pick<SearchIndex, 'toolStarts' | 'toolsWith' | 'scores' | 'rarity'>;

/** BM25+ score of each term for each tool, summed over the fields. */
function score(collected: CollectedTerms, toolCount: number): Scored {
  const { terms, places } = collected;
  const { toolStarts, rarity } = countTools(collected, toolCount);
  const scoreOf = createScore(collected, toolCount);
  const pairs = valueAt(toolStarts, toolStarts.length - 1);
  const [toolsWith, scores] = [uint32(pairs), float32(pairs)];
  const ends = toolStarts.slice();
  for (const [at, term] of terms.entries()) {
    const tool = toolAt(places, at);
    const [start, end] = [valueAt(toolStarts, term), valueAt(ends, term)];
    // Occurrences of a term in one tool are adjacent, so if the tool has an entry, it is the term's last.
    const isNew = end === start || toolsWith[end - 1] !== tool;
    if (isNew) {
      toolsWith[end] = tool;
      ends[term] = end + 1;
    }
    add(scores, isNew ? end : end - 1, scoreOf(at));
  }
  return { toolStarts, toolsWith, scores, rarity };
}

const toolAt = (places: Uint32Array, at: number): number => Math.floor(valueAt(places, at) / FIELDS.length);
const fieldAt = (places: Uint32Array, at: number): number => valueAt(places, at) % FIELDS.length;

/** The number of tools with each term, as start offsets; and each term's rarity in names, titles and descriptions. */
function countTools({ terms, places, termIds }: CollectedTerms, toolCount: number) {
  const toolStarts = uint32(termIds.size + 1);
  const toolCounts = new Uint32Array(termIds.size);
  const [last, lastCounted] = [new Uint32Array(termIds.size), new Uint32Array(termIds.size)];
  for (const [at, term] of terms.entries()) {
    const mark = toolAt(places, at) + 1;
    if (last[term] !== mark) add(toolStarts, term + 1, 1);
    last[term] = mark;
    if (fieldAt(places, at) >= RARITY_FIELDS) continue;
    if (lastCounted[term] !== mark) add(toolCounts, term, 1);
    lastCounted[term] = mark;
  }
  for (let term = 0; term < termIds.size; term += 1) add(toolStarts, term + 1, valueAt(toolStarts, term));
  const rarity = float32(termIds.size);
  for (const [term, count] of toolCounts.entries()) rarity[term] = rarityOf(count, toolCount);
  return { toolStarts, rarity };
}

/** How well a term that `count` of `toolCount` tools contain distinguishes tools. */
export const rarityOf = (count: number, toolCount: number): number => Math.log(1 + toolCount / (1 + count));

/** Returns a function that computes the score of one occurrence. */
function createScore({ terms, places, counts, lengths, termIds }: CollectedTerms, toolCount: number) {
  const having = new Uint32Array(termIds.size * FIELDS.length);
  const pairAt = (at: number): number => valueAt(terms, at) * FIELDS.length + fieldAt(places, at);
  for (const at of terms.keys()) add(having, pairAt(at), 1);
  const averages = FIELDS.map(() => 0);
  for (const [place, length] of lengths.entries()) add(averages, place % FIELDS.length, length / toolCount);
  return (at: number): number => {
    const field = fieldAt(places, at);
    const matching = valueAt(having, pairAt(at));
    const rare = Math.log(1 + (toolCount - matching + 0.5) / (matching + 0.5));
    const often = valueAt(counts, at);
    const length = valueAt(lengths, valueAt(places, at)) / valueAt(averages, field);
    return valueAt(BOOSTS, field) * rare * (D + (often * (K + 1)) / (often + K * (1 - B + B * length)));
  };
}
