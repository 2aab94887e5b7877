import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/connectors/import/readDocument.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { compileInputValidator } from '../../../src/core/schemas/validate.ts';

const read = (text: string) => {
  const detected = readDocument({ text, openApi: { id: 'x' } });
  if (detected.kind !== 'openapi') throw new AppError('invalid_input', 'not OpenAPI');
  const { document, warnings } = detected.imported;
  return { tools: document.tools, warnings, names: document.tools.map(({ name }) => name) };
};
const readJson = (paths: object, more: object = {}) =>
  read(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      servers: [{ url: 'https://x.example' }],
      paths,
      ...more,
    }),
  );

const get = { operationId: 'list' };
const REF = { $ref: 'resources/create.yml' };

describe('bodies of OpenAPI 3.2', () => {
  const post = (content: object) => ({ '/a': { post: { operationId: 'make', requestBody: { content } } } });
  const schema = { type: 'object', properties: { name: { type: 'string' } } };

  it('are read if a media type is a reference', () => {
    const paths = post({ 'application/json': { $ref: '#/components/mediaTypes/Made' } });
    const { tools } = readJson(paths, { openapi: '3.2.0', components: { mediaTypes: { Made: { schema } } } });
    expect(tools[0]).toMatchObject({ inputSchema: { properties: { name: { type: 'string' } } } });
  });

  it('are named if they describe only the items of a sequence', () => {
    const { warnings } = readJson(post({ 'application/jsonl': { itemSchema: schema } }), { openapi: '3.2.0' });
    expect(warnings).toEqual([{ tool: 'POST /a', reason: expect.stringContaining('itemSchema') }]);
  });
});

it('reads a parameter whose media type is a reference (OpenAPI 3.2)', () => {
  const content = { 'application/json': { $ref: '#/components/mediaTypes/Filter' } };
  const filter = { in: 'query', name: 'filter', content };
  const mediaTypes = { Filter: { schema: { type: 'object', properties: { name: { type: 'string' } } } } };
  const more = { openapi: '3.2.0', components: { mediaTypes } };
  const { tools } = readJson({ '/a': { get: { ...get, parameters: [filter] } } }, more);
  expect(tools[0]).toMatchObject({
    inputSchema: { properties: { filter: { properties: { name: { type: 'string' } } } } },
    request: { parameters: [{ name: 'filter', contentType: 'application/json' }] },
  });
});

it('reads operations and parameters next to the reference of a path item', () => {
  const parameter = (name: string) => ({ in: 'query', name, schema: { type: 'string' } });
  const shared = { get: { operationId: 'shared' }, parameters: [parameter('theirs')] };
  const own = { $ref: '#/components/pathItems/Shared', post: { operationId: 'own' }, parameters: [parameter('ours')] };
  const { tools } = readJson({ '/a': own }, { components: { pathItems: { Shared: shared } } });
  expect(tools.map(({ name, inputSchema }) => [name, Object.keys(Object(inputSchema).properties)])).toEqual([
    ['shared', ['ours', 'theirs']],
    ['own', ['ours', 'theirs']],
  ]);
});

it('a document whose paths are a reference says so', () => {
  expect(() => readJson({ $ref: './paths.yml' })).toThrow('are in other files');
});

describe('an operation whose parts are in other files', () => {
  it.each([
    ['the operation', { '/a': { get, post: REF } }, 'POST /a', /operation is in another file, resources\/create.yml/],
    ['the path item', { '/a': { get }, '/b': { $ref: './b.yaml#/b' } }, '/b', /path item is in another file/],
    ['a parameter', { '/a': { get, delete: { parameters: [REF] } } }, 'DELETE /a', /parameters or body/],
    [
      'a parameter of the path',
      { '/a': { get }, '/b': { parameters: [REF], get: { operationId: 'b' } } },
      'GET /b',
      /parameters or body/,
    ],
    ['the body', { '/a': { get, post: { requestBody: REF } } }, 'POST /a', /parameters or body/],
    ['an address', { '/a': { get, post: { $ref: 'https://other.example/x.json#/a' } } }, 'POST /a', /another file/],
    ['nothing', { '/a': { get, post: { $ref: '#/components/x-operations/no' } } }, 'POST /a', /another file/],
  ])('is omitted and reported: %s', (_name, paths, tool, reason) => {
    const { names, warnings } = readJson(paths);
    expect(names).toEqual(['list']);
    expect(warnings).toContainEqual({ tool, reason: expect.stringMatching(reason) });
  });

  it('is read if the reference stays within the document', () => {
    const parts = {
      'x-operations': {
        make: {
          operationId: 'make',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
          },
        },
      },
    };
    const { tools } = readJson({ '/a': { post: { $ref: '#/components/x-operations/make' } } }, { components: parts });
    expect(tools[0]).toMatchObject({ name: 'make', inputSchema: { properties: { name: { type: 'string' } } } });
  });

  it('leaves nothing if all are elsewhere, and the message says so', () => {
    expect(() => readJson({ '/a': { post: REF }, '/b': { $ref: 'b.yml' } })).toThrow(
      /All operations .* in other files/,
    );
  });
});

