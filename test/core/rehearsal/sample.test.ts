import { describe, expect, it } from 'vitest';
import { SHORT, sampleOf } from '../../../src/core/rehearsal/sample.ts';
import { compileInputValidator } from '../../../src/core/schemas/validate.ts';

const NODE = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/Node' } },
};
const resolve = (ref: string) => (ref === '#/$defs/Node' ? NODE : undefined);

const text = (own: object) => ({ type: 'string', ...own });
const SCHEMAS: readonly [string, object][] = [
  ['a constant', { const: 'fixed' }],
  ['values', { enum: [null, 'b'], type: ['string', 'null'] }],
  ['texts with lengths', { type: 'array', items: text({ minLength: 9, maxLength: 9 }) }],
  [
    'formats',
    {
      type: 'array',
      prefixItems: ['date', 'date-time', 'time', 'duration', 'uuid', 'email', 'uri', 'ipv4', 'ipv6'].map((format) =>
        text({ format }),
      ),
    },
  ],
  [
    'patterns',
    {
      type: 'array',
      prefixItems: [
        '^rdme_\\w+$',
        '^[A-Z]{2}-\\d{4,6}$',
        '^(?:a|b)+[^x]\\.json$',
        '^#[0-9a-f]{6}$',
        '\\/images\\/([a-f\\d]{24})',
      ].map((pattern) => text({ pattern })),
    },
  ],
  [
    'ranges',
    {
      type: 'array',
      prefixItems: [
        { type: 'integer', minimum: 10, multipleOf: 7 },
        { type: 'number', exclusiveMinimum: 0, maximum: 0.5 },
        { type: 'integer', maximum: -3 },
      ],
    },
  ],
  ['required members', { type: 'object', required: ['a', 'b'], properties: { a: { type: 'boolean' } } }],
  ['several members', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
  ['different items', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }],
  [
    'parts',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: text({}) } },
        { required: ['b'], properties: { a: { minLength: 6 }, b: { type: 'null' } } },
      ],
    },
  ],
  [
    'one branch',
    {
      oneOf: [
        { type: 'object', properties: { a: text({}) } },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } },
        { type: 'null' },
      ],
    },
  ],
  ['itself', { $ref: '#/$defs/Node', $defs: { Node: NODE } }],
];

describe('a sample', () => {
  it.each(SCHEMAS)('matches a schema with %s, and is always the same', (_name, schema) => {
    for (const detail of [undefined, SHORT]) {
      const sample = sampleOf(schema, resolve, detail && { detail });
      // Inputs are objects, so the schema is that of a member.
      const { $defs, ...rest } = { $defs: {}, ...schema };
      const validate = compileInputValidator({ type: 'object', properties: { value: rest }, $defs });
      expect(validate({ value: sample })).toEqual([]);
      expect(sampleOf(schema, resolve, detail && { detail })).toEqual(sample);
    }
  });

  it('takes over the parts of an example that match', () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: text({}), tags: { type: 'array', items: text({ maxLength: 3 }) } },
    };
    const given = { id: 'seven', name: 'Rex', tags: ['a', 'long', 'b'], more: 1 };
    expect(sampleOf(schema, resolve, { given })).toEqual({ id: 1, name: 'Rex', tags: ['a', 'tex', 'b'], more: 1 });
  });

  it('ends for schemas that require themselves, or refer to themselves many times', () => {
    const required = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } };
    const names = Array.from({ length: 50 }, (_, at) => `member${at}`);
    const wide = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { anyOf: [{ $ref: '#' }] }])),
    };
    for (const schema of [required, wide]) {
      const sample = sampleOf(schema, () => schema);
      expect(JSON.stringify(sample).length).toBeLessThan(100_000);
    }
  });
});
