import { sample, stringMatching } from 'fast-check';
import { isRecord } from '../../src/core/lib/json.ts';
import type { Random } from '../trust/random.ts';
import { followed, type Node, typeOf } from './operations.ts';

/** Bytes, which a tool's input holds as base64. */
export class Bytes {
  readonly base64: string;
  constructor(base64: string) {
    this.base64 = base64;
  }
}

/** A schema's possible values: JSON, with `Bytes` at any place. */
export type Value = string | number | boolean | null | Bytes | readonly Value[] | { readonly [key: string]: Value };

/** A value's location in the request. Some locations don't allow every character. */
export type Maker = { readonly document: Node; readonly random: Random; readonly isPlain: boolean };

const DEPTH_MAX = 4;
const TEXTS = ['plain', 'a b', 'x/y', 'a&b=c', '100%', 'é ü', 'q?#', "o'k", '1+1', 'a:b@c', '~(x)!*', 'a.b', 'Ünïcode'];
const PLAIN_TEXTS = ['plain', 'x1', 'a-b', 'some_text'];
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-04',
  'date-time': '2026-03-04T05:06:07Z',
  time: '05:06:07Z',
  duration: 'P1D',
  email: 'ann@example.test',
  hostname: 'example.test',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.test/a?b=c',
  url: 'https://example.test/a?b=c',
  'uri-reference': '/a/b',
  uuid: '0c36a7f2-7f1c-4f3a-9a1d-2d3e4f506172',
  byte: 'AQID',
  regex: '^a$',
  'json-pointer': '/a/b',
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberAt = (schema: Node, key: string): number | null => {
  const value = schema[key];
  return typeof value === 'number' ? value : null;
};

/** The schema merged with its `allOf` and one of its alternatives. */
function merged(maker: Maker, node: unknown, depth = 0): Node {
  const schema = followed(maker.document, node) ?? {};
  if (depth > DEPTH_MAX) return schema;
  const { allOf, oneOf, anyOf, ...own } = schema;
  const alternatives = [listOf(oneOf), listOf(anyOf)].filter((each) => each.length > 0);
  const chosen = alternatives.map((each) => maker.random.pick(each));
  return [...listOf(allOf), ...chosen]
    .map((part) => merged(maker, part, depth + 1))
    .concat(chosen.map((each) => discriminated(schema, each)))
    .reduce(both, own);
}

/** The discriminator's value for the picked alternative. */
function discriminated({ discriminator }: Node, picked: unknown): Node {
  if (!isRecord(discriminator) || !isRecord(picked)) return {};
  const { propertyName, mapping } = discriminator;
  const ref = String(picked['$ref'] ?? '');
  const [mapped] = Object.entries(isRecord(mapping) ? mapping : {}).find(([, target]) => target === ref) ?? [];
  const value = mapped ?? ref.split('/').at(-1);
  if (typeof propertyName !== 'string' || ref === '') return {};
  return { properties: { [propertyName]: { const: value } }, required: [propertyName] };
}

function both(whole: Node, part: Node): Node {
  const [one, other] = [whole['properties'], part['properties']].map((each) => (isRecord(each) ? each : {}));
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  const properties = names.map((name) => {
    const schemas = [one?.[name], other?.[name]].filter((each) => each !== undefined);
    return [name, schemas.length === 1 ? schemas[0] : { allOf: schemas }] as const;
  });
  return {
    ...part,
    ...whole,
    ...(names.length > 0 && { properties: Object.fromEntries(properties) }),
    required: [...listOf(whole['required']), ...listOf(part['required'])],
  };
}

function textOf(maker: Maker, schema: Node): string {
  const { format, pattern } = schema;
  const [min, max] = [numberAt(schema, 'minLength') ?? 0, numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY];
  const made = typeof pattern === 'string' ? patternText(maker, schema, pattern) : null;
  if (made !== null) return made;
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const text = known ?? maker.random.pick(maker.isPlain ? PLAIN_TEXTS : TEXTS);
  return text.padEnd(Math.min(min, 5_000), 'x').slice(0, Math.max(max, 0));
}

