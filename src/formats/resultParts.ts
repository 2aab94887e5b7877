import { isRecord, type JsonObject } from '../core/lib/json.ts';
import { mediaTypeOf } from '../core/lib/mediaType.ts';
import { scalarText } from '../core/lib/scalarText.ts';
import type { SmallOutput } from '../core/results/largeOutput.ts';

/** A part of a tool's result: a non-empty text, or bytes with a media type without parameters. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly base64: string; readonly mimeType: string; readonly name?: string };

const text = (value: string): readonly Part[] => (value === '' ? [] : [{ kind: 'text', text: value }]);
const json = (value: unknown): readonly Part[] => text(JSON.stringify(value));

function file(base64: string, type: string, name?: string): Part {
  return { kind: 'file', base64, mimeType: mediaTypeOf(type), ...(name !== undefined && { name }) };
}

const stringAt = (value: JsonObject, key: string): string | undefined =>
  typeof value[key] === 'string' ? value[key] : undefined;

/** The parts of an MCP result block; an unknown type stays as JSON. */
function blockParts(block: JsonObject): readonly Part[] {
  const { type, resource } = block;
  const [blockText, data] = [stringAt(block, 'text'), stringAt(block, 'data')];
  if (type === 'text' && blockText !== undefined) return text(blockText);
  if ((type === 'image' || type === 'audio') && data !== undefined)
    return [file(data, stringAt(block, 'mimeType') ?? '')];
  return type === 'resource' && isRecord(resource) ? resourceParts(block, resource) : json(block);
}

function resourceParts(block: JsonObject, { text: plainText, blob, mimeType, uri }: Readonly<Record<string, unknown>>) {
  if (typeof plainText === 'string') return text(plainText);
  if (typeof blob !== 'string') return json(block);
  return [file(blob, scalarText(mimeType ?? ''), typeof uri === 'string' ? uri : undefined)];
}

/** A tool's result in parts. Structured content is a separate part unless a text equals it. */
export function partsOf(output: SmallOutput): readonly Part[] {
  switch (output.type) {
    case 'mcp': {
      const parts = output.content.flatMap(blockParts);
      const isInText = output.structuredContent === undefined || parts.some(({ kind }) => kind === 'text');
      return isInText ? parts : [...json(output.structuredContent), ...parts];
    }
    case 'json':
      return json(output.value);
    case 'text':
      return text(output.text);
    case 'binary':
      return [file(output.base64, output.contentType)];
    case 'file':
      return json({ file: output.file });
  }
}
