import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../core/lib/jsonPointer.ts';
import { mapSubschemas, SchemaProblem, without } from './schemaWalk.ts';

const DEPTH_MAX = 48;
// Bounds the expanded text, because definitions that refer to each other twice double at every level.
const INLINED_CHARS_MAX = 256 * 1024;

const DECLARATIONS = [
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$comment',
  '$vocabulary',
  '$defs',
  'definitions',
];

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'];

type Walk = { readonly root: JsonObject; inlinedChars: number };

const tooLarge = (): SchemaProblem => new SchemaProblem('its schema is too large without references');

/** The schema that a JSON Pointer fragment (RFC 6901) points to. @throws SchemaProblem */
function resolve(root: JsonObject, ref: string): JsonObject {
  const path = pathOfRef(ref);
  const target = path === null ? undefined : valueAtPath(root, path);
  if (target === true) return {};
  if (!isJsonObject(target)) throw new SchemaProblem(`its schema refers to ${ref}, which is not in it`);
  return target;
}

// Used instead of JSON.stringify, which overflows the stack on deeply nested values.
function roughCharsOf(value: JsonValue, depth: number): number {
  if (depth > DEPTH_MAX) throw tooLarge();
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  const entries = Object.entries(value);
  return entries.reduce((chars, [key, item]) => chars + key.length + 4 + roughCharsOf(item, depth + 1), 2);
}

function inlineNode(walk: Walk, schema: JsonObject, open: readonly string[], depth: number): JsonObject {
  if (depth > DEPTH_MAX) throw tooLarge();
  const ref = schema['$ref'];
  const rest = without(schema, ['$ref', ...DECLARATIONS]);
  if (typeof ref !== 'string') return mapSubschemas(rest, (child) => inlineNode(walk, child, open, depth + 1));
  // A recursive schema ends in a schema that accepts anything, instead of repeating.
  if (open.includes(ref)) return typeof rest['description'] === 'string' ? { description: rest['description'] } : {};
  const named = resolve(walk.root, ref);
  walk.inlinedChars += roughCharsOf(named, 0);
  if (walk.inlinedChars > INLINED_CHARS_MAX) throw tooLarge();
  const target = inlineNode(walk, named, [...open, ref], depth + 1);
  const own = mapSubschemas(rest, (child) => inlineNode(walk, child, open, depth + 1));
  const isAnnotated = Object.keys(own).every((key) => ANNOTATIONS.includes(key));
  return isAnnotated ? { ...target, ...own } : { allOf: [target, own] };
}

/**
 * The schema with every local `$ref` replaced by its target, without `$defs`, `$id` and similar.
 * @throws SchemaProblem for a reference without a local target, or a schema that becomes too large
 */
export const inlineRefs = (schema: JsonObject): JsonObject =>
  inlineNode({ root: schema, inlinedChars: 0 }, schema, ['#'], 0);
