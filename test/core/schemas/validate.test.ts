import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { compileInputValidator, schemaProblem } from '../../../src/core/schemas/validate.ts';
import { computedMs } from '../../harness/longestWait.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

const nested = (levels: number): JsonObject => (levels === 0 ? { type: 'string' } : object({ x: nested(levels - 1) }));

const bottomless = (): JsonObject => {
  let schema: JsonObject = {};
  for (let level = 0; level < 200_000; level += 1) schema = { not: schema };
  return schema;
};

describe('issues of an input', () => {
  const schema = object(
    {
      to: { type: 'array', items: { type: 'string', format: 'email' }, uniqueItems: true },
      n: { type: 'integer', minimum: 1, default: 5 },
      kind: { enum: ['a', 'b'] },
    },
    { required: ['to'], additionalProperties: false },
  );
  it.each([
    [{ to: ['a@b.test'] }, []],
    [{ to: ['a@b.test'], n: 2, kind: 'a' }, []],
    [{}, [{ path: '', message: "must have required property 'to'" }]],
    [{ to: 'a@b.test' }, [{ path: '/to', message: 'must be array' }]],
    [{ to: ['nobody'] }, [{ path: '/to/0', message: 'must match format "email"' }]],
    [{ to: ['a@b.test', 'a@b.test'] }, [{ path: '/to', message: 'must NOT have duplicate items' }]],
    [{ to: [], n: '2' }, [{ path: '/n', message: 'must be integer' }]],
    [{ to: [], kind: 'c' }, [{ path: '/kind', message: 'must be one of "a", "b"' }]],
    [{ to: [], 'a/b': 1 }, [{ path: '', message: 'must not have the property "a/b"' }]],
    [
      { to: 1, n: 0 },
      [
        { path: '/to', message: 'must be array' },
        { path: '/n', message: 'must be >= 1' },
      ],
    ],
  ])('%j', (input, issues) => {
    expect(compileInputValidator(schema)(input)).toEqual(issues);
  });

  it('leave the input unchanged', () => {
    const input = Object.freeze({ to: [] });
    expect(compileInputValidator(schema)(input)).toEqual([]);
    expect(input).toEqual({ to: [] });
  });

  it('never echo more than a hundred characters or twenty reasons', () => {
    const validate = compileInputValidator(object({}, { additionalProperties: false }));
    const long = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}${'x'.repeat(5_000)}`, at]));
    const issues = validate(long);
    expect(issues).toHaveLength(20);
    expect(Math.max(...issues.map((issue) => issue.message.length))).toBeLessThan(140);
  });
});

describe('schema dialects', () => {
  it.each<[string, JsonObject, unknown, boolean]>([
    ['2020-12 prefixItems', { prefixItems: [{ type: 'string' }] }, [1], false],
    ['draft-07 tuple', { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, [1], false],
    ['a tuple without a declared dialect', { items: [{ type: 'string' }] }, [1], false],
    ['draft-07 definitions', { definitions: { a: { type: 'string' } }, $ref: '#/definitions/a' }, 1, false],
    ['2020-12 $defs', { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' }, 'x', true],
    ['unevaluatedProperties', { properties: { a: true }, unevaluatedProperties: false }, { b: 1 }, false],
    ['its own $id', { $id: 'https://tool.test/schema', type: 'object' }, {}, true],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' }, {}, true],
    ['an unknown format', { format: 'colour' }, 'x', true],
    ['an unknown keyword', { widget: 'textarea' }, 'x', true],
    ['decimal steps', { multipleOf: 0.01 }, 0.07, true],
    ['a recursive tree', { properties: { child: { $ref: '#' } }, required: ['n'] }, { n: 1, child: {} }, false],
    ['look-ahead is left to the upstream', { pattern: '^(?!x)' }, 'x', true],
    ['an optional type of OpenAPI', { type: 'string', nullable: true }, null, true],
  ])('%s', (_name, schema, input, fits) => {
    expect(schemaProblem(schema)).toBeNull();
    expect(compileInputValidator(schema)(input).length === 0).toBe(fits);
  });

  it('allow the same $id twice', () => {
    const schema = { $id: 'https://tool.test/same', type: 'object' };
    expect(compileInputValidator(schema)({})).toEqual([]);
    expect(compileInputValidator({ ...schema, required: ['a'] })({})).toHaveLength(1);
  });
});

describe('refused schemas', () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`p${at}`, {}]));
  it.each<[string, JsonObject, string]>([
    ['too large', { description: 'x'.repeat(65_536) }, 'is larger than 65536 bytes (max_schema_bytes)'],
    ['too many properties', object(many), 'has more than 500 properties'],
    ['too deep', nested(16), 'is nested deeper than 32 levels'],
    ['far too deep', bottomless(), 'is nested deeper than 32 levels'],
    ['remote reference', { $ref: 'https://evil.test/schema' }, 'refers to another document'],
    ['file reference', { properties: { a: { $ref: 'file:///etc/passwd' } } }, 'refers to another document'],
    ['dangling reference', { $ref: '#/$defs/none' }, 'does not compile'],
    ['unknown type', { type: 'dinosaur' }, 'is not a JSON Schema'],
    [
      'draft-04',
      { $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMinimum: true },
      'is not a JSON Schema',
    ],
    ['broken pattern', { pattern: '(' }, 'does not compile'],
  ])('%s', (_name, schema, problem) => {
    expect(schemaProblem(schema)).toContain(problem);
    expect(() => compileInputValidator(schema)).toThrow(problem);
  });

  it('exclude a reference inside data', () => {
    expect(schemaProblem({ default: { $ref: 'https://x.test/' } })).toBeNull();
  });
});

describe('malicious schemas', () => {
  // Each level refers twice to the next: 2^40 checks of one value.
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { anyOf: [{ allOf: [next, false] }, { allOf: [next, false] }] }];
    }),
  );
  const twice = (name: string) => ({
    allOf: [{ $ref: `#/properties/default/$defs/${name}` }, { $ref: `#/properties/default/$defs/${name}` }],
  });
  const named = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}`, twice(`a${at + 1}`)]));
  const values = Array.from({ length: 9_000 }, (_, at) => `v${at}`);
  const twins = Array.from({ length: 60_000 }, (_, at) => ({ at: at % 59_999 }));
  it.each<[string, JsonObject, unknown, number]>([
    ['a backtracking pattern', { pattern: '^(a+)+$' }, `${'a'.repeat(31)}!`, 200],
    ['a backtracking property pattern', { patternProperties: { '^(a+)+$': true } }, { [`${'a'.repeat(31)}!`]: 1 }, 200],
    ['a reference to itself', { allOf: [{ $ref: '#' }] }, {}, 1_000],
    ['references that double', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: true } }, {}, 1_000],
    [
      'references that double below a property named like data',
      object({ default: { $defs: { ...named, a40: true }, $ref: '#/properties/default/$defs/a0' } }),
      { default: 1 },
      1_000,
    ],
    [
      'many items, each one of many',
      { items: { enum: values } },
      Array.from({ length: 165_000 }, () => 'v8999'),
      1_000,
    ],
    ['many unique items', { uniqueItems: true }, twins, 1_500],
    ['a huge count', { pattern: '^(x{1,900}y?){1,900}$' }, 'x'.repeat(500_000), 2_000],
  ])('%s', (_name, schema, input, limitMs) => {
    expect(computedMs(() => schemaProblem(schema) === null && compileInputValidator(schema)(input))).toBeLessThan(
      limitMs,
    );
  });

  it('still have their patterns checked', () => {
    expect(compileInputValidator({ pattern: '^(a+)+$' })('aab')).toHaveLength(1);
    expect(compileInputValidator({ pattern: '^(a+)+$' })('aaa')).toEqual([]);
  });
});

it('accepts any JSON without throwing', () => {
  const validators = [
    object({ a: { type: 'string', pattern: '^x' } }, { required: ['a'] }),
    { $ref: '#/$defs/n', $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } } },
  ].map(compileInputValidator);
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      for (const validate of validators) validate(input);
    }),
    { numRuns: 100 },
  );
});
