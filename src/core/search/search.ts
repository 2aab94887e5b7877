import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Asking } from '../lib/fairQueue.ts';
import { isRecord, type JsonObject } from '../lib/json.ts';
import { shortWork } from '../lib/workerPool.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { type Entry, indexOf, type Ranking, rank, type SearchIndex } from './rank.ts';
import { charsOf, type SearchTask } from './worker.ts';

export const SEARCH_RESULTS_MAX = 20;
export const SEARCH_RESULTS_DEFAULT = 5;
export const QUERY_CHARS_MAX = 500;

// Longer descriptions are manuals: their first words say what the tool does.
const DESCRIPTION_CHARS_MAX = 1_000;
// Of a tool with hundreds of inputs.
const INPUTS_CHARS_MAX = 2_000;
/** What is indexed and searched here, in a few milliseconds. */
const INLINE_CHARS_MAX = 20_000;
const INLINE_TOOLS_MAX = 100;
const ENTRIES_AT_A_TIME = 500;

const WORKER = new URL('./worker.ts', import.meta.url);

export type ToolQuery = {
  readonly query: string;
  readonly limit: number;
  /** Only the tools of the server with this id. */
  readonly server?: string | undefined;
};

/**
 * The stack's tools that fit a description of a task, best first. A large stack is indexed and searched in a worker.
 * @throws AppError rate_limited, unavailable as `FairQueue`; WorkerLimit
 */
export async function searchTools(
  snapshot: StackSnapshot,
  { query, limit, server }: ToolQuery,
  asking: Asking,
): Promise<readonly SnapshotTool[]> {
  const ranking = { query, limit, slug: server };
  const index = snapshot.memo('search', () => inlineIndexOf(snapshot));
  const ids = index ? rank(index, ranking) : await rankInWorker(snapshot, ranking, asking);
  return ids.flatMap((id) => snapshot.tools.get(id) ?? []);
}

/** Null for a stack that is not proven small. */
function inlineIndexOf({ tools }: StackSnapshot): SearchIndex | null {
  if (tools.size > INLINE_TOOLS_MAX) return null;
  const entries = [...tools.values()].map(toEntry);
  return entries.reduce((sum, entry) => sum + charsOf(entry), 0) <= INLINE_CHARS_MAX ? indexOf(entries) : null;
}

async function rankInWorker(snapshot: StackSnapshot, ranking: Ranking, asking: Asking): Promise<readonly string[]> {
  const key = snapshot.memo('search key', () => randomUUID());
  const ask = (pool: typeof shortWork, entries: SearchTask['entries']) => {
    const input: SearchTask = { ...ranking, key, entries };
    return pool.run<readonly string[] | null>({ module: WORKER, name: 'search', input }, asking);
  };
  const found = await ask(shortWork, null);
  return found ?? (await ask(shortWork, await entriesOf(snapshot))) ?? [];
}

/** In small parts, since others wait meanwhile. */
async function entriesOf({ tools }: StackSnapshot): Promise<readonly Entry[]> {
  const all = [...tools.values()];
  const entries: Entry[] = [];
  for (let at = 0; at < all.length; at += ENTRIES_AT_A_TIME) {
    entries.push(...all.slice(at, at + ENTRIES_AT_A_TIME).map(toEntry));
    await setImmediate();
  }
  return entries;
}

const toEntry = ({ exposedName, toolId, title, description, inputSchema, request, server }: SnapshotTool): Entry => ({
  id: exposedName,
  slug: server.slug,
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
