import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Ctx, Log } from '../kernel/context.ts';
import { requesterOf } from '../kernel/context.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { EMBEDDED_TEXTS_MAX, type Embedder, EmbedderError } from './embedder.ts';
import { similaritiesTo, type ToolVector } from './similarities.ts';
import { createToolVectors } from './toolVectors.ts';

/** How long a search waits for embeddings before it compares only words. */
const SEARCH_WAIT_MS_MAX = 700;
const QUERIES_MAX = 500;
/** How long the endpoint is left alone after a failure; doubled with each further one. */
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

/** By tool, in the order of the snapshot's tools: how close its meaning is to a query's, 0 to 1. */
export type Similarities = Float32Array;

/** Compares the meaning of queries and tools. */
export type Meanings = {
  /** By query: its similarities; null where words alone must decide. Never fails, and waits less than a second. */
  compare(ctx: Ctx, snapshot: StackSnapshot, queries: readonly string[]): Promise<readonly (Similarities | null)[]>;
  /** False after a failure, until the endpoint answers again. */
  isUp(): boolean;
  /** Number of failed requests since the process started. */
  failures(): number;
};

/** The state of the endpoint, as its answers show it. */
export type EndpointState = {
  isPaused(): boolean;
  isUp(): boolean;
  failures(): number;
  succeeded(): void;
  failed(error: EmbedderError): void;
};

type MeaningsOptions = {
  readonly embedder: Embedder;
  readonly log: Log;
  readonly waitMs?: number;
  readonly pauseMs?: number;
};

/**
 * Compares by embeddings of the operator's endpoint, once per process. Embeddings of tools are stored in the database
 * (`toolVectors.ts`), those of recent queries in memory. Tested by `test/core/search/meanings.test.ts`.
 */
export function createMeanings(options: MeaningsOptions): Meanings {
  const { embedder, log, waitMs = SEARCH_WAIT_MS_MAX, pauseMs = PAUSE_MS } = options;
  const endpoint = watchEndpoint(log, pauseMs);
  const toolVectors = createToolVectors({ embedder, endpoint });
  const vectorsOf = createQueryVectors(embedder, endpoint);

  const compareWithin = async (
    ctx: Ctx,
    snapshot: StackSnapshot,
    queries: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (Similarities | null)[]> => {
    const [tools, vectors] = await Promise.all([toolVectors.read(ctx, snapshot), vectorsOf(ctx, queries, signal)]);
    const compared: (Similarities | null)[] = [];
    for (const vector of vectors) compared.push(vector && (await similaritiesTo(vector, tools)));
    return compared;
  };

  return {
    async compare(ctx, snapshot, queries) {
      const none = queries.map(() => null);
      const over = new AbortController();
      const signal = AbortSignal.timeout(waitMs);
      try {
        const waited = delay(waitMs, none, { signal: over.signal, ref: false });
        waited.catch(() => undefined);
        return await Promise.race([compareWithin(ctx, snapshot, queries, signal), waited]);
      } catch (error) {
        log.warn({ err: error }, 'a search compares only words');
        return none;
      } finally {
        over.abort();
      }
    },
    isUp: endpoint.isUp,
    failures: endpoint.failures,
  };
}

function watchEndpoint(log: Log, pauseMs: number): EndpointState {
  let [inRow, failures, pausedUntilMs] = [0, 0, 0];
  return {
    isPaused: () => performance.now() < pausedUntilMs,
    isUp: () => inRow === 0,
    failures: () => failures,
    succeeded() {
      if (inRow > 0) log.info({}, 'the embeddings endpoint answers again');
      inRow = 0;
    },
    failed({ message }) {
      if (inRow === 0) log.warn({ reason: message }, 'no embeddings: searches compare only words');
      pausedUntilMs = performance.now() + Math.min(PAUSE_MS_MAX, pauseMs * 2 ** Math.min(inRow, 10));
      inRow += 1;
      failures += 1;
    },
  };
}

/** Returns a function that embeds queries, each once while it is in memory. Null for a query without an embedding. */
function createQueryVectors(embedder: Embedder, endpoint: EndpointState) {
  const known = new LRUCache<string, Promise<Float32Array | null>>({ max: QUERIES_MAX });

  const embed = async (ctx: Ctx, queries: readonly string[], signal: AbortSignal) => {
    try {
      const vectors = await embedder.embed(queries, { ...requesterOf(ctx), signal });
      endpoint.succeeded();
      return vectors;
    } catch (error) {
      if (!(error instanceof EmbedderError)) throw error;
      endpoint.failed(error);
      return null;
    }
  };

  return async (ctx: Ctx, queries: readonly string[], signal: AbortSignal): Promise<readonly (ToolVector | null)[]> => {
    // By account, so that the time of a search says nothing about another account's searches.
    const keyOf = (query: string): string => `${ctx.actor.accountId} ${query}`;
    const missing = [...new Set(queries.filter((query) => !known.has(keyOf(query))))].slice(0, EMBEDDED_TEXTS_MAX);
    if (missing.length > 0 && !endpoint.isPaused()) {
      const embedding = embed(ctx, missing, signal);
      for (const [at, query] of missing.entries()) {
        const key = keyOf(query);
        const vector = embedding.then((vectors) => vectors?.[at] ?? null);
        known.set(key, vector);
        vector.then(
          (made) => made ?? known.delete(key),
          () => known.delete(key),
        );
      }
    }
    const vectors = await Promise.all(queries.map((query) => known.get(keyOf(query)) ?? null));
    return vectors.map((vector) => vector && { values: vector, length: 1 });
  };
}
