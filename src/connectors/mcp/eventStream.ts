import { setTimeout as delay } from 'node:timers/promises';
import type { ToolCall } from '../../core/calls/connector.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import { isJsonNumber } from '../../core/lib/decimal.ts';
import { AppError } from '../../core/lib/errors.ts';
import { isJsonObject, isRecord, type JsonObject } from '../../core/lib/json.ts';
import { shortWork, WorkerLimit } from '../../core/lib/workerPool.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { CANCELLED } from '../../core/results/outcome.ts';
import type { Egress, EgressEvents } from '../egress/types.ts';
import type { Reader } from './readers.ts';
import { badAnswer, MESSAGE_BYTES_MAX, outcomeIn, readMessage } from './result.ts';
import { headersFor, type McpSession } from './session.ts';
import { EventTooLarge, eventsOf } from './sse.ts';
import type { McpTarget } from './target.ts';
import type { LargeMessage } from './worker.ts';

/** Maximum bytes of one stream, which carries progress in addition to the single result. */
export const STREAM_BYTES_MAX = 4 * MESSAGE_BYTES_MAX;
const ASIDE_TIMEOUT_MS = 2_000;
const ASIDE_BYTES_MAX = 65_536;
/**
 * Maximum concurrent responses to an upstream's own requests; further requests get none. Each response costs a request
 * or a line, and a stream may contain many requests.
 */
export const ANSWERS_UNDER_WAY_MAX = 8;
const RESUMES_MAX = 3;
/** Maximum delay before a reconnect. A server may ask for more, but the call ends at its deadline anyway. */
const RETRY_MS_MAX = 60_000;

/** Notification that a server's tools have changed (MCP, tools, list changed). */
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

/** A line of a server's log (MCP, logging). */
export const LOG_MESSAGE = 'notifications/message';

/** The caller, and the deadline. */
export type Caller = Pick<ToolCall, 'signal' | 'onProgress' | 'logging'> &
  Partial<Pick<ToolCall, 'hold' | 'secrets' | 'diagnostics' | 'onToolsChanged' | 'dialogue' | 'owner' | 'meta'>> & {
    /** Null: the operator. */
    readonly accountId: AccountId | null;
  };

/** A running request. `id` is the id of its JSON-RPC message. */
export type Exchange<O> = {
  readonly egress: Egress;
  readonly target: McpTarget;
  readonly session: McpSession;
  readonly call: Caller;
  readonly id: number;
  /** Converts a result of the upstream. */
  readonly reader: Reader<O>;
  /** Total bytes of the messages received so far. */
  bytes: number;
  answersUnderWay: number;
};

/** Reads the response to a call from an event stream, and resumes a stream that ends early. @throws EgressError */
export async function readEventStream<O>(
  exchange: Exchange<O>,
  first: EgressEvents['events'],
): Promise<O | ToolFailure> {
  let events = first;
  let retryMs = 0;
  for (let resumes = 0; ; resumes += 1) {
    const read = await readEvents(exchange, events, retryMs);
    if (read.outcome) return read.outcome;
    if (read.lastEventId === null || resumes === RESUMES_MAX) return badAnswer('ended the stream without an answer');
    retryMs = read.retryMs;
    if (retryMs > 0) await delay(Math.min(retryMs, RETRY_MS_MAX), null, { signal: exchange.call.signal });
    const resumed = await resume(exchange, read.lastEventId);
    if (!resumed) return badAnswer('ended the stream without an answer');
    events = resumed;
  }
}

/**
 * The parts of a request that its follow-up requests share: the account, whether its address is `isIndirect`, and the
 * counter of bytes.
 */
const ownOf = ({ isIndirect = false }: McpTarget, { accountId, hold }: Caller) => ({
  isIndirect,
  accountId,
  hold,
});

type Read<O> = {
  readonly outcome: O | ToolFailure | null;
  readonly lastEventId: string | null;
  /**
   * Delay that the server requests before a reconnect. It also applies to later streams (HTML Living Standard, section
   * 9.2.2, reconnection time).
   */
  readonly retryMs: number;
};

async function readEvents<O>(
  exchange: Exchange<O>,
  events: EgressEvents['events'],
  retryMsBefore: number,
): Promise<Read<O>> {
  let resumeFrom: string | null = null;
  let retryMs = retryMsBefore;
  const noteRetry = (ms: number): void => {
    retryMs = ms;
  };
  try {
    for await (const { data, lastEventId } of eventsOf(events, MESSAGE_BYTES_MAX, noteRetry)) {
      resumeFrom = lastEventId ?? resumeFrom;
      exchange.bytes += data.length;
      const { outcome, message } = await readHere(exchange, data);
      if (outcome) return { outcome, lastEventId: resumeFrom, retryMs };
      receive(exchange, message);
    }
  } catch (error) {
    if (error instanceof EventTooLarge)
      return { outcome: badAnswer('sent more than 4 MiB'), lastEventId: null, retryMs };
    throw error;
  }
  return { outcome: null, lastEventId: resumeFrom, retryMs };
}

