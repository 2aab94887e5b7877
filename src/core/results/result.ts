import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../lib/json.ts';
import type { SmallOutput } from './largeOutput.ts';

/** The object in a single text block that contains JSON. */
function objectInContent([block, ...others]: readonly JsonObject[]): JsonObject | null {
  const text = block?.['type'] === 'text' && others.length === 0 ? block['text'] : null;
  // Test the text first: most texts are not JSON, and an exception is slow.
  if (typeof text !== 'string' || !/^\s*\{/.test(text)) return null;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

const asObject = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : { data: value });

/** A tool's output as the `result` of a call, which is always an object. */
export function toResult(output: SmallOutput): JsonObject {
  switch (output.type) {
    case 'mcp':
      if (output.structuredContent !== undefined) return asObject(output.structuredContent);
      return objectInContent(output.content) ?? { content: output.content };
    case 'json':
      return asObject(output.value);
    case 'text':
      return { text: output.text, ...(output.remark !== undefined && { remark: output.remark }) };
    case 'binary':
      return { data_base64: output.base64, content_type: output.contentType };
    case 'file':
      return { file: output.file };
  }
}
