import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';

const SINGLE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Whether a value of JSON is an array. */
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

type MapSchema = (schema: JsonObject) => JsonObject;

function mapKeyword(key: string, value: JsonValue, map: MapSchema): JsonValue {
  if (LISTS.includes(key) && isList(value)) return value.map((item) => (isJsonObject(item) ? map(item) : item));
  if (!isJsonObject(value)) return value;
  if (SINGLE.includes(key)) return map(value);
  if (!MAPS.includes(key)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? map(item) : item]));
}

/**
 * The schema with `map` applied to each schema directly below it (JSON Schema 2020-12 and draft-07 keywords). What is
 * data, such as `enum`, `const`, `default` or a property that is named like a keyword, is left as it is.
 */
export const mapSubschemas = (schema: JsonObject, map: MapSchema): JsonObject =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, map)]));

/** A schema without some of its keywords. */
export const without = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** A boolean schema as an object, which says the same; any other as it is. */
export const spelledOut = (schema: JsonValue): JsonValue => {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
};

/** `spelledOut` of every schema of a map, such as `properties`. */
export const spelledOutAll = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, spelledOut(schema)]));

/** A schema that a provider's rules cannot take. The message says why, for the person who looks for the tool. */
export class SchemaProblem extends Error {
  override readonly name = 'SchemaProblem';
}
