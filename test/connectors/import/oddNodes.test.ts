import { expect, it } from 'vitest';
import { clientServersIn, readClientServer } from '../../../src/connectors/import/clientFile.ts';
import { readDocument } from '../../../src/connectors/import/readDocument.ts';
import { importRegistryServer } from '../../../src/connectors/import/registryImport.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { base } from './registryKit.ts';

/*
 * Every node of a document is replaced by values of other types, some of which JavaScript can't convert to a text.
 * Documents are read, or refused with a message; reading never fails in another way.
 */

const ODD: readonly unknown[] = [
  { toString: null, valueOf: null },
  [{ toString: null, valueOf: null }],
  ...[{}, [], null, 1.5, true, '', 'x', '__proto__'],
];

const text = { type: 'string' };
const response = { description: 'ok', content: { 'application/json': { schema: text, example: 'a' } } };
const parameter = { name: 'size', in: 'query', style: 'form', explode: true, required: true, example: 'a' };
const schema = {
  ...{ type: 'object', title: 'A', description: 'b', required: ['kind'], additionalProperties: text },
  properties: {
    kind: { type: 'string', enum: ['a', 'b'], 'x-enum-descriptions': { a: 'First', b: 'Second' }, default: 'a' },
    level: { type: 'integer', enum: [1], 'x-enum-varnames': ['LOW'], minimum: 0, format: 'int32' },
    list: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Part' }, maxItems: 3 },
  },
  oneOf: [{ required: ['kind'] }],
  discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/Part' } },
};
const openApi3 = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1', description: 'A shop' } },
  servers: [{ url: 'https://{host}.example.test', variables: { host: { default: 'a', enum: ['a'] } } }],
  security: [{ key: [] }],
  tags: [{ name: 'orders', description: 'Orders' }],
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text, description: 'Its id' }],
      post: {
        ...{ operationId: 'makeOrder', summary: 'Make', description: 'Makes', tags: ['orders'], deprecated: false },
        parameters: [{ ...parameter, schema: { type: 'string', enum: ['a'] } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' }, examples: { a: {} } } },
        },
        responses: { 201: response, default: { $ref: '#/components/responses/Failed' } },
      },
      patch: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', required: ['note'], properties: { note: text, file: text } },
              encoding: { note: { contentType: 'text/plain', style: 'form' } },
            },
          },
        },
        responses: { 204: { description: 'changed' } },
      },
    },
  },
  components: {
    schemas: { Order: schema, Part: text },
    responses: { Failed: { description: 'no' } },
    securitySchemes: {
      key: { type: 'apiKey', name: 'X-Key', in: 'header', description: 'A key' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: 'https://a.test/a', tokenUrl: 'https://a.test/t', scopes: { a: 'b' } },
        },
      },
    },
  },
};
const openApi2 = {
  ...{ swagger: '2.0', info: { title: 'Shop', version: '1' }, host: 'a.test', basePath: '/v1', schemes: ['https'] },
  ...{ consumes: ['application/json'], produces: ['application/json'] },
  paths: {
    '/orders': {
      post: {
        operationId: 'makeOrder',
        parameters: [
          { in: 'body', name: 'order', schema: { $ref: '#/definitions/Order' } },
          { in: 'query', name: 'ids', type: 'array', items: text, collectionFormat: 'csv', 'x-example': 'a' },
          { in: 'formData', name: 'file', type: 'file' },
        ],
        responses: { 200: { description: 'ok', schema: text, examples: { 'application/json': 'a' } } },
      },
    },
  },
  definitions: { Order: schema, Part: text },
  securityDefinitions: { basic: { type: 'basic' } },
};
const registry = {
  ...base,
  title: 'Weather',
  packages: [
    {
      ...{ registryType: 'npm', identifier: 'weather', version: '1.0.0', runtimeHint: 'npx' },
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'named', name: '--units', value: 'si', description: 'Units' }],
      environmentVariables: [{ name: 'KEY', description: 'A key', isRequired: true, isSecret: true }],
    },
  ],
  remotes: [
    {
      ...{ type: 'streamable-http', url: 'https://{region}.example.test/mcp' },
      variables: { region: { default: 'eu', choices: ['eu'] } },
      headers: [{ name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true } } }],
    },
  ],
};
const client = {
  mcpServers: {
    a: { command: 'npx', args: ['-y', 'a'], env: { A: 'b', N: 1 } },
    b: { type: 'http', url: 'https://a.test/mcp', headers: { Authorization: 'Bearer x' } },
  },
};
const typeRef = { kind: 'SCALAR', name: 'String', ofType: null };
const graphql = {
  __schema: {
    ...{ queryType: { name: 'Query' }, mutationType: null, subscriptionType: null, directives: [] },
    types: [
      {
        ...{ kind: 'OBJECT', name: 'Query', description: 'Reads', interfaces: [], inputFields: null },
        ...{ enumValues: null, possibleTypes: null },
        fields: [
          {
            ...{ name: 'order', description: 'One', type: typeRef, isDeprecated: false, deprecationReason: null },
            args: [{ name: 'id', description: 'Its id', type: typeRef, defaultValue: '"a"' }],
          },
        ],
      },
      { kind: 'SCALAR', name: 'String', description: null },
      { kind: 'SCALAR', name: 'Boolean', description: null },
    ],
  },
};

