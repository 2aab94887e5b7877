import { isJsonObject, type JsonObject, type JsonValue } from '../core/lib/json.ts';
import { isList } from './schemaWalk.ts';

const PROPERTIES_MAX = 5_000;
const ENUM_VALUES_MAX = 1_000;
const NAME_CHARS_MAX = 120_000;
const LARGE_ENUM_VALUES = 250;
const LARGE_ENUM_CHARS_MAX = 15_000;

type Totals = { properties: number; enumValues: number; chars: number; largestEnumChars: number };

const charsOf = (values: readonly JsonValue[]): number =>
  values.reduce<number>((chars, value) => chars + (typeof value === 'string' ? value.length : 0), 0);

function addNode(totals: Totals, schema: JsonObject): void {
  const { properties, items, anyOf, enum: given, const: only } = schema;
  const values = [...(isList(given) ? given : []), ...(only === undefined ? [] : [only])];
  const chars = charsOf(values);
  totals.enumValues += values.length;
  if (values.length > LARGE_ENUM_VALUES) totals.largestEnumChars = Math.max(totals.largestEnumChars, chars);
  const named = isJsonObject(properties) ? properties : {};
  totals.properties += Object.keys(named).length;
  totals.chars += chars + charsOf(Object.keys(named));
  for (const child of [...Object.values(named), items, ...(isList(anyOf) ? anyOf : [])])
    if (isJsonObject(child)) addNode(totals, child);
}

/** What a strict schema has too much of in all, by OpenAI's limits for structured outputs; null when nothing. */
export function excessOf(schema: JsonObject): string | null {
  const totals: Totals = { properties: 0, enumValues: 0, chars: 0, largestEnumChars: 0 };
  addNode(totals, schema);
  if (totals.properties > PROPERTIES_MAX) return `it has more than ${PROPERTIES_MAX} properties`;
  if (totals.enumValues > ENUM_VALUES_MAX) return `its enums have more than ${ENUM_VALUES_MAX} values`;
  if (totals.chars > NAME_CHARS_MAX) return `its names and enums have more than ${NAME_CHARS_MAX} characters`;
  if (totals.largestEnumChars <= LARGE_ENUM_CHARS_MAX) return null;
  return `an enum of more than ${LARGE_ENUM_VALUES} values has more than ${LARGE_ENUM_CHARS_MAX} characters`;
}
