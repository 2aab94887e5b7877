import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema } from '@rjsf/utils';
import { withPlainNumbers } from '../../../api/exactJson.ts';
import { toJson } from '../json.ts';
import { type Finding, wordsOf } from './words.ts';

/** Boundary: both libraries' types describe a JSON Schema. */
const asSchema = (schema: object): Schema => schema as Schema;

const draftOf = ({ $schema }: RJSFSchema): '7' | '2020-12' => (/draft-0[467]/.test($schema ?? '') ? '7' : '2020-12');

// These keywords only repeat inner errors, which the list already contains.
const WRAPPERS = new Set([
  ...['$ref', '$recursiveRef', 'properties', 'patternProperties', 'items', 'prefixItems', 'additionalItems', 'allOf'],
  ...['if', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
]);

/**
 * Errors in a value. A schema that this validator can't read produces none, so the form never rejects input that the
 * server would accept.
 */
export function findErrors(schema: RJSFSchema, value: unknown): readonly Finding[] {
  const given = withPlainNumbers(toJson(value)) ?? {};
  const units = unitsOf(schema, given);
  const within = units.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return units
    .filter(({ keyword }) => !WRAPPERS.has(keyword) && keyword !== 'additionalProperties')
    .filter((unit) => !within.some((outer) => isBranch(unit, outer)))
    .map((unit) => wordsOf(schema, unit));
}

/**
 * Whether an error is inside one of several alternatives. The intended alternative is unknown, so such an error may be
 * wrong.
 */
const isBranch = (unit: OutputUnit, outer: OutputUnit): boolean =>
  unit.keywordLocation.startsWith(`${outer.keywordLocation}/`) && unit.instanceLocation === outer.instanceLocation;

/** The library's errors for a value; none if it can't read the schema. */
export function unitsOf(schema: object, value: unknown): readonly OutputUnit[] {
  try {
    return new Validator(asSchema(schema), draftOf(schema), false).validate(value).errors;
  } catch {
    return [];
  }
}

/** Whether a value matches a schema with references into `root`. */
export function isValid(schema: RJSFSchema, value: unknown, root: RJSFSchema): boolean {
  const given = withPlainNumbers(toJson(value));
  if (given === undefined) return false;
  try {
    const { $defs, definitions } = root;
    const whole = { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema };
    return new Validator(asSchema(whole), draftOf(root)).validate(given).valid;
  } catch {
    return false;
  }
}
