import { setImmediate } from 'node:timers/promises';
import type { ServerId } from '../kernel/ids.ts';
import { isGroup, termsOf, wordsOf } from '../lib/words.ts';
import { rarityOf, type SearchIndex } from './searchIndex.ts';
import { isOneEdit, servicesIn } from './services.ts';

const QUERY_WORDS_MAX = 40;
const MASK_BITS = QUERY_WORDS_MAX / 2;
// Weight of a word with many synonyms, such as `create`. It says less about a task than a noun.
const COMMON_WEIGHT = 0.3;
const GROUP_WEIGHT = 0.6;
/**
 * The maximum share of its score that a tool loses for words in its name that aren't in the query. `delete an issue`
 * does not mean deleting an issue's comment.
 */
const NAME_WEIGHT = 0.7;
/** Weight of the similarity to a phrase, relative to the best score by words. */
const PHRASE_WEIGHT = 3;
/**
 * Weight of the account's use of a tool, relative to the best score by words. It decides between tools that fit about
 * equally.
 */
const USE_WEIGHT = 0.15;
/** Weight of the similarity in meaning, relative to the best score by words. */
const MEANING_WEIGHT = 1.5;
/** A tool that shares no word with the query is found from this similarity in meaning on. */
const MEANING_MIN = 0.5;
/** Higher than any other score, so that tools of a service named in the query come first. */
const NAMED_SCORE = 10;
const ADDRESS = /[^\s/@]{1,100}[/@]\S{1,100}/g;
/** Steps before yielding to the event loop, which take a millisecond or two. */
const TURN_STEPS = 200_000;

/** Reads an element that is known to exist. Accepts one array type only, because V8 then reads ten times as fast. */
const uintAt = (values: Uint32Array, at: number): number => values[at] ?? 0;

/** A search; `slug` limits it to one server's tools. */
type Ranking = {
  readonly query: string;
  readonly limit: number;
  readonly slug: ServerId | undefined;
  /** How often the account calls a tool, 0 to 1. */
  readonly useOf?: (tool: number) => number;
  /** By tool: how close its meaning is to the query's, 0 to 1; null if it is unknown. */
  readonly meaning?: Float32Array | null;
};

/** A query term: its weight, and a bit for each query word that it represents. */
type QueryTerm = { weight: number; firstWords: number; laterWords: number };
/** The query's terms by number, and how rare each of its words is. */
type Query = { readonly rarities: readonly number[]; readonly terms: ReadonlyMap<number, QueryTerm> };

/**
 * The numbers of the matching tools, best first. A tool whose only subject is the query ranks above a tool that merely
 * repeats a word of it. Yields to other requests.
 */
export async function rank(
  index: SearchIndex,
  { query, limit, slug, useOf = () => 0, meaning = null }: Ranking,
): Promise<readonly number[]> {
  const read = readQuery(index, query);
  const { scoreOf, isFound } = await scoreTools(index, read);
  const likeness = await scorePhrases(index, read);
  // A path or address does not name a service: `vercel/next.js` is a repository.
  const named = servicesIn(wordsOf(query.replaceAll(ADDRESS, ' ')).slice(0, QUERY_WORDS_MAX), index.services);
  const slugId = slug === undefined ? null : index.slugs.indexOf(slug);
  const scores = Float64Array.from(index.slugOf, (_each, tool) => (isFound(tool) ? scoreOf(tool) : 0));
  const highest = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
  const best: Scored[] = [];
  for (const [tool, ofSlug] of index.slugOf.entries()) {
    const like = likeness[tool] ?? 0;
    const close = meaning?.[tool] ?? 0;
    const isMatch = isFound(tool) || like > 0 || close >= MEANING_MIN;
    if (!isMatch || (slugId !== null && ofSlug !== slugId)) continue;
    const byWords = (scores[tool] ?? 0) / highest + PHRASE_WEIGHT * like;
    const score = byWords + MEANING_WEIGHT * close + USE_WEIGHT * useOf(tool) + (named.has(ofSlug) ? NAMED_SCORE : 0);
    insert(best, { tool, score }, limit);
  }
  return best.map(({ tool }) => tool);
}

/**
 * For each tool, the similarity of the query to the tool's most similar phrase: the cosine of their vectors, 0 to 1.
 */
