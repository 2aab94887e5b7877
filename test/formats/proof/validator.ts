import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { isRecord, type JsonObject } from '../../../src/core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../../src/core/lib/jsonPointer.ts';

/*
 * A JSON Schema validator that is independent of the product's input validator, with the official meta-schemas from the
 * product's dependencies.
 */

const META_2020 = 'https://json-schema.org/draft/2020-12/schema';

const refs = dirname(createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-draft-07.json'));

const readMeta = (...path: string[]): Schema =>
  // The validator does not support dynamic references; nothing extends the meta-schema here, so a plain one is
  // equivalent.
  JSON.parse(readFileSync(join(refs, ...path), 'utf8').replaceAll('"$dynamicRef": "#meta"', `"$ref": "${META_2020}"`));

function metaValidator2020(): Validator {
  const validator = new Validator(readMeta('json-schema-2020-12', 'schema.json'), '2020-12');
  const folder = join(refs, 'json-schema-2020-12', 'meta');
  for (const file of readdirSync(folder)) validator.addSchema(readMeta('json-schema-2020-12', 'meta', file));
  return validator;
}

const META = {
  '2020-12': metaValidator2020(),
  '7': new Validator(readMeta('json-schema-draft-07.json'), '7'),
} as const;

export type Dialect = keyof typeof META;

const problemsOf = (validator: Validator, value: unknown): readonly string[] => {
  const { valid, errors } = validator.validate(value);
  if (valid) return [];
  const last = errors.at(-1);
  return [`${last?.instanceLocation ?? '#'}: ${last?.error ?? 'does not fit'}`];
};

/** Why this is not a valid JSON Schema of the dialect, by its meta-schema. */
export const metaProblems = (schema: JsonObject, dialect: Dialect): readonly string[] =>
  problemsOf(META[dialect], schema);

const compiled = new WeakMap<Schema, Validator>();

/** Why a value breaks a rule in the form of a schema. */
export function ruleProblems(rule: Schema, value: unknown): readonly string[] {
  const validator = compiled.get(rule) ?? new Validator(rule, '2020-12');
  compiled.set(rule, validator);
  return problemsOf(validator, value);
}

const draftOf = ({ $schema }: JsonObject): SchemaDraft =>
  typeof $schema === 'string' && $schema.includes('draft-07') ? '7' : '2020-12';

/** Whether a tool's schema accepts an input. Uses a copy, because the validator annotates the schema. */
export function acceptorOf(schema: JsonObject): (input: unknown) => boolean {
  const validator = new Validator(structuredClone({ ...schema }), draftOf(schema));
  return (input) => validator.validate(input).valid;
}

const DATA = new Set(['enum', 'const', 'default', 'examples']);

/** References to missing parts of the schema. */
export function danglingRefs(schema: JsonObject, node: unknown = schema, isNames = false): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((item) => danglingRefs(schema, item));
  if (!isRecord(node)) return [];
  const ref = isNames ? undefined : node['$ref'];
  const own = typeof ref === 'string' && !resolves(schema, ref) ? [ref] : [];
  const children = Object.entries(node).filter(([key]) => isNames || !DATA.has(key));
  return [...own, ...children.flatMap(([key, child]) => danglingRefs(schema, child, !isNames && key === 'properties'))];
}

function resolves(schema: JsonObject, ref: string): boolean {
  const path = pathOfRef(ref);
  return path !== null && valueAtPath(schema, path) !== undefined;
}

/** True if there is any reference. */
export const hasRefs = (schema: JsonObject): boolean => danglingRefs({}, schema).some((ref) => ref !== '#');
