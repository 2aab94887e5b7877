import { isRecord } from '../lib/json.ts';
import { scalarText } from '../lib/scalarText.ts';

/** A schema object: JSON Schema, or a schema of OpenAPI 2.0 or 3.0. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Finds the target of a reference; undefined without one. */
export type ResolveRef = (ref: string) => unknown;

export const listIn = (node: SchemaNode, key: string): readonly unknown[] => {
  const value = node[key];
  return Array.isArray(value) ? value : [];
};

export const recordIn = (node: SchemaNode, key: string): SchemaNode => {
  const value = node[key];
  return isRecord(value) ? value : {};
};

/** A number of a schema; null without one. Long numbers of a document are objects. */
export function numberIn(node: SchemaNode, key: string): number | null {
  const value = node[key];
  return typeof value === 'number' || value instanceof Number ? Number(value) : null;
}

const REF_HOPS_MAX = 32;
const PARTS_MAX = 64;

/** A schema without references and `allOf` at its root, and the references that were followed. */
type Flat = { readonly schema: SchemaNode; readonly refs: readonly string[] };

/** Merges a schema with its references and the parts of `allOf`. */
export function flatten(schema: SchemaNode, resolve: ResolveRef): Flat {
  const refs: string[] = [];
  const open: unknown[] = [schema];
  let merged: SchemaNode = {};
  for (let parts = 0; open.length > 0 && parts < PARTS_MAX; parts += 1) {
    const next = open.pop();
    if (!isRecord(next)) continue;
    const { $ref: ref, allOf, ...own } = next;
    if (typeof ref === 'string' && refs.length < REF_HOPS_MAX && !refs.includes(ref)) {
      refs.push(ref);
      open.push(resolve(ref));
    }
    if (Array.isArray(allOf)) open.push(...allOf.toReversed());
    merged = mergeSchemas(merged, own);
  }
  return { schema: merged, refs };
}

const LOWER_BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const UPPER_BOUNDS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

/** A schema that a value must match to match both. Where both cannot be combined, the first one's keyword stays. */
export function mergeSchemas(one: SchemaNode, other: SchemaNode): SchemaNode {
  const merged: Record<string, unknown> = { ...other, ...one };
  for (const key of Object.keys(other).filter((each) => one[each] !== undefined))
    merged[key] = mergeKeyword(key, one[key], other[key]);
  return merged;
}

function mergeKeyword(key: string, one: unknown, other: unknown): unknown {
  if (key === 'properties' && isRecord(one) && isRecord(other)) return mergeProperties(one, other);
  if (key === 'items' && isRecord(one) && isRecord(other)) return { allOf: [one, other] };
  if (key === 'additionalProperties') return one === false || other === false ? false : one;
  if (Array.isArray(one) && Array.isArray(other)) return mergeLists(key, one, other);
  const bounds = [Number(one), Number(other)];
  if (LOWER_BOUNDS.has(key) && typeof one !== 'boolean') return Math.max(...bounds);
  return UPPER_BOUNDS.has(key) && typeof one !== 'boolean' ? Math.min(...bounds) : one;
}

function mergeLists(key: string, one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  if (key === 'required') return [...new Set([...one, ...other])];
  return key === 'type' || key === 'enum' ? one.filter((value) => other.includes(value)) : one;
}

function mergeProperties(one: SchemaNode, other: SchemaNode): SchemaNode {
  const both = Object.keys(other).filter((name) => Object.hasOwn(one, name));
  return { ...other, ...one, ...Object.fromEntries(both.map((name) => [name, { allOf: [one[name], other[name]] }])) };
}

const KEYWORDS_OF = {
  object: ['properties', 'additionalProperties', 'required', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
} as const;

/** The type of a schema's value: the declared one, or the one that its keywords are about. */
export function typeOf(schema: SchemaNode): string | null {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return scalarText(type.find((each) => each !== 'null') ?? 'null');
  const implied = Object.entries(KEYWORDS_OF).find(([, keywords]) => keywords.some((key) => key in schema));
  return implied?.[0] ?? null;
}
