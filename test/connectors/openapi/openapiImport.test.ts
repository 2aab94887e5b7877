import { describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

type Node = Record<string, unknown>;

const document = (more: Node = {}, operation: Node = {}): Node => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.test' }],
  paths: { '/x': { post: { operationId: 'x', ...operation } } },
  ...more,
});

const bodyOf = (schema: unknown): Node => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});

const inputOf = (operation: Node, more: Node = {}) => {
  const { document: server, warnings } = importOpenApi(document(more, operation));
  return { schema: server.tools[0]?.inputSchema, warnings };
};

describe('the base address', () => {
  it.each<[string, Node, Parameters<typeof importOpenApi>[1], string]>([
    [
      'is the first server',
      { servers: [{ url: 'https://a.test/v1/' }, { url: 'https://b.test' }] },
      {},
      'https://a.test/v1',
    ],
    ['is the one given', {}, { baseUrl: 'https://mine.test/' }, 'https://mine.test'],
    ['may name credential fields', {}, { baseUrl: 'https://{sub}.mine.test' }, 'https://{sub}.mine.test'],
    [
      'is relative to the source',
      { servers: [{ url: '../v2' }] },
      { source: 'https://s.test/docs/a/o.json' },
      'https://s.test/docs/v2',
    ],
    ['is the source’s own host', { servers: undefined }, { source: 'https://s.test/docs/o.json' }, 'https://s.test'],
    [
      'has the variables’ defaults',
      { servers: [{ url: 'https://{r}.a.test:{p}', variables: { r: { default: 'eu' }, p: { default: 8443 } } }] },
      {},
      'https://eu.a.test:8443',
    ],
  ])('%s', (_name, more, options, expected) => {
    expect(importOpenApi(document(more), options).document.connector).toMatchObject({ baseUrl: expected });
  });

  it.each<[string, Node]>([
    ['none', { servers: undefined }],
    ['a relative one', { servers: [{ url: '/v1' }] }],
    ['a file', { servers: [{ url: 'file:///etc' }] }],
    ['an unset variable', { servers: [{ url: 'https://{x}.test' }] }],
  ])('cannot be %s', (_name, more) => {
    expect(() => importOpenApi(document(more))).toThrow('pass a base URL');
  });

  it('of Swagger 2.0 prefers https', () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      host: 'a.test',
      basePath: '/v1',
      schemes: ['http', 'https'],
      paths: { '/x': { get: {} } },
    };
    expect(importOpenApi(swagger).document.connector).toMatchObject({ baseUrl: 'https://a.test/v1' });
  });
});

describe('credentials', () => {
  const schemes = { key: { type: 'apiKey', in: 'header', name: 'K' }, oauth: { type: 'oauth2', flows: {} } };
  const components = { securitySchemes: schemes };
  it.each<[string, Node, Node, Record<string, boolean>]>([
    ['needed by the document', { security: [{ key: [] }] }, {}, { t_key: true, t_oauth: false }],
    ['needed together', { security: [{ key: [], oauth: [] }] }, {}, { t_key: true, t_oauth: true }],
    ['either', { security: [{ key: [] }, { oauth: [] }] }, {}, { t_key: false, t_oauth: false }],
    ['optional', { security: [{}, { key: [] }] }, {}, { t_key: false, t_oauth: false }],
    ['needed by every operation', {}, { security: [{ oauth: ['read'] }] }, { t_key: false, t_oauth: true }],
    ['needed by nothing', {}, {}, { t_key: false, t_oauth: false }],
  ])('%s', (_name, more, operation, required) => {
    const { document: server } = importOpenApi(document({ components, ...more }, operation));
    expect(Object.fromEntries(server.credentials.map((field) => [field.id, field.required]))).toEqual(required);
  });

  it('an OAuth token names its scopes', () => {
    const { document: server } = importOpenApi(document({ components }, { security: [{ oauth: ['read', 'write'] }] }));
    expect(server.scopes).toEqual(['read', 'write']);
    expect(server.credentials[1]).toMatchObject({
      description: 'An access token. Scopes used: read, write.',
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {t_oauth}' },
    });
  });

  it('reports a scheme that no value can serve', () => {
    const { warnings } = importOpenApi(document({ components: { securitySchemes: { tls: { type: 'mutualTLS' } } } }));
    expect(warnings).toEqual([{ tool: '', reason: 'security scheme tls is not supported' }]);
  });
});

