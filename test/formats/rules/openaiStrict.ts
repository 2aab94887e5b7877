import type { Schema } from '@cfworker/json-schema';
import { isRecord, type JsonObject } from '../../../src/core/lib/json.ts';
import { OPENAI_NAME, OPENAI_NODE, OPENAI_ROOT } from './openai.ts';
import { APPLICATORS, type Rule, TYPE, whereTypeIs } from './rule.ts';

const { items, anyOf, properties } = APPLICATORS;

/** Lists the supported keywords and refuses all others: `additionalProperties: false`. */
const STRICT_NODE: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    items,
    anyOf,
    properties,
    type: TYPE,
    title: { type: 'string' },
    description: { type: 'string' },
    enum: { type: 'array', minItems: 1 },
    const: true,
    pattern: OPENAI_NODE.properties?.['pattern'] ?? false,
    format: { enum: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'] },
    multipleOf: { type: 'number' },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    exclusiveMinimum: { type: 'number' },
    exclusiveMaximum: { type: 'number' },
    minItems: { type: 'integer' },
    maxItems: { type: 'integer' },
    required: { type: 'array', items: { type: 'string' } },
    additionalProperties: { const: false },
  },
  anyOf: [{ required: ['type'] }, { required: ['anyOf'] }],
  allOf: [
    whereTypeIs('array', { required: ['items'] }),
    whereTypeIs('object', { required: ['properties', 'required', 'additionalProperties'] }),
  ],
};

const PROPERTIES_MAX = 5_000;
const OBJECT_LEVELS_MAX = 10;
const NAME_AND_ENUM_CHARS_MAX = 120_000;
const ENUM_VALUES_MAX = 1_000;
const LARGE_ENUM_VALUES = 250;
const LARGE_ENUM_CHARS_MAX = 15_000;

type Totals = { properties: number; levels: number; chars: number; enumValues: number; problems: string[] };

const charsOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

function addEnum(totals: Totals, { enum: values, const: value }: JsonObject): void {
  totals.chars += charsOf([value]);
  if (!Array.isArray(values)) return;
  totals.enumValues += values.length;
  totals.chars += charsOf(values);
  if (values.length > LARGE_ENUM_VALUES && charsOf(values) > LARGE_ENUM_CHARS_MAX)
    totals.problems.push(`an enum of ${values.length} values has more than ${LARGE_ENUM_CHARS_MAX} characters`);
}

function add(totals: Totals, node: JsonObject, level: number): void {
  const below = node['properties'];
  const isObject = isRecord(below);
  const names = isObject ? Object.keys(below) : [];
  const here = level + (isObject ? 1 : 0);
  totals.levels = Math.max(totals.levels, here);
  totals.properties += names.length;
  totals.chars += charsOf(names);
  addEnum(totals, node);
  const required = Array.isArray(node['required']) ? node['required'] : [];
  if (isObject && JSON.stringify([...required].sort()) !== JSON.stringify([...names].sort()))
    totals.problems.push(`not every property is required: ${names.filter((name) => !required.includes(name)).join()}`);
  const alternatives = Array.isArray(node['anyOf']) ? node['anyOf'] : [];
  const children = [...(isObject ? Object.values(below) : []), node['items'], ...alternatives];
  for (const child of children) if (isRecord(child)) add(totals, JSON.parse(JSON.stringify(child)), here);
}

function totalsOf(schema: JsonObject): readonly string[] {
  const totals: Totals = { properties: 0, levels: 0, chars: 0, enumValues: 0, problems: [] };
  add(totals, schema, 0);
  return [
    ...totals.problems,
    ...(totals.properties > PROPERTIES_MAX ? [`more than ${PROPERTIES_MAX} properties`] : []),
    ...(totals.levels > OBJECT_LEVELS_MAX ? [`more than ${OBJECT_LEVELS_MAX} levels of objects`] : []),
    ...(totals.chars > NAME_AND_ENUM_CHARS_MAX ? [`more than ${NAME_AND_ENUM_CHARS_MAX} characters of names`] : []),
    ...(totals.enumValues > ENUM_VALUES_MAX ? [`more than ${ENUM_VALUES_MAX} enum values`] : []),
  ];
}

const tool = (node: Schema, strict: boolean): Schema => ({
  $defs: { node },
  type: 'object',
  required: ['type', 'function'],
  additionalProperties: false,
  properties: {
    type: { const: 'function' },
    function: {
      type: 'object',
      required: ['name', 'description', 'parameters', 'strict'],
      additionalProperties: false,
      properties: {
        name: OPENAI_NAME,
        description: { type: 'string' },
        parameters: { allOf: [{ $ref: '#/$defs/node' }, OPENAI_ROOT] },
        strict: { const: strict },
      },
    },
  },
});

const SOURCE =
  'Structured Outputs guide, "Supported schemas": types, keywords, formats, all fields required, additionalProperties false, 5,000 properties, 10 levels, 120,000 characters of names and enum values, 1,000 enum values, 15,000 characters in an enum of more than 250';

/** A tool offered in strict mode. */
export const OPENAI_STRICT_RULE: Rule = {
  source: SOURCE,
  tool: tool(STRICT_NODE, true),
  nameAt: ['function', 'name'],
  schemaAt: ['function', 'parameters'],
  dialect: '2020-12',
  acceptsRefs: false,
  totals: totalsOf,
};

/** A tool in a strict list whose schema doesn't meet the strict rules, so it's offered without strict mode. */
export const OPENAI_NOT_STRICT_RULE: Rule = {
  source: SOURCE,
  tool: tool(OPENAI_NODE, false),
  nameAt: ['function', 'name'],
  schemaAt: ['function', 'parameters'],
  dialect: '2020-12',
  acceptsRefs: false,
};
