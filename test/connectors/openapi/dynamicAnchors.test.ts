import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { type Case, documentOf, tryCases, WHOLE } from './anchorsKit.ts';

/* Dynamic references to names that several schemas define. */

/** A list whose items use the dynamic anchor `item`, which each list redefines. */
const itemOf = (name: string, item: JsonObject) => ({
  $id: `https://s.test/${name}`,
  $defs: { item: { $dynamicAnchor: 'item', ...item } },
});
const listOf = (name: string, item: JsonObject) => ({ $id: `https://s.test/${name}`, $dynamicAnchor: 'item', ...item });
const GENERIC = {
  list: { ...itemOf('list', {}), type: 'array', items: { $dynamicRef: '#item' } },
  whole: { ...itemOf('whole', WHOLE), $ref: 'list' },
  texts: { ...itemOf('texts', { type: 'string' }), $ref: 'https://s.test/list' },
};
const TREES = {
  loose: {
    $id: 'https://s.test/loose',
    $dynamicAnchor: 'branch',
    type: 'object',
    properties: { next: { $dynamicRef: '#branch' } },
  },
  strict: { $id: 'https://s.test/strict', $dynamicAnchor: 'branch', $ref: 'loose', properties: { n: WHOLE } },
};

/** A schema below another one, with an id relative to the other's. */
const MORE = { $id: 'more', $ref: '../lists/list' };

const CASES: Readonly<Record<string, Case>> = {
  'a dynamic reference to one of several that were not entered': {
    a: { $dynamicRef: 'https://s.test/a#item' },
    schemas: { a: listOf('a', WHOLE), b: listOf('b', { type: 'string' }) },
  },
  'a list whose items another schema says': {
    a: { $ref: 'https://s.test/whole' },
    schemas: GENERIC,
    good: [1],
    bad: ['x'],
  },
  'another list of the same': { a: { $ref: 'https://s.test/texts' }, schemas: GENERIC, good: ['x'], bad: [1] },
  'the list by itself': { a: { $ref: 'https://s.test/list' }, schemas: GENERIC, good: [1, 'x'], bad: 1 },
  'both lists in one input': {
    a: { type: 'object', properties: { i: { $ref: 'https://s.test/whole' }, t: { $ref: 'https://s.test/texts' } } },
    schemas: GENERIC,
    good: { i: [1], t: ['x'] },
    bad: { i: [1], t: [1] },
  },
  'a list of lists, of which the outermost has the last word': {
    a: { $ref: 'https://s.test/outer' },
    schemas: { ...GENERIC, outer: { ...itemOf('outer', WHOLE), $ref: 'https://s.test/texts' } },
    good: [1],
    bad: ['x'],
  },
  'a schema of a schema by a pointer into it': {
    a: { $ref: '#/components/schemas/whole/$defs/again' },
    schemas: { ...GENERIC, whole: { ...GENERIC.whole, $defs: { ...GENERIC.whole.$defs, again: { $ref: 'list' } } } },
    good: [1],
    bad: ['x'],
  },
  'a tree that a stricter one extends': {
    a: { $ref: 'https://s.test/strict' },
    schemas: TREES,
    good: { n: 1, next: { next: { n: 1 } } },
    bad: { n: 1, next: { next: { n: 'x' } } },
  },
  'a tree that is extended elsewhere': {
    a: { $ref: 'https://s.test/loose' },
    schemas: TREES,
    good: { n: 'x', next: { n: 'x' } },
    bad: { next: { next: 1 } },
  },
  'a stricter tree by way of another schema': {
    a: { $ref: '#/components/schemas/holder' },
    schemas: { ...TREES, holder: { type: 'object', properties: { t: { $ref: 'https://s.test/strict' } } } },
    good: { t: { next: { n: 1 } } },
    bad: { t: { next: { n: 'x' } } },
  },
  'a plain anchor of a name that others have as a dynamic one': {
    a: { $dynamicRef: 'https://s.test/p#item' },
    schemas: { ...GENERIC, p: { $id: 'https://s.test/p', $defs: { p: { $anchor: 'item', ...WHOLE } } } },
  },
  'lists with relative ids, one of which lies below': {
    a: { $ref: 'sub/texts' },
    schemas: {
      list: { ...GENERIC.list, $id: 'lists/list' },
      texts: { ...GENERIC.texts, $id: 'sub/texts', $ref: 'more', $defs: { ...GENERIC.texts.$defs, m: MORE } },
    },
    source: 'https://api.test/docs/openapi.json',
    good: ['x'],
    bad: [1],
  },
};

tryCases(CASES);

/** Schemas in levels. Two schemas of each level lead to the next level, and both define the level's dynamic anchor. */
const maze = (levels: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      ...['l', 'r'].map((way) => [
        `${way}${at}`,
        {
          $id: `https://s.test/${way}${at}`,
          $defs: { own: { $dynamicAnchor: `n${at}`, type: 'string' } },
          $ref: `s${at + 1}`,
        },
      ]),
      [
        `s${at}`,
        {
          $id: `https://s.test/s${at}`,
          anyOf: [{ $ref: `l${at}` }, { $ref: `r${at}` }, { $dynamicRef: `https://s.test/l${at}#n${at}` }],
        },
      ],
    ]).flat(),
  );

it.each([3, 16, 40])('two ways at each of %s levels are read within limits', (levels) => {
  const schemas = { ...maze(levels), end: { $id: `https://s.test/s${levels}`, type: 'integer' } };
  const { document, warnings } = importOpenApi(documentOf({ a: { $ref: 'https://s.test/s0' }, schemas }));
  expect(document.tools).toHaveLength(2);
  // Beyond the limit they accept any value, with a warning.
  expect(warnings.length > 0).toBe(levels > 3);
});
