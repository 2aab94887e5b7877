import { describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { type Case, documentOf, issuesOf, tryCases, WHOLE } from './anchorsKit.ts';

/* OpenAPI 3.1 references that aren't JSON Pointers. Each of these leads to an integer, or a schema with one. */

const SOURCE = 'https://api.test/docs/openapi.json';
const tree = {
  $id: 'https://s.test/tree',
  $dynamicAnchor: 'node',
  type: 'object',
  properties: { n: WHOLE, next: { $dynamicRef: '#node' } },
};

const nested = { good: { n: 1 }, bad: { n: 'x' } };
const CASES: Readonly<Record<string, Case>> = {
  'an anchor': { a: { $ref: '#whole' }, schemas: { w: { $anchor: 'whole', ...WHOLE } } },
  'an anchor deep within another schema': {
    a: { $ref: '#whole' },
    schemas: { o: { type: 'object', properties: { w: { $anchor: 'whole', ...WHOLE } } } },
  },
  'an anchor in $defs beside': { a: { $ref: '#here', $defs: { x: { $anchor: 'here', ...WHOLE } } } },
  'an anchor of an anchor': {
    a: { $ref: '#one' },
    schemas: { one: { $anchor: 'one', $ref: '#two' }, two: { $anchor: 'two', ...WHOLE } },
  },
  'a dynamic anchor, as a plain one': { a: { $ref: '#whole' }, schemas: { w: { $dynamicAnchor: 'whole', ...WHOLE } } },
  'a dynamic reference to it': { a: { $dynamicRef: '#whole' }, schemas: { w: { $dynamicAnchor: 'whole', ...WHOLE } } },
  'a dynamic reference to a plain anchor': { a: { $dynamicRef: '#w' }, schemas: { w: { $anchor: 'w', ...WHOLE } } },
  'a dynamic reference by pointer': { a: { $dynamicRef: '#/components/schemas/w' }, schemas: { w: WHOLE } },
  'a dynamic reference beside another': {
    a: { $ref: '#w', $dynamicRef: '#least' },
    schemas: { w: { $anchor: 'w', type: 'number' }, l: { $dynamicAnchor: 'least', ...WHOLE } },
  },
  'an absolute id': {
    a: { $ref: 'https://s.test/w' },
    schemas: { w: { $id: 'https://s.test/w', ...WHOLE } },
  },
  'a URN': { a: { $ref: 'urn:x:w' }, schemas: { w: { $id: 'urn:x:w', ...WHOLE } } },
  'a relative id': { a: { $ref: 'w' }, schemas: { w: { $id: 'w', ...WHOLE } } },
  'a relative id, with a source': { a: { $ref: 'w' }, schemas: { w: { $id: 'w', ...WHOLE } }, source: SOURCE },
  'a relative id, called in full': {
    a: { $ref: 'https://api.test/docs/w' },
    schemas: { w: { $id: 'w', ...WHOLE } },
    source: SOURCE,
  },
  'a path from the root': { a: { $ref: '/w' }, schemas: { w: { $id: '/w', ...WHOLE } }, source: SOURCE },
  'the document by its own address': {
    a: { $ref: `${SOURCE}#/components/schemas/w` },
    schemas: { w: WHOLE },
    source: SOURCE,
  },
  'the document by its own name': {
    a: { $ref: 'openapi.json#/components/schemas/w' },
    schemas: { w: WHOLE },
    source: SOURCE,
  },
  'the document by an empty address': { a: { $ref: '?#/x' }, schemas: {}, good: 'anything', bad: undefined },
  'an anchor of an id': {
    a: { $ref: 'https://s.test/o#w' },
    schemas: { o: { $id: 'https://s.test/o', $defs: { w: { $anchor: 'w', ...WHOLE } } } },
  },
  'a pointer within an id': {
    a: { $ref: 'https://s.test/o#/$defs/w' },
    schemas: { o: { $id: 'https://s.test/o', $defs: { w: WHOLE } } },
  },
  'a pointer with escapes within an id': {
    a: { $ref: 'https://s.test/o#/$defs/a~1b%25%7E0' },
    schemas: { o: { $id: 'https://s.test/o', $defs: { 'a/b%~': WHOLE } } },
  },
  'a pointer of a schema with an id, which is its own': {
    a: { $id: 'https://s.test/own', $ref: '#/$defs/w', $defs: { w: WHOLE } },
  },
  'the same name in two ids': {
    a: { $ref: 'https://s.test/b#w' },
    schemas: {
      a: { $id: 'https://s.test/a', $anchor: 'w', type: 'string' },
      b: { $id: 'https://s.test/b', $anchor: 'w', ...WHOLE },
    },
  },
  'an id below an id, whose address is of the outer one': {
    a: { $ref: 'https://s.test/dir/w' },
    schemas: { o: { $id: 'https://s.test/dir/o', $defs: { w: { $id: 'w', ...WHOLE } } } },
  },
  'a reference from within such an id': {
    a: { $ref: 'https://s.test/dir/o' },
    schemas: { o: { $id: 'https://s.test/dir/o', $ref: 'w', $defs: { w: { $id: 'w', ...WHOLE } } } },
  },
  'a pointer of the document from a schema with an id, which is wrong, and common': {
    a: { $id: 'https://s.test/own', $ref: '#/components/schemas/w' },
    schemas: { w: WHOLE },
  },
  'an id that is a fragment, as in older drafts': { a: { $ref: '#w' }, schemas: { w: { $id: '#w', ...WHOLE } } },
  'a schema that refers to itself by its id': { a: { $ref: 'https://s.test/tree' }, schemas: { tree }, ...nested },
  'a tree of itself, one level down': {
    a: { $ref: 'https://s.test/tree' },
    schemas: { tree },
    good: { next: { next: { n: 1 } } },
    bad: { next: { next: { n: 'x' } } },
  },
  'properties that are called as keywords': {
    a: {
      type: 'object',
      properties: { $id: { type: 'string' }, $ref: { $ref: '#w' }, $anchor: WHOLE },
      required: ['$ref'],
    },
    schemas: { w: { $anchor: 'w', ...WHOLE } },
    good: { $id: 'https://s.test/w', $ref: 1, $anchor: 2 },
    bad: { $ref: 'x' },
  },
  'values that look like references': {
    a: { type: 'object', properties: { c: { const: { $ref: '#w', $id: 'q' } } } },
    schemas: { w: { $anchor: 'w', ...WHOLE } },
    good: { c: { $ref: '#w', $id: 'q' } },
    bad: { c: { $ref: '#/components/schemas/w' } },
  },
  'numbers as they are written': {
    a: { $ref: '#big' },
    schemas: { w: { $anchor: 'big', enum: [1, 5] } },
  },
};

tryCases(CASES);

describe('a dangling reference accepts any value, with a warning on import', () => {
  const many = {
    a: { $id: 'https://s.test/a', $dynamicAnchor: 'item', type: 'string' },
    b: { $id: 'https://s.test/b', $dynamicAnchor: 'item', ...WHOLE },
  };
  const twice = { a: { $dynamicAnchor: 'twice', type: 'string' }, b: { $dynamicAnchor: 'twice', ...WHOLE } };
  it.each<[string, JsonObject, JsonObject]>([
    ['#nowhere', { $ref: '#nowhere' }, {}],
    ['#/components/schemas/nowhere', { $ref: '#/components/schemas/nowhere' }, {}],
    ['./other.json#/x', { $ref: './other.json#/x' }, {}],
    ['https://s.test/nowhere', { $ref: 'https://s.test/nowhere' }, {}],
    ['https://s.test/a#nowhere', { $ref: 'https://s.test/a#nowhere' }, many],
    ['#twice', { $dynamicRef: '#twice' }, twice],
    ['#', { $ref: '#' }, {}],
  ])('%s', (reference, a, schemas) => {
    const { document, warnings } = importOpenApi(documentOf({ a, schemas }));
    expect(issuesOf(document.tools[0]?.inputSchema, 'anything')).toEqual([]);
    const reason = `the document does not define ${reference}: references to it accept any value`;
    expect(warnings).toEqual([{ tool: '', reason }]);
  });
});

it.each(['3.0.3', '3.1.0'])('documents of version %s without such names are unchanged', (version) => {
  const { document, warnings } = importOpenApi(
    documentOf({ a: { $ref: '#/components/schemas/w' }, schemas: { w: WHOLE } }, version),
  );
  expect(document.tools[0]?.inputSchema).toMatchObject({ properties: { a: WHOLE } });
  expect(warnings).toEqual([]);
});

it.each([
  ['anchors', (at: number) => `#r${at}`],
  ['pointers', (at: number) => `#/components/schemas/s${at}`],
])('a cycle of 2,000 schemas that refer to each other by %s is read within limits', (_by, named) => {
  const ring = (at: number): JsonObject => ({ $anchor: `r${at}`, $ref: named((at + 1) % 2_000) });
  const schemas = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`s${at}`, ring(at)]));
  const { document } = importOpenApi(documentOf({ a: { $ref: named(0) }, schemas }));
  expect(document.tools).toHaveLength(2);
});