async function scorePhrases(index: SearchIndex, { terms }: Query): Promise<Float64Array> {
  const { phraseTools, phraseLengths, phraseStarts, phrasesWith, phraseWeights } = index;
  const products = new Float64Array(phraseTools.length);
  let [square, steps] = [0, 0];
  for (const term of terms.keys()) {
    const weight = phraseWeights[term] ?? 0;
    square += weight * weight;
    const [start = 0, end = 0] = [phraseStarts[term], phraseStarts[term + 1]];
    for (let at = start; at < end; at += 1) {
      const phrase = uintAt(phrasesWith, at);
      products[phrase] = (products[phrase] ?? 0) + weight * weight;
    }
    steps = await yieldAfter(steps + end - start);
  }
  const likeness = new Float64Array(index.slugOf.length);
  for (const [phrase, product] of products.entries()) {
    if (product === 0) continue;
    const tool = uintAt(phraseTools, phrase);
    likeness[tool] = Math.max(likeness[tool] ?? 0, product / ((phraseLengths[phrase] ?? 1) * Math.sqrt(square)));
  }
  return likeness;
}

type Scored = { readonly tool: number; readonly score: number };

/** Inserts into the sorted list of the `limit` best; among equals, the first stays first. */
function insert(best: Scored[], scored: Scored, limit: number): void {
  if (best.length === limit && scored.score <= (best[limit - 1]?.score ?? 0)) return;
  const at = best.findIndex(({ score }) => score < scored.score);
  best.splice(at < 0 ? best.length : at, 0, scored);
  best.length = Math.min(best.length, limit);
}

function readQuery(index: SearchIndex, query: string): Query {
  const terms = new Map<number, QueryTerm>();
  const rarities: number[] = [];
  const words = new Map<string, number>();
  for (const text of wordsOf(query).slice(0, QUERY_WORDS_MAX)) {
    const rawTerms = termsOf(text) ?? [];
    const spelled = rawTerms.length === 1 ? rawTerms.map((stem) => spelledAs(index, stem)) : rawTerms;
    const [stem] = spelled;
    if (stem === undefined) continue;
    const word = words.get(stem) ?? rarities.push(rarityOfStem(index, stem)) - 1;
    words.set(stem, word);
    for (const term of spelled) ask(terms, termId(index, term), weightOf(term, spelled), word);
  }
  return { rarities, terms };
}

function ask(terms: Map<number, QueryTerm>, id: number | null, weight: number, word: number): void {
  if (id === null) return;
  const known = terms.get(id) ?? { weight: 0, firstWords: 0, laterWords: 0 };
  known.weight += weight;
  if (word < MASK_BITS) known.firstWords |= 1 << word;
  else known.laterWords |= 1 << (word - MASK_BITS);
  terms.set(id, known);
}

function weightOf(term: string, terms: readonly string[]): number {
  if (isGroup(term)) return GROUP_WEIGHT;
  return terms.length > 1 ? COMMON_WEIGHT : 1;
}

function rarityOfStem(index: SearchIndex, stem: string): number {
  const id = termId(index, stem);
  return id === null ? rarityOf(0, index.slugOf.length) : (index.rarity[id] ?? 0);
}

function termId(index: SearchIndex, text: string): number | null {
  const place = placeOf(index, text);
  return place < index.termStarts.length - 1 && compare(index, place, text) === 0 ? place : null;
}

