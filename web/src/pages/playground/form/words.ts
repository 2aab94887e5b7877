import type { OutputUnit } from '@cfworker/json-schema';
import { isRecord } from '../../../api/isRecord.ts';
import { pathOfRef } from '../../../api/jsonPointer.ts';

/** An error and its location in a value. */
export type Finding = { readonly path: readonly string[]; readonly message: string };

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const typeNames = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((name) => TYPES[String(name)] ?? String(name)).join(' or ');

const joinValues = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';

const WORDS: Readonly<Record<string, (limit: unknown) => string>> = {
  type: (type) => `Must be ${typeNames(type)}.`,
  enum: (values) => `Must be one of ${joinValues(values)}.`,
  const: (value) => `Must be ${JSON.stringify(value)}.`,
  format: (name) => `Must have the format ${name}.`,
  pattern: (pattern) => `Must match the pattern ${pattern}.`,
  minLength: (limit) => `Must have at least ${limit} characters.`,
  maxLength: (limit) => `Must have at most ${limit} characters.`,
  minimum: (limit) => `Must be at least ${limit}.`,
  maximum: (limit) => `Must be at most ${limit}.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
  multipleOf: (limit) => `Must be a multiple of ${limit}.`,
  minItems: (limit) => `Must have at least ${limit} items.`,
  maxItems: (limit) => `Must have at most ${limit} items.`,
  uniqueItems: () => 'Items must be unique.',
  minProperties: (limit) => `Must have at least ${limit} fields.`,
  maxProperties: (limit) => `Must have at most ${limit} fields.`,
  anyOf: () => 'Must match one of the alternatives.',
  oneOf: () => 'Must match exactly one of the alternatives.',
  false: () => 'This tool doesn’t support this argument.',
};

/** The name in the validator's `… required property "name".` */
const requiredName = (error: string): string => error.slice(error.indexOf('"') + 1, -'".'.length);

/** Converts a validator error to its location and a message. */
export function wordsOf(schema: unknown, { keyword, keywordLocation, instanceLocation, error }: OutputUnit): Finding {
  const path = pathOfRef(instanceLocation);
  if (keyword === 'required') return { path: [...path, requiredName(error)], message: 'Required.' };
  const limit = followPath(schema, pathOfRef(keywordLocation));
  return { path, message: WORDS[keyword]?.(limit) ?? error };
}

/** The value at a location, following references. */
function followPath(schema: unknown, segments: readonly string[]): unknown {
  let node: unknown = schema;
  for (const segment of segments) {
    const member = memberOf(node, segment);
    node = segment === '$ref' && typeof member === 'string' ? target(schema, member) : member;
  }
  return node;
}

const target = (schema: unknown, reference: string): unknown =>
  reference.startsWith('#') ? pathOfRef(reference.slice(1)).reduce(memberOf, schema) : undefined;

function memberOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node[Number(name)];
  return isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}
