import type { JsonObject, JsonValue } from '../core/json.ts';
import { inlineRefs } from './schemaRefs.ts';
import { type ObjectSchema, toObjectRoot } from './schemaRoot.ts';
import { isList, isObject, mapSubschemas, without } from './schemaWalk.ts';

const isNumber = (value: JsonValue | undefined): boolean => typeof value === 'number';

// A keyword of the wrong kind, such as draft-04's boolean `exclusiveMinimum`, makes a provider refuse the whole list.
const KEYWORD_HOLDS: Readonly<Record<string, (value: JsonValue | undefined) => boolean>> = {
  required: isList,
  enum: (value) => isList(value) && value.length > 0,
  properties: isObject,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
};

const toSchema = (value: JsonValue): JsonValue => {
  if (typeof value !== 'boolean') return value;
  return value ? {} : { not: {} };
};

const toSchemas = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, toSchema(value)]));

function itemsOf(schema: JsonObject): JsonValue | undefined {
  const type = schema['type'];
  const items = schema['items'];
  if (isList(items)) return items.length === 0 ? {} : { anyOf: items.map(toSchema) };
  if (items !== undefined) return toSchema(items);
  return type === 'array' || (isList(type) && type.includes('array')) ? {} : undefined;
}

function repair(schema: JsonObject): JsonObject {
  const wrong = Object.keys(KEYWORD_HOLDS).filter((key) => key in schema && !KEYWORD_HOLDS[key]?.(schema[key]));
  const kept = without(schema, wrong);
  const items = itemsOf(kept);
  const properties = kept['properties'];
  const repaired = {
    ...kept,
    ...(isObject(properties) && { properties: toSchemas(properties) }),
    ...(items !== undefined && { items }),
  };
  return mapSubschemas(repaired, repair);
}

/**
 * A copy of a tool's input schema that model providers accept: no references, an object at the root without combinators,
 * `items` on every array. Calls are still checked against the tool's own schema.
 * @throws SchemaProblem where that cannot be made of it.
 */
export const toProviderSchema = (schema: JsonObject): ObjectSchema => toObjectRoot(repair(inlineRefs(schema)));
