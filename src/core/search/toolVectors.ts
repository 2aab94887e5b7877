import { LRUCache } from 'lru-cache';
import { boundOf } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { requesterOf } from '../kernel/context.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { createKeyedSemaphore } from '../lib/keyedSemaphore.ts';
import { sha256 } from '../lib/sha256.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { EMBEDDED_TEXTS_MAX, type Embedder, EmbedderError } from './embedder.ts';
import type { EndpointState } from './meanings.ts';
import { fromBytes, type ToolVector, toBytes } from './similarities.ts';

/** Maximum characters of an embedded text: about 400 tokens, which small models accept. */
const TEXT_CHARS_MAX = 1_600;
const ROWS_AT_A_TIME = 500;
const MEMORY_BYTES_MAX = 64 * 1_048_576;
/** How often the database is asked for embeddings that are missing. */
const REREAD_MS = 500;
/** Requests at a time for all accounts' tools, so that searches are answered too. */
const REQUESTS_MAX = 2;
/** How long an instance that has requested a text has to store its embedding. */
const LEASE_MS = 60_000;
const RETRY_MS = 10_000;
const RETRY_MS_MAX = 3_600_000;
const DAY_MS = 24 * 60 * 60_000;
/** How long an account at its bound requests nothing: rows expire by the day. */
const FULL_MS = 10 * 60_000;
const FULL_ACCOUNTS_MAX = 10_000;

type Digest = Buffer<ArrayBuffer>;

/** The embeddings of a snapshot's tools, in order; null where one is missing. */
type Known = {
  digests: readonly Digest[] | null;
  readonly vectors: (ToolVector | null)[];
  readAtMs: number;
  isComplete: boolean;
  reading: Promise<void> | null;
};

type ToolVectorsOptions = { readonly embedder: Embedder; readonly endpoint: EndpointState };

/** The text of a tool that is embedded: its title, its purpose and the requests that it serves. */
function textOf({ exposedName, title, description, asks, server }: SnapshotTool): string {
  const name = title ?? exposedName.replaceAll(/[_-]+/g, ' ');
  return [`${server.name}: ${name}`, description.slice(0, TEXT_CHARS_MAX / 2), ...asks]
    .join('\n')
    .slice(0, TEXT_CHARS_MAX);
}

/**
 * Embeddings of tools, from memory, the database or the endpoint. A search in a stack requests the missing ones, in
 * the background. A row in the database reserves each text for one instance, so it is requested once. Rows that no
 * stack has read for 30 days are deleted (`retention/ended.ts`). An account at its bound requests no further texts.
 */
