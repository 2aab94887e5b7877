import type { DiscoveredTool } from '../../core/calls/connector.ts';
import {
  isJsonObject,
  isRecord,
  type JsonObject,
  type JsonValue,
  mayHoldExactNumber,
  parseJson,
} from '../../core/lib/json.ts';
import type { Elicitation, ToolFailure, ToolOutcome, ToolOutput } from '../../core/results/outcome.ts';
import { omittedForClients, readForClients } from '../../core/servers/forClients.ts';
import { withExactParts } from './exactParts.ts';

const INVALID_PARAMS = -32_602;
const MISSING_CAPABILITY = -32_021;
/** Starts the state of a task’s question, before the task’s id. */
export const TASK_STATE = 'toolyard-task:';
const RESERVED_META = 'io.modelcontextprotocol/';
/** Maximum requests in one elicitation, because a person has to read them. */
const REQUESTS_MAX = 8;
const QUESTION_CHARS_MAX = 16_384;
const STATE_CHARS_MAX = 16_384;

/** The failure of an upstream that broke the protocol. The argument follows "the upstream". */
export const badAnswer = (problem: string): ToolFailure => ({
  kind: 'bad_answer',
  message: `the upstream ${problem}`,
});

/** Maximum bytes of one JSON-RPC message of an MCP server; longer texts are not treated as messages. */
export const MESSAGE_BYTES_MAX = 4 * 1_024 * 1_024;

