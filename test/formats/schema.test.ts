import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { toProviderSchema } from '../../src/formats/schema.ts';
import { toStrictSchema } from '../../src/formats/strict.ts';

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const text = { type: 'string' };
const number = { type: 'number' };

const REPAIRS: { label: string; from: JsonObject; to: JsonObject }[] = [
  { label: 'an empty schema is an object without properties', from: {}, to: object({}) },
  { label: 'an object without properties gets an empty list', from: { type: 'object' }, to: object({}) },
  { label: 'a type list with object is an object', from: { type: ['object', 'null'] }, to: object({}) },
  {
    label: 'declarations go',
    from: { $schema: 'https://x', $id: 'y', $comment: 'z', $defs: { A: text }, ...object({ a: text }) },
    to: object({ a: text }),
  },
  {
    label: 'properties that are named like keywords stay',
    from: object({ $ref: text, $id: text, items: text, anyOf: text, required: text, definitions: text }),
    to: object({ $ref: text, $id: text, items: text, anyOf: text, required: text, definitions: text }),
  },
  {
    label: 'data is not taken for a schema',
    from: object({ a: { enum: [{ $ref: '#/x' }], default: { $id: 'd' }, const: { type: 'array' } } }),
    to: object({ a: { enum: [{ $ref: '#/x' }], default: { $id: 'd' }, const: { type: 'array' } } }),
  },
  {
    label: 'references are inlined, through each other and with escapes',
    from: {
      ...object({ a: { $ref: '#/$defs/A' }, b: { $ref: '#/definitions/x~1y%20z' } }),
      $defs: { A: object({ n: { $ref: '#/definitions/x~1y%20z' } }) },
      definitions: { 'x/y z': number },
    },
    to: object({ a: object({ n: number }), b: number }),
  },
  {
    label: 'a description beside a reference wins',
    from: { ...object({ a: { $ref: '#/$defs/A', description: 'mine' } }), $defs: { A: { ...text, description: 'A' } } },
    to: object({ a: { ...text, description: 'mine' } }),
  },
  {
    label: 'a limit beside a reference holds too',
    from: { ...object({ a: { $ref: '#/$defs/A', maxLength: 3 } }), $defs: { A: text } },
    to: object({ a: { allOf: [text, { maxLength: 3 }] } }),
  },
  {
    label: 'recursion ends in a schema that takes anything',
    from: {
      $ref: '#/$defs/Node',
      $defs: { Node: object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } }) },
    },
    to: object({ children: { type: 'array', items: {} } }),
  },
  {
    label: 'recursion through the root ends as well',
    from: object({ self: { $ref: '#', description: 'again' } }),
    to: object({ self: { description: 'again' } }),
  },
  {
    label: 'arrays get items',
    from: object({ a: { type: 'array' }, b: { type: ['array', 'null'] } }),
    to: object({ a: { type: 'array', items: {} }, b: { type: ['array', 'null'], items: {} } }),
  },
  {
    label: 'tuples of draft-07 become a choice',
    from: object({ a: { type: 'array', items: [text, number] } }),
    to: object({ a: { type: 'array', items: { anyOf: [text, number] } } }),
  },
  {
    label: 'boolean schemas are spelt out',
    from: object({ a: true, b: { type: 'array', items: true } }),
    to: object({ a: {}, b: { type: 'array', items: {} } }),
  },
  {
    label: 'keywords of the wrong kind go',
    from: object({ a: { ...number, required: true, exclusiveMinimum: true, enum: [] } }),
    to: object({ a: number }),
  },
  {
    label: 'allOf at the root is joined',
    from: { allOf: [object({ a: text }, { required: ['a'] }), object({ b: number })], required: ['b'] },
    to: object({ b: number, a: text }, { required: ['b', 'a'] }),
  },
  {
    label: 'oneOf at the root is joined, and requires what all alternatives require',
    from: {
      oneOf: [
        object({ kind: { const: 'x' }, a: text }, { required: ['kind', 'a'], additionalProperties: false }),
        object({ kind: { const: 'y' } }, { required: ['kind'] }),
      ],
    },
    to: object({ kind: { anyOf: [{ const: 'x' }, { const: 'y' }] }, a: text }, { required: ['kind'] }),
  },
  {
    label: 'alternatives that only require something keep the properties',
    from: object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    to: object({ a: text, b: text }),
  },
  {
    label: 'conditions at the root go',
    from: object({ a: text }, { not: { required: ['b'] }, if: {}, else: {}, enum: [{}] }),
    to: object({ a: text }),
  },
  {
    label: 'a required property that nothing describes is listed',
    from: { type: 'object', required: ['a'] },
    to: object({ a: {} }, { required: ['a'] }),
  },
];