export function createToolVectors({ embedder, endpoint }: ToolVectorsOptions) {
  const memory = new LRUCache<string, ToolVector>({
    maxSize: MEMORY_BYTES_MAX,
    sizeCalculation: ({ values }) => values.byteLength,
  });
  const requests = createKeyedSemaphore({ ofAll: REQUESTS_MAX, ofOwner: 1 });
  const fill = createFill({ embedder, endpoint });
  const full = new LRUCache<string, true>({ max: FULL_ACCOUNTS_MAX, ttl: FULL_MS });
  /** Accounts whose tools are being embedded. Each change makes a snapshot, which would wait with all its tools. */
  const filling = new Set<string>();

  const readMissing = async (ctx: Ctx, known: Known, tools: readonly SnapshotTool[]): Promise<void> => {
    const digests = known.digests ?? (await digestsOf(embedder.source, tools, ctx));
    known.digests = digests;
    const missing = new Map<string, Digest>();
    for (const [at, digest] of digests.entries())
      if (!known.vectors[at]) missing.set(digest.toString('base64'), digest);
    const stored = [...missing].filter(([id]) => !memory.has(id)).map(([, digest]) => digest);
    for (let at = 0; at < stored.length; at += ROWS_AT_A_TIME) {
      for (const { digest, vector } of await readRows(ctx, stored.slice(at, at + ROWS_AT_A_TIME)))
        memory.set(Buffer.from(digest).toString('base64'), fromBytes(vector));
      await eventLoop.yieldIfBusy(ctx.actor.accountId ?? 'operator');
    }
    for (const [at, digest] of digests.entries()) known.vectors[at] ??= memory.get(digest.toString('base64')) ?? null;
    known.readAtMs = performance.now();
    known.isComplete = known.vectors.every((vector) => vector !== null);
  };

  /** Embeds missing texts until the endpoint fails or the account is at its bound. A later search tries again. */
  const fillMissing = async (ctx: Ctx, known: Known, tools: readonly SnapshotTool[]): Promise<void> => {
    const missing = new Map<string, { readonly digest: Digest; readonly tool: SnapshotTool }>();
    for (const [at, tool] of tools.entries()) {
      const digest = known.digests?.[at];
      if (digest && !known.vectors[at]) missing.set(digest.toString('base64'), { digest, tool });
    }
    // In one order in all instances, so that their statements don't block each other.
    const wanted = [...missing.values()].sort((one, other) => one.digest.compare(other.digest));
    const requester = { ...requesterOf(ctx), signal: new AbortController().signal };
    const owner = requester.accountId ?? 'operator';
    for (let at = 0; at < wanted.length && !endpoint.isPaused() && !full.has(owner); at += EMBEDDED_TEXTS_MAX) {
      const batch = wanted
        .slice(at, at + EMBEDDED_TEXTS_MAX)
        .map(({ digest, tool }) => ({ digest, text: textOf(tool) }));
      const { isFull } = await requests.run(owner, requester.signal, () => fill(ctx, batch));
      if (isFull) full.set(owner, true);
    }
  };

  const refresh = async (ctx: Ctx, known: Known, tools: readonly SnapshotTool[]): Promise<void> => {
    await readMissing(ctx, known, tools);
    const owner = ctx.actor.accountId ?? 'operator';
    if (known.isComplete || filling.has(owner) || full.has(owner) || endpoint.isPaused()) return;
    filling.add(owner);
    ctx.background.run('embed tools', () => fillMissing(ctx, known, tools).finally(() => filling.delete(owner)));
  };

  return {
    /** By tool of the snapshot, in order: its embedding; null while it is missing. */
    async read(ctx: Ctx, snapshot: StackSnapshot): Promise<readonly (ToolVector | null)[]> {
      const tools = [...snapshot.tools.values()];
      const known = snapshot.memo<Known>('meanings', () => ({
        ...{ digests: null, vectors: tools.map(() => null), readAtMs: Number.NEGATIVE_INFINITY },
        ...{ isComplete: false, reading: null },
      }));
      if (!known.isComplete && performance.now() - known.readAtMs > REREAD_MS) {
        known.reading ??= refresh(ctx, known, tools).finally(() => {
          known.reading = null;
        });
        await known.reading;
      }
      return known.vectors;
    },
  };
}

async function digestsOf(source: string, tools: readonly SnapshotTool[], { actor }: Ctx): Promise<readonly Digest[]> {
  const digests: Digest[] = [];
  for (const tool of tools) {
    digests.push(Buffer.from(sha256(`${source}\0${textOf(tool)}`)));
    await eventLoop.yieldIfBusy(actor.accountId ?? 'operator');
  }
  return digests;
}

type Row = { readonly digest: Uint8Array; readonly vector: Uint8Array };

/** The stored embeddings among these. Notes their use once a day. */
async function readRows({ db, now }: Ctx, digests: Digest[]): Promise<readonly Row[]> {
  const rows = await db.toolEmbedding.findMany({ where: { digest: { in: digests } } });
  const yesterday = new Date(now().getTime() - DAY_MS);
  if (rows.some(({ usedAt }) => usedAt < yesterday)) {
    await db.toolEmbedding.updateMany({
      where: { digest: { in: digests }, usedAt: { lt: yesterday } },
      data: { usedAt: now() },
    });
  }
  return rows.flatMap(({ digest, vector }) => (vector ? [{ digest, vector }] : []));
}

