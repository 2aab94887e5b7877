import { isJsonNumber } from '../../core/lib/decimal.ts';
import { isRecord } from '../../core/lib/json.ts';
import { plural } from '../../core/lib/text.ts';
import { listAt, nodeAt, type OpenApiNode, resolved } from './document.ts';
import { inputProperties, withDependents } from './schema.ts';

/** The properties of an object schema, merged from all parts of its `allOf`. */
export type FlatObject = {
  readonly properties: OpenApiNode;
  readonly required: ReadonlySet<string>;
  /** The schema explicitly allows other members of any kind. */
  readonly isOpen: boolean;
  /** Members that require others: `dependentRequired` of JSON Schema 2020-12. */
  readonly dependentRequired: Readonly<Record<string, readonly string[]>>;
  /** Sentences about other rules, which only the upstream checks. */
  readonly rules: readonly string[];
};

const DEPTH_MAX = 8;
const MEMBERS_MAX = 200;
// Keywords of alternatives that only combine members. The upstream checks them.
const COMBINING_ONLY = new Set(['required', 'type', 'title', 'description', 'not']);

const isObjectType = (type: unknown): boolean =>
  type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));

const isSpecific = (schema: unknown): boolean =>
  schema === true || (isRecord(schema) && Object.keys(schema).length === 0);

/** Keywords that combine members in ways that a list of members can't express. */
const COMBINING = ['const', 'dependentSchemas', 'enum', 'if', 'not', 'patternProperties', 'propertyNames'];

/** True when only the list of members restricts the object. */
const isPlainObject = (document: OpenApiNode, schema: OpenApiNode): boolean =>
  isObjectType(schema['type']) &&
  COMBINING.every((key) => schema[key] === undefined) &&
  typeof schema['unevaluatedProperties'] !== 'object' &&
  (!isRecord(schema['additionalProperties']) || isSpecific(schema['additionalProperties'])) &&
  [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].every((each) => {
    const choice = resolved(document, each);
    return choice !== null && Object.keys(choice).every((key) => COMBINING_ONLY.has(key));
  });

const ownMembers = (document: OpenApiNode, schema: OpenApiNode): FlatObject => ({
  properties: inputProperties(document, schema),
  required: new Set(listAt(schema, 'required').filter((name) => typeof name === 'string')),
  isOpen: isSpecific(schema['additionalProperties']) || schema['unevaluatedProperties'] === true,
  dependentRequired: Object.fromEntries(
    Object.entries(nodeAt(schema, 'dependentRequired')).map(([name, needed]) => [name, textsIn(needed)] as const),
  ),
  rules: [
    ...['minProperties', 'maxProperties']
      .filter((key) => isJsonNumber(schema[key]))
      .map(
        (key) =>
          `The body needs at ${key === 'minProperties' ? 'least' : 'most'} ${plural(Number(schema[key]), 'member')}.`,
      ),
    ...['anyOf', 'oneOf'].flatMap((key) => {
      const sets = listAt(schema, key).map((each) => {
        const set = resolved(document, each) ?? {};
        const [needed, excluded] = [set, nodeAt(set, 'not')].map((node) => textsIn(node['required']).join(' and '));
        return [needed, excluded && `without ${excluded}`].filter(Boolean).join(' ');
      });
      if (sets.every((set) => set === '')) return [];
      const choice = key === 'oneOf' ? 'exactly one' : 'at least one';
      return [
        `The body needs ${choice} of these sets of members: ${sets.map((set) => set || 'any others').join('; ')}.`,
      ];
    }),
  ],
});

const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === 'string');

/** All members that each member requires in any part. */
const mergedNeeds = (parts: readonly FlatObject[]): FlatObject['dependentRequired'] =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        parts.flatMap((part) => Object.entries(part.dependentRequired)),
        ([name]) => name,
      ),
    ].map(([name, all]) => [name, [...new Set(all.flatMap(([, needed]) => needed))]]),
  );

const flatten = (document: OpenApiNode, input: unknown, depth: number): FlatObject | null => {
  const node = resolved(document, input);
  const schema = node && withDependents(node);
  if (schema === null || depth > DEPTH_MAX || !isPlainObject(document, schema)) return null;
  const parts = listAt(schema, 'allOf').map((part) => flatten(document, part, depth + 1));
  const usable = parts.filter((part) => part !== null);
  if (usable.length < parts.length) return null;
  const all = [...usable, ownMembers(document, schema)];
  // The subtypes of an object with a discriminator have further members.
  const isBaseType = schema['discriminator'] !== undefined && schema['additionalProperties'] === undefined;
  return {
    properties: Object.fromEntries(all.flatMap((part) => Object.entries(part.properties))),
    required: new Set(all.flatMap((part) => [...part.required])),
    isOpen: all.some((part) => part.isOpen) || (depth === 0 && isBaseType),
    dependentRequired: mergedNeeds(all),
    rules: all.flatMap((part) => part.rules),
  };
};

/**
 * The members of an object schema, including those of its `allOf`. Null when the schema is more than a list of members,
 * such as a choice between shapes, a map, or a non-object.
 */
export const flattenObject = (document: OpenApiNode, schema: unknown): FlatObject | null => {
  const flat = flatten(document, schema, 0);
  if (flat === null) return null;
  const count = Object.keys(flat.properties).length;
  return count > 0 && count <= MEMBERS_MAX ? flat : null;
};
