import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequestParams,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { isElicitationId, newElicitationId, storeClientAnswer, waitForAnswers } from '../core/calls/clientAnswer.ts';
import type { ElicitationContext } from '../core/calls/elicitation.ts';
import type { LogSeverity } from '../core/calls/notifications.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { isJsonObject, type JsonObject, textOf } from '../core/lib/json.ts';
import type { MessageId } from '../core/lib/namedNumbers.ts';
import { loggingTo, type Notify, progressTo, type RunOptions, runTool } from './call.ts';
import { answerStreaming, type SendMessage } from './callStream.ts';
import { envelope, errorEnvelope, isCall, readMessageOf } from './direct.ts';
import { wantedForm } from './lenient.ts';
import type { View } from './list.ts';
import { errorResult } from './result.ts';
import { capabilitiesIn, SESSION_HEADER } from './session.ts';

/** Maximum rounds of elicitations in one call; after that, the call ends. */
const ROUNDS_MAX = 8;
/**
 * How long a person may take while an upstream waits. It is less than the silence after which an upstream's stream is
 * closed.
 */
const OPEN_WAIT_MS = 4 * 60_000;
const NO_ANSWER = 'The tool asked a question that was not answered within ten minutes. Nothing more was sent.';
const TOO_MANY = `The tool asked more than ${ROUNDS_MAX} questions, so the call ended.`;

/** A call from a client of an older revision that supports elicitation. */
export type CallWithDialogue = {
  readonly id: MessageId;
  readonly params: CallToolRequestParams;
  /** The client's declared elicitation capabilities. */
  readonly capabilities: JsonObject;
  /** The client's session id from its handshake. */
  readonly session: string;
};

/** The caller of a message, and the stack as the caller sees it at that moment. */
export type Visit = { readonly ctx: Ctx; readonly view: View };

/** Reads a call from a client that supports elicitation; null for any other message. */
export function readAskable(headers: IncomingHttpHeaders, body: JsonObject): CallWithDialogue | null {
  const session = headers[SESSION_HEADER];
  // A client that reads no stream can't receive elicitations on one.
  const capabilities = wantedForm(headers) === 'json' ? null : capabilitiesIn(session);
  const message = readMessageOf(headers, body);
  if (capabilities === null || message?.era !== 'legacy' || !isCall(message.params)) return null;
  return { id: message.id, params: message.params, capabilities, session: String(session) };
}

/**
 * Answers a call whose tool may ask questions. Sends the elicitations on the stream and repeats the call with the
 * answers, as clients of the stateless revision do. `again` repeats all checks, because a person may take minutes. When
 * `closing` aborts, waiting for a person ends; a running call isn't interrupted. `level`: the session's log level.
 */
export function answerAsking(
  { id, params, capabilities }: CallWithDialogue,
  level: LogSeverity | null,
  first: Visit,
  again: () => Promise<Visit>,
  closing: AbortSignal,
): Promise<Response> {
  const run = async (send: SendMessage): Promise<string> => {
    try {
      const notify: Notify = (notice) =>
        send({ jsonrpc: '2.0', method: notice.method, params: asJson(notice.params) }, 'droppable');
      const hears = { ...progressTo(params._meta, notify), ...loggingTo(level, notify) };
      const asking = { send, capabilities, again, closing, ...hears };
      return envelope(id, 'result', await runAsking(first, params, asking));
    } catch (error) {
      if (error instanceof ProtocolError) return errorEnvelope(id, error);
      throw error;
    }
  };
  return answerStreaming(run, (error) => errorEnvelope(id, toProtocolError(first.ctx, error)));
}

/** Boundary: its members include an exact number. */
const asJson = (notice: object): JsonObject => notice as JsonObject;

type Asking = Pick<RunOptions, 'onProgress' | 'logging'> & {
  readonly send: SendMessage;
  readonly capabilities: JsonObject;
  readonly again: () => Promise<Visit>;
  readonly closing: AbortSignal;
};