const readText = (document: string): unknown => {
  const read = readDocument({ text: document, openApi: { id: 'shop', source: 'https://a.test/api.json' } });
  return read.kind === 'registry' ? importRegistryServer(read.value) : read;
};
const readClients = (file: string): unknown => {
  const servers = clientServersIn(file);
  return [...(servers?.keys() ?? [])].map((entry) => servers && readClientServer(servers, { entry }));
};

const DOCUMENTS: readonly (readonly [string, unknown, (text: string) => unknown])[] = [
  ['OpenAPI 3.1', openApi3, readText],
  ['OpenAPI 2.0', openApi2, readText],
  ['an entry of the MCP registry', registry, readText],
  ['the file of an MCP client', client, readClients],
  ['a GraphQL introspection', graphql, readText],
];

it.each(DOCUMENTS)('reads %s with any node replaced, or refuses it with a message', (name, document: unknown, read) => {
  expect(read(JSON.stringify(document))).toBeTruthy();
  const faults = new Map<string, string>();
  let tried = 0;
  for (const path of someOf(pathsIn(document), 60)) {
    for (const odd of ODD) {
      tried += 1;
      try {
        read(JSON.stringify(replaced(document, path, odd)));
      } catch (error) {
        if (!(error instanceof AppError)) faults.set(path.join('/'), `${JSON.stringify(odd)}: ${String(error)}`);
      }
    }
  }
  process.stdout.write(`${name}: ${tried} documents\n`);
  expect(Object.fromEntries(faults)).toEqual({});
});

function pathsIn(value: unknown, path: readonly string[] = []): ReadonlyArray<readonly string[]> {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...below.flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (Array.isArray(value))
    return value.map((member, at) => (String(at) === name ? replaced(member, rest, odd) : member));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([key, member]) => [key, key === name ? replaced(member, rest, odd) : member]),
  );
}

/** Members of every object, which a look-up by a name from outside may find instead of nothing. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

it.each(DOCUMENTS)(
  'reads %s with any name changed to a member of every object, or refuses it',
  (name, document, read) => {
    const text = JSON.stringify(document);
    const names = new Set([...text.matchAll(/"([\w-]+)"/g)].map(([quoted]) => quoted));
    const faults = new Map<string, string>();
    let tried = 0;
    for (const quoted of someOf([...names], 40))
      for (const inherited of INHERITED) {
        tried += 1;
        try {
          read(text.replaceAll(quoted, JSON.stringify(inherited)));
        } catch (error) {
          if (!(error instanceof AppError)) faults.set(`${quoted} as ${inherited}`, String(error));
        }
      }
    expect([...faults]).toEqual([]);
    process.stdout.write(`${name}: ${tried} names read or refused\n`);
  },
);
