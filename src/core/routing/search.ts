import MiniSearch from 'minisearch';
import { isRecord } from '../json.ts';
import type { SnapshotTool, StackSnapshot } from './snapshot.ts';
import { isGroup, termsOf, wordsOf } from './words.ts';

export const SEARCH_RESULTS_MAX = 20;
export const SEARCH_RESULTS_DEFAULT = 5;
export const QUERY_CHARS_MAX = 500;

const QUERY_WORDS_MAX = 40;
// Longer descriptions are manuals: their first words say what the tool does.
const DESCRIPTION_CHARS_MAX = 1_000;
const GROUP_WEIGHT = 0.35;
const BOOST = { name: 3, title: 2.5, description: 1, server: 1, inputs: 0.4 };

type Entry = Readonly<Record<keyof typeof BOOST, string>> & { readonly id: string };

export type ToolQuery = {
  readonly query: string;
  readonly limit: number;
  /** Only the tools of the server with this id. */
  readonly server?: string | undefined;
};

/** The stack's tools that fit a description of a task, best first. */
export function searchTools(snapshot: StackSnapshot, { query, limit, server }: ToolQuery): readonly SnapshotTool[] {
  const index = snapshot.memo('search', () => indexOf([...snapshot.tools.values()]));
  const isWanted = (tool: SnapshotTool): boolean => server === undefined || tool.server.slug === server;
  return index
    .search(wordsOf(query).slice(0, QUERY_WORDS_MAX).join(' '))
    .flatMap(({ id }) => snapshot.tools.get(id) ?? [])
    .filter(isWanted)
    .slice(0, limit);
}

function indexOf(tools: readonly SnapshotTool[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: { boost: BOOST, boostTerm: (term) => (isGroup(term) ? GROUP_WEIGHT : 1), combineWith: 'OR' },
  });
  index.addAll(tools.map(toEntry));
  return index;
}

const toEntry = ({ exposedName, toolId, title, description, inputSchema, server }: SnapshotTool): Entry => ({
  id: exposedName,
  name: exposedName === toolId ? toolId : `${exposedName} ${toolId}`,
  title: title ?? '',
  description: description.slice(0, DESCRIPTION_CHARS_MAX),
  server: server.name,
  inputs: isRecord(inputSchema['properties']) ? Object.keys(inputSchema['properties']).join(' ') : '',
});
