import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import { isList, SchemaProblem, without } from './schemaWalk.ts';

/** An object schema whose root contains nothing that OpenAI or Anthropic refuse. */
export type ObjectSchema = {
  readonly type: 'object';
  readonly properties: JsonObject;
  readonly required?: string[];
  readonly [keyword: string]: JsonValue;
};

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'];
// Dropping these keywords makes the schema accept more; calls are still checked against the tool's own schema.
const DROPPED = ['not', 'if', 'then', 'else', 'enum', 'const', 'dependentSchemas', 'dependentRequired', 'dependencies'];

type Parts = { readonly properties: JsonObject; readonly required: readonly string[] };

const isObjectSchema = (schema: JsonObject): schema is ObjectSchema =>
  schema['type'] === 'object' &&
  isJsonObject(schema['properties']) &&
  (schema['required'] === undefined || isList(schema['required'])) &&
  [...COMBINATORS, ...DROPPED].every((key) => schema[key] === undefined);

function mayBeObject(schema: JsonObject): boolean {
  const type = schema['type'];
  return type === undefined || type === 'object' || (isList(type) && type.includes('object'));
}

function join(a: JsonObject, b: JsonObject, combinator: 'allOf' | 'anyOf'): JsonObject {
  const joined = new Map(Object.entries(a));
  for (const [name, schema] of Object.entries(b)) {
    const other = joined.get(name);
    joined.set(
      name,
      other === undefined || JSON.stringify(other) === JSON.stringify(schema)
        ? schema
        : { [combinator]: [other, schema] },
    );
  }
  return Object.fromEntries(joined);
}

const intersectionOf = (a: Parts, b: Parts): Parts => ({
  properties: join(a.properties, b.properties, 'allOf'),
  required: [...new Set([...a.required, ...b.required])],
});

function partsOfBranches(key: string, value: JsonValue | undefined): Parts {
  const branches = isList(value) ? value.filter(isJsonObject).filter(mayBeObject) : [];
  const [first, ...others] = branches.map(partsOf);
  return first === undefined
    ? { properties: {}, required: [] }
    : others.reduce(
        key === 'allOf'
          ? intersectionOf
          : (a: Parts, b: Parts): Parts => ({
              properties: join(a.properties, b.properties, 'anyOf'),
              required: a.required.filter((name) => b.required.includes(name)),
            }),
        first,
      );
}

function partsOf(schema: JsonObject): Parts {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const value = schema['required'];
  const own: Parts = { properties, required: isList(value) ? value.filter((item) => typeof item === 'string') : [] };
  return COMBINATORS.reduce((parts, key) => intersectionOf(parts, partsOfBranches(key, schema[key])), own);
}

const hasOnlyOtherTypes = (branches: JsonValue | undefined): boolean =>
  isList(branches) && branches.length > 0 && !branches.filter(isJsonObject).some(mayBeObject);

/**
 * Turns a schema into an object schema without root combinators. The branches of `allOf`, `anyOf` and `oneOf` become
 * one list of properties. A property stays required only if every alternative requires it.
 * @throws SchemaProblem for a schema of anything but an object
 */
export function toObjectRoot(schema: JsonObject): ObjectSchema {
  if (isObjectSchema(schema)) return schema;
  if (!mayBeObject(schema) || COMBINATORS.some((key) => hasOnlyOtherTypes(schema[key]))) {
    throw new SchemaProblem('its input is not an object');
  }
  const { properties, required } = partsOf(schema);
  const isJoined = COMBINATORS.some((key) => schema[key] !== undefined);
  const closing = isJoined ? ['additionalProperties', 'unevaluatedProperties'] : [];
  const rest = without(schema, ['type', 'properties', 'required', ...COMBINATORS, ...DROPPED, ...closing]);
  const undescribed = required.filter((name) => !Object.hasOwn(properties, name)).map((name) => [name, {}]);
  return {
    ...rest,
    type: 'object',
    properties: { ...properties, ...Object.fromEntries(undescribed) },
    ...(required.length > 0 && { required: [...required] }),
  };
}