describe('toProviderSchema', () => {
  it.each(REPAIRS)('$label', ({ from, to }) => {
    const before = JSON.stringify(from);
    const repaired = toProviderSchema(from);
    const order = (schema: JsonObject): unknown => Object.entries(schema).sort();
    expect(order(repaired)).toStrictEqual(order(to));
    expect(toProviderSchema(repaired)).toStrictEqual(repaired);
    expect(JSON.stringify(from)).toBe(before);
  });

  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `D${i}`,
      object({ a: { $ref: `#/$defs/D${i + 1}` }, b: { $ref: `#/$defs/D${i + 1}` } }),
    ]),
  );
  let deep: JsonObject = {};
  for (let i = 0; i < 20_000; i += 1) deep = object({ a: deep });

  it.each([
    { label: 'is no object', from: { type: 'array' }, why: 'its input is not an object' },
    { label: 'has only other alternatives', from: { anyOf: [text, number] }, why: 'its input is not an object' },
    { label: 'refers elsewhere', from: object({ a: { $ref: 'https://x/y' } }), why: 'https://x/y, which is not in it' },
    { label: 'refers to nothing', from: object({ a: { $ref: '#/$defs/A' } }), why: '#/$defs/A, which is not in it' },
    { label: 'refers to a prototype', from: object({ a: { $ref: '#/constructor' } }), why: 'which is not in it' },
    { label: 'explodes', from: { $ref: '#/$defs/D0', $defs: { ...doubling, D20: text } }, why: 'too large' },
    { label: 'refers to what is too deep', from: { $ref: '#/$defs/A', $defs: { A: deep } }, why: 'too large' },
    { label: 'is too deep', from: deep, why: 'too large' },
  ])('refuses a schema that $label', ({ from, why }) => {
    expect(() => toProviderSchema(from)).toThrow(why);
  });

  it('accepts every input that the schema with inlined root references accepts', () => {
    const leaf = fc.constantFrom<JsonObject>(text, number, { type: 'array' }, { $ref: '#/$defs/A' }, {});
    const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf);
    const input = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.string(), fc.integer(), fc.constant([1]), fc.constant({ n: 1 })),
    );
    const ajv = new Ajv2020({ strict: false });
    const examples = fc.record({ one: properties, other: properties, required: fc.subarray(['a', 'b']), input });
    fc.assert(
      fc.property(examples, ({ one, other, required, input: value }) => {
        const schema = { $defs: { A: object({ n: number }) }, allOf: [object(one, { required }), object(other)] };
        fc.pre(ajv.validate(schema, value));
        expect(ajv.validate(toProviderSchema(schema), value)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('toStrictSchema', () => {
  const strict = (schema: JsonObject): JsonObject => toStrictSchema(toProviderSchema(schema));

  it.each([
    [{ enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }],
    [{ enum: ['x', null] }, { type: ['string', 'null'], enum: ['x', null] }],
    [{ const: true }, { type: 'boolean', const: true }],
  ])('names the type of %j, which strict mode requires', (from, to) => {
    const rest = { required: ['a'], additionalProperties: false };
    expect(strict(object({ a: from }, rest))).toStrictEqual(object({ a: to }, rest));
  });

  it('closes every object and drops keywords that strict mode does not support', () => {
    const nullable = { type: ['object', 'null'], properties: {}, required: [] };
    const from = object(
      {
        a: { ...text, minLength: 1, format: 'uri', default: 'x' },
        b: { type: 'array', items: nullable },
        c: { anyOf: [text, { type: 'null' }] },
      },
      { required: ['c', 'b', 'a'], minProperties: 1 },
    );
    expect(strict(from)).toStrictEqual(
      object(
        {
          a: text,
          b: { type: 'array', items: { ...nullable, additionalProperties: false } },
          c: { anyOf: [text, { type: 'null' }] },
        },
        { required: ['a', 'b', 'c'], additionalProperties: false },
      ),
    );
  });

  it('accepts a tool without input', () => {
    expect(strict({})).toStrictEqual(object({}, { required: [], additionalProperties: false }));
  });

  let nested: JsonObject = text;
  for (let i = 0; i < 12; i += 1) nested = object({ a: nested }, { required: ['a'] });
  const only = (a: JsonObject): JsonObject => object({ a }, { required: ['a'] });

  it.each([
    { label: 'an optional property', from: object({ a: text }), why: '/a is optional' },
    { label: 'a nested optional property', from: only(object({ b: text })), why: '/a/b is optional' },
    {
      label: 'other properties',
      from: object({}, { additionalProperties: text }),
      why: 'properties that it does not list',
    },
    { label: 'an object without properties', from: only({ type: 'object' }), why: '/a has no list of properties' },
    { label: 'a value that may be anything', from: only({}), why: '/a may be anything' },
    { label: 'items that may be anything', from: only({ type: 'array' }), why: '/a/items may be anything' },
    { label: 'allOf', from: only({ allOf: [text] }), why: '/a uses allOf' },
    { label: 'an object with alternatives', from: only(object({}, { anyOf: [{}] })), why: '/a uses anyOf' },
    {
      label: 'patternProperties',
      from: object({}, { patternProperties: {} }),
      why: 'its input uses patternProperties',
    },
    { label: 'more than ten levels', from: nested, why: 'nested deeper than 10 levels' },
  ])('refuses $label', ({ from, why }) => {
    expect(() => strict(from)).toThrow(why);
  });
});
