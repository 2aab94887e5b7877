import { describe, expect, it } from 'vitest';
import { importOpenApi, type OpenApiOptions } from '../../../src/connectors/openapi/readTools.ts';

type Node = Readonly<Record<string, unknown>>;

const CODE = { authorizationUrl: 'https://api.test/authorize', tokenUrl: 'https://api.test/token', scopes: {} };
const TOKEN = { name: 'token', in: 'query', required: true, schema: { type: 'string' } };

const read = (more: Node, operation: Node = {}, options: OpenApiOptions = {}) =>
  importOpenApi(
    {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      servers: [{ url: 'https://api.test' }],
      paths: { '/p': { get: { operationId: 'op', ...operation } } },
      ...more,
    },
    { source: 'https://api.test/api.json', ...options },
  ).document;

const fieldsOf = (...args: Parameters<typeof read>) => read(...args).credentials.map(({ id }) => id);
const inputsOf = (...args: Parameters<typeof read>) =>
  Object.keys(Object(read(...args).tools[0]?.inputSchema['properties']));

describe('as published descriptions define them', () => {
  it('Zoom: keeps the sign-in that operations require, not an unused client sign-in or header', () => {
    const securitySchemes = {
      Bearer: { type: 'apiKey', in: 'header', name: 'Authorization' },
      Client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: CODE.tokenUrl, scopes: {} } } },
      Person: { type: 'oauth2', flows: { authorizationCode: CODE } },
    };
    const document = read({ components: { securitySchemes }, security: [{ Person: [] }] });
    expect(document.credentials.map(({ id }) => id)).toEqual([
      't_Person',
      't_Person_client_id',
      't_Person_client_secret',
    ]);
    expect(document.credentials[0]).toMatchObject({
      required: true,
      oauth2: { authorizationUrl: CODE.authorizationUrl },
    });
  });

  it('keeps a header that stacks have a value for', () => {
    const securitySchemes = {
      Bearer: { type: 'apiKey', in: 'header', name: 'Authorization' },
      Person: { type: 'oauth2', flows: { authorizationCode: CODE } },
    };
    const preserved = { names: {}, plainFields: ['t_Bearer'], choice: undefined };
    expect(
      fieldsOf({ components: { securitySchemes }, security: [{ Person: [] }] }, {}, { preserved: preserved }),
    ).toContain('t_Bearer');
  });

  it('Slack: a token that is also a parameter is no input, and the scope “none” isn’t requested', () => {
    const flow = { ...CODE, scopes: { none: 'No scope', read: 'Read' } };
    const securitySchemes = { slackAuth: { type: 'oauth2', flows: { authorizationCode: flow } } };
    const description = 'Authentication token. Requires scope: `none`';
    const more = { components: { securitySchemes } };
    const operation = { security: [{ slackAuth: ['none', 'read'] }], parameters: [{ ...TOKEN, description }] };
    expect(inputsOf(more, operation)).toEqual([]);
    expect(read(more, operation).credentials[0]?.oauth2).toMatchObject({ scopes: ['read'] });
    expect(inputsOf(more, { ...operation, security: [] })).toEqual(['token']);
    expect(inputsOf(more, { ...operation, parameters: [{ ...TOKEN, description: 'Of the page' }] })).toEqual(['token']);
  });

  it('Stripe: a form without fields is no input', () => {
    const form = (schema: Node) => ({ requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } });
    const empty = { type: 'object', properties: {}, additionalProperties: false };
    expect(inputsOf({}, form(empty))).toEqual([]);
    expect(inputsOf({}, form({ type: 'object', properties: {}, additionalProperties: true }))).toEqual(['body']);
  });
});

describe('a credential that the document doesn’t describe', () => {
  it.each([
    [{ kind: 'bearer' }, ['t_token'], { in: 'header', name: 'Authorization', template: 'Bearer {t_token}' }],
    [{ kind: 'header', name: 'X-Key' }, ['t_api_key'], { in: 'header', name: 'X-Key' }],
    [{ kind: 'query', name: 'key' }, ['t_api_key'], { in: 'query', name: 'key' }],
    [{ kind: 'basic' }, ['t_login_username', 't_login_password'], { in: 'header', name: 'Authorization' }],
  ] as const)('%j is required, and stays on the next import', (scheme, ids, placement) => {
    const document = read({}, {}, { scheme });
    expect(document.credentials.map(({ id }) => id)).toEqual(ids);
    expect(document.credentials[0]).toMatchObject({ required: true, placement });
    expect(document.connector).toMatchObject({ credential: scheme });
    const preserved = { names: {}, plainFields: [], choice: undefined, scheme };
    expect(fieldsOf({}, {}, { preserved: preserved })).toEqual(ids);
    expect(fieldsOf({}, {}, { preserved: preserved, scheme: { kind: 'none' } })).toEqual([]);
  });

  it('gives way to the document’s own scheme, and is refused in addition to it', () => {
    const more = {
      components: { securitySchemes: { own: { type: 'http', scheme: 'bearer' } } },
      security: [{ own: [] }],
    };
    const scheme = { kind: 'query', name: 'key' } as const;
    expect(fieldsOf(more, {}, { preserved: { names: {}, plainFields: [], choice: undefined, scheme } })).toEqual([
      't_own',
    ]);
    expect(() => read(more, {}, { scheme })).toThrow('already describes how to send its credentials');
  });
});