/** Returns the JSON of the result. */
async function runAsking(first: Visit, params: CallToolRequestParams, asking: Asking): Promise<string> {
  const { send, capabilities, again, closing, ...options } = asking;
  const signal = AbortSignal.any([first.ctx.signal, closing]);
  let dialogue: ElicitationContext = { capabilities };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { ctx, view } = round === 0 ? first : await again();
    const ended = new AbortController();
    const open = { ...ctx, signal: AbortSignal.any([signal, ended.signal]) };
    const askNow = async (elicitation: JsonObject): Promise<JsonObject> => {
      // The upstream waits with the call open.
      const answers = await askAll(open, view, { elicitation: { params: elicitation } }, send, OPEN_WAIT_MS);
      // A caller whose token has expired must not answer either; the upstream receives a cancellation.
      await again();
      const answer = answers?.['elicitation'];
      return isJsonObject(answer) ? answer : { action: 'cancel' };
    };
    const run = { ...options, signal: ctx.signal, isModern: false, dialogue: { ...dialogue, askNow } };
    // Withdraws elicitations the upstream no longer waits for.
    const result = await runTool(ctx, view, params, run).finally(() => ended.abort());
    if (result instanceof Uint8Array) return textOf(result);
    if (!isInputRequired(result)) return JSON.stringify(result);
    const { inputRequests = {}, requestState } = result;
    const inputResponses = await askAll({ ...ctx, signal }, view, inputRequests, send);
    if (!inputResponses) return JSON.stringify(errorResult(NO_ANSWER));
    dialogue = { capabilities, answers: { inputResponses, ...(requestState !== undefined && { requestState }) } };
  }
  return JSON.stringify(errorResult(TOO_MANY));
}

const isInputRequired = (result: object): result is InputRequiredResult =>
  'resultType' in result && result.resultType === 'input_required';

/** The answers by the keys of their requests; null when some did not arrive. */
async function askAll(
  ctx: Ctx,
  { snapshot }: View,
  requests: object,
  send: SendMessage,
  waitMs?: number,
): Promise<JsonObject | null> {
  const { stackId } = snapshot;
  const elicitations = Object.entries(requests).map(([key, request]) => ({
    key,
    request,
    id: newElicitationId(ctx, stackId),
  }));
  const ids = elicitations.map(({ id }) => id);
  const ask = (): void => {
    for (const { id, request } of elicitations) send(requestOf(id, request));
  };
  const answers = await waitForAnswers(ctx, stackId, ids, ask, waitMs);
  return (
    answers &&
    Object.fromEntries(
      elicitations.map(({ key, id }) => {
        const result = answers.get(id)?.['result'];
        return [key, isJsonObject(result) && ACTIONS.has(result['action']) ? result : { action: 'cancel' }];
      }),
    )
  );
}

/** The request in the form of older revisions, in which an elicitation for an address has an id. */
function requestOf(id: string, request: unknown): JsonObject {
  const params = isJsonObject(request) && isJsonObject(request['params']) ? request['params'] : {};
  const named = params['mode'] === 'url' ? { elicitationId: id, ...params } : params;
  return { jsonrpc: '2.0', id, method: 'elicitation/create', params: named };
}

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);

/** Converts the error that ends a call on a stream, whose HTTP status has been sent already. */
function toProtocolError({ log, signal }: Ctx, error: unknown): ProtocolError {
  if (error instanceof AppError) return new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  // The service stopped while it waited for a person, or the client disconnected.
  const isCut = signal.aborted || (error instanceof Error && error.name === 'AbortError');
  if (!isCut) log.error({ err: error }, 'tools/call failed');
  return new ProtocolError(ProtocolErrorCode.InternalError, isCut ? 'The call was cut off' : 'Internal error');
}

/** Stores a client's answer to one of our elicitations; false for any other message. @throws as `storeClientAnswer` */
export async function acceptAnswer(ctx: Ctx, { snapshot }: View, body: JsonObject): Promise<boolean> {
  const { id, method, result, error } = body;
  if (method !== undefined || !isElicitationId(id) || (result === undefined && error === undefined)) return false;
  await storeClientAnswer(ctx, snapshot.stackId, id, isJsonObject(result) ? { result } : {});
  return true;
}
