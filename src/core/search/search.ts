import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ServerId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import { shortWork, WorkerLimit } from '../lib/workerPool.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import type { SearchEntry } from './collectTerms.ts';
import { toSearchEntry } from './entry.ts';
import { rank } from './rank.ts';
import { indexOf, type SearchIndex } from './searchIndex.ts';
import { NOT_USED, type ToolUse } from './toolUse.ts';

/** Maximum tools returned by one search. */
export const SEARCH_RESULTS_MAX = 20;
/** Default number of tools in a search result. */
export const SEARCH_RESULTS_DEFAULT = 5;
/** Maximum tasks in one search. */
export const SEARCH_TASKS_MAX = 8;
/** Maximum text of a stack that is indexed on the event loop, which takes a few milliseconds. */
const INLINE_CHARS_MAX = 20_000;
const INLINE_TOOLS_MAX = 100;
const ENTRIES_AT_A_TIME = 250;

const WORKER = new URL('./worker.ts', import.meta.url);

/** A search in a stack, described as a task. */
type ToolQuery = {
  readonly query: string;
  readonly limit: number;
  /** The id of a server, to search only its tools. */
  readonly server?: ServerId | undefined;
  /** How often the account calls each tool. */
  readonly use?: ToolUse;
  /** By tool, in the snapshot's order: how close its meaning is to the query's; null if it is unknown. */
  readonly meaning?: Float32Array | null;
};

/** A stack's tools, in the order of their numbers in the index. */
type SearchableTools = {
  readonly tools: readonly SnapshotTool[];
  /** Why the tools can't be indexed; set after a failure. */
  refusal?: AppError;
  index: SearchIndex | null;
  building: Promise<SearchIndex> | null;
};

/**
 * The stack's tools that match a task description, best first. A large stack is indexed in a worker, once per snapshot;
 * searching ten thousand tools takes milliseconds and yields in between. Tested by `test/core/search/search.test.ts`.
 * @throws AppError rate_limited, unavailable as `FairQueue`; invalid_input for tools that can't be indexed
 */
export async function searchTools(
  snapshot: StackSnapshot,
  { query, limit, server, use = NOT_USED, meaning = null }: ToolQuery,
  requester: Tenant,
): Promise<readonly SnapshotTool[]> {
  const searched = snapshot.memo('search', () => {
    const tools = [...snapshot.tools.values()];
    return { tools, index: inlineIndexOf(tools), building: null };
  });
  const index = searched.index ?? (await indexInWorker(searched, requester));
  const ranking = await rank(index, {
    ...{ query, limit, slug: server, meaning },
    useOf: (tool) => use.get(searched.tools[tool]?.toolId ?? '') ?? 0,
  });
  return ranking.flatMap((at) => searched.tools[at] ?? []);
}

/** The index of a small stack; null for any other stack. */
function inlineIndexOf(tools: readonly SnapshotTool[]): SearchIndex | null {
  if (tools.length > INLINE_TOOLS_MAX) return null;
  const entries = tools.map(toEntry);
  const texts = entries.flatMap(({ name, title, description, inputs, asks, phrases }) => [
    ...[name, title, description, inputs, asks],
    ...phrases,
  ]);
  return texts.reduce((sum, { length }) => sum + length, 0) <= INLINE_CHARS_MAX ? indexOf(entries) : null;
}

/** Errors of tools that could not be indexed, by digest, since a retry would take as long and fail again. */
const unindexable = new LRUCache<string, AppError>({ max: 1_000, ttl: 3_600_000 });

/**
 * Builds the index of a large stack. Continues if the caller disconnects, since the next search needs the index too.
 */
async function indexInWorker(searched: SearchableTools, { accountId }: Tenant): Promise<SearchIndex> {
  if (searched.refusal) throw searched.refusal;
  const digest = createHash('sha256');
  const build = async (): Promise<SearchIndex> => {
    try {
      const input = async () => {
        const parts = await partsOf(searched.tools, digest);
        const known = unindexable.get(digest.copy().digest('base64'));
        if (known) throw known;
        return parts;
      };
      const task = { module: WORKER, name: 'index', input };
      searched.index = await shortWork.run<SearchIndex>(task, { accountId, signal: new AbortController().signal });
      return searched.index;
    } catch (error) {
      if (!(error instanceof WorkerLimit)) throw error;
      searched.refusal = new AppError(
        'invalid_input',
        `The ${searched.tools.length} tools of this stack are too large to search. ${error.message}. Enable fewer tools, or list them in full`,
      );
      unindexable.set(digest.digest('base64'), searched.refusal);
      throw searched.refusal;
    } finally {
      searched.building = null;
    }
  };
  searched.building ??= build();
  return searched.building;
}

/**
 * The worker's input, in shared memory, since copying it would block the event loop. Yields between parts.
 */
async function partsOf(tools: readonly SnapshotTool[], digest: Hash): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < tools.length; at += ENTRIES_AT_A_TIME) {
    const bytes = Buffer.from(JSON.stringify(tools.slice(at, at + ENTRIES_AT_A_TIME).map(toEntry)));
    const part = new Uint8Array(new SharedArrayBuffer(bytes.length));
    part.set(bytes);
    digest.update(bytes);
    parts.push(part);
    await setImmediate();
  }
  return parts;
}

/** Base address of a server's requests; null for a program. */
function addressOf(connector: SnapshotTool['server']['connector']): string | null {
  if ('baseUrl' in connector) return connector.baseUrl;
  return 'url' in connector ? connector.url : null;
}

const toEntry = ({
  exposedName,
  toolId,
  title,
  description,
  inputSchema,
  request,
  asks,
  server,
}: SnapshotTool): SearchEntry =>
  toSearchEntry({
    slug: server.slug,
    names: [exposedName, toolId],
    title: title ?? null,
    description,
    server: server.name,
    path: request && 'path' in request ? request.path : null,
    inputSchema,
    baseUrl: addressOf(server.connector),
    asks,
  });
