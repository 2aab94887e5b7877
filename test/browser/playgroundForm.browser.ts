import { describe, expect, it } from 'vitest';
import { findErrors } from '../../web/src/pages/playground/form/findErrors.ts';
import { toFormSchema } from '../../web/src/pages/playground/form/schema.ts';
import { validator } from '../../web/src/pages/playground/form/validator.ts';
import { parseInput, toInput } from '../../web/src/pages/playground/json.ts';
import { blocksOf } from '../../web/src/pages/playground/result/blocks.ts';

const SCHEMA = toFormSchema({
  type: 'object',
  $defs: { Place: { type: 'object', properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] } },
  properties: {
    name: { type: 'string' },
    'a.b': { type: 'integer' },
    kind: { enum: ['x', 'y'] },
    places: { type: 'array', items: { $ref: '#/$defs/Place' }, maxItems: 2 },
    either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] },
  },
  required: ['name'],
  additionalProperties: false,
});

const found = (input: object) => findErrors(SCHEMA, input).map(({ path, message }) => [path.join('/'), message]);

describe('errors of an input', () => {
  it.each([
    [{ name: 'n', 'a.b': 1, kind: 'x', places: [{ city: 'Rome' }], either: [1] }, []],
    [{}, [['name', 'Required.']]],
    [{ name: 1 }, [['name', 'Must be text.']]],
    [{ name: 'n', 'a.b': 1.5 }, [['a.b', 'Must be a whole number.']]],
    [{ name: 'n', kind: 'z' }, [['kind', 'Must be one of "x", "y".']]],
    [
      { name: 'n', places: [{}, { city: 'R' }] },
      [
        ['places/0/city', 'Required.'],
        ['places/1/city', 'Must have at least 2 characters.'],
      ],
    ],
    [
      { name: 'n', places: [{ city: 'AA' }, { city: 'AA' }, { city: 'AA' }] },
      [['places', 'Must have at most 2 items.']],
    ],
    [{ name: 'n', either: 5 }, [['either', 'Must match one of the alternatives.']]],
    [{ name: 'n', other: 1 }, [['other', 'This tool doesn’t support this argument.']]],
  ])('are found for %j', (input, expected) => {
    expect(found(input)).toEqual(expected);
  });

  it('are empty if the schema is unsupported: the server decides', () => {
    expect(findErrors({ properties: { a: { pattern: '(' } } }, { a: 'x' })).toEqual([]);
  });

  it('distinguish alternatives, with references into the whole schema', () => {
    const place = { $ref: '#/$defs/Place' };
    expect(validator.isValid(place, { city: 'Rome' }, SCHEMA)).toBe(true);
    expect(validator.isValid(place, { city: 1 }, SCHEMA)).toBe(false);
  });
});

describe('a form', () => {
  it('names alternatives', () => {
    const either = SCHEMA.properties?.['either'];
    expect(either).toMatchObject({ anyOf: [{ title: 'Text' }, { title: 'List of number' }] });
  });

  it('leaves values that look like schemas unchanged', () => {
    const schema = { properties: { a: { default: { anyOf: [{}] }, enum: [{ oneOf: [{}] }] } } };
    expect(toFormSchema(schema)).toMatchObject(schema);
  });

  it('sends only what was entered', () => {
    expect(toInput({ a: undefined, b: { c: undefined }, d: {}, e: [undefined, 1], f: null, g: Number.NaN })).toEqual({
      d: {},
      e: [null, 1],
      f: null,
    });
  });

  it.each([
    ['{"a":1}', { input: { a: 1 } }],
    ['[1]', { problem: expect.stringContaining('JSON object') }],
    ['{"a":', { problem: expect.stringContaining('Invalid JSON') }],
  ])('parses %s', (text, expected) => {
    expect(parseInput(text)).toEqual(expected);
  });
});

describe('a readable result', () => {
  it.each([
    [{ content: [{ type: 'text', text: '{"a":1}' }] }, [{ kind: 'json', value: { a: 1 } }]],
    [{ text: 'plain' }, [{ kind: 'text', text: 'plain' }]],
    [{ content: [{ type: 'odd' }] }, [{ kind: 'note', text: 'Content that can’t be displayed, odd' }]],
    [{ rows: 3 }, null],
  ])('for %j', (result, expected) => {
    expect(blocksOf(result)).toEqual(expected);
  });
});
