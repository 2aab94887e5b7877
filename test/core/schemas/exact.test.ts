import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../src/core/lib/json.ts';
import { compileInputValidator, schemaProblem } from '../../../src/core/schemas/validate.ts';

/** JSON with `__proto__` as an ordinary member. */
const json = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
};

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('specification cases:', () => {
  it.each<[string, JsonObject, ReadonlyArray<readonly [unknown, boolean]>]>([
    [
      'an address within the document',
      { $ref: 'https://tool.test/item', $defs: { a: { $id: 'https://tool.test/item', type: 'string' } } },
      [
        ['x', true],
        [1, false],
      ],
    ],
    [
      'an address relative to the enclosing one',
      { $id: 'https://tool.test/', items: { $ref: 'item' }, $defs: { a: { $id: 'item', type: 'string' } } },
      [
        [['x'], true],
        [[1], false],
      ],
    ],
    [
      'a URN',
      { $id: 'urn:tool:a', properties: { a: { $ref: 'urn:tool:a#/$defs/s' } }, $defs: { s: { type: 'string' } } },
      [
        [{ a: 'x' }, true],
        [{ a: 1 }, false],
      ],
    ],
    [
      'an anchor',
      { $ref: '#s', $defs: { a: { $anchor: 's', type: 'string' } } },
      [
        ['x', true],
        [1, false],
      ],
    ],
    [
      'an anchor of draft-07',
      { $schema: DRAFT_07, allOf: [{ $ref: '#s' }], definitions: { a: { $id: '#s', type: 'string' } } },
      [
        ['x', true],
        [1, false],
      ],
    ],
    [
      '$dynamicRef',
      {
        $id: 'https://tool.test/strings',
        $ref: 'list',
        $defs: {
          item: { $dynamicAnchor: 'item', type: 'string' },
          list: {
            $id: 'list',
            items: { $dynamicRef: '#item' },
            $defs: { any: { $dynamicAnchor: 'item' } },
          },
        },
      },
      [
        [['x'], true],
        [[1], false],
      ],
    ],
    [
      'a reference next to other keywords',
      { $ref: '#/$defs/a', maxLength: 1, $defs: { a: { type: 'string' } } },
      [
        ['x', true],
        ['xx', false],
      ],
    ],
    [
      'a draft-07 reference, which replaces its neighbours',
      { $schema: DRAFT_07, allOf: [{ $ref: '#/definitions/a', maxLength: 1 }], definitions: { a: { type: 'string' } } },
      [['xx', true]],
    ],
    [
      'an empty enum',
      { properties: { a: { enum: [] } } },
      [
        [{}, true],
        [{ a: 1 }, false],
      ],
    ],
    [
      'unevaluated items',
      { contains: { type: 'string' }, unevaluatedItems: { type: 'number' } },
      [
        [['x', 1], true],
        [['x', null], false],
      ],
    ],
    [
      'unevaluated properties',
      { if: { properties: { a: { const: 1 } }, required: ['a'] }, unevaluatedProperties: false },
      [
        [{ a: 1 }, true],
        [{ a: 2 }, false],
      ],
    ],
    [
      'a named class of characters',
      { pattern: '^\\p{Letter}+$' },
      [
        ['é', true],
        ['1', false],
      ],
    ],
    ['a class of an escaped backslash', { pattern: '^\\\\p\\{Letter}$' }, [['\\p{Letter}', true]]],
    [
      'a multiple beyond what floating point divides',
      { multipleOf: 0.123456789 },
      [
        [1e308, false],
        [0.246913578, true],
      ],
    ],
    [
      'the meta-schema',
      { properties: { a: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } },
      [
        [{ a: { type: 'string' } }, true],
        [{ a: { type: 'dinosaur' } }, false],
      ],
    ],
    [
      'draft-04',
      { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true },
      [
        [1, false],
        [2, true],
      ],
    ],
    [
      'draft-06',
      { $schema: 'http://json-schema.org/draft-06/schema#', exclusiveMinimum: 1, if: true, else: false },
      [
        [1, false],
        [2, true],
      ],
    ],
    [
      '$recursiveRef of 2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        properties: { a: { $recursiveRef: '#' } },
        additionalProperties: false,
      },
      [
        [{ a: { a: {} } }, true],
        [{ a: { b: 1 } }, false],
      ],
    ],
  ])('%s', (_name, schema, values) => {
    expect(schemaProblem(schema)).toBeNull();
    const validate = compileInputValidator(schema);
    expect(values.map(([value]) => [value, validate(value).length === 0])).toEqual(values);
  });
});

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'])(
  'a property named %s',
  (name) => {
    const key = JSON.stringify(name);
    it.each([
      ['is checked', `{"properties":{${key}:{"type":"string"}}}`, `{${key}:1}`, `/${name}`],
      ['is not there unless it is', `{"properties":{${key}:{"type":"string"}}}`, '{}', null],
      ['is required', `{"required":[${key}]}`, '{}', ''],
      ['is there', `{"required":[${key}]}`, `{${key}:1}`, null],
      ['is one more', '{"properties":{"a":{}},"additionalProperties":false}', `{${key}:1}`, ''],
      ['is known', `{"properties":{${key}:{}},"additionalProperties":false}`, `{${key}:1}`, null],
      ['makes others required', `{"dependentRequired":{${key}:["a"]}}`, `{${key}:1}`, ''],
      ['makes nothing required', `{"dependentRequired":{${key}:["a"]}}`, '{}', null],
      ['has a schema to refer to', `{"$defs":{${key}:{"type":"string"}},"$ref":"#/$defs/${name}"}`, '{}', ''],
      ['differs', `{"const":{${key}:1}}`, '{}', ''],
    ])('%s', (_name, schema, input, path) => {
      const paths = compileInputValidator(json(schema))(JSON.parse(input)).map((issue) => issue.path);
      expect(paths).toEqual(path === null ? [] : [path]);
    });
  },
);

it('reports at most twenty reasons, each with its place', () => {
  const validate = compileInputValidator({ unevaluatedItems: { type: 'string' } });
  const issues = validate({ length: 1 });
  expect(issues).toEqual([]);
  const numbers = validate(Array.from({ length: 50 }, (_, at) => at));
  expect(numbers).toHaveLength(20);
  expect(numbers[19]).toEqual({ path: '/19', message: 'must be string' });
});