describe('features newer than OpenAPI 3.1', () => {
  const newer = (openapi: string, paths: object) => readJson(paths, { openapi });

  it.each([
    [
      'query',
      { '/a': { get, query: { operationId: 'q' } } },
      { tool: 'QUERY /a', reason: expect.stringContaining('QUERY') },
    ],
    [
      'additionalOperations',
      { '/a': { get, additionalOperations: { COPY: { operationId: 'c' } } } },
      { tool: 'COPY /a', reason: expect.stringContaining('COPY') },
    ],
    [
      'in: querystring',
      {
        '/a': { get: { ...get, parameters: [{ in: 'querystring', name: 'q', content: { 'application/json': {} } }] } },
      },
      { tool: 'GET /a', reason: expect.stringContaining('querystring') },
    ],
    [
      'an upper-case method',
      { '/a': { get, POST: { operationId: 'p' } } },
      { tool: 'POST /a', reason: expect.stringContaining('lower case') },
    ],
    [
      'an unknown method',
      { '/a': { get, link: { operationId: 'l', responses: {} } } },
      { tool: 'LINK /a', reason: expect.stringContaining('LINK') },
    ],
  ])('are reported: %s', (_name, paths, warning) => {
    expect(newer('3.2.0', paths)).toMatchObject({ names: ['list'], warnings: expect.arrayContaining([warning]) });
  });

  it.each([
    ['3.0.3', 0],
    ['3.1.1', 0],
    ['3.2.0', 0],
    ['3.3.0', 1],
    ['3.10.0', 1],
  ])('report the version %s: %i', (version, count) => {
    const { warnings } = newer(version, { '/a': { get } });
    expect(warnings.filter(({ reason }) => reason.includes(`OpenAPI ${version}`))).toHaveLength(count);
  });

  it('report no extensions', () => {
    expect(
      readJson({ 'x-note': { get }, '/a': { get, 'x-more': {}, summary: 's', parameters: [], servers: [] } }).warnings,
    ).toEqual([]);
  });
});

it('resolves YAML merge keys in parameters, in operations and in lists of them', () => {
  const { tools } = read(`
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: https://x.example }]
x-common: &common
  parameters:
    - { name: page, in: query, schema: { type: integer } }
x-limits: &limits { type: object, properties: { limit: { type: integer } } }
paths:
  /a:
    get: { <<: *common, operationId: a }
  /b:
    <<: *common
    post:
      operationId: b
      requestBody: { content: { application/json: { schema: { <<: *limits, required: [limit] } } } }
  /c:
    get: { <<: [*common, { summary: C }], operationId: c }
`);
  expect(tools.map(({ name, inputSchema }) => [name, inputSchema['properties']])).toEqual([
    ['a', { page: { type: 'integer' } }],
    ['b', { page: { type: 'integer' }, limit: { type: 'integer' } }],
    ['c', { page: { type: 'integer' } }],
  ]);
});

