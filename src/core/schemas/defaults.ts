import { copiedFrom, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';

/** The input with its defaults; the same object where nothing is missing. */
export type FillDefaults = (input: JsonObject) => JsonObject;

const namesIn = (schema: JsonObject): readonly string[] => {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
};

const propertiesOf = ({ properties }: JsonObject): ReadonlyArray<readonly [string, JsonObject]> =>
  isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, schema]) => (isJsonObject(schema) ? [[name, schema] as const] : []))
    : [];

/**
 * Fills in properties that a schema requires and has a default for, in the input and the objects within it: many
 * programs do that before they check, and still list such properties as required. The input itself is not changed. Null
 * for a schema without such properties.
 */
export function defaultsOf(schema: JsonObject): FillDefaults | null {
  const required = new Set(namesIn(schema));
  const members = propertiesOf(schema);
  const missing = members.filter(([name, { default: value }]) => required.has(name) && value !== undefined);
  const inner = members.flatMap(([name, member]) => {
    const fill = defaultsOf(member);
    return fill ? [[name, fill] as const] : [];
  });
  if (missing.length === 0 && inner.length === 0) return null;
  return (input) => {
    const absent = missing.filter(([name]) => !Object.hasOwn(input, name));
    const added = absent.map(([name, { default: value }]) => [name, value ?? null] as const);
    const filled = inner.flatMap(([name, fill]) => filledMember(input, name, fill));
    if (added.length === 0 && filled.length === 0) return input;
    return copiedFrom(input, Object.fromEntries([...Object.entries(input), ...added, ...filled]));
  };
}

function filledMember(
  input: JsonObject,
  name: string,
  fill: FillDefaults,
): ReadonlyArray<readonly [string, JsonValue]> {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (!isJsonObject(value)) return [];
  const filled = fill(value);
  return filled === value ? [] : [[name, filled]];
}
