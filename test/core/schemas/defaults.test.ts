import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { defaultsOf } from '../../../src/core/schemas/defaults.ts';

const UNIT = { type: 'object', properties: { unit: { type: 'string', default: 'm' } }, required: ['unit'] };
const $defs = { unit: UNIT };
const $ref = '#/$defs/unit';
const tree = {
  ...UNIT,
  properties: { ...UNIT.properties, next: { $ref: '#/$defs/tree' }, all: { type: 'array', items: { $ref: '#' } } },
};

it.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['in the input', UNIT, {}, { unit: 'm' }],
  ['not if the value is given', UNIT, { unit: 'km' }, { unit: 'km' }],
  ['not for optional members', { ...UNIT, required: [] }, {}, {}],
  ['in an object', { properties: { a: UNIT } }, { a: {} }, { a: { unit: 'm' } }],
  ['not a missing object', { properties: { a: UNIT } }, {}, {}],
  [
    'in items',
    { properties: { a: { items: UNIT } } },
    { a: [{}, 1, { unit: 'x' }] },
    { a: [{ unit: 'm' }, 1, { unit: 'x' }] },
  ],
  ['in nested items', { properties: { a: { items: { items: UNIT } } } }, { a: [[{}]] }, { a: [[{ unit: 'm' }]] }],
  ['by reference', { $ref, $defs }, {}, { unit: 'm' }],
  ['in items by reference', { properties: { a: { items: { $ref } } }, $defs }, { a: [{}] }, { a: [{ unit: 'm' }] }],
  [
    'of a property by reference',
    { properties: { a: { $ref: '#/$defs/a' } }, required: ['a'], $defs: { a: { default: 1 } } },
    {},
    { a: 1 },
  ],
  ['in allOf', { allOf: [{ $ref }], $defs }, {}, { unit: 'm' }],
  [
    'required beside allOf',
    { allOf: [{ properties: { unit: { default: 'm' } } }], required: ['unit'] },
    {},
    { unit: 'm' },
  ],
  ['in a nullable object', { properties: { a: { anyOf: [UNIT, { type: 'null' }] } } }, { a: {} }, { a: { unit: 'm' } }],
  ['not in an alternative', { anyOf: [UNIT, { type: 'object', required: ['b'] }] }, {}, {}],
  ['in a default', { properties: { a: { ...UNIT, default: {} } }, required: ['a'] }, {}, { a: { unit: 'm' } }],
  ['null', { properties: { a: { default: null } }, required: ['a'] }, {}, { a: null }],
  [
    'in a recursive schema',
    { ...tree, $defs: { tree } },
    { next: { next: {} }, all: [{}] },
    { unit: 'm', next: { unit: 'm', next: { unit: 'm' } }, all: [{ unit: 'm' }] },
  ],
  [
    'for an inherited name',
    { properties: { constructor: { default: 1 } }, required: ['constructor'] },
    {},
    { constructor: 1 },
  ],
])('fills in required members with a default: %s', (_where, schema, input, filled) => {
  const original = structuredClone(input);
  expect(defaultsOf(schema)?.(input) ?? input).toEqual(filled);
  expect(input).toEqual(original);
});

it.each<[string, JsonObject]>([
  ['no defaults', { properties: { a: { type: 'string' } }, required: ['a'] }],
  ['no default for a required member', { properties: { a: { default: 1 } } }],
  ['a reference to nothing', { $ref: '#/$defs/none', default: 1 }],
  [
    'references in a circle',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a', default: 1 } } },
  ],
])('fills in nothing: %s', (_name, schema) => expect(defaultsOf(schema)).toBeNull());