type Wanted = { readonly digest: Digest; readonly text: string };

/** Returns a function that embeds texts that no other instance is embedding, and stores the result. */
function createFill({ embedder, endpoint }: ToolVectorsOptions) {
  /** The embeddings by text. Halves a refused input, to find the text that the model does not accept. */
  const embed = async (ctx: Ctx, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> => {
    const requester = { ...requesterOf(ctx), signal: new AbortController().signal };
    try {
      const vectors = await embedder.embed(texts, requester);
      endpoint.succeeded();
      return new Map(texts.flatMap((text, at) => (vectors[at] ? [[text, vectors[at]]] : [])));
    } catch (error) {
      if (!(error instanceof EmbedderError)) throw error;
      if (error.isRefused && texts.length > 1) {
        const middle = Math.ceil(texts.length / 2);
        const first = await embed(ctx, texts.slice(0, middle));
        return new Map([...first, ...(await embed(ctx, texts.slice(middle)))]);
      }
      endpoint.failed(error);
      return new Map();
    }
  };

  return async (ctx: Ctx, wanted: readonly Wanted[]): Promise<{ readonly isFull: boolean }> => {
    const isFull = await addRows(ctx, wanted);
    const claimed = await claim(ctx, wanted);
    if (claimed.length === 0) return { isFull };
    const embedded = await embed(
      ctx,
      claimed.map(({ text }) => text),
    );
    for (const { digest, text, attempts } of claimed) {
      const vector = embedded.get(text);
      const waitMs = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** Math.min(attempts - 1, 10));
      await ctx.db.toolEmbedding.updateMany({
        where: { digest },
        data: vector ? { vector: toBytes(vector) } : { retryAt: new Date(ctx.now().getTime() + waitMs) },
      });
    }
    return { isFull };
  };
}

type Claimed = Wanted & { readonly attempts: number };

/** Adds rows for new texts, up to the account's bound. Returns whether there were more. */
async function addRows({ db, now, actor }: Ctx, wanted: readonly Wanted[]): Promise<boolean> {
  const { accountId } = actor;
  const rows = await db.toolEmbedding.findMany({
    where: { digest: { in: wanted.map(({ digest }) => digest) } },
    select: { digest: true },
  });
  const stored = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('base64')));
  const added = wanted.filter(({ digest }) => !stored.has(digest.toString('base64')));
  if (added.length === 0) return false;
  const used = accountId === null ? 0 : await db.toolEmbedding.count({ where: { accountId } });
  const room = accountId === null ? added.length : Math.max(0, boundOf(actor, 'max_tool_embeddings') - used);
  const at = now();
  await db.toolEmbedding.createMany({
    data: added.slice(0, room).map(({ digest }) => ({ digest, accountId, retryAt: at, usedAt: at })),
    skipDuplicates: true,
  });
  return added.length > room;
}

/** Reserves texts for this instance; leaves out those without a row, and those that are stored, reserved or not due. */
async function claim({ db, now }: Ctx, wanted: readonly Wanted[]): Promise<readonly Claimed[]> {
  const at = now();
  const rows = await db.toolEmbedding.updateManyAndReturn({
    where: { digest: { in: wanted.map(({ digest }) => digest) }, vector: null, retryAt: { lte: at } },
    data: { retryAt: new Date(at.getTime() + LEASE_MS), attempts: { increment: 1 } },
    select: { digest: true, attempts: true },
  });
  const attempts = new Map(rows.map((row) => [Buffer.from(row.digest).toString('base64'), row.attempts]));
  return wanted.flatMap((each) => {
    const count = attempts.get(each.digest.toString('base64'));
    return count === undefined ? [] : [{ ...each, attempts: count }];
  });
}
