import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { ToolCall, ToolFailure, ToolOutcome } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { Egress, EgressAnswer, EgressEvents } from '../egress/types.ts';
import { statusFailure } from '../http/statusFailure.ts';
import { CLIENT_INFO } from './client.ts';
import { badAnswer, rpcErrorOutcome, toOutcome } from './result.ts';
import type { McpSession, McpTarget } from './session.ts';
import { EventTooLarge, eventsOf } from './sse.ts';

const MESSAGE_BYTES_MAX = 4 * 1_024 * 1_024;
// A stream carries progress beside the one result.
const STREAM_BYTES_MAX = 4 * MESSAGE_BYTES_MAX;
const ASIDE_TIMEOUT_MS = 2_000;
// An upstream that asks faster goes unanswered: each answer is a request of ours, and a stream has room for very many.
const ANSWERS_UNDER_WAY_MAX = 8;
const RESUMES_MAX = 3;
const HEADER_MISMATCH = -32_020;
// What can stand in a header as it is; other names need an encoding that only the SDK knows.
const PLAIN_NAME = /^[\x21-\x7e]+$/;

export type PostResult =
  | { readonly kind: 'outcome'; readonly outcome: ToolOutcome }
  /** Not executed: the upstream does not know the session or the revision any more. */
  | { readonly kind: 'stale'; readonly failure: ToolFailure }
  /** Not executed: the tool wants headers made from its schema. */
  | { readonly kind: 'needs_sdk' };

type Exchange = {
  readonly egress: Egress;
  readonly target: McpTarget;
  readonly session: McpSession;
  readonly call: ToolCall;
  readonly id: number;
  answersUnderWay: number;
};

let lastId = 0;

