import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { type RJSFSchema, toErrorList, type ValidatorType } from '@rjsf/utils';
import { isRecord } from '../../../api/isRecord.ts';
import { toJson } from '../json.ts';
import { toErrors } from './errors.ts';
import { type Finding, wordsOf } from './words.ts';

/** Boundary: both libraries mean a JSON Schema. */
const asSchema = (schema: object): Schema => schema as Schema;

const draftOf = ({ $schema }: RJSFSchema): '7' | '2020-12' => (/draft-0[467]/.test($schema ?? '') ? '7' : '2020-12');

// They repeat the inner error, which is listed, too.
const WRAPPERS = new Set([
  ...['$ref', '$recursiveRef', 'properties', 'patternProperties', 'items', 'prefixItems', 'additionalItems', 'allOf'],
  ...['if', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
]);

/**
 * What is wrong with a value. Nothing is refused that the server would take: a schema that this validator cannot read
 * finds nothing wrong, and the server says.
 */
export function findErrors(schema: RJSFSchema, value: unknown): readonly Finding[] {
  const given = toJson(value) ?? {};
  const units = unitsOf(schema, given);
  const within = units.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return units
    .filter(({ keyword }) => !WRAPPERS.has(keyword) && keyword !== 'additionalProperties')
    .filter((unit) => !within.some((outer) => isBranch(unit, outer)))
    .map((unit) => wordsOf(schema, unit));
}

/** Whether an error is of one alternative among several, of which the one meant is not known. */
const isBranch = (unit: OutputUnit, outer: OutputUnit): boolean =>
  unit.keywordLocation.startsWith(`${outer.keywordLocation}/`) && unit.instanceLocation === outer.instanceLocation;

function unitsOf(schema: object, value: unknown): readonly OutputUnit[] {
  try {
    return new Validator(asSchema(schema), draftOf(schema), false).validate(value).errors;
  } catch {
    return [];
  }
}

function isValid(schema: RJSFSchema, value: unknown, root: RJSFSchema): boolean {
  const given = toJson(value);
  if (given === undefined) return false;
  try {
    const { $defs, definitions } = root;
    const whole = { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema };
    return new Validator(asSchema(whole), draftOf(root)).validate(given).valid;
  } catch {
    return false;
  }
}

/** Checks values without generating code, which the page's Content-Security-Policy forbids. */
export const validator: ValidatorType = {
  validateFormData(value, schema) {
    const errorSchema = toErrors(findErrors(schema, value));
    return { errors: toErrorList(errorSchema), errorSchema };
  },
  isValid: (schema, value, root) => isRecord(schema) && isValid(schema, value, root),
  rawValidation: (schema, value) => ({ errors: asResults(unitsOf(schema, toJson(value) ?? {})) }),
};

/** Boundary: the caller names the type of the errors it gets. */
const asResults = <Result>(units: readonly unknown[]): Result[] => units as Result[];
