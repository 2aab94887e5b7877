import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { pathOfRef, valueAtPath } from '../lib/jsonPointer.ts';
import { ITEM, type Kind, type Use } from './conditionReading.ts';

/** The maximum number of subschemas read for one path; any beyond it count as unknown. */
const SUBSCHEMAS_MAX = 200;

const TYPES: Readonly<Record<string, Kind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
};

type Search = { readonly root: JsonObject; subschemas: number };

/**
 * Whether a tool's schema allows the path that an expression reads, with that type. Anything that a schema doesn't
 * restrict counts as allowed. Tested by `test/core/conditions/condition.test.ts`.
 */
export function mayContain(schema: JsonObject, { path, kind }: Use): boolean {
  const search = { root: schema, subschemas: 0 };
  const kinds = kindsAt(schema, path, search);
  return kinds.includes('any') || (kind === 'any' ? kinds.length > 0 : kinds.includes(kind));
}

/** The kinds of value at a path; empty if there is none. */
function kindsAt(schema: JsonValue | undefined, path: readonly string[], search: Search): readonly Kind[] {
  search.subschemas += 1;
  if (schema === false) return [];
  if (!isJsonObject(schema) || search.subschemas > SUBSCHEMAS_MAX) return ['any'];
  const others = alternatives(schema, search);
  if (others.length === 0) return ownKinds(schema, path, search);
  const isOpen = Object.hasOwn(schema, 'properties') || Object.hasOwn(schema, 'items');
  const own = isOpen ? ownKinds(schema, path, search) : [];
  return [...own, ...others.flatMap((other) => kindsAt(other, path, search))];
}

function alternatives(schema: JsonObject, { root }: Search): readonly (JsonValue | undefined)[] {
  const { $ref: ref } = schema;
  const joined = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list : [];
  });
  if (typeof ref !== 'string') return joined;
  const path = pathOfRef(ref);
  const target = path === null ? true : valueAtPath(root, path);
  // A reference that points outside the document allows anything.
  return [...joined, isJsonObject(target) || target === false ? target : true];
}

function ownKinds(schema: JsonObject, [step, ...rest]: readonly string[], search: Search): readonly Kind[] {
  const { type } = schema;
  const types = Array.isArray(type) ? type : type ? [type] : [];
  if (step === undefined) {
    const named = types.filter((each) => each !== 'null');
    return named.length === 0 ? ['any'] : named.map((each) => TYPES[String(each)] ?? 'any');
  }
  const container = step === ITEM ? 'array' : 'object';
  if (types.length > 0 && !types.includes(container)) return [];
  return step === ITEM ? kindsAt(schema['items'], rest, search) : memberKinds(schema, step, rest, search);
}

function memberKinds(schema: JsonObject, name: string, rest: readonly string[], search: Search): readonly Kind[] {
  const { properties, additionalProperties, patternProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return kindsAt(properties[name], rest, search);
  if (patternProperties !== undefined) return ['any'];
  // A schema that lists its members, without mentioning others, counts as complete.
  if (additionalProperties === undefined) return properties === undefined ? ['any'] : [];
  return kindsAt(additionalProperties, rest, search);
}
