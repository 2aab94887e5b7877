import { LRUCache } from 'lru-cache';
import { AppError } from '../../core/lib/errors.ts';
import { eventLoop } from '../../core/lib/eventLoopScheduler.ts';
import { createFairQueue, type Tenant } from '../../core/lib/fairQueue.ts';
import { isRecord } from '../../core/lib/json.ts';
import { lazily } from '../../core/lib/lazily.ts';
import { readLongJson } from '../../core/lib/longJson.ts';
import {
  REGISTRY_PAGE_MAX,
  type RegistryEntry,
  type RegistryPage,
  type RegistryReader,
  type RegistryRequest,
} from '../../core/registry/registryPort.ts';
import type { EgressRule } from '../egress/allow.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError, egressHint } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';

/** Maximum bytes of an answer: ten times the size of a page of a hundred entries. */
const ANSWER_BYTES_MAX = 2 * 1_048_576;
const READ_TIMEOUT_MS = 10_000;
const KEPT_MS = 5 * 60_000;
const FAILURE_KEPT_MS = 10_000;
/** Maximum memory of all cached responses. */
const KEPT_BYTES_MAX = 64 * 1_048_576;
/** Worst-case memory per received byte: `[[],[],…` becomes objects of some fifty bytes. */
const MEMORY_PER_BYTE = 16;
const CURSOR_CHARS_MAX = 1_024;
/** Minimum memory counted for a cached response. */
const ENTRY_BYTES_MIN = 1_024;
/** The owner for parsing responses on the event loop: no account, because all accounts get the same response. */
const OWNER = 'registry';

const QUEUE = {
  atOnceMax: 8,
  waitingPerAccountMax: 64,
  waitingMax: 256,
  retryAfterSeconds: 5,
  messages: {
    tooMany: 'Too many registry requests of this account: try again',
    busy: 'Too many registry requests: try again',
  },
} as const;

/** A response with its size; null for 404. */
type Read = { readonly body: unknown; readonly bytes: number } | null;

/** Loads the import schemas, which a service needs only for browsing. */
const load = lazily(() => import('./readEntry.ts'));

type RegistryReaderOptions = { readonly egressAllow: readonly EgressRule[]; readonly timeoutMs?: number };

/**
 * A reader of the registry at `url`, with a separate egress. Responses are cached for all accounts, for five minutes
 * and within 64 MiB of memory; failures for ten seconds. Tested by `test/connectors/registry/hostileRegistry.test.ts`.
 */
export function createRegistryReader(
  url: string,
  { egressAllow, timeoutMs = READ_TIMEOUT_MS }: RegistryReaderOptions,
): RegistryReader & { close(): Promise<void> } {
  const egress = createEgress({ allow: egressAllow });
  const read = keepAnswers((address) => ask(egress, address, timeoutMs));
  return {
    url,
    page: async (pageRequest, requester) => {
      const { search, limit, cursor } = pageRequest;
      const query = new URLSearchParams({ version: 'latest', limit: String(limit) });
      if (search !== null) query.set('search', search);
      if (cursor !== null) query.set('cursor', cursor);
      return toPage(url, pageRequest, await read(`${url}/v0.1/servers?${query}`, requester));
    },
    async entry(name, version, requester) {
      const { documentUrlOf, readEntry } = await load();
      const result = await read(documentUrlOf(url, name, version), requester);
      const entry = result && readEntry(url, result.body);
      if (result && entry?.name !== name) throw unreadable('it returned something other than the entry');
      return entry;
    },
    close: () => egress.close(),
  };
}

/** Deduplicates requests per address: concurrent and later callers get the cached response for a while. */
function keepAnswers(askAt: (address: string) => Promise<Read>) {
  const queue = createFairQueue(QUEUE);
  const cache = new LRUCache<string, Promise<Read>>({ maxSize: KEPT_BYTES_MAX, ttl: KEPT_MS });
  return (address: string, requester: Tenant): Promise<Read> => {
    const known = cache.get(address);
    if (known) return untilAborted(known, requester.signal);
    // An aborted caller keeps its place in the queue until the response arrives. Otherwise, short-lived requests could
    // bypass the limit.
    const asking = queue.run(requester, () => {
      const again = cache.get(address);
      if (again) return again;
      const reading = askAt(address);
      // Counts as one byte until its size is known.
      cache.set(address, reading, { size: 1 });
      reading.then(
        (result) =>
          cache.set(address, reading, { size: Math.max((result?.bytes ?? 0) * MEMORY_PER_BYTE, ENTRY_BYTES_MIN) }),
        () => cache.set(address, reading, { size: ENTRY_BYTES_MIN, ttl: FAILURE_KEPT_MS }),
      );
      return reading;
    });
    return untilAborted(asking, requester.signal);
  };
}

async function ask(egress: Egress, url: string, timeoutMs: number): Promise<Read> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'application/json' };
  try {
    const answer = await egress.request({ url, headers, maxBytes: ANSWER_BYTES_MAX, signal });
    const { status } = answer;
    if (status === 404) return null;
    if (status === 400 || status === 422)
      throw new AppError('invalid_input', `The registry rejected the request with status ${status}`);
    if (status !== 200) throw unreadable(`it answers with status ${status}`);
    const body = await readLongJson(answer.body, () => eventLoop.yieldIfBusy(OWNER));
    if (!isRecord(body)) throw unreadable('it does not answer with a JSON object');
    return { body, bytes: answer.body.length };
  } catch (error) {
    throw error instanceof EgressError ? unreadable(`${error.message}${egressHint(error)}`, error) : error;
  }
}

const unreadable = (why: string, cause?: unknown): AppError =>
  new AppError('unavailable', `The registry cannot be read: ${why}`, {}, cause);

async function toPage(url: string, { cursor }: RegistryRequest, result: Read): Promise<RegistryPage> {
  const body = isRecord(result?.body) ? result.body : {};
  const { servers, metadata } = body;
  if (!Array.isArray(servers)) throw unreadable('it does not answer with a list of servers');
  const page: readonly unknown[] = servers.slice(0, REGISTRY_PAGE_MAX);
  const { readEntry } = await load();
  const entries = new Map<string, RegistryEntry>();
  for (const each of page) {
    const turn = eventLoop.yieldIfBusy(OWNER);
    if (turn) await turn;
    const entry = readEntry(url, each);
    if (entry) entries.set(entry.documentUrl, entry);
  }
  const next = isRecord(metadata) ? metadata['nextCursor'] : undefined;
  const isNext = typeof next === 'string' && next !== '' && next.length <= CURSOR_CHARS_MAX && next !== cursor;
  return { entries: [...entries.values()], unreadCount: page.length - entries.size, nextCursor: isNext ? next : null };
}

/**
 * Stops waiting when the signal aborts; the shared work continues for other callers.
 * @throws unavailable
 */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new AppError('unavailable', 'The request was closed', {}, signal.reason));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
