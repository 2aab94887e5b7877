import type { Schema } from '@cfworker/json-schema';
import { isRecord, type JsonObject } from '../../../src/core/lib/json.ts';

/** A provider's published rules for one tool, as a JSON Schema (2020-12) for the tool as sent. */
export type Rule = {
  /** Where the rules are published. */
  readonly source: string;
  readonly tool: Schema;
  /** The path of keys to the tool's input schema. */
  readonly schemaAt: readonly string[];
  /** The path of keys to the tool's name. */
  readonly nameAt: readonly string[];
  /** The dialect in which the provider reads the input schema. */
  readonly dialect: '2020-12' | '7';
  /** Whether the input schema may refer to its own definitions. */
  readonly acceptsRefs: boolean;
  /** Rules that JSON Schema cannot express, such as totals: returns problems in words. */
  readonly totals?: (schema: JsonObject) => readonly string[];
};

const NODE = { $ref: '#/$defs/node' };
const FLAG_OR_NODE: Schema = { anyOf: [{ type: 'boolean' }, NODE] };
const NODES = { type: 'array', minItems: 1, items: NODE } as const;
const NODES_BY_NAME = { type: 'object', additionalProperties: NODE } as const;

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Keywords that contain schemas, each of which must follow the same rule. */
export const APPLICATORS = {
  items: NODE,
  contains: NODE,
  not: NODE,
  if: NODE,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: NODE,
  else: NODE,
  propertyNames: NODE,
  additionalProperties: FLAG_OR_NODE,
  unevaluatedProperties: FLAG_OR_NODE,
  unevaluatedItems: FLAG_OR_NODE,
  allOf: NODES,
  anyOf: NODES,
  oneOf: NODES,
  prefixItems: NODES,
  properties: NODES_BY_NAME,
  patternProperties: NODES_BY_NAME,
  dependentSchemas: NODES_BY_NAME,
} satisfies Record<string, Schema>;

export const TYPE: Schema = {
  anyOf: [{ enum: TYPES }, { type: 'array', minItems: 1, uniqueItems: true, items: { enum: TYPES } }],
};

const HAS_TYPE = (type: string): Schema => ({
  required: ['type'],
  properties: { type: { anyOf: [{ const: type }, { type: 'array', contains: { const: type } }] } },
});

/** If a node allows a type, then the consequence must hold. */
export const whereTypeIs = (type: string, consequence: Schema): Schema => ({
  if: HAS_TYPE(type),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence,
});

/** The schema of an object without the listed members. */
export const objectWithout = (...refused: readonly string[]): Schema => ({
  required: ['type', 'properties'],
  properties: { type: { const: 'object' }, ...Object.fromEntries(refused.map((keyword) => [keyword, false])) },
});

/** The value at these keys; an empty object if there is none. */
export const objectAt = (value: unknown, keys: readonly string[]): JsonObject => {
  const inner = keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
  return JSON.parse(JSON.stringify(isRecord(inner) ? inner : {}));
};