/** Parses a JSON-RPC message, or a batch of them (MCP 2025-03-26). Null for any other text, or one that is too long. */
export function readMessage(data: Buffer | string): unknown {
  if (data.length > MESSAGE_BYTES_MAX) return null;
  const text = data.toString();
  // Other text isn't a message, and an exception costs more than this test.
  if (!text.startsWith('{') && !/^\s*(?:\{|\[\s*\{)/.test(text)) return null;
  try {
    const message: unknown = JSON.parse(text);
    return mayHoldExactNumber(text) ? withExactParts(message, parseJson(text)) : message;
  } catch {
    return null;
  }
}

/** The outcome in an answer to the `tools/call` with this id; null for any other message. */
export function outcomeIn<O>(input: unknown, id: number, toOutcome: (result: unknown) => O): O | ToolFailure | null {
  const message: unknown = Array.isArray(input) ? input.find((each) => isRecord(each) && each['id'] === id) : input;
  if (!isRecord(message) || message['id'] !== id) return null;
  if ('result' in message) return toOutcome(message['result']);
  const { error } = message;
  if (!isRecord(error)) return null;
  const text = typeof error['message'] === 'string' ? error['message'] : '';
  return rpcErrorOutcome(Number(error['code']), text, error['data']);
}

/** Boundary: the value came from JSON. */
const asJson = (value: unknown): JsonValue => value as JsonValue;

/** Converts the result of `tools/call`. */
export function toOutcome(result: unknown): ToolOutcome {
  if (!isRecord(result)) return badAnswer('sent a result that is not an object');
  if (result['resultType'] === 'input_required') return elicitationFailure(result);
  const { content = [], structuredContent: structured, _meta } = result;
  const hasContent = 'content' in result || structured !== undefined;
  if (!hasContent || !Array.isArray(content) || !content.every(isJsonObject)) {
    return badAnswer('sent a result without content');
  }
  const meta = withoutReserved(_meta);
  const output: ToolOutput = {
    type: 'mcp',
    content,
    ...(structured !== undefined && { structuredContent: asJson(structured) }),
    ...(meta && { meta }),
  };
  if (result['isError'] !== true) return { kind: 'ok', output };
  const message = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
  return { kind: 'tool_error', message: message || 'The tool reported an unspecified error', output };
}

/** `resultType: input_required` is a failure. It carries the elicitation for callers that support it. */
export function elicitationFailure(result: Record<string, unknown>): ToolFailure {
  const elicitation = elicitationIn(result);
  return { ...badAnswer('asks for input that only a person can give'), ...(elicitation && { elicitation }) };
}

/**
 * The elicitation in a result with `resultType: input_required`. Null if it cannot be passed on: it needs more than a
 * person (sampling, roots), is empty, or is too long.
 */
function elicitationIn({ inputRequests, requestState }: Record<string, unknown>): Elicitation | null {
  if (!isJsonObject(inputRequests)) return null;
  const requests = Object.values(inputRequests);
  if (requests.length === 0 || requests.length > REQUESTS_MAX) return null;
  // Callers can declare to support elicitations only.
  const areElicitations = requests.every(
    (request) => isRecord(request) && request['method'] === 'elicitation/create' && isRecord(request['params']),
  );
  if (!areElicitations) return null;
  if (JSON.stringify(inputRequests).length > QUESTION_CHARS_MAX) return null;
  if (requestState === undefined) return { inputRequests };
  if (typeof requestState !== 'string' || requestState.length > STATE_CHARS_MAX) return null;
  return { inputRequests, requestState };
}

/**
 * `_meta` without its reserved keys, which concern one hop, such as the responding server's name; null if none is left.
 */
export function withoutReserved(meta: unknown): JsonObject | null {
  const entries = isJsonObject(meta) ? Object.entries(meta).filter(([key]) => !key.startsWith(RESERVED_META)) : [];
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Longer data of an error is left out. */
const DATA_CHARS_MAX = 16_384;

/** Converts a JSON-RPC error. The caller can correct invalid arguments; all other errors are the upstream's failure. */
export function rpcErrorOutcome(code: number, text: string, errorData?: unknown): ToolFailure {
  const message = text || `The upstream answered with error ${code}`;
  const json = errorData === undefined ? '' : JSON.stringify(errorData);
  const data = json === '' || json.length > DATA_CHARS_MAX ? {} : { data: asJson(errorData) };
  if (code === INVALID_PARAMS) {
    const blocks = [message, ...('data' in data ? [json] : [])];
    const content = blocks.map((each) => ({ type: 'text', text: each }));
    return { kind: 'tool_error', message, output: { type: 'mcp', content } };
  }
  const rpc = { code: Number.isSafeInteger(code) ? code : INTERNAL_ERROR, ...data };
  if (code !== MISSING_CAPABILITY) return { kind: 'upstream_error', message, rpc };
  return { kind: 'upstream_error', message: LACKS_CAPABILITY, rpc };
}

const INTERNAL_ERROR = -32_603;
const LACKS_CAPABILITY = 'the upstream requires a capability that this client has not declared';

const METHOD_NOT_FOUND = -32_601;
/** The failure of a subscription to a server that offers none. */
export const NOT_OFFERED = rpcErrorOutcome(METHOD_NOT_FOUND, 'The server does not offer resource subscriptions');

/** A tool that cannot be offered. `at`: its position in the list, if it has no name. */
export const refusedTool = (name: unknown, at: number, problem: string): DiscoveredTool => ({
  name: typeof name === 'string' ? name.slice(0, TEXT_CHARS_MAX) : `(tool ${at + 1} of the list)`,
  description: '',
  inputSchema: {},
  problem,
});

/** Longer than any stored text, so that secrets are removed before a text is cut to its stored length. */
const TEXT_CHARS_MAX = 98_304;

/** Converts an entry of `tools/list`. */
export function toDiscoveredTool(tool: unknown, at: number): DiscoveredTool {
  if (!isRecord(tool)) return refusedTool(null, at, 'it is not an object');
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  if (typeof name !== 'string') return refusedTool(name, at, 'it has no name');
  if (inputSchema === undefined) return refusedTool(name, at, 'it has no inputSchema');
  if (!isJsonObject(inputSchema)) return refusedTool(name, at, 'its inputSchema is not an object');
  const forClients = readForClients(tool);
  const unusable = OPTIONAL.flatMap(([member, isRight, kind]) => {
    const value = tool[member] ?? undefined;
    return value === undefined || isRight(value) ? [] : [`its ${member} is not ${kind}, and is left out`];
  });
  const omitted = [...unusable, ...omittedForClients(tool, forClients)];
  return {
    name: name.slice(0, TEXT_CHARS_MAX),
    description: typeof description === 'string' ? description.slice(0, TEXT_CHARS_MAX) : '',
    inputSchema,
    ...(typeof title === 'string' && { title: title.slice(0, TEXT_CHARS_MAX) }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
    ...(forClients && { forClients }),
    ...(omitted.length > 0 && { omitted }),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';
/** Optional members for models and programs. Those of another type are left out; null means absent. */
const OPTIONAL: readonly (readonly [member: string, isRight: (value: unknown) => boolean, kind: string])[] = [
  ['title', isText, 'a text'],
  ['description', isText, 'a text'],
  ['outputSchema', isJsonObject, 'an object'],
  ['annotations', isJsonObject, 'an object'],
];
