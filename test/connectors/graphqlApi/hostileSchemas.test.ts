import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readTools } from '../../../src/connectors/graphqlApi/readTools.ts';
import { detectDocument } from '../../../src/core/marketplace/detect.ts';
import { boundsProblem } from '../../../src/core/schemas/bounds.ts';

const many = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');
const long = 'n'.repeat(60_000);

/** Schemas that are large, endless or odd; each must give bounded tools. */
const SCHEMAS: Readonly<Record<string, string>> = {
  '10,000 types': `type Query { t0: T0 } ${many(10_000, (at) => `type T${at} { id: ID next: T${(at + 1) % 10_000} }`)}`,
  '10,000 queries': `type Query { ${many(10_000, (at) => `q${at}: Int`)} }`,
  'an endless input': 'type Query { a(i: I!): Int } input I { i: I j: [I!] k: J } input J { i: I }',
  'inputs that refer to each other': `type Query { a(i: I0): Int } ${many(300, (at) => `input I${at} { ${many(30, (to) => `f${to}: I${(at * 7 + to) % 300}`)} }`)}`,
  'a type with itself in every field': `type Query { a: A } type A { ${many(300, (at) => `f${at}: A`)} }`,
  'long names': `type Query { ${long}: Int a(${long}: Int): ${long} b(${long}: Int!): Int } type ${long} { ${long}: Int id: ID }`,
  'an interface with 3,000 types': `type Query { a: N } interface N { id: ID! } ${many(3_000, (at) => `type T${at} implements N { id: ID! v: ${at % 2 ? 'Int' : 'String'} }`)}`,
  'a union with fields of different types': `type Query { a: [U] } union U = A | B | C type A { v: Int w: X } type B { v: String! w: Y } type C { v: [Int] w: X } type X { z: Int } type Y { z: String }`,
  'an enum of 20,000 values': `type Query { a(e: E): E } enum E { ${many(20_000, (at) => `V${at}`)} }`,
  'nested lists': `type Query { a(l: ${'['.repeat(200)}Int${']'.repeat(200)}): Int }`,
  'names of object members':
    'type Query { constructor: toString valueOf(hasOwnProperty: Int!): Int } type toString { __proto__: Int id: ID }',
  'a type without a field to select': 'type Query { a: A } type A { b(c: Int!): Int }',
};

describe.each(Object.entries(SCHEMAS))('a schema with %s', (_name, text) => {
  it('gives bounded tools', () => {
    const tools = readTools(text);
    for (const { request, inputSchema } of tools.filter(({ problem }) => problem === undefined)) {
      expect(boundsProblem(inputSchema)).toBeNull();
      expect(request?.kind === 'graphql' && request.query.length).toBeLessThan(8_192);
    }
    expect(tools.filter(({ problem }) => problem === undefined).length).toBeGreaterThan(0);
    expect(tools.every(({ name }) => name.length <= 256)).toBe(true);
  });
});

it('leaves out parts beyond a bound, with the reason', () => {
  const reasons = (text: string) => readTools(text).flatMap(({ problem }) => problem ?? []);
  expect(reasons(SCHEMAS['10,000 queries'] ?? '')).toHaveLength(8_000);
  expect(reasons(SCHEMAS['long names'] ?? '')).toHaveLength(2);
});

const { __schema: valid } = introspectionFromSchema(
  buildSchema(
    '"All" type Query { "One" a("Which" i: I): [A!]! u: U @deprecated e: E } interface N { id: ID } type A implements N { id: ID } union U = A enum E { "X" X Y @deprecated } input I { "Number" x: Int = 1 }',
  ),
);
const ownSchema = { ...valid, types: valid.types.filter(({ name }) => !name.startsWith('__')), directives: [] };

type Place = readonly (string | number)[];

/** The place of each member, at any depth. */
const placesIn = (value: unknown, at: Place = []): readonly Place[] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, member]) => [
    [...at, key],
    ...placesIn(member, [...at, key]),
  ]);

const deep = JSON.parse('['.repeat(300) + ']'.repeat(300));

/** The introspection result with each of its members replaced in turn. */
function* broken(): Generator<object> {
  for (const place of placesIn(ownSchema))
    for (const value of [null, 1, {}, '{ x }', deep]) {
      const schema = structuredClone(ownSchema);
      const around = place.slice(0, -1).reduce<object>((part, key) => Reflect.get(part, key), schema);
      Reflect.set(around, place.at(-1) ?? '', value);
      yield { __schema: schema };
    }
  yield { __schema: {} };
  yield { data: { __schema: { types: [] } } };
}

it('names the parts of a tool that a bound cuts', () => {
  const text = (length: number): string => `"${'x'.repeat(length)}"`;
  const values = Array.from({ length: 501 }, (_, at) => `V${at}`).join(' ');
  const fields = Array.from({ length: 401 }, (_, at) => `f${at}: Int`).join(' ');
  const arg = (type: string) => `type Query { a(b: ${type}): Int }`;
  const losses = (schema: string) => readTools(schema).flatMap(({ omitted = [] }) => omitted);
  for (const [schema, loss] of [
    [`type Query { ${text(2_000)} a: Int }`, 'its description is cut after 1,024 characters'],
    [`type Query { a(${text(501)} b: Int): Int }`, 'descriptions of its input are cut after 500 characters'],
    [
      `type Query { a(${'b'.repeat(129)}: Int): Int }`,
      'an argument with a name longer than 128 characters is left out',
    ],
    [`${arg('E')} enum E { ${values} }`, 'the values of E are not listed, because they are too many'],
    [`${arg('I')} input I { ${fields} }`, 'its input schema is too large: the fields of I are not described'],
    [
      `type Query { a(${['A', 'B', 'C', 'D'].map((name) => `${name}: ${name}`).join(' ')}): Int } ${['A', 'B', 'C', 'D'].map((name) => `input ${name} { ${fields} }`).join(' ')}`,
      'its input schema is too large: the fields of A, B, C and 1 more are not described',
    ],
  ] as const)
    expect(losses(schema)).toEqual([loss]);
  expect(losses(`type Query { ${text(1_024)} a(${text(500)} b: Int): Int }`)).toEqual([]);
});

it('refuses broken introspection results, or reads the rest', () => {
  const messages = new Set<string>();
  let count = 0;
  for (const document of broken()) {
    count += 1;
    try {
      readTools({ ...document });
    } catch (error) {
      messages.add(error instanceof Error ? `${error.name}: ${error.message.slice(0, 34)}` : String(error));
    }
  }
  process.stdout.write(`${count} broken introspection results\n`);
  expect([...messages].filter((message) => !/^AppError: The GraphQL schema /.test(message))).toEqual([]);
});

it('detects schemas by their first definition', () => {
  const first = [
    'type Query { a: Int }',
    '# note\n"""\nA "" B \\"""\n"""\nschema { query: Q }',
    '"x" directive @a on FIELD',
    'extend type A @b',
  ];
  expect(first.map((text) => detectDocument(`\uFEFF ,${text}`).kind)).toEqual(first.map(() => 'graphql'));
  const others = ['type: object', 'type', 'schema: {a: 1}', 'openapi: 3.1.0', '"type" : 1', '{"type": "x"}'];
  expect(others.map((text) => detectDocument(text).kind)).not.toContain('graphql');
});
