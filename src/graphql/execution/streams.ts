import type { FastifyReply } from 'fastify';
import type { AccountActor } from '../../core/kernel/actor.ts';
import type { Change } from '../../core/kernel/changes.ts';
import { AppError } from '../../core/lib/errors.ts';
import { createSlots } from '../../core/limits/slots.ts';
import { toSurfaceError } from '../../wire/errors.ts';
import { connectionEnd } from '../../wire/gate.ts';
import type { HttpDeps } from '../../wire/httpDeps.ts';

/** The caller of a stream, and a check that its credential is still valid. */
type Watcher = {
  readonly actor: AccountActor;
  /** @throws unavailable */
  isStillAllowed(): Promise<boolean>;
};

/** A connection for many subscriptions of one caller. */
export type StreamsConnection = {
  /** Aborts when the connection must end, with an AppError as the reason. */
  readonly signal: AbortSignal;
  /**
   * Takes a slot for one more subscription; the returned function releases it once.
   * @throws rate_limited when the account has too many; unavailable when the process has
   */
  acquire(): () => void;
  /** Ends the connection for this reason, for example when the service stops. */
  end(reason: AppError): void;
  /** Called when the client has disconnected; releases all slots of the connection. */
  left(): void;
};

/** The stream of one subscription; `signal` and `end` work as for a connection. */
export type OpenStream = Pick<StreamsConnection, 'signal' | 'end'>;

/** All event streams of this process. */
export type Streams = {
  /**
   * `signal` aborts when the stream must end, with an AppError as the reason, or without one if the caller
   * disconnected.
   * @throws rate_limited if the account has too many; unavailable if the process has, or is stopping
   */
  open(reply: FastifyReply, watcher: Watcher): OpenStream;
  /** A connection without subscriptions occupies one slot. `hangUp` closes the connection. @throws as `open` */
  connect(watcher: Watcher, hangUp: () => void): StreamsConnection;
  endAll(): void;
};

/** Maximum streams of all accounts: each needs a connection and a subscription. */
const STREAMS_MAX = 1_024;
const RECHECK_MS = 10_000;
/** How long the last message may take to reach a client that does not read, before the connection is cut. */
const FINAL_MESSAGE_MS = 2_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Whether a client should subscribe again: events may be missing, but its credential is valid. Such a stream ends as a
 * broken connection, because clients don't reconnect after a regular end.
 */
export const isRetryable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable';

/** Changes after which a caller's credential may be invalid. */
const OF_CREDENTIALS: ReadonlySet<Change['kind']> = new Set(['apiKey', 'account', 'user', 'session']);

type Entry = Watcher & { readonly controller: AbortController; readonly hangUp: () => void };

export function createStreams(edge: HttpDeps): Streams {
  const entries = new Set<Entry>();
  const acquireSlot = createRoom();
  let isStopping = false;
  edge.deps.changes.subscribe(({ kind }) => {
    if (OF_CREDENTIALS.has(kind)) for (const entry of entries) void recheck(edge, entry);
  });
  const connect = (watcher: Watcher, hangUp: () => void): StreamsConnection => {
    if (isStopping) throw stopping();
    const rooms = createRooms(() => acquireSlot(watcher.actor));
    const entry = { ...watcher, controller: new AbortController(), hangUp };
    entries.add(entry);
    const timer = setInterval(() => void recheck(edge, entry), RECHECK_MS).unref();
    return {
      signal: entry.controller.signal,
      acquire: rooms.acquire,
      end: (reason) => end(entry, reason),
      left() {
        clearInterval(timer);
        entries.delete(entry);
        rooms.releaseAll();
        entry.controller.abort();
      },
    };
  };
  return {
    connect,
    open(reply, watcher) {
      const { signal, end: endWith, left } = connect(watcher, () => void reply.raw.destroy());
      signal.addEventListener('abort', () => {
        if (isRetryable(signal.reason)) {
          const { raw } = reply;
          if (raw.headersSent) raw.write(`: ${signal.reason.message}\n\n`);
          raw.socket?.destroySoon();
        }
      });
      connectionEnd(reply.raw).whenAnswered(left);
      return { signal, end: endWith };
    },
    endAll() {
      isStopping = true;
      for (const entry of entries) end(entry, stopping());
    },
  };
}

/** Takes a slot for one subscription from the account's and the process's limits; the returned function releases it. */
function createRoom(): (actor: AccountActor) => () => void {
  const slots = createSlots('max_subscriptions');
  let open = 0;
  return (actor) => {
    if (open >= STREAMS_MAX)
      throw new AppError('unavailable', 'Too many subscriptions are open: try again', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const release = slots.acquire(actor);
    open += 1;
    return () => {
      open -= 1;
      release();
    };
  };
}

/** The slots of one connection: one per subscription, and one while it has none. */
function createRooms(acquireSlot: () => () => void): Pick<StreamsConnection, 'acquire'> & { releaseAll(): void } {
  const rooms = [acquireSlot()];
  let subscriptions = 0;
  let isOver = false;
  const release = (): void => {
    subscriptions -= 1;
    if (rooms.length > Math.max(subscriptions, 1)) rooms.pop()?.();
  };
  return {
    acquire() {
      if (isOver) throw new AppError('unavailable', 'The connection was closed');
      if (subscriptions >= rooms.length) rooms.push(acquireSlot());
      subscriptions += 1;
      let isHeld = true;
      return () => {
        if (isHeld && !isOver) release();
        isHeld = false;
      };
    },
    releaseAll: () => {
      isOver = true;
      for (const room of rooms.splice(0)) room();
    },
  };
}

/**
 * Checks an open stream again, even without a change: the credential may have expired, or a notification may have been
 * lost.
 */
async function recheck(edge: HttpDeps, entry: Entry): Promise<void> {
  try {
    if (!(await entry.isStillAllowed())) end(entry, new AppError('unauthenticated', 'Unauthorized'));
  } catch (error) {
    end(entry, toSurfaceError(edge, error));
  }
}

function end({ controller, hangUp }: Entry, reason: AppError): void {
  if (controller.signal.aborted) return;
  controller.abort(reason);
  setTimeout(hangUp, FINAL_MESSAGE_MS).unref();
}

const stopping = (): AppError =>
  new AppError('unavailable', 'The service is stopping: subscribe again', { retryAfterSeconds: RETRY_AFTER_SECONDS });
