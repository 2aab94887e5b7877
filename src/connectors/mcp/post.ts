import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { ToolCall } from '../../core/calls/connector.ts';
import { TASKS } from '../../core/calls/upstreamTask.ts';
import { isRecord } from '../../core/lib/json.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import type { Egress, EgressAnswer } from '../egress/types.ts';
import { failedTool } from '../http/answer.ts';
import { statusFailure } from '../http/statusFailure.ts';
import { CLIENT_INFO } from './client.ts';
import {
  type Caller,
  type Exchange,
  postInBackground,
  readEventStream,
  readHere,
  STREAM_BYTES_MAX,
} from './eventStream.ts';
import type { Reader } from './readers.ts';
import { badAnswer, MESSAGE_BYTES_MAX, outcomeIn, readMessage } from './result.ts';
import { type McpSession, sharedHeadersFor } from './session.ts';
import type { McpTarget } from './target.ts';

const HEADER_MISMATCH = -32_020;
const INVALID_PARAMS = -32_602;
const MISSING_CAPABILITY = -32_021;
/** Errors that concern the request itself, not its session or revision. */
const REQUEST_ERRORS: ReadonlySet<unknown> = new Set([INVALID_PARAMS, MISSING_CAPABILITY]);
/** Servers accept at least 8 KiB of headers; longer ones would be refused without a useful error. */
const INPUT_HEADERS_BYTES_MAX = 6 * 1_024;

/** How one request ended. */
export type PostResult<O> =
  | { readonly kind: 'outcome'; readonly outcome: O | ToolFailure; readonly bytes: number }
  /** Not executed: the upstream no longer knows the session or the revision. */
  | { readonly kind: 'stale'; readonly failure: ToolFailure }
  /** Not executed: the tool requires other headers than its stored definition. */
  | { readonly kind: 'needs_sdk' };

/** A JSON-RPC request, with the reader for its result. */
export type RpcRequest<O> = {
  readonly method: string;
  /** Includes the answers to the previous elicitation, if any. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The called tool's name: later revisions also require it in a header. */
  readonly name?: string;
  /** As in `ToolCall`. */
  readonly inputHeaders?: ToolCall['inputHeaders'] | undefined;
  readonly reader: Reader<O>;
};

const TOO_LONG_TO_REPEAT = failedTool(
  `inputs that the tool also requires as headers exceed ${INPUT_HEADERS_BYTES_MAX} bytes together`,
);

let lastId = 0;

/**
 * One request over streamable HTTP. Requests progress if the caller listens for it.
 * @throws EgressError
 */
export async function postRequest<O>(
  egress: Egress,
  target: McpTarget,
  session: McpSession,
  request: RpcRequest<O>,
  call: Caller,
): Promise<PostResult<O>> {
  const { method, name, params, reader } = request;
  const { signal } = call;
  const inputHeaders = session.era === 'modern' ? request.inputHeaders?.() : undefined;
  const headersLength = Object.entries(inputHeaders ?? {}).reduce(
    (sum, [key, value]) => sum + key.length + value.length,
    0,
  );
  if (headersLength > INPUT_HEADERS_BYTES_MAX) return { kind: 'outcome', outcome: TOO_LONG_TO_REPEAT, bytes: 0 };
  lastId += 1;
  const id = lastId;
  const exchange = { egress, target, session, call, id, reader, bytes: 0, answersUnderWay: 0 };
  try {
    const answer = await egress.ask({
      isIndirect: target.isIndirect ?? false,
      accountId: call.accountId,
      hold: call.hold,
      diagnostics: call.diagnostics,
      url: target.url,
      method: 'POST',
      headers: sharedHeadersFor(target, session, { method, name, inputHeaders }),
      body: messageOf(session, method, params, id, call),
      signal,
      maxBytes: STREAM_BYTES_MAX,
    });
    if ('events' in answer) {
      const outcome = await readEventStream(exchange, answer.events);
      return { kind: 'outcome', outcome, bytes: exchange.bytes };
    }
    const read = readAnswer(exchange, answer);
    return read instanceof Promise ? await read : read;
  } catch (error) {
    // Later revisions treat the closed connection as a cancellation.
    if (signal.aborted && session.era === 'legacy') void postInBackground(exchange, cancelMessage(id));
    throw error;
  }
}

/** Reads a response, immediately unless it is long. */
function readAnswer<O>(exchange: Exchange<O>, answer: EgressAnswer): PostResult<O> | Promise<PostResult<O>> {
  const { status, body } = answer;
  const { id, reader } = exchange;
  const isSmall = body.length < LARGE_BYTES;
  // A long error body is not parsed for a message.
  const message = isSmall ? readMessage(body) : null;
  const inMessage = outcomeIn(message, id, reader.read);
  if (status !== 200) return readRefusal(answer, message, inMessage);
  const resultOf = (outcome: O | ToolFailure | null): PostResult<O> => {
    const failure = () => badAnswer(body.length > MESSAGE_BYTES_MAX ? 'sent more than 4 MiB' : 'violated the protocol');
    return { kind: 'outcome', outcome: outcome ?? failure(), bytes: body.length };
  };
  return isSmall ? resultOf(inMessage) : readHere(exchange, body).then(({ outcome }) => resultOf(outcome));
}

/** A request in the form of the negotiated revision. The id doubles as progress token. */
export function messageOf(
  session: McpSession,
  method: string,
  params: object,
  id: number,
  call: Pick<Caller, 'onProgress' | 'diagnostics' | 'dialogue' | 'logging' | 'meta'>,
): string {
  const { onProgress, diagnostics, meta } = call;
  const isPlain = session.era === 'legacy' && !onProgress && !diagnostics?.traceparent && !meta;
  const sent = isPlain ? params : { ...params, _meta: metaOf(session, onProgress ? id : null, call) };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: sent });
}

const metaOf = (
  { era, revision, offers }: McpSession,
  progressToken: number | null,
  { diagnostics, dialogue, logging, meta }: Pick<Caller, 'diagnostics' | 'dialogue' | 'logging' | 'meta'>,
): object => ({
  ...meta,
  ...(progressToken !== null && { progressToken }),
  // Trace context (SEP-414).
  ...(diagnostics?.traceparent && { traceparent: diagnostics.traceparent }),
  ...(era === 'modern' && {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
    // The client capabilities are the caller's; tasks are followed here.
    [CLIENT_CAPABILITIES_META_KEY]: offers.has('tasks')
      ? { ...dialogue?.capabilities, extensions: { [TASKS]: {} } }
      : (dialogue?.capabilities ?? {}),
    ...(logging && { [LOG_LEVEL_META_KEY]: logging.level }),
  }),
});

/** Notifies an upstream that the response is no longer needed. */
export const cancelMessage = (requestId: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

function readRefusal<O>(
  { status, headers, body }: EgressAnswer,
  message: unknown,
  itsError: O | ToolFailure | null,
): PostResult<O> {
  const error = isRecord(message) && isRecord(message['error']) ? message['error'] : {};
  if (status === 400 && error['code'] === HEADER_MISMATCH) return { kind: 'needs_sdk' };
  // 400 and 404 usually mean that the session is lost, or that the revision is no longer supported.
  const isStale = status === 404 || (status === 400 && !REQUEST_ERRORS.has(error['code']));
  if (isStale) return { kind: 'stale', failure: statusFailure(status, headers) };
  const mayTell = status < 500 && status !== 401 && status !== 403 && status !== 429;
  return {
    kind: 'outcome',
    outcome: (mayTell ? itsError : null) ?? statusFailure(status, headers),
    bytes: body.length,
  };
}