const WORKER = new URL('./worker.ts', import.meta.url);

/** Reads a message for the request. A thread reads a long message, and the returned `message` is then null. */
export async function readHere<O>(
  { id, reader, call }: Pick<Exchange<O>, 'id' | 'reader' | 'call'>,
  data: Buffer | string,
): Promise<{ readonly outcome: O | ToolFailure | null; readonly message: unknown }> {
  if (data.length < LARGE_BYTES) {
    const message = readMessage(data);
    return { outcome: outcomeIn(message, id, reader.read), message };
  }
  const { accountId, signal, secrets = [] } = call;
  const input: LargeMessage = { message: data, id, reader: reader.name, secrets };
  try {
    const task = { module: WORKER, name: 'read', input };
    return { outcome: await shortWork.run<O | ToolFailure | null>(task, { accountId, signal }), message: null };
  } catch (error) {
    if (signal.aborted) return { outcome: CANCELLED, message: null };
    if (!(error instanceof WorkerLimit || error instanceof AppError)) throw error;
    return { outcome: badAnswer(`answered with more than can be read: ${error.message}`), message: null };
  }
}

/**
 * A server may end a stream early and keep the response for a client that resumes it (MCP 2025-11-25, transports,
 * resumability).
 */
async function resume(
  { egress, target, session, call }: Exchange<unknown>,
  lastEventId: string,
): Promise<EgressEvents['events'] | null> {
  const headers = { ...headersFor(target, session), accept: 'text/event-stream', 'last-event-id': lastEventId };
  const answer = await egress.ask({
    url: target.url,
    headers,
    signal: call.signal,
    ...ownOf(target, call),
    maxBytes: STREAM_BYTES_MAX,
  });
  return 'events' in answer ? answer.events : null;
}

function receive(exchange: Exchange<unknown>, message: unknown): void {
  if (Array.isArray(message)) for (const each of message) receive(exchange, each);
  if (!isJsonObject(message) || typeof message['method'] !== 'string') return;
  if (message['id'] !== undefined) void giveAnswer(exchange, message);
  else if (message['method'] === 'notifications/progress') reportProgress(exchange, message['params']);
  else if (message['method'] === LOG_MESSAGE) reportLog(exchange.call, message['params']);
  else if (message['method'] === TOOLS_CHANGED) exchange.call.onToolsChanged?.();
}

async function giveAnswer(exchange: Exchange<unknown>, { id, method, params }: JsonObject): Promise<void> {
  const answer = await answerTo(exchange, method, params);
  if (exchange.answersUnderWay >= ANSWERS_UNDER_WAY_MAX) return;
  exchange.answersUnderWay += 1;
  await postInBackground(exchange, JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  exchange.answersUnderWay -= 1;
}

/** Reports a progress notification to the caller if it concerns this request. */
export function reportProgress({ call, id }: Pick<Exchange<unknown>, 'call' | 'id'>, params: unknown): void {
  if (!isRecord(params) || params['progressToken'] !== id || !isJsonNumber(params['progress'])) return;
  const { progress, total, message } = params;
  call.onProgress?.({
    progress,
    ...(isJsonNumber(total) && { total }),
    ...(typeof message === 'string' && { message }),
  });
}

/** Forwards the upstream's log message to the caller. */
export function reportLog({ logging }: Pick<Caller, 'logging'>, params: unknown): void {
  if (isJsonObject(params)) logging?.send(params);
}

/** Posts a message without waiting for its answer. Never rejects. */
export async function postInBackground(
  { egress, target, session, call }: Exchange<unknown>,
  body: string,
): Promise<void> {
  const signal = AbortSignal.timeout(ASIDE_TIMEOUT_MS);
  const headers = headersFor(target, session);
  const { isIndirect, accountId } = ownOf(target, call);
  const request = { url: target.url, method: 'POST', headers, body, signal, isIndirect, accountId };
  await egress.request({ ...request, maxBytes: ASIDE_BYTES_MAX }).catch(() => undefined);
}

/**
 * Responds to a request of the upstream: to `ping` with an empty result, to an elicitation with the caller's response
 * if supported, and to everything else with an error. Never rejects.
 */
async function answerTo({ call, session }: Exchange<unknown>, method: unknown, params: unknown): Promise<object> {
  if (method === 'ping') return { result: {} };
  const askNow = session.era === 'legacy' && method === 'elicitation/create' ? call.dialogue?.askNow : undefined;
  if (!askNow || !isJsonObject(params)) return { error: { code: -32_601, message: 'Method not found' } };
  // Fails if the call has ended, the caller has disconnected, or too many elicitations are already waiting.
  const result = await askNow(params).catch(() => ({ action: 'cancel' }));
  return result ? { result } : { error: { code: -32_602, message: 'The client does not support this request' } };
}
