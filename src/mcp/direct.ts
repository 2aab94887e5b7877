import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequestParams,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Ctx } from '../core/kernel/context.ts';
import { isRecord, type JsonObject } from '../core/lib/json.ts';
import { isMessageId, type MessageId } from '../core/lib/namedNumbers.ts';
import type { Answer } from '../wire/toolCall.ts';
import { dialogueOf, MISSING_CAPABILITY, runTool } from './call.ts';
import { wantedForm } from './lenient.ts';
import { type Era, listTools, type View } from './list.ts';
import { withServerInfo } from './result.ts';
import { capabilitiesIn, SESSION_HEADER } from './session.ts';
import { declaresTasks } from './taskCreated.ts';
import { answerTask, isTaskMethod, missingTasks } from './tasks.ts';

const STATELESS_REVISION = '2026-07-28';

/** A message that needs neither a stream nor the SDK. */
export type Plain = {
  readonly era: Era;
  readonly id: MessageId;
  readonly method: string;
  readonly params: Record<string, unknown>;
};

/**
 * Answers a plain message with JSON text. The SDK gives the same responses. This path costs a fraction, for the
 * requests that agents send all day.
 */
export async function answerDirectly({ era, id, method, params }: Plain, ctx: Ctx, view: View): Promise<Answer> {
  try {
    if (isTaskMethod(method)) {
      if (!declaresTasks(capabilitiesOf(params))) throw missingTasks();
      return { status: 200, body: [`${head(id)}"result":`, ...(await answerTask(ctx, view, method, params)), '}'] };
    }
    if (!isCall(params))
      return { status: 200, body: [`${head(id)}"result":`, listJson(view, era, params['cursor']), '}'], isOpen: true };
    const capabilities = era === 'modern' ? capabilitiesOf(params) : {};
    const asking = { ...dialogueOf(capabilities), hasTasks: declaresTasks(capabilities) };
    const result = await runTool(ctx, view, params, { signal: ctx.signal, isModern: era === 'modern', ...asking });
    if (result instanceof Uint8Array) return { status: 200, body: [`${head(id)}"result":`, result, '}'] };
    const json = JSON.stringify(era === 'modern' ? withServerInfo(result) : result);
    return { status: 200, body: envelope(id, 'result', json) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // The stateless revision has another status only for this error.
    return { status: error.code === MISSING_CAPABILITY ? 400 : 200, body: errorEnvelope(id, error) };
  }
}

const capabilitiesOf = ({ _meta: meta }: Record<string, unknown>): unknown =>
  isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;

const head = (id: MessageId): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
export const envelope = (id: MessageId, kind: 'result' | 'error', json: string): string =>
  `${head(id)}"${kind}":${json}}`;

export const errorEnvelope = (id: MessageId, { code, message, data }: ProtocolError): string =>
  envelope(id, 'error', JSON.stringify({ code, message, data }));

/**
 * A page of the list as JSON. Nearly every client requests the first one, so it is built once per version of the stack.
 */
function listJson(view: View, era: Era, cursor: unknown): string | Buffer {
  if (typeof cursor === 'string') return JSON.stringify(listResult(view, era, cursor));
  const { listed, mode } = view;
  return listed.memo(`mcp:first:${mode}:${era}`, () => Buffer.from(JSON.stringify(listResult(view, era, undefined))));
}

function listResult(view: View, era: Era, cursor: string | undefined): object {
  const result = listTools(view, era, cursor);
  if (era === 'legacy') return result;
  return { ...withServerInfo(result), ttlMs: 0, cacheScope: 'private' };
}

/** True if the parameters of a plain message belong to a call, not a list. */
export const isCall = (params: Plain['params']): params is CallToolRequestParams => 'name' in params;

const PARAMS: Readonly<Record<string, ReadonlySet<string>>> = {
  'tools/list': new Set(['cursor', '_meta']),
  'tools/call': new Set(['name', 'arguments', '_meta']),
  'tasks/get': new Set(['taskId', '_meta']),
  'tasks/update': new Set(['taskId', 'inputResponses', '_meta']),
  'tasks/cancel': new Set(['taskId', '_meta']),
};

/** A plain, well-formed `tools/list` or `tools/call`; null for others, which the SDK answers or refuses. */
export function readPlain(headers: IncomingHttpHeaders, body: JsonObject): Plain | null {
  const message = wantedForm(headers) === 'events' ? null : readMessageOf(headers, body);
  // Progress, log messages and questions need a stream.
  return message && !needsStream(headers, message) ? message : null;
}

/** Options in `_meta` that request messages before the answer. */
const STREAMING = ['progressToken', LOG_LEVEL_META_KEY];

const needsStream = (headers: IncomingHttpHeaders, { era, params }: Plain): boolean =>
  (isRecord(params['_meta']) &&
    STREAMING.some((key) => isRecord(params['_meta']) && params['_meta'][key] !== undefined)) ||
  (era === 'legacy' && isCall(params) && capabilitiesIn(headers[SESSION_HEADER]) !== null);

/** Like `readPlain`, but also accepts a message whose response needs a stream. */
export function readMessageOf(headers: IncomingHttpHeaders, body: JsonObject): Plain | null {
  const { id, params = {} } = body;
  if (!isMessageId(id)) return null;
  if (!isRecord(params) || !hasPlainShape(body, params)) return null;
  const { _meta: meta = {} } = params;
  if (!isRecord(meta)) return null;
  const isModern = PROTOCOL_VERSION_META_KEY in meta;
  const era = isModern ? modernEra(headers, String(body['method']), params, meta) : legacyEra(headers);
  const method = String(body['method']);
  // Older revisions had other tasks, which Toolyard does not offer.
  return era === null || (era === 'legacy' && isTaskMethod(method)) ? null : { era, id, method, params };
}

function hasPlainShape({ jsonrpc, method }: JsonObject, params: Record<string, unknown>): boolean {
  const known = typeof method === 'string' && Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  if (jsonrpc !== '2.0' || known === undefined || !Object.keys(params).every((key) => known.has(key))) return false;
  const { name, arguments: input, cursor } = params;
  if (isTaskMethod(method)) return true;
  if (method === 'tools/list') return cursor === undefined || typeof cursor === 'string';
  return typeof name === 'string' && (input === undefined || isRecord(input));
}

function legacyEra(headers: IncomingHttpHeaders): Era | null {
  const revision = headers['mcp-protocol-version'];
  const isKnown = revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision));
  return isKnown && headers['mcp-method'] === undefined ? 'legacy' : null;
}

/** Headers and envelope must match the body (MCP 2026-07-28, transports); the SDK refuses the rest. */
function modernEra(
  headers: IncomingHttpHeaders,
  method: string,
  { name, taskId }: Record<string, unknown>,
  meta: Record<string, unknown>,
): Era | null {
  const revisions = [meta[PROTOCOL_VERSION_META_KEY], headers['mcp-protocol-version']];
  const isWhole = isRecord(meta[CLIENT_INFO_META_KEY]) && isRecord(meta[CLIENT_CAPABILITIES_META_KEY]);
  const isNamed = method === 'tools/list' || headers['mcp-name'] === (isTaskMethod(method) ? taskId : name);
  const isAgreed = revisions.every((revision) => revision === STATELESS_REVISION) && headers['mcp-method'] === method;
  return isWhole && isNamed && isAgreed ? 'modern' : null;
}