describe('constraints between members of a body apply', () => {
  const properties = { card: { type: 'string' }, cvc: { type: 'string' }, plan: { type: 'string' } };
  const NEEDS: Readonly<Record<string, object>> = {
    dependentRequired: { properties, dependentRequired: { card: ['cvc'] } },
    'dependentRequired in allOf': { allOf: [{ properties }, { type: 'object', dependentRequired: { card: ['cvc'] } }] },
    dependentSchemas: { properties, dependentSchemas: { card: { required: ['cvc'] } } },
  };

  /** Whether inputs with these members are valid, wherever the body is in the input. */
  function fits(schema: object, members: object, of: 'body' | 'within'): boolean {
    const body =
      of === 'body'
        ? { type: 'object', ...schema }
        : { type: 'object', required: ['payment'], properties: { payment: { type: 'object', ...schema } } };
    const { tools } = readJson({
      '/a': {
        post: { operationId: 'a', requestBody: { required: true, content: { 'application/json': { schema: body } } } },
      },
    });
    const value = of === 'body' ? members : { payment: members };
    const input = JSON.parse(JSON.stringify(tools[0]?.inputSchema));
    return [value, { body: value }].some((each) => compileInputValidator(input)(each).length === 0);
  }

  describe.each(['body', 'within'] as const)('of the %s', (of) => {
    it.each(Object.entries(NEEDS))('%s', (_name, schema) => {
      expect(fits(schema, { card: '1', cvc: '2' }, of)).toBe(true);
      expect(fits(schema, { plan: 'x' }, of)).toBe(true);
      expect(fits(schema, { card: '1' }, of)).toBe(false);
    });

    it.each([
      ['false', false],
      ['a schema', { type: 'integer' }],
    ])('unevaluatedProperties: %s', (_name, unevaluatedProperties) => {
      const schema = { allOf: [{ type: 'object', properties }], unevaluatedProperties };
      expect(fits(schema, { card: '1' }, of)).toBe(true);
      expect(fits(schema, { card: '1', other: 'x' }, of)).toBe(false);
    });
  });
});

describe('a parameter that is also the key of a security scheme', () => {
  const PLACES = [
    ['header', 'X-API-Key', 'x-api-key'],
    ['query', 'api_key', 'api_key'],
    ['cookie', 'session', 'session'],
  ] as const;
  const document = (place: string, name: string, declared: string, more: object = {}) => {
    const parameters = [{ in: place, name: declared, required: true, schema: { type: 'string' } }];
    const paths = { '/a': { get: { operationId: 'list', parameters, ...more } } };
    return readJson(paths, {
      components: { securitySchemes: { key: { type: 'apiKey', in: place, name } } },
      security: [{ key: [] }],
    });
  };
  const inputsOf = ({ tools }: ReturnType<typeof document>) => Object.keys(Object(tools[0]?.inputSchema).properties);

  it.each(PLACES)('in the %s is not an input', (place, name, declared) => {
    expect(inputsOf(document(place, name, declared))).toEqual([]);
  });

  it.each(PLACES)('in the %s is an input if the operation does not use the scheme', (place, name, declared) => {
    expect(inputsOf(document(place, name, declared, { security: [] }))).toEqual([declared]);
  });

  it('in OpenAPI 2.0 is not an input', () => {
    const { tools } = read(
      JSON.stringify({
        ...{ swagger: '2.0', info: { title: 'T', version: '1' }, host: 'x.example', security: [{ key: [] }] },
        securityDefinitions: { key: { type: 'apiKey', in: 'query', name: 'key' } },
        paths: { '/a': { get: { operationId: 'a', parameters: [{ in: 'query', name: 'key', type: 'string' }] } } },
      }),
    );
    expect(tools[0]).toMatchObject({ inputSchema: { properties: {} } });
  });
});

describe('a parameter with the name of a credential', () => {
  it.each([
    ['header', 'X-API-Key', 'the header X-API-Key', 'header:X-API-Key'],
    ['query', 'api_key', 'the query parameter api_key', 'query:api_key'],
    ['query', 'access_token', 'the query parameter access_token', 'query:access_token'],
    ['header', 'X-Auth-Token', 'the header X-Auth-Token', 'header:X-Auth-Token'],
  ])('in the %s asks how to send %s', (place, name, parameter, how) => {
    const parameters = [{ in: place, name, schema: { type: 'string' } }];
    const { warnings } = readJson({ '/a': { get: { ...get, parameters } } });
    expect(warnings).toEqual([{ tool: '', reason: expect.stringContaining(`1 operation takes ${parameter}, `) }]);
    expect(warnings[0]?.reason).toContain(`--credential-in ${how},`);
  });
});

