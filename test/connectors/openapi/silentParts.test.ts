import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

/*
 * A document is read completely or with warnings: deleting any of these parts changes its tools or the warnings. The
 * corpus has few of them (`test/corpus/deletions.test.ts`).
 */

type Node = Record<string, unknown>;

const SOURCE = 'https://example.test/api.json';
const resultOf = (document: Node): string => JSON.stringify(importOpenApi(document, { id: 'x', source: SOURCE }));

const about = { info: { title: 'X', version: '1' } };
const responses = { 200: { description: 'ok' } };
const v3 = (operation: Node, more: Node = {}, openapi = '3.2.0'): Node => ({
  ...{ openapi, ...about, servers: [{ url: 'https://api.example.test' }] },
  paths: { '/a': { post: { operationId: 'makeA', responses, ...operation } } },
  ...more,
});
const v2 = (...parameters: Node[]): Node => ({
  ...{ swagger: '2.0', ...about, host: 'api.example.test', schemes: ['https'] },
  paths: { '/a': { post: { operationId: 'makeA', responses, parameters } } },
});
const body = (media: Node, type = 'application/json') => v3({ requestBody: { content: { [type]: media } } });
const card = { card: { type: 'string' }, cvc: { type: 'string' } };
const object = (more: Node, properties: Node = card): Node => ({ type: 'object', properties, ...more });

/** Rules of an object that only combine its members. */
const RULES: readonly Node[] = [
  { dependentRequired: { card: ['cvc'] } },
  { dependentSchemas: { card: { required: ['cvc'] } } },
  { dependencies: { card: ['cvc'] } },
  { dependencies: { card: { required: ['cvc'] } } },
  { if: { required: ['card'] }, else: { required: ['cvc'] } },
  { oneOf: [{ required: ['card'] }, { required: ['cvc'] }] },
  { anyOf: [{ required: ['card'] }, { required: ['cvc'], not: { required: ['card'] } }] },
  { not: { required: ['card', 'cvc'] } },
  { minProperties: 1 },
  { maxProperties: 1 },
  { patternProperties: { '^x-': { type: 'string' } } },
  { propertyNames: { pattern: '^[a-z]+$' } },
  { additionalProperties: { type: 'integer' } },
  { const: { card: 'a', cvc: 'b' } },
  { enum: [{ card: 'a', cvc: 'b' }] },
];
const PLACES: Readonly<Record<string, (schema: Node) => Node>> = {
  body: (schema) => body({ schema }),
  form: (schema) => body({ schema }, 'application/x-www-form-urlencoded'),
  multipart: (schema) => body({ schema }, 'multipart/form-data'),
  'part of a body': (schema) => body({ schema: { allOf: [object({}, { z: { type: 'string' } }), schema] } }),
  member: (schema) => body({ schema: object({}, { member: schema }) }),
  parameter: (schema) => v3({ parameters: [{ in: 'query', name: 'q', schema }] }),
  'member in OpenAPI 2.0': (schema) => v2({ in: 'body', name: 'b', schema: object({}, { member: schema }) }),
};

const list = (more: Node): Node => body({ schema: object({}, { list: { type: 'array', ...more } }) });
const parts = object({}, { meta: object({}), file: { type: 'string', format: 'binary' } });
const multipart = (more: Node): Node => body({ schema: parts, ...more }, 'multipart/form-data');
const mixed = (more: Node): Node => body({ schema: { type: 'array', items: object({}) }, ...more }, 'multipart/mixed');
const named = (ref: string, more: Node): Node =>
  v3(
    { requestBody: { content: { 'application/json': { schema: { $ref: ref } } } } },
    {
      ...{ components: { schemas: { Card: object({}) } } },
      ...more,
    },
  );
const SERVER = { url: 'https://api.example.test' };
const servers = (...all: Node[]): Node => v3({}, { servers: all });
const signIn = (more: Node): Node => {
  const flow = { authorizationUrl: `${SERVER.url}/authorize`, tokenUrl: `${SERVER.url}/token`, scopes: {}, ...more };
  return v3({}, { components: { securitySchemes: { o: { type: 'oauth2', flows: { authorizationCode: flow } } } } });
};
const described = (type: string, more: Node): Node => {
  const schema = { type: 'string', description: 'A note.' };
  return v3({ requestBody: { ...more, content: { [type]: { schema } } } });
};
const parameter = (more: Node): Node =>
  v3({ parameters: [{ in: 'query', name: 'q', schema: { type: 'string' }, ...more }] });