/** The number of the first term at or after `text`. */
function placeOf(index: SearchIndex, text: string): number {
  let [low, high] = [0, index.termStarts.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(index, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare({ termChars, termStarts }: SearchIndex, term: number, text: string): number {
  const [start, end] = [uintAt(termStarts, term), uintAt(termStarts, term + 1)];
  const length = Math.min(end - start, text.length);
  for (let at = 0; at < length; at += 1) {
    const order = (termChars[start + at] ?? 0) - text.charCodeAt(at);
    if (order !== 0) return order;
  }
  return end - start - text.length;
}

/** Minimum characters of an unknown word that may match a known word with one different letter. */
const FUZZY_CHARS_MIN = 5;

/**
 * The stem itself if a tool contains it. Otherwise the first known term with the same first letter that is one edit
 * away.
 */
function spelledAs(index: SearchIndex, stem: string): string {
  if (stem.length < FUZZY_CHARS_MIN || termId(index, stem) !== null) return stem;
  const { termChars, termStarts } = index;
  const first = stem.charCodeAt(0);
  for (let term = placeOf(index, stem.charAt(0)); term < termStarts.length - 1; term += 1) {
    const [start, end] = [uintAt(termStarts, term), uintAt(termStarts, term + 1)];
    if (termChars[start] !== first) break;
    if (Math.abs(end - start - stem.length) > 1) continue;
    const text = String.fromCharCode(...termChars.subarray(start, end));
    if (isOneEdit(stem, text)) return text;
  }
  return stem;
}

type ScoredTools = { isFound(tool: number): boolean; scoreOf(tool: number): number };

/**
 * For each tool, the sum of its terms' scores. It is multiplied by the number of query terms that the tool contains,
 * and by the share of the query that they cover.
 */
async function scoreTools(index: SearchIndex, { rarities, terms }: Query): Promise<ScoredTools> {
  const isInQuery = new Uint8Array(index.rarity.length);
  const tally = createTally(index.slugOf.length);
  let steps = 0;
  for (const [term, queryTerm] of terms) {
    isInQuery[term] = 1;
    steps = await yieldAfter(steps + addTerm(index, term, queryTerm, tally));
  }
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const shareOf = (tool: number): number =>
    (rarityOfWords(rarities, uintAt(tally.firstWords, tool), 0) +
      rarityOfWords(rarities, uintAt(tally.laterWords, tool), MASK_BITS)) /
    whole;
  return {
    isFound: (tool) => uintAt(tally.termsHad, tool) > 0,
    scoreOf: (tool) =>
      (tally.sums[tool] ?? 0) *
      uintAt(tally.termsHad, tool) *
      shareOf(tool) *
      (1 - NAME_WEIGHT + NAME_WEIGHT * nameShare(index, tool, isInQuery)),
  };
}

/** Per tool: the sum of scores, the number of query terms it contains, and a bit for each query word. */
const createTally = (toolCount: number) => ({
  sums: new Float64Array(toolCount),
  termsHad: new Uint32Array(toolCount),
  firstWords: new Uint32Array(toolCount),
  laterWords: new Uint32Array(toolCount),
});

/**
 * Adds one term's scores. Returns the number of steps: up to a million for a word that all of ten thousand tools
 * contain.
 */
function addTerm(
  { toolStarts, toolsWith, scores }: SearchIndex,
  term: number,
  { weight, firstWords, laterWords }: QueryTerm,
  tally: ReturnType<typeof createTally>,
): number {
  const { sums, termsHad, firstWords: first, laterWords: later } = tally;
  const [start = 0, end = 0] = [toolStarts[term], toolStarts[term + 1]];
  for (let at = start; at < end; at += 1) {
    const tool = toolsWith[at] ?? 0;
    sums[tool] = (sums[tool] ?? 0) + weight * (scores[at] ?? 0);
    termsHad[tool] = (termsHad[tool] ?? 0) + 1;
    first[tool] = (first[tool] ?? 0) | firstWords;
    later[tool] = (later[tool] ?? 0) | laterWords;
  }
  return end - start;
}

function rarityOfWords(rarities: readonly number[], mask: number, from: number): number {
  let sum = 0;
  for (let [left, word] = [mask, from]; left !== 0; left >>>= 1, word += 1) {
    if ((left & 1) === 1) sum += rarities[word] ?? 0;
  }
  return sum;
}

async function yieldAfter(steps: number): Promise<number> {
  if (steps < TURN_STEPS) return steps;
  await setImmediate();
  return 0;
}

/** The share of a tool's name and title that the query covers, 0 to 1. */
function nameShare(index: SearchIndex, tool: number, isInQuery: Uint8Array): number {
  const { nameStarts, nameTerms, rarity } = index;
  let [whole, shared] = [0, 0];
  for (let at = uintAt(nameStarts, tool); at < uintAt(nameStarts, tool + 1); at += 1) {
    const term = uintAt(nameTerms, at);
    const weight = rarity[term] ?? 0;
    whole += weight;
    if (isQueried(index, term, isInQuery)) shared += weight;
  }
  return whole === 0 ? 0 : shared / whole;
}

/** Whether the query contains the term or one of its groups. `isInQuery` is 1 for each term of the query. */
function isQueried({ groupStarts, groups }: SearchIndex, term: number, isInQuery: Uint8Array): boolean {
  if (isInQuery[term] === 1) return true;
  for (let at = uintAt(groupStarts, term); at < uintAt(groupStarts, term + 1); at += 1) {
    if (isInQuery[uintAt(groups, at)] === 1) return true;
  }
  return false;
}
