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

/** The result of `tools/call`, as the upstream sent it. */
export function toOutcome(result: unknown): ToolOutcome {
  if (!isRecord(result)) return badAnswer('sent a result that is not an object');
  if (result['resultType'] === 'input_required') return badAnswer('asks for input that only a person can give');
  const output = toOutput(result);
  if (!output) return badAnswer('sent a result without content');
  if (result['isError'] !== true) return { kind: 'ok', output };
  const message = textOf(output.content) || 'The tool reported an error without saying which';
  return { kind: 'tool_error', message, output };
}

type McpOutput = Extract<ToolOutput, { type: 'mcp' }>;

function toOutput(result: Record<string, unknown>): McpOutput | null {
  const { content = [], structuredContent, _meta } = result;
  if (!Array.isArray(content) || !content.every(isJsonObject)) return null;
  if (content.length === 0 && !('content' in result) && !isJsonObject(structuredContent)) return null;
  return {
    type: 'mcp',
    content,
    ...(isJsonObject(structuredContent) && { structuredContent }),
    ...metaOf(_meta),
  };
}

/** Reserved keys speak of one hop, such as which server answered; they end here. */
function metaOf(meta: unknown): { meta?: JsonObject } {
  if (!isJsonObject(meta)) return {};
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
