import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { type OperationChoice, operationChoiceSchema } from '../../../src/core/servers/operationChoice.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.test' }],
  paths: {
    '/pets': { get: { operationId: 'list', tags: ['pets'] }, post: { operationId: 'add', tags: ['pets', 'admin'] } },
    '/pets/{id}': { get: { operationId: 'one', tags: ['pets'] }, delete: { operationId: 'drop', tags: ['admin'] } },
    '/pets/{id}/toys': { get: { operationId: 'toys' } },
    '/a.b': { get: { operationId: 'dotted' } },
    '/aXb': { get: { operationId: 'undotted' } },
  },
};

const ALL = ['list', 'add', 'one', 'drop', 'toys', 'dotted', 'undotted'];

const CASES: readonly (readonly [label: string, choice: OperationChoice, chosen: readonly string[]])[] = [
  ['all without a choice', {}, ALL],
  ['a tag', { include: { tags: ['admin'] } }, ['add', 'drop']],
  ['an id', { include: { ids: ['one', 'toys'] } }, ['one', 'toys']],
  ['a path', { include: { paths: ['/pets'] } }, ['list', 'add']],
  ['a path with its slots', { include: { paths: ['/pets/{id}'] } }, ['one', 'drop']],
  ['a path and method', { include: { paths: ['get /pets/{id}'] } }, ['one']],
  ['a star within a segment', { include: { paths: ['/pets/*'] } }, ['one', 'drop']],
  ['two stars at the end, which also take what is before', { include: { paths: ['/pets/**'] } }, ALL.slice(0, 5)],
  ['two stars within', { include: { paths: ['/**/toys'] } }, ['toys']],
  ['all of a method', { include: { paths: ['DELETE /**'] } }, ['drop']],
  ['no dot that means anything', { include: { paths: ['/a.*'] } }, ['dotted']],
  ['any of several', { include: { tags: ['admin'], ids: ['toys'] } }, ['add', 'drop', 'toys']],
  ['all but some', { exclude: { tags: ['pets'], paths: ['/a*'] } }, ['drop', 'toys']],
  ['some but for some of them', { include: { tags: ['pets'] }, exclude: { paths: ['POST /**'] } }, ['list', 'one']],
];

it.each(CASES)('selects %s', (_name, choice, chosen) => {
  const { document, warnings } = importOpenApi(DOCUMENT, { choice });
  expect(document.tools.map(({ name }) => name)).toEqual(chosen);
  expect(warnings).toEqual([]);
  const isWhole = Object.keys(choice).length === 0;
  expect(document.connector).toMatchObject(isWhole ? {} : { operations: choice });
  expect('operations' in document.connector).toBe(!isWhole);
});

it('reports selectors that match nothing', () => {
  const choice = { include: { ids: ['list', 'gone'], tags: ['none'], paths: ['/pets/*', '/x/**'] } };
  const reasons = importOpenApi(DOCUMENT, { choice }).warnings.map(({ reason }) => reason);
  expect(reasons).toEqual(['no operation has tag none', 'no operation has id gone', 'no operation has path /x/**']);
});

it('refuses a selection that matches nothing', () => {
  expect(() => importOpenApi(DOCUMENT, { choice: { include: {} } })).toThrow(
    'No operations of the OpenAPI document are selected',
  );
});

it.each([
  ['too many entries', { include: { ids: Array.from({ length: 2_001 }, String) } }],
  ['too many wildcards', { include: { paths: Array.from({ length: 101 }, (_, at) => `/${at}/*`) } }],
  ['an unknown member', { include: { tag: ['a'] } }],
])('refuses %s', (_name, choice) => {
  expect(operationChoiceSchema.safeParse(choice).success).toBe(false);
});

it('imports the selected part of a document that is too large as a whole', () => {
  const properties = (at: number) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, to) => [`p${to}`, { $ref: `#/components/schemas/N${(at * 7 + to) % 40}` }]),
    );
  const schemas = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`N${at}`, { type: 'object', properties: properties(at) }]),
  );
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/N0' } } } };
  const paths = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`/p${at}`, { post: { operationId: `op${at}`, requestBody: body } }]),
  );
  const large = { ...DOCUMENT, paths, components: { schemas } };
  expect(() => importOpenApi(large)).toThrow('choose fewer');
  const { document } = importOpenApi(large, { choice: { include: { ids: ['op99'] } } });
  expect(document.tools.map(({ name }) => name)).toEqual(['op99']);
});
