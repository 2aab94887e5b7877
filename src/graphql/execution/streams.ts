import type { FastifyReply } from 'fastify';
import type { AccountActor } from '../../core/actor.ts';
import type { Change } from '../../core/changes.ts';
import { AppError } from '../../core/errors.ts';
import { createSlots } from '../../core/limits/slots.ts';
import type { Edge } from '../../wire/edge.ts';
import { toSurfaceError } from '../../wire/errors.ts';
import { connectionEnd } from '../../wire/gate.ts';

/** The caller of a stream, and whether its credential is still valid. */
export type Watcher = {
  readonly actor: AccountActor;
  /** @throws unavailable */
  isStillAllowed(): Promise<boolean>;
};

/** All event streams of this process. */
export type Streams = {
  /**
   * Aborts when the stream has to end, with an AppError as the reason, or without one when the caller has left.
   * @throws rate_limited when the account has too many; unavailable when the process has, or is stopping
   */
  open(reply: FastifyReply, watcher: Watcher): AbortSignal;
  endAll(): void;
};

/** Streams of all accounts: each holds a connection and a subscription. */
const STREAMS_MAX = 1_024;
const RECHECK_MS = 10_000;
/** How long a client that does not read may delay the message that its stream has ended. */
const LAST_WORDS_MS = 2_000;
const RETRY_AFTER_SECONDS = 1;

/** Changes after which a caller's credential may be invalid. */
const OF_CREDENTIALS: ReadonlySet<Change['kind']> = new Set(['apiKey', 'account', 'user', 'session']);

type Entry = Watcher & { readonly controller: AbortController; readonly hangUp: () => void };

export function createStreams(edge: Edge): Streams {
  const entries = new Set<Entry>();
  const slots = createSlots('max_subscriptions');
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
      if (entries.size >= STREAMS_MAX) throw full();
      const giveBack = slots.take(watcher.actor);
      const entry = { ...watcher, controller: new AbortController(), hangUp: () => void reply.raw.destroy() };
      entries.add(entry);
      const timer = setInterval(() => void recheck(edge, entry), RECHECK_MS).unref();
      connectionEnd(reply.raw).whenAnswered(() => {
        clearInterval(timer);
        entries.delete(entry);
        giveBack();
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

/** Repeated without a change as well: the credential may expire, or the change's notification may be lost. */
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

const full = (): AppError =>
  new AppError('unavailable', 'Too many subscriptions are open: try again', { retryAfterSeconds: RETRY_AFTER_SECONDS });
const stopping = (): AppError =>
  new AppError('unavailable', 'The service is stopping: subscribe again', { retryAfterSeconds: RETRY_AFTER_SECONDS });
