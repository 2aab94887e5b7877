import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { STACK_ITSELF } from '../../core/kernel/endUser.ts';
import { isRecord } from '../../core/lib/json.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { CANCELLED } from '../../core/results/outcome.ts';
import { type Caller, LOG_MESSAGE, readHere, reportLog, reportProgress, TOOLS_CHANGED } from '../mcp/eventStream.ts';
import { cancelMessage, messageOf, type RpcRequest } from '../mcp/post.ts';
import type { Reader } from '../mcp/readers.ts';
import { badAnswer, outcomeIn, readMessage } from '../mcp/result.ts';
import type { McpSession } from '../mcp/session.ts';
import type { Line } from './lines.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** A pending request: its caller, the reader of its response, and its completion callback. */
type PendingRequest = {
  readonly call: Caller;
  readonly reader: Reader<unknown>;
  /** Whether the program's log messages can only concern calls of this caller. */
  hearsLog(): boolean;
  settle(outcome: unknown, bytes: number): void;
  fail(error: unknown): void;
};

/** The outcome of a request, and the bytes of its response. */
type Reply<O> = { readonly outcome: O | ToolFailure; readonly bytes: number };

/** The pending requests to one program. */
export type Requests = {
  /** @throws SdkError when the program ends first */
  ask<O>(session: McpSession, request: RpcRequest<O>, call: Caller): Promise<Reply<O>>;
  /**
   * True while the program has handled requests of only one caller, so that its output may be shown to that caller. A
   * program with an end user as owner serves only that user. A stack's program serves all callers of the stack.
   */
  isOfOne(owner: string | undefined): boolean;
  /** True for a line that answers a request or reports its progress. A long line is read in a thread. */
  accept(line: Line): Promise<boolean>;
  /**
   * Adds a receiver of a resource's updates, and of those below it. Returns a function that removes it and returns
   * true if it was the resource's last one.
   */
  listen(uri: string, onUpdated: (uri: string) => void): () => boolean;
  /** Counts bytes against the request that has waited longest, because a line's request is known only at its end. */
  hold(bytes: number): void;
  count(): number;
  /** Fails all pending requests: the program has exited. */
  end(): void;
};

// Far from the numbers that the SDK uses for its own requests, and below 2^31 to stay small integers.
const FIRST_ID = 1_000_000_000;

