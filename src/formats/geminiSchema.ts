import { isJsonNumber } from '../core/lib/decimal.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import type { ObjectSchema } from './schemaRoot.ts';
import { isList, mapSubschemas, pick } from './schemaWalk.ts';

/** The JSON Schema keywords that Gemini's `responseJsonSchema` documents. */
const KEPT = [
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
];

/** Merges two schemas that must both hold: the first one wins, properties and `required` are joined. */
function joined(one: JsonObject, other: JsonObject): JsonObject {
  const [mine, theirs] = [one['properties'], other['properties']];
  const required = [one['required'], other['required']].flatMap((names) => (isList(names) ? names : []));
  return {
    ...other,
    ...one,
    ...(isJsonObject(mine) && isJsonObject(theirs) && { properties: { ...theirs, ...mine } }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

// Gemini gets no limits on extra properties, because those of two schemas cannot be merged. Calls are still checked
// against the tool's own schema.
const OPEN = { additionalProperties: true };

function withoutAllOf({ allOf, ...schema }: JsonObject): JsonObject {
  const parts = isList(allOf) ? allOf.filter(isJsonObject).map(withoutAllOf) : [];
  if (parts.length === 0) return schema;
  const whole = parts.reduce(joined, schema);
  return whole['additionalProperties'] === undefined ? whole : { ...whole, ...OPEN };
}

const isListable = (value: JsonValue): boolean => typeof value === 'string' || isJsonNumber(value);

/**
 * Adapts an enum to Gemini, whose enums hold only strings and numbers: null becomes an alternative, and other values
 * are left out.
 */
function withListableEnum({ enum: options, const: only, ...schema }: JsonObject): JsonObject {
  const values = only === undefined ? options : [only];
  if (!isList(values)) return schema;
  const listable = values.filter(isListable);
  if (listable.length === values.length) return { ...schema, enum: values };
  const others = values.filter((value) => !isListable(value));
  if (listable.length === 0 || others.some((value) => value !== null) || schema['anyOf'] !== undefined) return schema;
  const { type: _type, ...rest } = schema;
  return { ...rest, anyOf: [{ enum: listable }, { type: 'null' }] };
}

function withInclusiveLimits({ exclusiveMinimum, exclusiveMaximum, ...schema }: JsonObject): JsonObject {
  return {
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum }),
    ...schema,
  };
}

function withoutPatterns({ patternProperties, ...schema }: JsonObject): JsonObject {
  return patternProperties === undefined ? schema : { ...schema, ...OPEN };
}

const reduce = (schema: JsonObject): JsonObject =>
  mapSubschemas(pick(withoutPatterns(withInclusiveLimits(withListableEnum(withoutAllOf(schema)))), KEPT), reduce);

/**
 * The schema reduced to keywords that Gemini supports. It accepts everything that the original accepts, and may accept
 * more.
 */
export const toGeminiSchema = (schema: ObjectSchema): ObjectSchema => ({
  ...reduce(schema),
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, value]) => [name, isJsonObject(value) ? reduce(value) : {}]),
  ),
});