describe('a header parameter called Authorization', () => {
  const parameters = [{ in: 'header', name: 'authorization', required: true, schema: { type: 'string' } }];
  const paths = { '/a': { get: { ...get, parameters } } };
  const asks = {
    tool: '',
    reason: expect.stringMatching(/^1 operation takes the header Authorization.*--credential-in/),
  };

  it('asks how to send the credential if the document has no scheme', () => {
    expect(readJson(paths).warnings).toEqual([asks]);
    expect(readJson({ '/a': { get, parameters } }).warnings).toEqual([asks]);
  });

  it('asks nothing if the document has a scheme', () => {
    const components = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
    expect(readJson(paths, { components, security: [{ token: [] }] }).warnings).toEqual([]);
  });
});

describe('a parameter without an input is reported', () => {
  const reasonsOf = (path: string, parameters: readonly object[]) =>
    readJson({ [path]: { get: { ...get, parameters } } }).warnings.map(({ tool, reason }) => `${tool}: ${reason}`);

  it.each([
    ['without a name', { in: 'query', name: '' }, /without a name/],
    ['in no place', { name: 'a' }, /parameter a in no place/],
    ['in an unknown place', { in: 'body', name: 'a', schema: {} }, /parameter a in body/],
    ['of a path without its slot', { in: 'path', name: 'a', required: true }, /no placeholder for the parameter a/],
    ['in querystring', { in: 'querystring', name: 'q' }, /querystring/],
  ])('%s', (_name, parameter, reason) => {
    expect(reasonsOf('/a/{b}', [parameter])).toEqual([expect.stringMatching(reason)]);
  });

  it('unless it has one, or is a header that is sent otherwise', () => {
    const places = ['query', 'header', 'cookie'].map((place) => ({ in: place, name: 'a', schema: {} }));
    expect(reasonsOf('/a/{b}/{+c}', [...places, { in: 'path', name: 'b' }, { in: 'path', name: 'c' }])).toEqual([]);
    expect(reasonsOf('/a', [{ in: 'header', name: 'Accept' }])).toEqual([]);
  });

  it('unless its slot is where a warning no longer shows the path, or has characters that a warning hides', () => {
    expect(reasonsOf(`/${'a'.repeat(215)}/{id}`, [{ in: 'path', name: 'id' }])).toEqual([]);
    expect(reasonsOf('/a/{i\u200bd}', [{ in: 'path', name: 'i\u200bd' }])).toEqual([]);
    expect(reasonsOf('/a/{i\u200bd}', [{ in: 'path', name: 'id' }])).toHaveLength(1);
  });
});

it('reports a security scheme that is required but not defined', () => {
  const reason = 'the document does not define the security scheme key, which 1 operation requires';
  expect(readJson({ '/a': { get } }, { security: [{ key: [] }] }).warnings).toEqual([{ tool: '', reason }]);
  expect(readJson({ '/a': { get: { ...get, security: [{ key: [] }] } } }).warnings).toEqual([{ tool: '', reason }]);
});

describe('texts and constraints of a body whose members are separate inputs', () => {
  const bodyOf = (requestBody: object) =>
    readJson({ '/a': { post: { operationId: 'a', requestBody } } }).tools[0]?.inputSchema;
  const schema = {
    type: 'object',
    description: 'A card.',
    required: ['card', 'cvc'],
    properties: { card: { type: 'string' }, cvc: { type: 'string' }, note: { type: 'string' } },
  };
  const content = { 'application/json': { schema } };

  it('the description becomes the input’s', () => {
    expect(bodyOf({ description: 'What to charge.', content })).toMatchObject({
      description: 'What to charge.\n\nA card.',
    });
    expect(bodyOf({ description: 'A card.', content })).toMatchObject({ description: 'A card.' });
  });

  it('an optional body has all of its required members, or none', () => {
    const inputSchema = JSON.parse(JSON.stringify(bodyOf({ required: false, content })));
    const fits = (input: object): boolean => compileInputValidator(inputSchema)(input).length === 0;
    expect([{}, { card: '1', cvc: '2' }, { card: '1', cvc: '2', note: '' }].map(fits)).toEqual([true, true, true]);
    expect([{ card: '1' }, { cvc: '2' }, { note: '' }].map(fits)).toEqual([false, false, false]);
  });
});
