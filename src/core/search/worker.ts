/** What runs in the threads of `core/lib/workerPool.ts`. */
import { LRUCache } from 'lru-cache';
import { type Entry, indexOf, type Ranking, rank, type SearchIndex } from './rank.ts';

/** Characters of indexed text: an index takes about ten times as much memory. */
const KEPT_CHARS_MAX = 12_582_912;

const kept = new LRUCache<string, SearchIndex>({ maxSize: KEPT_CHARS_MAX });

/** `entries` are sent when the thread has said that it does not have the index `key`. */
export type SearchTask = Ranking & { readonly key: string; readonly entries: readonly Entry[] | null };

/** Ids of what was found, best first; null when the entries are needed. */
export function search({ key, entries, ...ranking }: SearchTask): readonly string[] | null {
  const index = kept.get(key) ?? (entries && keep(key, entries));
  return index && rank(index, ranking);
}

function keep(key: string, entries: readonly Entry[]): SearchIndex {
  const index = indexOf(entries);
  kept.set(key, index, { size: 1 + entries.reduce((sum, entry) => sum + charsOf(entry), 0) });
  return index;
}

export const charsOf = ({ name, title, description, inputs }: Entry): number =>
  name.length + title.length + description.length + inputs.length;
