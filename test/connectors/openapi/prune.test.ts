import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../../src/connectors/openapi/operations.ts';
import { withOperations } from '../../../src/connectors/openapi/prune.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = { 200: { description: 'OK', content: { 'application/json': { schema: ref('Answer') } } } };
const of = (schema: object) => ({
  requestBody: { content: { 'application/json': { schema } } },
  responses: answer,
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.test' }],
  tags: [{ name: 'a' }],
  paths: {
    '/a': {
      summary: 'Both',
      parameters: [{ $ref: '#/components/parameters/page' }],
      post: of(ref('A')),
      put: of(ref('B')),
    },
    '/b': { post: of(ref('B')) },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    parameters: { page: { name: 'page', in: 'query', schema: ref('Page') } },
    schemas: {
      A: { type: 'object', properties: { next: ref('A'), of: ref('Part') } },
      Part: { type: 'string' },
      Page: { type: 'integer' },
      B: { type: 'object', properties: { lost: ref('Nowhere') } },
      Answer: { type: 'object', properties: { all: ref('B') } },
    },
  },
};

const chosen = (document: Readonly<Record<string, unknown>>, ...places: readonly string[]) =>
  withOperations(
    document,
    operationsOf(document).filter(({ method, path }) => places.includes(`${method} ${path}`)),
  );

describe('of a document with selected operations', () => {
  it('keeps only these and the parts that they refer to, with only texts and headers of responses', () => {
    const { paths, components, ...rest } = chosen(DOCUMENT, 'post /a');
    expect(paths).toEqual({
      '/a': {
        summary: 'Both',
        parameters: DOCUMENT.paths['/a'].parameters,
        post: {
          requestBody: DOCUMENT.paths['/a'].post.requestBody,
          responses: { 200: { description: 'OK', headers: {} } },
        },
      },
    });
    const { A, Part, Page } = DOCUMENT.components.schemas;
    const { parameters, securitySchemes } = DOCUMENT.components;
    expect(components).toEqual({ schemas: { A, Part, Page }, parameters, securitySchemes });
    expect(rest).toEqual({ openapi: '3.1.0', info: DOCUMENT.info, servers: DOCUMENT.servers, tags: DOCUMENT.tags });
  });

  it('keeps a dangling reference unchanged', () => {
    expect(chosen(DOCUMENT, 'post /b')).toMatchObject({
      components: { schemas: { B: DOCUMENT.components.schemas.B } },
    });
  });

  it('keeps everything if a reference points into a path', () => {
    const inner = {
      ...DOCUMENT,
      paths: { ...DOCUMENT.paths, '/c': { post: of({ $ref: '#/paths/~1a/post/x-schema' }) } },
    };
    Object.assign(inner.paths['/a'].post, { 'x-schema': { type: 'string' } });
    expect(chosen(inner, 'post /c')).toBe(inner);
  });

  it('does the same for OpenAPI 2.0', () => {
    const swagger = {
      swagger: '2.0',
      info: DOCUMENT.info,
      host: 'api.test',
      paths: {
        '/a': {
          post: { parameters: [{ $ref: '#/parameters/body' }], responses: { 200: { $ref: '#/responses/all' } } },
        },
        '/b': { get: { responses: {} } },
      },
      parameters: { body: { in: 'body', name: 'b', schema: { $ref: '#/definitions/A' } }, other: {} },
      definitions: { A: { type: 'string' }, B: {} },
      responses: { all: { description: 'All' } },
    };
    const { paths, parameters, definitions, responses } = chosen(swagger, 'post /a');
    expect({ paths, parameters, definitions, responses }).toEqual({
      paths: {
        '/a': {
          post: {
            parameters: [{ $ref: '#/parameters/body' }],
            responses: { 200: { description: 'All', headers: {} } },
          },
        },
      },
      parameters: { body: swagger.parameters.body },
      definitions: { A: swagger.definitions.A },
      responses: undefined,
    });
  });
});

it('imports operations of a document whose other parts can’t be converted', () => {
  const broken = { post: { requestBody: { content: { 'application/json': { schema: ref('Broken') } } } } };
  const document = {
    ...DOCUMENT,
    openapi: '3.0.3',
    paths: { ...DOCUMENT.paths, '/broken': broken },
    components: { ...DOCUMENT.components, schemas: { ...DOCUMENT.components.schemas, Broken: { allOf: 7 } } },
  };
  const { document: server } = importOpenApi(document, { choice: { include: { paths: ['POST /a'] } } });
  expect(server.tools.map(({ inputSchema }) => Object.keys(Object(inputSchema['properties'])))).toEqual([
    ['page', 'next', 'of'],
  ]);
});
