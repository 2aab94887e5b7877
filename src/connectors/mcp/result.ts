import type { DiscoveredTool, ToolFailure, ToolOutcome, ToolOutput } from '../../core/calls/connector.ts';
import { isJsonObject, isRecord, type JsonObject } from '../../core/lib/json.ts';

const INVALID_PARAMS = -32_602;
const RESERVED_META = 'io.modelcontextprotocol/';

const textOf = (content: readonly JsonObject[]): string =>
  content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');

export const badAnswer = (what: string): ToolFailure => ({
  kind: 'bad_answer',
  message: `the upstream ${what}`,
});

/** Of one message, before it is parsed. */
export const MESSAGE_BYTES_MAX = 4 * 1_024 * 1_024;

/** A JSON-RPC message; null for bytes or a text that are none, or too many. */
export function readMessage(given: Buffer | string): unknown {
  if (given.length > MESSAGE_BYTES_MAX) return null;
  const text = given.toString();
  // Nothing else is a message, and an exception costs more than a look.
  if (!text.startsWith('{') && !text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a message answers to the `tools/call` of this id; null for one that does not answer it. */
export function outcomeIn(message: unknown, id: number): ToolOutcome | null {
  if (!isRecord(message) || message['id'] !== id) return null;
  if ('result' in message) return toOutcome(message['result']);
  const { error } = message;
  if (!isRecord(error)) return null;
  return rpcErrorOutcome(Number(error['code']), typeof error['message'] === 'string' ? error['message'] : '');
}

/** The result of `tools/call`, as the upstream sent it. */
export function toOutcome(result: unknown): ToolOutcome {
  if (!isRecord(result)) return badAnswer('sent a result that is not an object');
  if (result['resultType'] === 'input_required') return badAnswer('asks for input that only a person can give');
  const { content = [], structuredContent: structured, _meta } = result;
  const hasContent = 'content' in result || isJsonObject(structured);
  if (!hasContent || !Array.isArray(content) || !content.every(isJsonObject)) {
    return badAnswer('sent a result without content');
  }
  const output: ToolOutput = {
    type: 'mcp',
    content,
    ...(isJsonObject(structured) && { structuredContent: structured }),
    ...(isJsonObject(_meta) && withoutReserved(_meta)),
  };
  if (result['isError'] !== true) return { kind: 'ok', output };
  return { kind: 'tool_error', message: textOf(content) || 'The tool reported an error without saying which', output };
}

/** Reserved keys speak of one hop, such as which server answered; they end here. */
function withoutReserved(meta: JsonObject): { meta?: JsonObject } {
  const entries = Object.entries(meta).filter(([key]) => !key.startsWith(RESERVED_META));
  return entries.length > 0 ? { meta: Object.fromEntries(entries) } : {};
}

/** A JSON-RPC error instead of a result. Refused arguments are the caller's to repair, anything else is the upstream's. */
export function rpcErrorOutcome(code: number, text: string): ToolFailure {
  const message = text || `The upstream answered with error ${code}`;
  if (code === INVALID_PARAMS) {
    return { kind: 'tool_error', message, output: { type: 'mcp', content: [{ type: 'text', text: message }] } };
  }
  return { kind: 'upstream_error', message };
}

type ListedTool = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
};

/** A tool of an upstream's `tools/list`; null for one without a usable input schema. */
export function toDiscoveredTool(tool: ListedTool): DiscoveredTool | null {
  const { name, title, description = '', inputSchema, outputSchema, annotations } = tool;
  if (!isJsonObject(inputSchema)) return null;
  return {
    name,
    description,
    inputSchema,
    ...(title !== undefined && { title }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
  };
}
