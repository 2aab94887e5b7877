import { isMultiple } from '../lib/decimal.ts';
import { compilePattern } from '../schemas/patterns.ts';
import { TEXT_FORMATS } from '../schemas/values.ts';
import { patternText } from './patternText.ts';
import { listIn, numberIn, type SchemaNode } from './schemaParts.ts';

/** Texts for formats. */
const OF_FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/example',
  iri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  byte: 'dGV4dA==',
  binary: 'text',
  'json-pointer': '/example',
  regex: '.*',
};
const TEXTS = ['text', ...Object.values(OF_FORMATS)];

/** The values that a schema suggests, best first: the given one, its examples and its default. */
export const suggestions = (schema: SchemaNode, given: unknown): readonly unknown[] =>
  [given, schema['example'], ...listIn(schema, 'examples'), schema['x-example'], schema['default']].filter(
    (value) => value !== undefined && value !== null,
  );

/** A text that matches the schema, if one is found. */
export function textFor(schema: SchemaNode, given: unknown): string {
  const { pattern, format } = schema;
  const test = typeof pattern === 'string' ? patternTest(pattern) : () => true;
  const ofFormat = typeof format === 'string' ? TEXT_FORMATS[format] : undefined;
  const [min, max] = [numberIn(schema, 'minLength') ?? 0, numberIn(schema, 'maxLength') ?? Number.POSITIVE_INFINITY];
  const isValid = (text: unknown): text is string =>
    typeof text === 'string' &&
    lengthOf(text) >= min &&
    lengthOf(text) <= max &&
    test(text) &&
    ofFormat?.(text) !== false;
  const known = typeof format === 'string' ? OF_FORMATS[format] : undefined;
  const all = [
    ...suggestions(schema, given),
    known,
    ...(typeof pattern === 'string' ? TEXTS : [fitted('text', min, max)]),
  ];
  const ofPattern = typeof pattern === 'string' ? [1, 0, Math.min(min, FITTED_CHARS_MAX), 4] : [];
  return (
    all.find(isValid) ??
    ofPattern.map((more) => patternText(String(pattern), more)).find(isValid) ??
    known ??
    fitted('text', min, max)
  );
}

const FITTED_CHARS_MAX = 4_096;

const lengthOf = (text: string): number => [...text].length;

const fitted = (text: string, min: number, max: number): string =>
  text.padEnd(Math.min(min, FITTED_CHARS_MAX), 'x').slice(0, max);

function patternTest(pattern: string): (text: string) => boolean {
  try {
    return compilePattern(pattern);
  } catch {
    return () => true;
  }
}

type Range = { readonly min: number; readonly max: number; isIn(value: number): boolean };

/** OpenAPI 3.0 and draft 4 have booleans for the exclusive bounds. */
function rangeOf(schema: SchemaNode): Range {
  const min = numberIn(schema, 'minimum') ?? Number.NEGATIVE_INFINITY;
  const max = numberIn(schema, 'maximum') ?? Number.POSITIVE_INFINITY;
  const above = schema['exclusiveMinimum'] === true ? min : numberIn(schema, 'exclusiveMinimum');
  const below = schema['exclusiveMaximum'] === true ? max : numberIn(schema, 'exclusiveMaximum');
  return {
    min: Math.max(min, above ?? min),
    max: Math.min(max, below ?? max),
    isIn: (value) =>
      value >= min && value <= max && (above === null || value > above) && (below === null || value < below),
  };
}

/** A number that matches the schema, if one is found. */
export function numberFor(schema: SchemaNode, isInteger: boolean, given: unknown): unknown {
  const step = numberIn(schema, 'multipleOf');
  const range = rangeOf(schema);
  const isWhole = isInteger || schema['format'] === 'int32' || schema['format'] === 'int64';
  const isValid = (value: unknown): boolean =>
    (typeof value === 'number' || value instanceof Number) &&
    range.isIn(Number(value)) &&
    (!isWhole || Number.isInteger(Number(value))) &&
    (step === null || step === 0 || isMultiple(Number(value), step));
  const { min, max } = range;
  const middle = (min + max) / 2;
  const near = [
    1,
    step ?? 0,
    min,
    Math.ceil(min),
    min + 1,
    max,
    Math.floor(max),
    max - 1,
    middle,
    Math.round(middle),
    0,
  ];
  const stepped = step ? [Math.ceil(min / step) * step, (Math.floor(min / step) + 1) * step] : [];
  return [...suggestions(schema, given), ...near, ...stepped].find(isValid) ?? 1;
}
