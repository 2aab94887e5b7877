import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { ToolCall, ToolFailure, ToolOutcome } from '../../core/calls/connector.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { Egress, EgressAnswer } from '../egress/types.ts';
import { statusFailure } from '../http/statusFailure.ts';
import { CLIENT_INFO } from './client.ts';
import { type Exchange, headersFor, postAside, readEventStream, STREAM_BYTES_MAX } from './eventStream.ts';
import { badAnswer, outcomeIn, readMessage } from './result.ts';
import type { McpSession, McpTarget } from './session.ts';

const HEADER_MISMATCH = -32_020;
const INVALID_PARAMS = -32_602;
// Names that can stand in a header as they are; others need an encoding that only the SDK knows.
const PLAIN_NAME = /^[\x21-\x7e]+$/;

/** How one POST ended: with the call's outcome, or unexecuted and to be sent another way. */
export type PostResult =
  | { readonly kind: 'outcome'; readonly outcome: ToolOutcome }
  /** Not executed: the upstream no longer knows the session or the revision. */
  | { readonly kind: 'stale'; readonly failure: ToolFailure }
  /** Not executed: the tool wants headers made from its schema. */
  | { readonly kind: 'needs_sdk' };

let lastId = 0;

/** One `tools/call` over streamable HTTP. @throws EgressError */
export async function postToolCall(
  egress: Egress,
  target: McpTarget,
  session: McpSession,
  call: ToolCall,
): Promise<PostResult> {
  const { signal, accountId, toolName } = call;
  if (session.era === 'modern' && !PLAIN_NAME.test(toolName)) return { kind: 'needs_sdk' };
  lastId += 1;
  const exchange = { egress, target, session, call, id: lastId, answersUnderWay: 0 };
  const onAbort = () => void postAside(exchange, cancelMessage(exchange.id));
  // For later revisions, closing the stream cancels the call.
  if (session.era === 'legacy') signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await egress.ask({
      accountId,
      url: target.url,
      method: 'POST',
      headers: headersFor(target, session, { method: 'tools/call', name: toolName }),
      body: callBody(session, call, exchange.id),
      signal,
      maxBytes: STREAM_BYTES_MAX,
    });
    if ('events' in answer) return { kind: 'outcome', outcome: await readEventStream(exchange, answer.events) };
    return readAnswer(exchange, answer);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The body of `tools/call`. The id is also the progress token. */
function callBody(session: McpSession, { toolName: name, input, onProgress }: ToolCall, id: number): string {
  const isPlain = session.era === 'legacy' && !onProgress;
  const params = { name, arguments: input, ...(!isPlain && { _meta: metaOf(session, id, onProgress !== undefined) }) };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

const metaOf = ({ era, revision }: McpSession, id: number, wantsProgress: boolean): object => ({
  ...(wantsProgress && { progressToken: id }),
  ...(era === 'modern' && {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  }),
});

const cancelMessage = (requestId: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

function readAnswer({ id }: Exchange, answer: EgressAnswer): PostResult {
  const message = readMessage(answer.body);
  const told = outcomeIn(message, id);
  if (answer.status !== 200) return readRefusal(answer, message, told);
  return { kind: 'outcome', outcome: told ?? badAnswer('did not answer in the protocol') };
}

function readRefusal({ status, headers }: EgressAnswer, message: unknown, told: ToolOutcome | null): PostResult {
  const error = isRecord(message) && isRecord(message['error']) ? message['error'] : {};
  if (status === 400 && error['code'] === HEADER_MISMATCH) return { kind: 'needs_sdk' };
  // 400 and 404 usually mean a lost session or revision; with an INVALID_PARAMS error they concern the request itself.
  const isStale = status === 404 || (status === 400 && error['code'] !== INVALID_PARAMS);
  if (isStale) return { kind: 'stale', failure: statusFailure(status, headers) };
  const isItsOwn = status < 500 && status !== 401 && status !== 403 && status !== 429;
  return { kind: 'outcome', outcome: (isItsOwn ? told : null) ?? statusFailure(status, headers) };
}