function patternText({ random }: Maker, schema: Node, pattern: string): string | null {
  const { example, default: preset } = schema;
  const [min, max] = [numberAt(schema, 'minLength') ?? 0, numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY];
  const preferred = [example, preset].find((each) => typeof each === 'string' && matches(pattern, each));
  return typeof preferred === 'string'
    ? preferred
    : madeFor(pattern, random, (text) => text.length >= min && text.length <= max);
}

const matches = (pattern: string, text: unknown): boolean => {
  try {
    return new RegExp(pattern, 'u').test(String(text));
  } catch {
    return false;
  }
};

function madeFor(pattern: string, random: Random, isFit: (text: string) => boolean): string | null {
  try {
    const texts = sample(stringMatching(new RegExp(pattern)), { seed: random.int(2 ** 30), numRuns: 20 });
    return texts.find((text) => isFit(text) && /^[\x20-\x7e]+$/.test(text)) ?? null;
  } catch {
    return null;
  }
}

function numberFor({ random }: Maker, schema: Node, isWhole: boolean): number {
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const least = numberAt(schema, 'minimum') ?? numberAt(schema, 'exclusiveMinimum');
  const most = numberAt(schema, 'maximum') ?? numberAt(schema, 'exclusiveMaximum');
  const lowest = least === null ? Math.min(most ?? 1, 1) : Math.ceil(least / step) * step + step;
  const value = lowest + random.int(7) * step;
  if (most !== null && value > most - step) return Math.max(least ?? most - step, most - step);
  return !isWhole && step === 1 && most === null && random.chance(0.5) ? value + 0.5 : value;
}

function listFor(maker: Maker, schema: Node, depth: number): Value[] {
  const [min, max] = [numberAt(schema, 'minItems') ?? 1, numberAt(schema, 'maxItems') ?? 3];
  const count = Math.min(Math.max(min, 1 + maker.random.int(3)), max);
  const items = Array.from({ length: count }, () => valueFor(maker, schema['items'] ?? {}, depth + 1));
  const distinct = items.filter(
    (item, at) => items.findIndex((other) => JSON.stringify(other) === JSON.stringify(item)) === at,
  );
  return schema['uniqueItems'] === true ? distinct : items;
}

function objectFor(maker: Maker, schema: Node, depth: number): { [key: string]: Value } {
  const { random, document } = maker;
  const required = new Set(listOf(schema['required']));
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  const usable = properties.filter(([, each]) => followed(document, each)?.['readOnly'] !== true);
  const chosen = usable.filter(
    ([name], at) => required.has(name) || (depth < DEPTH_MAX && (at < 3 || random.chance(0.3))),
  );
  const members = chosen.map(([name, each]): [string, Value] => [name, valueFor(maker, each, depth + 1)]);
  const more = schema['additionalProperties'];
  const isFree = members.length === 0 && properties.length === 0 && more !== false;
  const extra: Array<[string, Value]> = isFree
    ? [['key', isRecord(more) && Object.keys(more).length > 0 ? valueFor(maker, more, depth + 1) : 'value']]
    : [];
  return Object.fromEntries([...members, ...extra]);
}

const isBinary = (schema: Node): boolean => schema['format'] === 'binary' || schema['type'] === 'file';

/** A value that the schema allows, as far as that can be determined without a validator. */
export function valueFor(maker: Maker, node: unknown, depth = 0): Value {
  const schema = merged(maker, node);
  if (isBinary(schema)) return new Bytes(maker.random.pick(['AQID', 'aGVsbG8=', '/+8=']));
  if (schema['const'] !== undefined) return schema['const'] as Value;
  const choices = listOf(schema['enum']).filter((each) => each !== null);
  if (choices.length > 0) return maker.random.pick(choices) as Value;
  switch (typeOf(maker.document, schema)) {
    case 'integer':
      return numberFor(maker, schema, true);
    case 'number':
      return numberFor(maker, schema, false);
    case 'boolean':
      return maker.random.chance(0.5);
    case 'array':
      return listFor(maker, schema, depth);
    case 'object':
      return objectFor(maker, schema, depth);
    default:
      return textOf(maker, schema);
  }
}
