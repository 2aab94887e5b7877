import { isRecord, type JsonObject, type JsonValue } from '../../../src/core/lib/json.ts';

/*
 * Inputs that a schema should accept, created without looking at a provider's version. Users check them with the schema
 * first, because patterns and similar keywords are not supported here.
 */

/** `required`: only required properties. `all`: every property of the first levels. */
export type Extent = 'required' | 'all';

type Walk = { readonly root: JsonObject; readonly extent: Extent };

const DEPTH_ALL_MAX = 3;
const DEPTH_MAX = 12;

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

const asObject = (value: unknown): JsonObject => JSON.parse(JSON.stringify(isRecord(value) ? value : {}));
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
const numberOr = (value: JsonValue | undefined, other: number): number => (typeof value === 'number' ? value : other);

function resolve({ root }: Walk, ref: string): JsonObject {
  const keys = ref.split('/').slice(1).map(decodeURIComponent);
  return asObject(keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root));
}

/** The schema with `$ref`, `allOf` and the first alternative inlined. */
function flatten(walk: Walk, schema: JsonObject, depth: number): JsonObject {
  const { $ref: ref, allOf, anyOf, oneOf, ...own } = schema;
  const parts = [
    ...(typeof ref === 'string' ? [resolve(walk, ref)] : []),
    ...listOf(allOf),
    ...listOf(anyOf).slice(0, 1),
    ...listOf(oneOf).slice(0, 1),
  ];
  if (parts.length === 0 || depth > DEPTH_MAX) return own;
  return parts.map((part) => flatten(walk, asObject(part), depth + 1)).reduce(merge, own);
}

const merge = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...other,
  ...one,
  ...(one['properties'] || other['properties']
    ? { properties: { ...asObject(other['properties']), ...asObject(one['properties']) } }
    : {}),
  required: [...listOf(one['required']), ...listOf(other['required'])],
});

function typeOf({ type, properties, items }: JsonObject): JsonValue {
  const first = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (first !== undefined) return first;
  if (properties !== undefined) return 'object';
  return items === undefined ? 'string' : 'array';
}

function textFor({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? TEXTS[format] : undefined;
  const text = known ?? 'sample';
  return text.padEnd(numberOr(minLength, 0), 'x').slice(0, numberOr(maxLength, Number.MAX_SAFE_INTEGER));
}

function numberFor({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonObject): number {
  const least = Math.max(numberOr(minimum, 1), numberOr(exclusiveMinimum, 0) + 1);
  const target = Math.min(least, numberOr(maximum, Number.MAX_SAFE_INTEGER));
  const step = numberOr(multipleOf, 0);
  return step === 0 ? target : Math.ceil(target / step) * step;
}

function objectFor(walk: Walk, schema: JsonObject, depth: number): JsonObject {
  const properties = asObject(schema['properties']);
  const required = listOf(schema['required']).filter((name) => typeof name === 'string');
  const names = walk.extent === 'all' && depth < DEPTH_ALL_MAX ? [...Object.keys(properties), ...required] : required;
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, valueFor(walk, asObject(properties[name]), depth + 1)]),
  );
}

function valueFor(walk: Walk, node: JsonObject, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return null;
  const schema = flatten(walk, node, 0);
  if (schema['const'] !== undefined) return schema['const'];
  const [first] = listOf(schema['enum']);
  if (first !== undefined) return first;
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(walk, schema, depth);
    case 'array': {
      const count = Math.max(numberOr(schema['minItems'], 0), walk.extent === 'all' ? 1 : 0);
      return Array.from({ length: Math.min(count, 5) }, () => valueFor(walk, asObject(schema['items']), depth + 1));
    }
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return textFor(schema);
    default:
      return numberFor(schema);
  }
}

export const sampleOf = (schema: JsonObject, extent: Extent): JsonValue =>
  valueFor({ root: schema, extent }, schema, 0);