const ofMember = (more: Node): Node => body({ schema: object({}, { a: { type: 'string', ...more } }) });
const withPath = (more: Node): Node => ({
  ...v3({}),
  paths: { '/a': { post: { operationId: 'makeA', responses }, ...more } },
});
const form = { in: 'formData', name: 'f', type: 'string' };
const inBody = (name: string, property: string): Node => ({
  ...{ in: 'body', name, schema: object({}, { [property]: { type: 'string' } }) },
});

/** A document with a part, and without it. */
const OTHERS: Readonly<Record<string, readonly [Node, Node]>> = {
  'headers of a part': [multipart({ encoding: { meta: { headers: { 'X-Part': {} } } } }), multipart({})],
  'encoding within a part': [multipart({ encoding: { meta: { encoding: { card: {} } } } }), multipart({})],
  prefixEncoding: [mixed({ prefixEncoding: [{ contentType: 'text/plain' }] }), mixed({})],
  itemEncoding: [mixed({ itemEncoding: { contentType: 'text/plain' } }), mixed({})],
  itemSchema: [mixed({ itemSchema: object({}) }), mixed({})],
  'members of XML': [body({ schema: object({}) }, 'application/xml'), body({}, 'application/xml')],
  'items after a tuple': [list({ items: [{}], additionalItems: false }), list({ items: [{}] })],
  'an address of its own': [
    named('https://elsewhere.test/a.json#/components/schemas/Card', { $self: 'https://elsewhere.test/a.json' }),
    named('https://elsewhere.test/a.json#/components/schemas/Card', {}),
  ],
  'an address relative to its own': [
    named('b.json#/components/schemas/Card', { $self: 'https://elsewhere.test/b.json' }),
    named('b.json#/components/schemas/Card', {}),
  ],
  'a dialect': [v3({}, { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' }), v3({})],
  'a body next to a form': [v2(inBody('b', 'x'), form), v2(form)],
  'a form next to a body': [v2(inBody('b', 'x'), form), v2(inBody('b', 'x'))],
  'a second body': [v2(inBody('b', 'x'), inBody('c', 'y')), v2(inBody('b', 'x'))],
  'x-nullable': [
    v2({ in: 'body', name: 'b', schema: object({}, { x: { type: 'string', 'x-nullable': true } }) }),
    v2(inBody('b', 'x')),
  ],
  webhooks: [v3({}, { webhooks: { made: { post: { responses } } } }), v3({})],
  callbacks: [v3({ callbacks: { done: { '{$url}': { post: { responses } } } } }), v3({})],
  'a second server': [servers(SERVER, { url: 'https://sandbox.example.test' }), servers(SERVER)],
  'a server variable’s other values': [
    servers({ url: 'https://{r}.example.test', variables: { r: { default: 'eu', enum: ['eu', 'us'] } } }),
    servers({ url: 'https://{r}.example.test', variables: { r: { default: 'eu' } } }),
  ],
  'an address for refreshing': [signIn({ refreshUrl: 'https://api.example.test/refresh' }), signIn({})],
  ...Object.fromEntries(
    [{ maxLength: 5 }, { minLength: 2 }, { pattern: '^a' }, { enum: ['a', 'b'] }, { description: 'A note.' }].map(
      (keyword): [string, [Node, Node]] => [
        `${Object.keys(keyword)} of a text body`,
        [
          body({ schema: { type: 'string', ...keyword } }, 'text/plain'),
          body({ schema: { type: 'string' } }, 'text/plain'),
        ],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['application/json', 'text/plain', 'image/png'].map((type): [string, [Node, Node]] => [
      `the description of a body of ${type} whose schema has one`,
      [described(type, { description: 'What to send.' }), described(type, {})],
    ]),
  ),
  'the description of a path': [
    { ...v3({}), paths: { '/a': { description: 'Makes an A', post: { operationId: 'makeA', responses } } } },
    v3({}),
  ],
  'the description of a path whose operations have one': [
    {
      ...v3({}),
      paths: { '/a': { description: 'All As', post: { operationId: 'makeA', summary: 'Make', responses } } },
    },
    v3({ summary: 'Make' }),
  ],
  'the description of a response': [
    v3({ responses: { 201: { description: 'The new A, with its price' } } }),
    v3({ responses: { 201: {} } }),
  ],
  'a header of a response': [
    v3({ responses: { 200: { ...responses[200], headers: { 'X-Cost': {} } } } }),
    v3({ responses }),
  ],
  'the summary of a document': [v3({}, { info: { ...about.info, summary: 'Makes As' } }), v3({})],
  'the description of a tag': [
    v3({ tags: ['as'] }, { tags: [{ name: 'as', description: 'Everything about As' }] }),
    v3({ tags: ['as'] }, { tags: [{ name: 'as' }] }),
  ],
  'a link of an operation': [v3({ externalDocs: { url: 'https://example.test/a' } }), v3({})],
  'a link of the document': [v3({}, { externalDocs: { url: 'https://example.test/a' } }), v3({})],
  'a link of the document without a scheme': [v3({}, { externalDocs: { url: 'www.example.test/a' } }), v3({})],
  deprecated: [v3({ deprecated: true }), v3({})],
  'a parameter’s deprecated': [parameter({ deprecated: true }), parameter({})],
  'a member’s deprecated': [ofMember({ deprecated: true }), ofMember({})],
  'a schema’s description next to its parameter’s': [
    parameter({ description: 'A code', schema: { type: 'string', description: 'Two letters' } }),
    parameter({ description: 'A code' }),
  ],
  ...Object.fromEntries(
    [
      { pattern: '^[\\w-.]+$' },
      { default: 'long '.repeat(100) },
      { minLength: 'two' },
      { type: 'text' },
      { examples: ['a', 'b'] },
      { example: 'long '.repeat(100) },
      { 'x-example': 'a' },
    ].map((keyword): [string, [Node, Node]] => [
      `${JSON.stringify(keyword).slice(0, 40)} of a member`,
      [ofMember(keyword), ofMember('type' in keyword ? { type: undefined } : {})],
    ]),
  ),
  ...Object.fromEntries(
    [
      { example: 5 },
      { examples: { one: { externalValue: 'https://example.test/a.json' } } },
      { 'x-example': 'a' },
      { 'x-examples': { one: 'a' } },
    ].map((member): [string, [Node, Node]] => [
      `${JSON.stringify(member)} of a parameter`,
      [parameter(member), parameter({})],
    ]),
  ),
  'an example that the body doesn’t accept': [
    body({ schema: object({ required: ['card'] }), example: { card: 7 } }),
    body({ schema: object({ required: ['card'] }) }),
  ],
  ...Object.fromEntries(
    [
      { 'x-enum-descriptions': ['Low', 'High'] },
      { 'x-enumDescriptions': { a: 'Low' } },
      { 'x-enum-varnames': ['LOW', 'HIGH'] },
      { 'x-enumNames': ['Low', 'High'] },
      { 'x-ms-enum': { name: 'Level', values: [{ value: 'a', description: 'Low' }] } },
    ].map((member): [string, [Node, Node]] => [
      `${Object.keys(member)} of an enum`,
      [ofMember({ enum: ['a', 'b'], ...member }), ofMember({ enum: ['a', 'b'] })],
    ]),
  ),
  'the operation of any other method': [withPath({ 'x-amazon-apigateway-any-method': { responses } }), withPath({})],
  'paths of Azure': [v3({}, { 'x-ms-paths': { '/a?b=c': { get: { responses } } } }), v3({})],
  'x-webhooks': [v3({}, { 'x-webhooks': { made: { post: { responses } } } }), v3({})],
};

it('no part of a document is dropped without a change or a warning', () => {
  const inPlaces = Object.entries(PLACES).flatMap(([place, at]) =>
    RULES.map((rule) => [`${JSON.stringify(rule)} in a ${place}`, at(object(rule)), at(object({}))] as const),
  );
  const all = [...inPlaces, ...Object.entries(OTHERS).map(([name, [full, less]]) => [name, full, less] as const)];
  const silent = all.filter(([, full, less]) => resultOf(full) === resultOf(less)).map(([name]) => name);
  process.stdout.write(`${all.length} parts deleted, ${silent.length} silently\n`);
  expect(silent).toEqual([]);
});

const LONG = `${'word '.repeat(1_000)}END`;
const stringMember = (more: Node): Node => object({}, { a: { type: 'string', ...more } });

/** A document with a long text, and the part that the warning names. */
const LONG_TEXTS: Readonly<Record<string, readonly [Node, string]>> = {
  'the description of the document': [v3({}, { info: { ...about.info, description: LONG } }), 'the server'],
  'the description of a credential': [
    v3(
      {},
      {
        components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Key', description: LONG } } },
        security: [{ k: [] }],
      },
    ),
    'x_k',
  ],
  'a summary': [v3({ summary: LONG }), 'makeA'],
  'a description': [v3({ description: LONG }), 'makeA'],
  'the description of a path': [
    { ...v3({}), paths: { '/a': { description: LONG, post: { operationId: 'makeA', responses } } } },
    'makeA',
  ],
  'the description of a parameter': [v3({ parameters: [{ in: 'query', name: 'q', description: LONG }] }), 'makeA'],
  'the description of a body': [described('text/plain', { description: LONG }), 'makeA'],
  'the description of a member': [body({ schema: stringMember({ description: LONG }) }), 'makeA'],
};

it.each(Object.entries(LONG_TEXTS))('%s is cut visibly, and a warning says so', (_name, [source, name]) => {
  const { document, warnings } = importOpenApi(source, { id: 'x', source: SOURCE });
  expect(JSON.stringify(document)).not.toContain('END');
  expect(JSON.stringify(document)).toContain('…"');
  expect(warnings).toEqual([{ tool: '', reason: `long descriptions are cut and end with “…”: those of ${name}` }]);
});

const LOST_PARTS: Readonly<Record<string, readonly [Node, string]>> = {
  pattern: [{ pattern: '[' }, '5 patterns that ECMAScript does not accept'],
  default: [{ default: LONG }, '5 defaults of more than 200 characters'],
  keyword: [{ maxLength: 'many' }, '5 schema keywords with an invalid value'],
  example: [{ example: LONG }, '5 examples beyond the limits or not valid for the input'],
};

it.each(Object.entries(LOST_PARTS))('one warning names the tools that lost a %s', (_name, [keyword, part]) => {
  const schema = { type: 'string', ...keyword };
  const get = { parameters: [{ in: 'query', name: 'q', schema }], responses };
  const paths = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((id) => [`/${id}`, { get: { ...get, operationId: id } }]),
  );
  const { warnings } = importOpenApi(v3({}, { paths }), { id: 'x', source: SOURCE });
  expect(warnings).toEqual([{ tool: '', reason: `left out: ${part}, in a, b, c and 2 more` }]);
});

it('a document’s long title is cut, and a warning says so', () => {
  const { document, warnings } = importOpenApi(v3({}, { info: { title: LONG, version: '1' } }), { source: SOURCE });
  expect(document.name).toMatch(/…$/);
  expect(warnings).toEqual([{ tool: '', reason: 'the document’s title is cut after 200 characters' }]);
});

it.each([
  ['OK', ''],
  ['A successful response with data', ''],
  ['The request has been accepted', ''],
  ['Returns the user that was found', 'Returns the user that was found'],
  ['The user, with all of its roles', 'Returns: The user, with all of its roles'],
])('the response “%s” describes the tool as “%s”', (description, about) => {
  const { document } = importOpenApi(v3({ summary: 'Make', responses: { 200: { description } } }), { source: SOURCE });
  expect(document.tools[0]?.description).toBe(about === '' ? 'Make' : `Make\n\n${about}`);
});

it('declared response headers reach the tool, also by reference and in OpenAPI 2.0', () => {
  const response = { description: 'ok', headers: { 'X-Cost': {}, ETag: {}, 'Set-Cookie': {} } };
  const documents = [
    v3({ responses: { 200: response, 404: { description: 'no', headers: { 'X-No': {} } } } }),
    v3(
      { responses: { 200: { $ref: '#/components/responses/made' } } },
      { components: { responses: { made: response } } },
    ),
    { ...v2(), paths: { '/a': { post: { operationId: 'makeA', responses: { 200: response } } } } },
  ];
  for (const each of documents)
    expect(importOpenApi(each, { source: SOURCE }).document.tools[0]?.request).toMatchObject({
      responseHeaders: ['x-cost'],
    });
});

it('a short text that ends with an ellipsis is not cut', () => {
  expect(importOpenApi(v3({ description: 'Makes an A…' }), { id: 'x', source: SOURCE }).warnings).toEqual([]);
});

it('an address with credential fields is the only one', () => {
  const variables = { region: { default: 'us-east-1', enum: ['us-east-1', 'eu-west-1'] } };
  const regional = { url: 'https://api.{region}.amazonaws.com', variables };
  const signed = { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' };
  const security = [{ signed: [] }];
  const document = v3({}, { servers: [regional], security, components: { securitySchemes: { signed } } });
  expect(importOpenApi(document, { id: 'x', source: SOURCE })).toMatchObject({
    document: { connector: { baseUrl: expect.stringContaining('{') } },
    warnings: [],
  });
});

it.each([
  ['no operation requires', {}, 1],
  ['the document requires', { security: [{ key: [] }] }, 0],
  ['is optional', { security: [{ key: [] }, {}] }, 0],
])('a credential that %s: %j gives %i warnings', (_, part, count) => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const source = v3({}, { ...part, components: { securitySchemes: { key } } });
  const { document, warnings } = importOpenApi(source, { id: 'x', source: SOURCE });
  expect(document.credentials).toHaveLength(1);
  expect(warnings.map(({ reason }) => reason)).toEqual(
    Array.from({ length: count }, () => expect.stringContaining('but no operation requires one')),
  );
});

it('references by a document’s own address are followed', () => {
  for (const name of ['an address of its own', 'an address relative to its own']) {
    const { document, warnings } = importOpenApi(OTHERS[name]?.[0] ?? {}, { id: 'x', source: SOURCE });
    expect(document.tools[0]?.inputSchema).toMatchObject({ properties: card });
    expect(warnings).toEqual([]);
  }
});

const LONG_TYPE = `application/${'x'.repeat(300)}`;
const LONG_MEDIA: Readonly<Record<string, Node>> = {
  body: { requestBody: { content: { [LONG_TYPE]: { schema: {} } } } },
  'second body': { requestBody: { content: { 'application/json': { schema: {} }, [LONG_TYPE]: { schema: {} } } } },
  parameter: { parameters: [{ name: 'q', in: 'query', content: { [LONG_TYPE]: { schema: {} } } }] },
};

it.each(Object.entries(LONG_MEDIA))('an operation with a long media type of a %s is left out and named', (_, part) => {
  const get = { operationId: 'b', responses };
  const paths = { '/a': { post: { operationId: 'a', responses, ...part } }, '/b': { get } };
  const { document, warnings } = importOpenApi(v3({}, { paths }), { id: 'x', source: SOURCE });
  expect(document.tools.map(({ name }) => name)).toEqual(['b']);
  const reason = 'left out: it has a media type of more than 255 characters';
  expect(warnings).toEqual([{ tool: 'POST /a', reason }]);
});

const LONG_PATHS: readonly string[] = ['/a', '/{a}', '/a-', '/{a-b}', '/[object Object],', '/1_', '/x{'];

it.each(LONG_PATHS)('a path of any length made of %s is left out, and the limit named', (part) => {
  for (const chars of [8_193, 1_500_000]) {
    const path = part.repeat(chars / part.length + 1);
    const paths = { [path]: { get: { responses } } };
    const reason = 'left out: its path is longer than 8192 characters';
    expect(() => resultOf(v3({}, { paths }))).toThrow(reason);
    const { document, warnings } = importOpenApi(
      v3({}, { paths: { ...paths, '/a': { get: { operationId: 'getA', responses } } } }),
      { id: 'x', source: SOURCE },
    );
    expect(document.tools.map(({ name }) => name)).toEqual(['getA']);
    expect(warnings).toEqual([{ tool: path.slice(0, 200), reason }]);
  }
});
