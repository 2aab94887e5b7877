import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema } from '@rjsf/utils';
import { withPlainNumbers } from '../../../api/exactJson.ts';
import { toJson } from '../json.ts';
import { type Finding, wordsOf } from './words.ts';

/** Boundary: both libraries mean a JSON Schema. */
const asSchema = (schema: object): Schema => schema as Schema;

const draftOf = ({ $schema }: RJSFSchema): '7' | '2020-12' => (/draft-0[467]/.test($schema ?? '') ? '7' : '2020-12');

// These keywords only repeat the inner errors, which are listed as well.
const WRAPPERS = new Set([
  ...['$ref', '$recursiveRef', 'properties', 'patternProperties', 'items', 'prefixItems', 'additionalItems', 'allOf'],
  ...['if', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
]);

/**
 * What is wrong with a value. A schema that this validator cannot read finds nothing wrong, so that the form never
 * refuses what the server would accept.
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

/** Whether an error is inside one of several alternatives: nobody knows which one the person means. */
const isBranch = (unit: OutputUnit, outer: OutputUnit): boolean =>
  unit.keywordLocation.startsWith(`${outer.keywordLocation}/`) && unit.instanceLocation === outer.instanceLocation;

/** Every error of a value, as the library reports it; none where it cannot read the schema. */
export function unitsOf(schema: object, value: unknown): readonly OutputUnit[] {
  try {
    return new Validator(asSchema(schema), draftOf(schema), false).validate(value).errors;
  } catch {
    return [];
  }
}

/** Whether a value fits a schema whose references lead into `root`. */
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