describe('schemas', () => {
  const properties = (members: Node) => ({ type: 'object', properties: members });
  it.each<[string, unknown, unknown]>([
    ['OpenAPI keywords go', { type: 'string', xml: {}, 'x-y': 1, discriminator: {}, title: 'T' }, { type: 'string' }],
    [
      'nullable becomes a type',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'a boolean exclusiveMinimum',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', minimum: 1, exclusiveMinimum: 1 },
    ],
    ['malformed keywords go', { type: 'dinosaur', minLength: -1, enum: [], required: true, pattern: '(' }, {}],
    [
      'a tuple of old',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['other documents are not read', { $ref: 'https://evil.test/s.json', description: 'd' }, { description: 'd' }],
    ['nor files', { $ref: '../secret.yaml#/a' }, {}],
    ['nothing at the end of a reference', { $ref: '#/nowhere' }, {}],
    [
      'a reference with constraints',
      { $ref: '#/components/schemas/S', maxLength: 3 },
      { allOf: [{ type: 'string' }, { maxLength: 3 }] },
    ],
    [
      'bytes',
      { type: 'string', format: 'binary' },
      { type: 'string', description: '(base64)', contentEncoding: 'base64' },
    ],
  ])('%s', (_name, schema, expected) => {
    const more = { components: { schemas: { S: { type: 'string' } } } };
    expect(inputOf(bodyOf(properties({ p: schema })), more).schema).toMatchObject({ properties: { p: expected } });
    expect(inputOf(bodyOf(properties({ p: schema })), more).schema?.['properties']).toEqual({ p: expected });
  });

  it.each([
    [{ required: true }, ['a']],
    [{}, ['a']],
    [{ required: false }, undefined],
  ])('with a body of %j require: %j', (flag, required) => {
    const { requestBody } = bodyOf({ ...properties({ a: {}, b: {} }), required: ['a'] });
    const { required: _required, ...plain } = Object(requestBody);
    expect(inputOf({ requestBody: { ...plain, ...flag } }).schema?.['required']).toEqual(required);
  });

  it('that grow without limit are truncated, with a warning', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `N${at}`,
        properties(
          Object.fromEntries(
            Array.from({ length: 20 }, (_each, to) => [
              `p${at}_${to}`,
              { $ref: `#/components/schemas/N${(at * 7 + to) % 60}` },
            ]),
          ),
        ),
      ]),
    );
    const { schema, warnings } = inputOf(bodyOf({ $ref: '#/components/schemas/N0' }), { components: { schemas } });
    expect(warnings).toEqual([{ tool: 'POST /x', reason: expect.stringContaining('its input schema is cut') }]);
    expect(JSON.stringify(schema).length).toBeLessThan(65_536);
  });

  it('that are too wide for any form omit the operation, with a warning', () => {
    const wide = properties(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`p${at}`, { type: 'string' }])));
    const parameters = Array.from({ length: 600 }, (_, at) => ({ name: `q${at}`, in: 'query', schema: wide }));
    const { schema, warnings } = inputOf({ parameters });
    expect(schema).toBeUndefined();
    expect(warnings).toEqual([{ tool: 'POST /x', reason: 'its input schema is too large' }]);
  });
});

describe('documents that are refused', () => {
  let deep: unknown = {};
  for (let level = 0; level < 5_000; level += 1) deep = { a: deep };
  const own: Node = {};
  own['self'] = own;
  it.each<[string, string | Node, string]>([
    ['text of neither kind', '{"openapi": ', 'neither JSON nor YAML'],
    ['another format', { openapi: '4.0.0', paths: {} }, 'not OpenAPI'],
    ['a list', '[]', 'not OpenAPI'],
    ['no paths', { openapi: '3.1.0' }, 'no paths'],
    ['no operations', document({ paths: {} }), 'no operations'],
    [
      'webhooks alone',
      { openapi: '3.1.0', info: { title: 'T', version: '1' }, webhooks: { sent: { post: {} } } },
      'only webhooks',
    ],
    [
      'webhooks and empty paths',
      document({ openapi: '3.1.0', paths: {}, webhooks: { sent: { post: {} } } }),
      'only webhooks',
    ],
    ['too deep', document({ 'x-deep': deep }), 'nested deeper'],
    ['one that holds itself', document({ 'x-own': own }), 'nested deeper'],
    [
      'a bomb of aliases',
      `openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, at) => `${'bcdefghij'[at]}: &${'bcdefghij'[at]} [${Array(10).fill(`*${'abcdefghi'[at]}`).join()}]`).join('\n')}\n`,
      'neither JSON nor YAML',
    ],
  ])('%s', (_name, source, message) => {
    expect(() => importOpenApi(source)).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(message) }),
    );
  });

  it('does not change its input', () => {
    const source = document();
    const before = structuredClone(source);
    importOpenApi(source);
    expect(source).toEqual(before);
  });

  it('YAML reads like JSON', () => {
    const yaml =
      'openapi: 3.1\ninfo: {title: Y, version: "1"}\nservers: [{url: "https://y.test"}]\npaths:\n  /x:\n    get: {operationId: gx}\n';
    expect(importOpenApi(yaml).document).toMatchObject({ id: 'y', tools: [{ name: 'gx' }] });
  });
});
