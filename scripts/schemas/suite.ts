import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/lib/json.ts';

export type Test = { readonly description: string; readonly data: JsonValue; readonly valid: boolean };
export type Group = {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonObject | boolean;
  readonly tests: readonly Test[];
};
/** A draft's required tests, and its `$schema`. */
export type Suite = { readonly draft: string; readonly dialect: string; readonly groups: readonly Group[] };

const DATA = new Set(['enum', 'const', 'default']);
const ADDRESSES = /"(\$?id|\$anchor|\$dynamicAnchor|\$recursiveAnchor|\$recursiveRef|\$dynamicRef)":/;

/** The schema with its local references adjusted, for a schema that moves from the root of its document to `to`. */
function moved(schema: JsonValue, to: string): JsonValue {
  if (Array.isArray(schema)) return schema.map((part: JsonValue) => moved(part, to));
  if (!isJsonObject(schema)) return schema;
  // Don't use `Object.fromEntries` with spread pairs: a member may be called `__proto__`.
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === '$ref' && typeof value === 'string') return [key, value.replace(/^#/, to)];
      return [key, DATA.has(key) ? value : moved(value, to)];
    }),
  );
}

/**
 * A tool's input is an object, so any other schema becomes a property. If the schema uses URIs as references, it gets
 * an `$id` so that they keep their meaning. Otherwise its references are moved.
 */
export function asToolSchema(schema: JsonObject | boolean, dialect: string, isWhole: boolean): JsonObject {
  if (isWhole && isJsonObject(schema)) return { $schema: dialect, ...schema };
  const id = dialect.includes('draft-04') ? 'id' : '$id';
  const value =
    ADDRESSES.test(JSON.stringify(schema)) && isJsonObject(schema) && !isReplaced(schema, dialect)
      ? { [id]: 'urn:test:whole', ...schema }
      : moved(schema, '#/properties/value');
  return { $schema: dialect, type: 'object', properties: { value }, required: ['value'] };
}

const isReplaced = (schema: JsonObject, dialect: string): boolean =>
  dialect.includes('draft-0') && typeof schema['$ref'] === 'string';
