import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

type Node = Record<string, unknown>;

const order = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, item: { type: 'string' }, count: { type: 'integer' } },
  required: ['item'],
  additionalProperties: false,
};
const documentOf = (operation: Node, components: Node = {}, openapi = '3.1.0'): Node => ({
  ...{ openapi, info: { title: 'Shop', version: '1' }, servers: [{ url: 'https://api.example.test' }] },
  paths: { '/orders': { post: { operationId: 'order', responses: { 200: { description: 'ok' } }, ...operation } } },
  components,
});
const sent = (media: Node, schema: Node = order): Node => ({
  requestBody: { required: true, content: { 'application/json': { schema, ...media } } },
});
const query = (name: string, more: Node): Node => ({ name, in: 'query', schema: { type: 'string' }, ...more });

const examplesOf = (document: Node): unknown =>
  importOpenApi(document, { id: 'shop' }).document.tools[0]?.inputSchema['examples'];

it.each<[string, Node, unknown]>([
  [
    'the example of a media type',
    documentOf(sent({ example: { item: 'tea', count: 2 } })),
    [{ item: 'tea', count: 2 }],
  ],
  [
    'named examples, at most three, also by reference',
    documentOf(
      sent({
        examples: {
          one: { $ref: '#/components/examples/Tea' },
          ...Object.fromEntries(['a', 'b', 'c'].map((item) => [item, { value: { item } }])),
        },
      }),
      { examples: { Tea: { value: { item: 'tea' } } } },
    ),
    [{ item: 'tea' }, { item: 'a' }, { item: 'b' }],
  ],
  [
    'an example as data (OpenAPI 3.2)',
    documentOf(sent({ examples: { a: { dataValue: { item: 'tea' } } } })),
    [{ item: 'tea' }],
  ],
  [
    'the example of a body’s schema',
    documentOf(sent({}, { ...order, examples: [{ item: 'tea' }] })),
    [{ item: 'tea' }],
  ],
  [
    'the example of a body’s schema in 3.0',
    documentOf(sent({}, { ...order, example: { item: 'tea' } }), {}, '3.0.3'),
    [{ item: 'tea' }],
  ],
  ['no members that requests do not have', documentOf(sent({ example: { id: 7, item: 'tea' } })), [{ item: 'tea' }]],
  [
    'no invalid example',
    documentOf(sent({ examples: { a: { value: { count: 'two' } }, b: { value: { item: 'tea' } } } })),
    [{ item: 'tea' }],
  ],
  ['no hidden text', documentOf(sent({ example: { item: 'tea\u200b' } })), undefined],
  ['no example beyond four KiB', documentOf(sent({ example: { item: 'x'.repeat(5_000) } })), undefined],
  [
    'a body that is one input',
    documentOf(sent({ example: ['tea'] }, { type: 'array', items: { type: 'string' } })),
    [{ body: ['tea'] }],
  ],
  [
    'parameters next to the body',
    documentOf({ ...sent({ example: { item: 'tea' } }), parameters: [query('shop', { example: 'Leeds' })] }),
    [{ shop: 'Leeds', item: 'tea' }],
  ],
  [
    'placeholders for required parameters without an example',
    documentOf({
      ...sent({ example: { item: 'tea' } }),
      parameters: [
        query('shop', { required: true }),
        query('shelf', { required: true, schema: { type: 'integer' } }),
        query('size', { required: true, schema: { enum: ['small', 'large'] } }),
        query('page', { schema: { type: 'integer' } }),
      ],
    }),
    [{ shop: '<shop>', shelf: 1, size: 'small', item: 'tea' }],
  ],
  [
    'no example whose placeholder is invalid',
    documentOf({
      ...sent({ example: { item: 'tea' } }),
      parameters: [query('shop', { required: true, schema: { type: 'string', pattern: '^[a-z]+$' } })],
    }),
    undefined,
  ],
  [
    'required inputs from the examples of their schemas',
    documentOf({
      parameters: [
        query('shop', { examples: { a: { value: 'Leeds' }, b: { value: 'York' } } }),
        query('currency', { required: true, schema: { type: 'string', example: 'GBP' } }),
        query('page', { schema: { type: 'string', example: 'x' } }),
      ],
    }),
    [
      { shop: 'Leeds', currency: 'GBP' },
      { shop: 'York', currency: 'GBP' },
    ],
  ],
  [
    'nothing without whole examples',
    documentOf(sent({}, { ...order, properties: { item: { type: 'string', example: 'tea' } } })),
    undefined,
  ],
])('an import keeps %s', (_name, document, expected) => {
  expect(examplesOf(document)).toEqual(expected);
});

it('spends at most a mebibyte of a document’s tools on examples', () => {
  const { paths } = documentOf(sent({ example: { item: 'x'.repeat(4_000) } }));
  const operation = (paths as Record<string, Record<string, Node>>)['/orders']?.['post'];
  const many = Array.from({ length: 400 }, (_, at) => [`/o${at}`, { post: { ...operation, operationId: `o${at}` } }]);
  const { tools } = importOpenApi({ ...documentOf({}), paths: Object.fromEntries(many) }, { id: 'shop' }).document;
  const chars = JSON.stringify(tools.map(({ inputSchema }) => inputSchema['examples'])).length;
  expect(tools).toHaveLength(400);
  expect(chars).toBeGreaterThan(1_000_000);
  expect(chars).toBeLessThan(1_060_000);
});
