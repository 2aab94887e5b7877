import { isJsonObject, isRecord, type JsonObject } from '../lib/json.ts';
import { pathOfRef, valueAtPath } from '../lib/jsonPointer.ts';
import { FORM_TYPE, mediaTypeOf } from '../lib/mediaType.ts';
import { isMcp } from '../servers/document.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';

/**
 * Whether a tool's request can take a file's bytes from the store while it is sent. MCP messages and forms contain the
 * encoded content itself, and the signature of a request covers its whole body.
 */
export function acceptsStreams({ request, server: { connector } }: Pick<SnapshotTool, 'request' | 'server'>): boolean {
  if (request === null || isMcp(connector)) return false;
  if ('signing' in connector && connector.signing !== undefined) return false;
  if (request.kind === 'graphql') return true;
  return request.kind === 'template'
    ? request.bodyEncoding === 'json'
    : request.body !== undefined && mediaTypeOf(request.body.contentType) !== FORM_TYPE;
}

/** The forms of file that a place of an input accepts. */
export type FileInput = {
  /** Bytes as base64. */
  readonly acceptsBytes: boolean;
  /** An object of the content with its name and media type. */
  readonly acceptsName: boolean;
};

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;
const DEPTH_MAX = 16;
const SCHEMAS_MAX = 64;

/** The forms that the schema accepts at the end of a path. */
export function fileInputAt(schema: JsonObject, path: readonly string[]): FileInput {
  let matches = withAlternatives(schema, schema);
  for (const name of path)
    matches = matches.flatMap((each) => withAlternatives(schema, inner(each, name))).slice(0, SCHEMAS_MAX);
  const acceptsBytes = matches.some(isOfBytes);
  const acceptsName = matches.some(
    ({ properties }) =>
      isRecord(properties) &&
      'filename' in properties &&
      isJsonObject(properties['content']) &&
      isOfBytes(properties['content']),
  );
  return { acceptsBytes: acceptsBytes || acceptsName, acceptsName };
}

const isOfBytes = ({ contentEncoding, format }: JsonObject): boolean =>
  contentEncoding === 'base64' || format === 'binary' || format === 'byte';

/** The schema of a member or item. */
function inner({ properties, items, prefixItems, additionalProperties }: JsonObject, name: string): unknown {
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  if (/^\d+$/.test(name)) return (Array.isArray(prefixItems) ? prefixItems[Number(name)] : undefined) ?? items;
  return additionalProperties;
}

function withAlternatives(root: JsonObject, schema: unknown, depth = 0): readonly JsonObject[] {
  if (!isJsonObject(schema) || depth > DEPTH_MAX) return [];
  const { $ref: ref } = schema;
  const path = typeof ref === 'string' ? pathOfRef(ref) : null;
  const referred = path ? withAlternatives(root, valueAtPath(root, path), depth + 1) : [];
  const others = ALTERNATIVES.flatMap((key) => {
    const options = schema[key];
    return Array.isArray(options) ? options.flatMap((each) => withAlternatives(root, each, depth + 1)) : [];
  });
  return [schema, ...referred, ...others].slice(0, SCHEMAS_MAX);
}
