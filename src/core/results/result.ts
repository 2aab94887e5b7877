import type { ToolOutput } from '../calls/connector.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';

function parseObject(text: string): JsonObject | null {
  // Most texts are not JSON, and an exception costs more than this test.
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: JsonValue = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function objectInContent(content: readonly JsonObject[]): JsonObject | null {
  const [block, ...others] = content;
  if (block === undefined || others.length > 0) return null;
  const text = block['text'];
  return block['type'] === 'text' && typeof text === 'string' ? parseObject(text) : null;
}

/** A tool's output as the `result` of an invocation, which is always an object. */
export function toResult(output: ToolOutput): JsonObject {
  switch (output.type) {
    case 'mcp':
      return output.structuredContent ?? objectInContent(output.content) ?? { content: output.content };
    case 'json':
      return isJsonObject(output.value) ? output.value : { data: output.value };
    case 'text':
      return { text: output.text };
    case 'binary':
      return { data_base64: output.base64, content_type: output.contentType };
  }
}
