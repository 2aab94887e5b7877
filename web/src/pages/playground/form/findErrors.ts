import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { RJSFSchema } from '@rjsf/utils';
import { withPlainNumbers } from '../../../api/exactJson.ts';
import { pathOfRef } from '../../../api/jsonPointer.ts';
import { toJson } from '../json.ts';
import { shownChoice } from './chosen.ts';
import { fileReferencesIn, isFileReference } from './fileReference.ts';
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
  const json = withPlainNumbers(toJson(value)) ?? {};
  const units = unitsOf(schema, json);
  const files = fileReferencesIn(json).map((path) => `#${path}`);
  const choices = units.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').map(choiceOf(units));
  return (
    units
      .filter(({ keyword }) => !WRAPPERS.has(keyword) && keyword !== 'additionalProperties')
      // The server replaces a stored file with its content before it checks the input.
      .filter(({ instanceLocation }) => !files.some((file) => isAt(instanceLocation, file)))
      .filter((unit) => choices.every(({ outer, branch }) => isShown(unit, outer, branch)))
      .map((unit) => wordsOf(schema, unit))
  );
}

/** A value that matches no alternative, and the location of the intended one; null if that is unknown. */
type Choice = { readonly outer: OutputUnit; readonly branch: string | null };

const isAt = (location: string, place: string): boolean => location === place || location.startsWith(`${place}/`);

/** Errors of the intended alternative replace the general one. Errors of the others would be wrong. */
function isShown(unit: OutputUnit, outer: OutputUnit, branch: string | null): boolean {
  if (unit === outer) return branch === null;
  if (!isAt(unit.keywordLocation, outer.keywordLocation) || !isAt(unit.instanceLocation, outer.instanceLocation))
    return true;
  return branch !== null && isAt(unit.keywordLocation, branch);
}

/**
 * The intended alternative: the one that the form shows, or else the one with the fewest errors among those whose type
 * and constants match.
 */
const choiceOf =
  (units: readonly OutputUnit[]) =>
  (outer: OutputUnit): Choice => {
    const prefix = `${outer.keywordLocation}/`;
    const within = units.filter(
      ({ keywordLocation, instanceLocation }) =>
        keywordLocation.startsWith(prefix) && isAt(instanceLocation, outer.instanceLocation),
    );
    const branches = Map.groupBy(within, ({ keywordLocation }) => keywordLocation.slice(prefix.length).split('/')[0]);
    const chosen = shownChoice(pathOfRef(outer.instanceLocation), outer.keyword);
    const at = chosen !== null && branches.has(String(chosen)) ? String(chosen) : closest(branches);
    return { outer, branch: at === null ? null : `${prefix}${at}` };
  };

const isOther = ({ keyword }: OutputUnit): boolean => keyword === 'const' || keyword === 'type';

function closest(branches: ReadonlyMap<string | undefined, readonly OutputUnit[]>): string | null {
  const fitting = [...branches].filter(([, units]) => !units.some(isOther));
  const fewest = Math.min(...fitting.map(([, units]) => units.length));
  const [first, second] = fitting.filter(([, units]) => units.length === fewest);
  return first && !second ? (first[0] ?? null) : null;
}

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
  const json = withPlainNumbers(toJson(value));
  if (json === undefined) return false;
  if (isFileReference(json)) return schema.type === 'string';
  try {
    const { $defs, definitions } = root;
    const whole = { ...($defs && { $defs }), ...(definitions && { definitions }), ...schema };
    return new Validator(asSchema(whole), draftOf(root)).validate(json).valid;
  } catch {
    return false;
  }
}