/** @param write writes a message as a line; resolves when more may be written */
export function createRequests(
  write: (message: string) => Promise<void>,
  outbox: Outbox = createOutbox(write),
): Requests {
  const waiting: PendingRequests = new Map();
  const listeners = new Set<Listener>();
  let lastId = FIRST_ID;
  /** Kept after its request ends, since a program may send this notice at any time. */
  let onToolsChanged: Caller['onToolsChanged'];
  const isOfOne = (owner = STACK_ITSELF) => owner !== STACK_ITSELF || lastId <= FIRST_ID + 1;
  return {
    isOfOne,
    ask(session, request, call) {
      lastId += 1;
      onToolsChanged = call.onToolsChanged ?? onToolsChanged;
      // Log messages name no call and may arrive late: a program shared by several callers sends them only to its first
      // call.
      const hearsLog = () => isOfOne(call.owner);
      return ask(waiting, outbox, { session, request, call, hearsLog, id: lastId });
    },
    async accept(line) {
      const incoming = isLong(line) ? await readLong(waiting, line) : readShort(waiting, line);
      if (incoming === 'tools changed') onToolsChanged?.();
      else if (incoming !== null && typeof incoming !== 'string' && 'updated' in incoming)
        report(listeners, incoming.updated);
      else if (incoming !== null && typeof incoming !== 'string')
        waiting.get(incoming.id)?.settle(incoming.result, line.bytes.length);
      return incoming !== null;
    },
    listen(uri, onUpdated) {
      const listener = { uri, onUpdated };
      listeners.add(listener);
      return () => listeners.delete(listener) && ![...listeners].some((other) => other.uri === uri);
    },
    hold(bytes) {
      const [first] = waiting.values();
      first?.call.hold?.(bytes);
    },
    count: () => waiting.size,
    end() {
      for (const { fail } of waiting.values()) fail(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'));
    },
  };
}

type Listener = { readonly uri: string; onUpdated(uri: string): void };

function report(listeners: ReadonlySet<Listener>, updated: string): void {
  for (const { uri, onUpdated } of listeners) if (updated.startsWith(uri)) onUpdated(updated);
}

type PendingRequests = Map<number, PendingRequest>;

type SentRequest<O> = {
  readonly session: McpSession;
  readonly request: RpcRequest<O>;
  readonly call: Caller;
  readonly hearsLog: PendingRequest['hearsLog'];
  readonly id: number;
};

async function ask<O>(
  waiting: PendingRequests,
  outbox: Outbox,
  { session, request: { method, params, reader }, call, hearsLog, id }: SentRequest<O>,
): Promise<Reply<O>> {
  if (call.signal.aborted) return { outcome: CANCELLED, bytes: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<Reply<O>>();
  // Boundary: `reader` made the outcome, here or in a thread.
  const settle = (outcome: unknown, bytes: number) => resolve({ outcome: outcome as O | ToolFailure, bytes });
  const cancel = () => {
    settle(CANCELLED, 0);
    // A program that hasn't received the request has nothing to cancel.
    if (!withdraw()) outbox.put(cancelMessage(id), () => undefined);
  };
  waiting.set(id, { call, reader, hearsLog, settle, fail: reject });
  call.signal.addEventListener('abort', cancel, { once: true });
  const withdraw = outbox.put(messageOf(session, method, params, id, call), reject);
  try {
    return await promise;
  } finally {
    waiting.delete(id);
    call.signal.removeEventListener('abort', cancel);
  }
}

/** True for a line that is too long to parse on the event loop. */
export const isLong = ({ bytes, isCut }: Line): boolean => isCut || bytes.length >= LARGE_BYTES;

/** The meaning of a line for a request: its response, progress, a log message, or a changed resource. */
type Incoming =
  | 'progress'
  | 'logged'
  | 'tools changed'
  | { readonly updated: string }
  | { readonly id: number; readonly result: unknown };

async function readLong(waiting: PendingRequests, { bytes, isCut }: Line): Promise<Incoming | null> {
  for (const id of idsAtEnds(bytes)) {
    const pending = waiting.get(id);
    if (!pending) continue;
    if (isCut) return { id, result: badAnswer('sent more than 4 MiB') };
    const result = await readHere({ ...pending, id }, bytes).then((read) => read.outcome, unreadable);
    if (result !== null) return { id, result };
  }
  return null;
}

function readShort(waiting: PendingRequests, { bytes }: Line): Incoming | null {
  const message = readMessage(bytes);
  const id = isRecord(message) ? Number(message['id']) : Number.NaN;
  const waitingRequest = waiting.get(id);
  const result = waitingRequest ? readWhole(message, id, waitingRequest.reader) : null;
  return result === null ? readIncoming(message, waiting) : { id, result };
}

/** An unreadable response, such as JSON nested too deep, fails only its own request. */
function readWhole(message: unknown, id: number, { read }: Reader<unknown>): unknown {
  try {
    return outcomeIn(message, id, read);
  } catch {
    return unreadable();
  }
}

const unreadable = (): ToolFailure => badAnswer('sent an unreadable message');

/** Reports progress of one of the requests, or a change of the tools; null for any other message. */
function readIncoming(message: unknown, waiting: PendingRequests): Incoming | null {
  if (!isRecord(message)) return null;
  if (message['method'] === TOOLS_CHANGED) return 'tools changed';
  if (message['method'] === LOG_MESSAGE) {
    // A notification names no request, so it is passed on only if a single request is pending.
    const [only, ...others] = waiting.values();
    if (only && others.length === 0 && only.hearsLog()) reportLog(only.call, message['params']);
    return 'logged';
  }
  const params = isRecord(message['params']) ? message['params'] : {};
  const { uri, progressToken } = params;
  if (message['method'] === 'notifications/resources/updated') return typeof uri === 'string' ? { updated: uri } : null;
  if (message['method'] !== 'notifications/progress') return null;
  // Some servers return the token as a text.
  const id = typeof progressToken === 'string' ? Number(progressToken) : progressToken;
  if (typeof id !== 'number') return null;
  const pending = waiting.get(id);
  if (!pending) return null;
  reportProgress({ ...pending, id }, params);
  return 'progress';
}

const ENDS_BYTES = 128;
const ID = /"id"\s*:\s*(\d{1,15})/g;

/**
 * The possible request ids of a long line. A response has three members (JSON-RPC 2.0, section 5), so its id is near
 * one end and the middle is not scanned.
 */
function idsAtEnds(line: Buffer): ReadonlySet<number> {
  const ends = [line.subarray(0, ENDS_BYTES), line.subarray(ENDS_BYTES).subarray(-ENDS_BYTES)];
  const matches = ends.flatMap((end) => [...end.toString('latin1').matchAll(ID)]);
  return new Set(matches.map(([, id]) => Number(id)));
}
