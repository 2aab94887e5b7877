import type { ServerId } from '../kernel/ids.ts';
import { termsOf, wordsOf } from '../lib/words.ts';

/** The searched fields of a tool, in the order in which a tool's terms are numbered. */
export const FIELDS = ['name', 'title', 'description', 'server', 'path', 'inputs', 'asks'] as const;
type Field = (typeof FIELDS)[number];
/** The first fields of `FIELDS` that make up a tool's name. */
const NAME_FIELDS = 2;

/** A tool's searched texts by field, its server's id and names, and phrases that each state the tool's purpose. */
export type SearchEntry = Readonly<Record<Field, string>> & {
  readonly slug: ServerId;
  readonly serviceNames: readonly string[];
  readonly phrases: readonly string[];
};

/**
 * One entry per term, field and tool: the term's number, its place, and its frequency. A place is the tool's number
 * times the number of fields, plus the field's number.
 */
type Occurrences = { readonly terms: Uint32Array; readonly places: Uint32Array; readonly counts: Uint32Array };

/** All terms of all tools. `names` holds the terms of each tool's name and title. */
export type CollectedTerms = Occurrences & {
  readonly termIds: ReadonlyMap<string, number>;
  readonly groupsOf: ReadonlyMap<number, readonly number[]>;
  /** Number of distinct words in each field of each tool. */
  readonly lengths: Uint32Array;
  readonly names: ReadonlyArray<ReadonlySet<number>>;
  readonly phrases: ReadonlyArray<{ readonly tool: number; readonly terms: ReadonlySet<number> }>;
};

/** Collects every term of every tool. Terms are numbered in text order, so that they can be looked up. */
export function collectTerms(entries: readonly SearchEntry[]): CollectedTerms {
  const [terms, places, counts] = [createColumn(), createColumn(), createColumn()];
  const known = createTerms();
  const lengths = new Uint32Array(entries.length * FIELDS.length);
  const names = entries.map(() => new Set<number>());
  const readField = (tool: number, field: number, words: readonly string[]): void => {
    const place = tool * FIELDS.length + field;
    lengths[place] = new Set(words).size;
    for (const [term, count] of countIds(words.flatMap(known.idsOf))) {
      terms.push(term);
      places.push(place);
      counts.push(count);
    }
    if (field >= NAME_FIELDS) return;
    for (const [stem] of words.map(known.idsOf)) if (stem !== undefined) names[tool]?.add(stem);
  };
  const phrases: { readonly tool: number; readonly terms: ReadonlySet<number> }[] = [];
  for (const [tool, entry] of entries.entries()) {
    for (const [field, name] of FIELDS.entries()) readField(tool, field, wordsOf(entry[name]));
    for (const phrase of entry.phrases) phrases.push({ tool, terms: new Set(wordsOf(phrase).flatMap(known.idsOf)) });
  }
  const { termIds, groupsOf } = known;
  return inOrder({
    terms: terms.values(),
    places: places.values(),
    counts: counts.values(),
    termIds,
    groupsOf,
    lengths,
    names,
    phrases,
  });
}

function countIds(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function createTerms() {
  const termIds = new Map<string, number>();
  const groupsOf = new Map<number, readonly number[]>();
  const known = new Map<string, readonly number[]>();
  const idOf = (term: string): number => {
    const id = termIds.get(term) ?? termIds.size;
    termIds.set(term, id);
    return id;
  };
  const read = (word: string): readonly number[] => {
    const [stem, ...groups] = (termsOf(word) ?? []).map(idOf);
    if (stem === undefined) return [];
    groupsOf.set(stem, groups);
    return [stem, ...groups];
  };
  return {
    ...{ termIds, groupsOf },
    /** The numbers of a word's terms: its stem, then its synonym groups; none for a stop word. */
    idsOf(word: string): readonly number[] {
      const ids = known.get(word) ?? read(word);
      known.set(word, ids);
      return ids;
    },
  };
}

function inOrder(collected: CollectedTerms): CollectedTerms {
  const sorted = [...collected.termIds].sort(([one], [other]) => (one < other ? -1 : 1));
  const newIds = new Uint32Array(sorted.length);
  for (const [id, [, old]] of sorted.entries()) newIds[old] = id;
  const renamed = (old: number): number => newIds[old] ?? 0;
  return {
    ...collected,
    terms: collected.terms.map(renamed),
    termIds: new Map(sorted.map(([term], id) => [term, id])),
    groupsOf: new Map([...collected.groupsOf].map(([old, groups]) => [renamed(old), groups.map(renamed)])),
    names: collected.names.map((ids) => new Set([...ids].map(renamed))),
    phrases: collected.phrases.map(({ tool, terms }) => ({ tool, terms: new Set([...terms].map(renamed)) })),
  };
}

/** A growing list of 32-bit numbers. */
function createColumn() {
  let values = new Uint32Array(1_024);
  let length = 0;
  return {
    push(value: number): void {
      if (length === values.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    values: () => values.subarray(0, length),
  };
}
