import { describe, expect, it } from 'vitest';
import { rememberChoice } from '../../web/src/pages/playground/form/chosen.ts';
import { findErrors } from '../../web/src/pages/playground/form/findErrors.ts';
import { unnamedMembers, withoutFilledIn } from '../../web/src/pages/playground/form/newMembers.ts';
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

const errorsOf = (input: object) => findErrors(SCHEMA, input).map(({ path, message }) => [path.join('/'), message]);

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
    expect(errorsOf(input)).toEqual(expected);
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

describe('errors of alternatives', () => {
  const pay = (type: string, field: string) => ({
    type: 'object',
    properties: { type: { const: type }, [field]: { type: 'string', minLength: 2 } },
    required: ['type', field],
  });
  const ways = [pay('card', 'number'), pay('bank', 'iban'), pay('wallet', 'phone')];

  it.each(['oneOf', 'anyOf'])('in %s are those of the chosen alternative only', (keyword) => {
    let count = 0;
    const schema = toFormSchema({ type: 'object', properties: { way: { [keyword]: ways } }, required: ['way'] });
    const errors = (input: object) => findErrors(schema, input).map(({ path, message }) => [path.join('/'), message]);
    for (const { properties } of ways) {
      const [, field = ''] = Object.keys(properties);
      const type = properties['type'];
      const constant = typeof type === 'object' && 'const' in type ? type.const : '';
      expect(errors({ way: { type: constant } })).toEqual([[`way/${field}`, 'Required.']]);
      expect(errors({ way: { type: constant, [field]: 'x' } })).toEqual([
        [`way/${field}`, 'Must have at least 2 characters.'],
      ]);
      expect(errors({ way: { type: constant, [field]: 'xy' } })).toEqual([]);
      count += 3;
    }
    expect(errors({})).toEqual([['way', 'Required.']]);
    expect(new Set(errors({ way: 5 }).map(([path]) => path))).toEqual(new Set(['way']));
    process.stdout.write(`${count} values of ${ways.length} alternatives\n`);
  });

  it('are those of the alternative that the form shows, if the value doesn’t tell', () => {
    const option = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
    const schema = toFormSchema({ type: 'object', properties: { who: { oneOf: [option('email'), option('phone')] } } });
    const errors = () => findErrors(schema, { who: {} }).map(({ path, message }) => [path.join('/'), message]);
    expect(errors()).toEqual([['who', 'Must match exactly one of the alternatives.']]);
    const forget = rememberChoice('input_who__oneof_select', 1);
    expect(errors()).toEqual([['who/phone', 'Required.']]);
    forget();
  });
});

it.each([['New Value'], [0], [false], [null]])('a new member starts empty instead of with %j', (filledIn) => {
  const value = withoutFilledIn({ tags: { old: filledIn, newKey: filledIn } }, { tags: { old: filledIn } });
  expect(toInput(value)).toEqual({ tags: { old: filledIn } });
  expect(unnamedMembers({ tags: { 'newKey-1': 'x', named: 'y' } })).toEqual([
    { path: ['tags', 'newKey-1'], message: 'Enter a name.' },
  ]);
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
