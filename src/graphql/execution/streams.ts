import type { FastifyReply } from 'fastify';
import type { Change } from '../../core/changes.ts';
import { AppError } from '../../core/errors.ts';
import type { Edge } from '../../wire/edge.ts';
import { toSurfaceError } from '../../wire/errors.ts';

/** Whose answer is a stream, and whether its credential still holds. */
export type Watcher = {
  readonly accountId: string;
  /** @throws unavailable */
  isStillAllowed(): Promise<boolean>;
};

/** All answers of this process that are streams of events. */
export type Streams = {
  /**
   * Aborts when the stream is to end, with the reason as an AppError, or without one when the caller has hung up.
   * @throws rate_limited when there are too many, unavailable when the process is stopping
   */
  open(reply: FastifyReply, watcher: Watcher): AbortSignal;
  endAll(): void;
};

const STREAMS_MAX = 1_024;
export const STREAMS_PER_ACCOUNT_MAX = 20;
const RECHECK_MS = 10_000;
/** What a client that does not read may take to be told that its stream has ended. */
const LAST_WORDS_MS = 2_000;
const RETRY_AFTER_SECONDS = 1;

/** The changes after which a watcher's credential may hold no more. */
const OF_CREDENTIALS: ReadonlySet<Change['kind']> = new Set(['apiKey', 'account', 'user', 'session']);

type Entry = Watcher & { readonly controller: AbortController; readonly hangUp: () => void };

export function createStreams(edge: Edge): Streams {
  const entries = new Set<Entry>();
  let isStopping = false;
  const recheckAll = (): void => {
    for (const entry of entries) void recheck(edge, entry);
  };
  edge.deps.changes.subscribe(({ kind }) => {
    if (OF_CREDENTIALS.has(kind)) recheckAll();
  });
  return {
    open(reply, watcher) {
      if (isStopping) throw stopping();
      requireRoom(entries, watcher.accountId);
      const entry = { ...watcher, controller: new AbortController(), hangUp: () => void reply.raw.destroy() };
      entries.add(entry);
      const timer = setInterval(() => void recheck(edge, entry), RECHECK_MS).unref();
      reply.raw.once('close', () => {
        clearInterval(timer);
        entries.delete(entry);
        entry.controller.abort();
      });
      return entry.controller.signal;
    },
    endAll() {
      isStopping = true;
      for (const entry of entries) end(entry, stopping());
    },
  };
}

function requireRoom(entries: ReadonlySet<Entry>, accountId: string): void {
  const own = [...entries].filter((entry) => entry.accountId === accountId);
  if (entries.size < STREAMS_MAX && own.length < STREAMS_PER_ACCOUNT_MAX) return;
  throw new AppError('rate_limited', 'Too many open subscriptions', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Also while the credential is not known to have changed: it may expire, or the news may be lost. */
async function recheck(edge: Edge, entry: Entry): Promise<void> {
  try {
    if (!(await entry.isStillAllowed())) end(entry, new AppError('unauthenticated', 'Unauthorized'));
  } catch (error) {
    end(entry, toSurfaceError(edge, error));
  }
}

function end({ controller, hangUp }: Entry, reason: AppError): void {
  if (controller.signal.aborted) return;
  controller.abort(reason);
  setTimeout(hangUp, LAST_WORDS_MS).unref();
}

const stopping = (): AppError =>
  new AppError('unavailable', 'The service is stopping: subscribe again', { retryAfterSeconds: RETRY_AFTER_SECONDS });
