import { isRecord } from '../../src/core/lib/json.ts';

type Schema = Readonly<Record<string, unknown>>;

const LEVELS_MAX = 6;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T10:00:00Z',
  date: '2026-01-15',
  email: 'ann@example.com',
  uri: 'https://example.com/a',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function text({ format, minLength, maxLength, pattern, description }: Schema): string {
  const about = typeof description === 'string' ? description : '';
  if (about.includes('Message-ID')) return '<a@example.com>';
  if (about.startsWith('An address')) return 'ann@example.com';
  if (typeof pattern === 'string') return sampleFor(pattern);
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  const padded = (known ?? 'a b/c').padEnd(typeof minLength === 'number' ? minLength : 0, 'x');
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
}

/** Texts for the patterns in descriptions; the test reports patterns without one. */
function sampleFor(pattern: string): string {
  const twilio = /^\^\(?([A-Z]{2})(?:\|[A-Z]{2}\))?\[0-9a-fA-F\]\{32\}\$$/.exec(pattern)?.[1];
  if (twilio !== undefined) return twilio.padEnd(34, '0');
  const tries = [
    'a b/c',
    'a1',
    '1',
    '1234567890',
    '2026-01-15',
    'a'.repeat(16),
    'A1',
    '{12}',
    '00000000-0000-4000-8000-000000000000',
  ];
  return tries.find((each) => new RegExp(pattern, 'u').test(each)) ?? 'a b/c';
}

function number({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
  return typeof maximum === 'number' ? Math.min(Math.max(1, least), maximum) : Math.max(1, least);
}

const resolve = (schema: Schema, root: Schema): Schema => {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : null;
  const target = name === null ? schema : Object(root['$defs'])[name];
  return isRecord(target) ? target : schema;
};

function object(schema: Schema, root: Schema, level: number): object {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  // Includes every property of the input itself, so that the record shows where each one goes; nested objects get only
  // the required ones.
  const least = typeof schema['minProperties'] === 'number' ? schema['minProperties'] : 0;
  const all = Object.keys(properties);
  const names = level === 0 ? all : [...new Set([...required.map(String), ...all.slice(0, least)])];
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, root, level + 1)]));
}

/** A value that fits all of these schemas: their merged members, or the value of the first with a type. */
function whole(parts: readonly unknown[], root: Schema, level: number): unknown {
  const values = parts.map((part) => sampleOf(part, root, level + 1));
  const objects = values.filter((value) => typeof value === 'object');
  return objects.length > 0 ? Object.assign({}, ...objects) : values[0];
}

const choicesOf = (schema: Schema): unknown => schema['anyOf'] ?? schema['oneOf'];

function sampleOf(node: unknown, root: Schema, level: number): unknown {
  if (!isRecord(node) || level > LEVELS_MAX) return 'a b/c';
  const schema = resolve(node, root);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(schema['allOf'])) return whole(schema['allOf'], root, level);
  const choices = choicesOf(schema);
  return Array.isArray(choices) ? sampleOf(choices[0], root, level + 1) : typed(schema, root, level);
}

function typed(schema: Schema, root: Schema, level: number): unknown {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'integer' || type === 'number') return number(schema);
  if (type === 'boolean') return true;
  if (type === 'array') return [sampleOf(schema['items'] ?? {}, root, level + 1)];
  return type === 'object' || schema['properties'] !== undefined ? object(schema, root, level) : text(schema);
}

/** A valid input with a value for every property; always the same one. */
export const sampleInput = (schema: Schema): object => object(schema, schema, 0);
