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

/** True for a JSON array. */
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
 * The schema with `map` applied to each direct subschema (JSON Schema 2020-12 and draft-07 keywords). Data such as
 * `enum`, `const` or `default`, and properties named like keywords, are unchanged.
 */
export const mapSubschemas = (schema: JsonObject, map: MapSchema): JsonObject =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, map)]));

/** The schema with only the named keywords. */
export const pick = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => keys.includes(key)));

/** The schema without the named keywords. */
export const without = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** A boolean schema as the equivalent object schema; any other value unchanged. */
export const spelledOut = (schema: JsonValue): JsonValue => {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
};

/** Applies `spelledOut` to every schema of a map, such as `properties`. */
export const spelledOutAll = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, spelledOut(schema)]));

/** A schema that can't be converted for a provider. `message` says why, for the person importing the tool. */
export class SchemaProblem extends Error {
  override readonly name = 'SchemaProblem';
}
