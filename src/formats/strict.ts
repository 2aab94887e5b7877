import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import type { ObjectSchema } from './schemaRoot.ts';
import { isList, pick, SchemaProblem } from './schemaWalk.ts';

const LEVELS_MAX = 10;
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const KEPT = [
  'type',
  'title',
  'description',
  'enum',
  'const',
  'pattern',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
];
// Keywords that shape an input: dropping one would give the model another schema.
const STRUCTURAL = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
];

const refuse = (why: string): never => {
  throw new SchemaProblem(`it is offered without strict mode: ${why}`);
};

function checkStructure(schema: JsonObject, at: string, level: number): void {
  if (level > LEVELS_MAX) refuse(`it is nested deeper than ${LEVELS_MAX} levels`);
  const keyword = STRUCTURAL.find((key) => schema[key] !== undefined);
  if (keyword !== undefined) refuse(`${at || 'its input'} uses ${keyword}`);
}

const strictChild = (value: JsonValue | undefined, at: string, level: number): JsonObject =>
  isJsonObject(value) ? strictNode(value, at, level + 1) : refuse(`${at} may be anything`);

function strictObject(schema: JsonObject, at: string, level: number): ObjectSchema {
  // OpenAI counts nested objects and arrays as levels, but not plain values.
  checkStructure(schema, at, level + 1);
  const properties = schema['properties'];
  const open = schema['additionalProperties'];
  if (!isJsonObject(properties)) return refuse(`${at || 'its input'} has no list of properties`);
  if (open !== undefined && open !== false)
    return refuse(`${at || 'its input'} allows properties that it does not list`);
  const keys = Object.keys(properties);
  const required = schema['required'];
  const optional = keys.find((key) => !isList(required) || !required.includes(key));
  // Strict mode would make the optional property required and nullable, but the tool's own schema refuses null.
  if (optional !== undefined) return refuse(`${at}/${optional} is optional`);
  const strict = keys.map((key) => [key, strictChild(properties[key], `${at}/${key}`, level)]);
  return {
    ...pick(schema, KEPT),
    type: 'object',
    properties: Object.fromEntries(strict),
    required: keys,
    additionalProperties: false,
  };
}

/**
 * The types of a schema, since strict mode requires a `type` everywhere, even where `enum` or `const` would be enough.
 */
function typesOf({ type, enum: options, const: only }: JsonObject): readonly JsonValue[] {
  if (isList(type)) return type;
  if (type !== undefined) return [type];
  const values = only === undefined ? options : [only];
  return isList(values)
    ? [
        ...new Set(
          values.map((value) => {
            if (value === null) return 'null';
            return Array.isArray(value) ? 'array' : typeof value;
          }),
        ),
      ]
    : [];
}

function strictValue(schema: JsonObject, at: string, level: number): JsonObject {
  checkStructure(schema, at, level);
  const types = typesOf(schema);
  const alternatives = schema['anyOf'];
  if (types.length === 0 && !isList(alternatives)) return refuse(`${at} may be anything`);
  const format = schema['format'];
  return {
    ...pick(schema, KEPT),
    ...(types.length > 0 && schema['type'] === undefined && { type: types.length === 1 ? types[0] : types }),
    ...(typeof format === 'string' && FORMATS.includes(format) && { format }),
    ...(isList(alternatives) && { anyOf: alternatives.map((item) => strictChild(item, at, level)) }),
    ...(types.includes('array') && { items: strictChild(schema['items'], `${at}/items`, level) }),
  };
}

function strictNode(schema: JsonObject, at: string, level: number): JsonObject {
  if (!typesOf(schema).includes('object')) return strictValue(schema, at, level);
  if (schema['anyOf'] !== undefined) return refuse(`${at} uses anyOf`);
  // `type` may be a list with `null`: strict mode's notation for optional.
  return { ...strictObject(schema, at, level), type: schema['type'] ?? 'object' };
}

/**
 * The schema for OpenAI's strict mode: every property required, no others allowed. Unsupported value limits
 * (`minLength`, …) are dropped; calls are still checked for them. @throws SchemaProblem if strict mode would change the
 * schema's meaning
 */
export function toStrictSchema(schema: ObjectSchema): ObjectSchema {
  const strict = strictObject(schema, '', 0);
  const excess = excessOf(strict);
  return excess === null ? strict : refuse(excess);
}

const PROPERTIES_MAX = 5_000;
const ENUM_VALUES_MAX = 1_000;
const NAME_CHARS_MAX = 120_000;
const LARGE_ENUM_VALUES = 250;
const LARGE_ENUM_CHARS_MAX = 15_000;

type Totals = { properties: number; enumValues: number; chars: number; largestEnumChars: number };

const charsOf = (values: readonly JsonValue[]): number =>
  values.reduce<number>((chars, value) => chars + (typeof value === 'string' ? value.length : 0), 0);

function addNode(totals: Totals, schema: JsonObject): void {
  const { properties, items, anyOf, enum: options, const: only } = schema;
  const values = [...(isList(options) ? options : []), ...(only === undefined ? [] : [only])];
  const chars = charsOf(values);
  totals.enumValues += values.length;
  if (values.length > LARGE_ENUM_VALUES) totals.largestEnumChars = Math.max(totals.largestEnumChars, chars);
  const named = isJsonObject(properties) ? properties : {};
  totals.properties += Object.keys(named).length;
  totals.chars += chars + charsOf(Object.keys(named));
  for (const child of [...Object.values(named), items, ...(isList(anyOf) ? anyOf : [])])
    if (isJsonObject(child)) addNode(totals, child);
}

/** Which of OpenAI's limits for structured outputs a strict schema exceeds; null when none. */
function excessOf(schema: JsonObject): string | null {
  const totals: Totals = { properties: 0, enumValues: 0, chars: 0, largestEnumChars: 0 };
  addNode(totals, schema);
  if (totals.properties > PROPERTIES_MAX) return `it has more than ${PROPERTIES_MAX} properties`;
  if (totals.enumValues > ENUM_VALUES_MAX) return `its enums have more than ${ENUM_VALUES_MAX} values`;
  if (totals.chars > NAME_CHARS_MAX) return `its names and enums have more than ${NAME_CHARS_MAX} characters`;
  if (totals.largestEnumChars <= LARGE_ENUM_CHARS_MAX) return null;
  return `an enum of more than ${LARGE_ENUM_VALUES} values has more than ${LARGE_ENUM_CHARS_MAX} characters`;
}
