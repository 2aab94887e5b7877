import { isRecord, type JsonObject } from '../../core/lib/json.ts';
import { type OpenApiNode, resolved } from './document.ts';
import { isBinary, plainKeywords } from './keywords.ts';
import type { SchemaWriter } from './schema.ts';

/** How deep lists and alternatives are searched for files. */
const DEPTH_MAX = 3;

const alternativesOf = (schema: OpenApiNode): readonly unknown[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));

const FILE_IN_WORDS =
  /\bfiles? (?:to|being|you want to) (?:be )?upload(?:ed)?\b|\bupload(?:s|ed|ing)? (?:a|an|the) (?:\w+ )?file\b|^(?:a|the) (?:file|binary) (?:content|data|upload)\b/i;

/** True for a plain string whose description says that it is a file, such as Stripe's `file`: “A file to upload”. */
const isFileInWords = ({ type, description, ...rest }: OpenApiNode): boolean =>
  type === 'string' &&
  typeof description === 'string' &&
  FILE_IN_WORDS.test(description) &&
  ['format', 'enum', 'const', 'pattern', 'contentEncoding', 'contentMediaType'].every((key) => rest[key] === undefined);

const isFile = (schema: OpenApiNode): boolean => isBinary(schema) || isFileInWords(schema);

/** Whether a schema takes bytes: a file, a list of files, or one of these among alternatives. */
export function acceptsFile(document: OpenApiNode, node: unknown, depth = DEPTH_MAX): boolean {
  const schema = resolved(document, node);
  if (schema === null || depth === 0) return false;
  return (
    isFile(schema) ||
    [schema['items'], ...alternativesOf(schema)].some((each) => acceptsFile(document, each, depth - 1))
  );
}

const FILE_MEMBERS: JsonObject = {
  content: { type: 'string', contentEncoding: 'base64', description: 'The content, as base64' },
  filename: { type: 'string', minLength: 1, maxLength: 255, description: 'The file’s name' },
  content_type: { type: 'string', minLength: 3, maxLength: 255, description: 'Its media type, such as text/csv' },
};

/** A file as input: its content alone, or with its name and media type. */
function fileSchema({ type, contentEncoding, format: _format, description, ...keywords }: JsonObject): JsonObject {
  return {
    ...(description !== undefined && { description }),
    anyOf: [
      { ...keywords, type: type ?? 'string', contentEncoding: contentEncoding ?? 'base64' },
      { type: 'object', properties: FILE_MEMBERS, required: ['content'], additionalProperties: false },
    ],
  };
}

/** The input schema of a part. A part that takes files also accepts their names and media types. */
export function fileInput(document: OpenApiNode, node: unknown, writer: SchemaWriter, depth = DEPTH_MAX): JsonObject {
  const schema = resolved(document, node);
  if (schema === null || !acceptsFile(document, schema, depth)) return writer.write(node);
  if (isFile(schema)) return fileSchema(plainKeywords(schema, writer.lost));
  const { description, ...own } = plainKeywords(schema, writer.lost);
  const items = schema['items'];
  const described = description === undefined ? {} : { description };
  if (isRecord(items)) return { ...own, ...described, items: fileInput(document, items, writer, depth - 1) };
  const options = alternativesOf(schema).map((each) => fileInput(document, each, writer, depth - 1));
  const [only] = options;
  if (only !== undefined && options.length === 1) return { ...only, ...described };
  const flat = options.flatMap((option) => {
    const { anyOf, ...rest } = option;
    return Array.isArray(anyOf) && Object.keys(rest).every((key) => key === 'description') ? anyOf : [option];
  });
  return {
    ...described,
    anyOf: flat.filter((each, at) => flat.findIndex((other) => JSON.stringify(other) === JSON.stringify(each)) === at),
  };
}

/** The input for a file without further description. */
export const FILE = fileSchema({ type: 'string', contentEncoding: 'base64' });

/** The input of a multipart body for which the document names no parts. */
export const PARTS: JsonObject = { type: 'array', minItems: 1, items: FILE };