/** One `tools/call` over streamable HTTP. @throws EgressError */
export async function postToolCall(
  egress: Egress,
  target: McpTarget,
  session: McpSession,
  call: ToolCall,
): Promise<PostResult> {
  if (session.era === 'modern' && !PLAIN_NAME.test(call.toolName)) return { kind: 'needs_sdk' };
  lastId += 1;
  const exchange = { egress, target, session, call, id: lastId, answersUnderWay: 0 };
  const { headers, body } = callRequest(target, session, call, lastId);
  const { signal } = call;
  const onAbort = () => void aside(exchange, cancelMessage(exchange.id));
  // Later revisions take the closed stream as the cancellation.
  if (session.era === 'legacy') signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await egress.ask({
      accountId: call.accountId,
      url: target.url,
      method: 'POST',
      headers,
      body,
      signal,
      maxBytes: STREAM_BYTES_MAX,
    });
    return await readAnswer(exchange, answer);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function readAnswer(exchange: Exchange, answer: EgressAnswer | EgressEvents): Promise<PostResult> {
  if ('events' in answer) return outcome(await readStream(exchange, answer.events));
  if (answer.status !== 200) return readRefusal(exchange, answer);
  return outcome(outcomeOf(exchange, messageIn(answer)) ?? badAnswer('did not answer in the protocol'));
}

const outcome = (value: ToolOutcome): PostResult => ({ kind: 'outcome', outcome: value });

/** 400 and 404 speak of a session or revision that is gone; with an error of our request they speak of the request. */
function readRefusal(exchange: Exchange, answer: EgressAnswer): PostResult {
  const { status, headers } = answer;
  const message = messageIn(answer);
  const error = isRecord(message) && isRecord(message['error']) ? message['error'] : {};
  if (status === 400 && error['code'] === HEADER_MISMATCH) return { kind: 'needs_sdk' };
  const isStale = status === 404 || (status === 400 && error['code'] !== -32_602);
  if (isStale) return { kind: 'stale', failure: statusFailure(status, headers) };
  const told = status < 500 && status !== 401 && status !== 403 && status !== 429 ? outcomeOf(exchange, message) : null;
  return outcome(told ?? statusFailure(status, headers));
}

const messageIn = ({ body }: EgressAnswer): unknown =>
  body.length > MESSAGE_BYTES_MAX ? null : parse(body.toString('utf8'));

function parse(text: string): unknown {
  // Nothing else is a message, and an exception costs more than a look.
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null for a message that does not answer our request. */
function outcomeOf({ id }: Exchange, message: unknown): ToolOutcome | null {
  if (!isRecord(message) || message['id'] !== id) return null;
  if ('result' in message) return toOutcome(message['result']);
  const { error } = message;
  if (!isRecord(error)) return null;
  return rpcErrorOutcome(Number(error['code']), typeof error['message'] === 'string' ? error['message'] : '');
}

async function readStream(exchange: Exchange, first: EgressEvents['events']): Promise<ToolOutcome> {
  let events = first;
  for (let resumes = 0; ; resumes += 1) {
    const read = await readEvents(exchange, events);
    if (read.outcome) return read.outcome;
    if (read.lastEventId === null || resumes === RESUMES_MAX) return badAnswer('ended the stream without an answer');
    const resumed = await resume(exchange, read.lastEventId);
    if (!resumed) return badAnswer('ended the stream without an answer');
    events = resumed;
  }
}

type Read = { readonly outcome: ToolOutcome | null; readonly lastEventId: string | null };

async function readEvents(exchange: Exchange, events: EgressEvents['events']): Promise<Read> {
  let resumeFrom: string | null = null;
  try {
    for await (const { data, lastEventId } of eventsOf(events, MESSAGE_BYTES_MAX)) {
      resumeFrom = lastEventId ?? resumeFrom;
      const message = data === '' ? null : parse(data);
      const found = outcomeOf(exchange, message);
      if (found) return { outcome: found, lastEventId: resumeFrom };
      hear(exchange, message);
    }
  } catch (error) {
    if (error instanceof EventTooLarge) return { outcome: badAnswer('sent more than 4 MiB'), lastEventId: null };
    throw error;
  }
  return { outcome: null, lastEventId: resumeFrom };
}

/** A server may end a stream early and keep the answer for whoever comes back (2025-11-25, transports, resumability). */
async function resume(
  { egress, target, session, call }: Exchange,
  lastEventId: string,
): Promise<EgressEvents['events'] | null> {
  const headers = { ...headersFor(target, session), accept: 'text/event-stream', 'last-event-id': lastEventId };
  const answer = await egress.ask({
    url: target.url,
    headers,
    signal: call.signal,
    accountId: call.accountId,
    maxBytes: STREAM_BYTES_MAX,
  });
  return 'events' in answer ? answer.events : null;
}

function hear(exchange: Exchange, message: unknown): void {
  if (!isRecord(message) || typeof message['method'] !== 'string') return;
  if (message['id'] !== undefined) void giveAnswer(exchange, answerTo(message['id'], message['method']));
  else if (message['method'] === 'notifications/progress') tellProgress(exchange, message['params']);
}

async function giveAnswer(exchange: Exchange, body: string): Promise<void> {
  if (exchange.answersUnderWay >= ANSWERS_UNDER_WAY_MAX) return;
  exchange.answersUnderWay += 1;
  await aside(exchange, body);
  exchange.answersUnderWay -= 1;
}

function tellProgress({ call, id }: Exchange, params: unknown): void {
  if (!isRecord(params) || params['progressToken'] !== id || typeof params['progress'] !== 'number') return;
  const { progress, total, message } = params;
  call.onProgress?.({
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  });
}

/** A message that the call does not wait for. Never rejects. */
async function aside({ egress, target, session, call: { accountId } }: Exchange, body: string): Promise<void> {
  const signal = AbortSignal.timeout(ASIDE_TIMEOUT_MS);
  const headers = headersFor(target, session);
  await egress.request({ url: target.url, method: 'POST', headers, body, signal, accountId }).catch(() => undefined);
}

const CALL = 'tools/call';

/** The headers of one POST of `method` in a session. */
function headersFor(target: McpTarget, session: McpSession, named?: { method: string; name: string }) {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': session.revision,
    ...(session.sessionId !== null && { 'mcp-session-id': session.sessionId }),
    ...(session.era === 'modern' && named && { 'mcp-method': named.method, 'mcp-name': named.name }),
  };
}

/** `tools/call` as the negotiated revision wants it. The id doubles as progress token. */
function callRequest(target: McpTarget, session: McpSession, call: ToolCall, id: number) {
  const meta = {
    ...(call.onProgress && { progressToken: id }),
    ...(session.era === 'modern' && {
      [PROTOCOL_VERSION_META_KEY]: session.revision,
      [CLIENT_INFO_META_KEY]: CLIENT_INFO,
      [CLIENT_CAPABILITIES_META_KEY]: {},
    }),
  };
  const params = {
    name: call.toolName,
    arguments: call.input,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return {
    headers: headersFor(target, session, { method: CALL, name: call.toolName }),
    body: JSON.stringify({ jsonrpc: '2.0', id, method: CALL, params }),
  };
}

const cancelMessage = (requestId: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

/** The answer to what an upstream asks of its client: we are there, and offer nothing. */
function answerTo(id: unknown, method: string): string {
  const answer = method === 'ping' ? { result: {} } : { error: { code: -32_601, message: 'Method not found' } };
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
}
