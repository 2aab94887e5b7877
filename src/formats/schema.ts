import { isJsonNumber } from '../core/lib/decimal.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import { inlineRefs } from './schemaRefs.ts';
import { type ObjectSchema, toObjectRoot } from './schemaRoot.ts';
import { isList, mapSubschemas, spelledOut, spelledOutAll, without } from './schemaWalk.ts';

// Type checks by keyword. A value of the wrong type, such as draft-04's boolean `exclusiveMinimum`, makes a provider
// refuse the whole list.
const KEYWORD_HOLDS: Readonly<Record<string, (value: JsonValue | undefined) => boolean>> = {
  required: isList,
  enum: (value) => isList(value) && value.length > 0,
  properties: isJsonObject,
  exclusiveMinimum: isJsonNumber,
  exclusiveMaximum: isJsonNumber,
  pattern: isKnownPattern,
};

function itemsOf(schema: JsonObject): JsonValue | undefined {
  const type = schema['type'];
  const items = schema['items'];
  if (isList(items)) return items.length === 0 ? {} : { anyOf: items.map(spelledOut) };
  if (items !== undefined) return spelledOut(items);
  return type === 'array' || (isList(type) && type.includes('array')) ? {} : undefined;
}

function repair(schema: JsonObject): JsonObject {
  const wrong = Object.keys(KEYWORD_HOLDS).filter((key) => key in schema && !KEYWORD_HOLDS[key]?.(schema[key]));
  const supported = withKnownPatterns(without(schema, wrong));
  const items = itemsOf(supported);
  const { properties, enum: values } = supported;
  const repaired = {
    ...supported,
    ...(isList(values) && { enum: [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] }),
    ...(isJsonObject(properties) && { properties: spelledOutAll(properties) }),
    ...(items !== undefined && { items }),
  };
  return mapSubschemas(repaired, repair);
}

/**
 * A copy of a tool's input schema that model providers accept: no references, an object root without combinators,
 * `items` on every array, portable patterns. Calls are still checked against the tool's own schema. @throws
 * SchemaProblem if that's impossible
 */
export const toProviderSchema = (schema: JsonObject): ObjectSchema => toObjectRoot(repair(inlineRefs(schema)));

// Look-around and Unicode classes. Some providers' regular expression engines lack them, so that one such pattern makes
// the provider refuse the whole list.
const FOREIGN = /\(\?(?:[=!]|<[=!])|\\[pP]\{/;

/**
 * Whether every provider can read a `pattern`: ECMA-262 with the `u` flag, as JSON Schema recommends, without `FOREIGN`
 * constructs.
 */
function isKnownPattern(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string' || FOREIGN.test(value)) return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes `patternProperties` that a provider can't read. Also removes `additionalProperties`, which would forbid the
 * properties that they allowed.
 */
function withKnownPatterns(schema: JsonObject): JsonObject {
  const patterns = schema['patternProperties'];
  if (!isJsonObject(patterns) || Object.keys(patterns).every(isKnownPattern)) return schema;
  return without(schema, ['patternProperties', 'additionalProperties', 'unevaluatedProperties']);
}
