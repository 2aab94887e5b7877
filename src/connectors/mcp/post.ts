import type { ToolCall, ToolFailure, ToolOutcome } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { Egress, EgressStream } from '../egress/types.ts';
import { statusFailure } from '../http/statusFailure.ts';
import { LineTooLong } from '../stdio/lines.ts';
import { answerTo, callRequest, cancelMessage, headersFor } from './message.ts';
import { badAnswer, rpcErrorOutcome, toOutcome } from './result.ts';
import type { McpSession } from './session.ts';
import { eventsOf } from './sse.ts';
import type { McpTarget } from './target.ts';

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
    const answer = await egress.open({
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

async function readAnswer(exchange: Exchange, answer: EgressStream): Promise<PostResult> {
  if (answer.status !== 200) return readRefusal(exchange, answer);
  const type = answer.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) return outcome(await readStream(exchange, answer));
  const message = await readMessage(answer);
  return outcome(outcomeOf(exchange, message) ?? badAnswer('did not answer in the protocol'));
}

const outcome = (value: ToolOutcome): PostResult => ({ kind: 'outcome', outcome: value });

/** 400 and 404 speak of a session or revision that is gone; with an error of our request they speak of the request. */
async function readRefusal(exchange: Exchange, answer: EgressStream): Promise<PostResult> {
  const { status, headers } = answer;
  const message = await readMessage(answer);
  const error = isRecord(message) && isRecord(message['error']) ? message['error'] : {};
  if (status === 400 && error['code'] === HEADER_MISMATCH) return { kind: 'needs_sdk' };
  const isStale = status === 404 || (status === 400 && error['code'] !== -32_602);
  if (isStale) return { kind: 'stale', failure: statusFailure(status, headers) };
  const told = status < 500 && status !== 401 && status !== 403 && status !== 429 ? outcomeOf(exchange, message) : null;
  return outcome(told ?? statusFailure(status, headers));
}

async function readMessage({ body }: EgressStream): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MESSAGE_BYTES_MAX) return null;
    parts.push(part);
  }
  return parse(Buffer.concat(parts).toString('utf8'));
}

function parse(text: string): unknown {
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

async function readStream(exchange: Exchange, answer: EgressStream): Promise<ToolOutcome> {
  let stream = answer;
  for (let resumes = 0; ; resumes += 1) {
    const read = await readEvents(exchange, stream);
    if (read.outcome) return read.outcome;
    if (read.lastEventId === null || resumes === RESUMES_MAX) return badAnswer('ended the stream without an answer');
    const resumed = await resume(exchange, read.lastEventId);
    if (!resumed) return badAnswer('ended the stream without an answer');
    stream = resumed;
  }
}

type Read = { readonly outcome: ToolOutcome | null; readonly lastEventId: string | null };

async function readEvents(exchange: Exchange, { body }: EgressStream): Promise<Read> {
  let resumeFrom: string | null = null;
  try {
    for await (const { data, lastEventId } of eventsOf(body, MESSAGE_BYTES_MAX)) {
      resumeFrom = lastEventId ?? resumeFrom;
      const message = data === '' ? null : parse(data);
      const found = outcomeOf(exchange, message);
      if (found) return { outcome: found, lastEventId: resumeFrom };
      hear(exchange, message);
    }
  } catch (error) {
    if (error instanceof LineTooLong) return { outcome: badAnswer('sent more than 4 MiB'), lastEventId: null };
    throw error;
  }
  return { outcome: null, lastEventId: resumeFrom };
}

/** A server may end a stream early and keep the answer for whoever comes back (2025-11-25, transports, resumability). */
async function resume({ egress, target, session, call }: Exchange, lastEventId: string): Promise<EgressStream | null> {
  const headers = { ...headersFor(target, session), accept: 'text/event-stream', 'last-event-id': lastEventId };
  const stream = await egress.open({ url: target.url, headers, signal: call.signal, maxBytes: STREAM_BYTES_MAX });
  if (stream.status === 200) return stream;
  await stream.body.cancel();
  return null;
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
async function aside({ egress, target, session }: Exchange, body: string): Promise<void> {
  const signal = AbortSignal.timeout(ASIDE_TIMEOUT_MS);
  const headers = headersFor(target, session);
  await egress.request({ url: target.url, method: 'POST', headers, body, signal }).catch(() => undefined);
}
