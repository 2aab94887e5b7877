import MiniSearch from 'minisearch';
import { isRecord, type JsonObject } from '../lib/json.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { type Relevance, relevanceOf } from './relevance.ts';
import { isGroup, termsOf, wordsOf } from './words.ts';

export const SEARCH_RESULTS_MAX = 20;
export const SEARCH_RESULTS_DEFAULT = 5;
export const QUERY_CHARS_MAX = 500;

const QUERY_WORDS_MAX = 40;
// Longer descriptions are manuals: their first words say what the tool does.
const DESCRIPTION_CHARS_MAX = 1_000;
// Of a tool with hundreds of inputs.
const INPUTS_CHARS_MAX = 2_000;
const BOOST = { name: 2, title: 3, description: 0.8, server: 1, path: 0.5, inputs: 0.2 };
// A word that has many like it, such as `create`, says less about a task than the nouns do.
const COMMON_WEIGHT = 0.3;
const GROUP_WEIGHT = 0.6;

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
  return rank(index, wordsOf(query).slice(0, QUERY_WORDS_MAX).join(' '))
    .flatMap((id) => snapshot.tools.get(id) ?? [])
    .filter(isWanted)
    .slice(0, limit);
}

type Index = { readonly texts: MiniSearch<Entry>; readonly relevance: Relevance };

/** Ids of what was found, best first: what is about the query and nothing else stands before what repeats a word of it. */
function rank({ texts, relevance }: Index, query: string): string[] {
  const asked = relevance.readQuery(query);
  const scored = texts.search(query).map(({ id, score, queryTerms }) => {
    const toolId = String(id);
    return { id: toolId, score: score * relevance.weightOf(toolId, asked, new Set(queryTerms)) };
  });
  return scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
}

/** How much a term counts; `next` is the term after it in the query, which for a word that has many like it is their group. */
function weightOf(term: string, next: string | undefined): number {
  if (isGroup(term)) return GROUP_WEIGHT;
  return next !== undefined && isGroup(next) ? COMMON_WEIGHT : 1;
}

function indexOf(tools: readonly SnapshotTool[]): Index {
  const texts = new MiniSearch<Entry>({
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: { boost: BOOST, boostTerm: (term, at, terms) => weightOf(term, terms[at + 1]), combineWith: 'OR' },
  });
  const entries = tools.map(toEntry);
  texts.addAll(entries);
  return { texts, relevance: relevanceOf(entries) };
}

const toEntry = ({ exposedName, toolId, title, description, inputSchema, request, server }: SnapshotTool): Entry => ({
  id: exposedName,
  name: exposedName === toolId ? toolId : `${exposedName} ${toolId}`,
  title: title ?? '',
  description: description.slice(0, DESCRIPTION_CHARS_MAX),
  server: server.name,
  path: pathOf(request),
  inputs: inputsOf(inputSchema),
});

const inputsOf = ({ properties }: JsonObject): string =>
  isRecord(properties) ? Object.keys(properties).join(' ').slice(0, INPUTS_CHARS_MAX) : '';

/** The nouns of the address, without its slots. */
const pathOf = (request: SnapshotTool['request']): string => request?.path.replaceAll(/\{[^}]*\}/g, ' ') ?? '';
