import { expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

/* The server URLs of operations and paths in an OpenAPI document. */

type Node = Record<string, unknown>;

const document = (more: Node): Node => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.test' }],
  ...more,
});

it.each<[string, string, Parameters<typeof importOpenApi>[1], Node, string | undefined]>([
  ['/v2', 'https://api.test/v1', {}, {}, 'https://api.test/v2'],
  ['/v2/', 'https://api.test', {}, {}, 'https://api.test/v2'],
  ['v2', 'https://api.test/a/v1', {}, {}, 'https://api.test/a/v2'],
  ['../v2', 'https://api.test/a/b/v1', {}, {}, 'https://api.test/a/v2'],
  ['/', 'https://api.test/v1', {}, {}, 'https://api.test'],
  ['/{v}', 'https://api.test/v1', {}, { variables: { v: { default: 'v3' } } }, 'https://api.test/v3'],
  ['//files.test/v2', 'https://api.test/v1', { source: 'https://s.test/o' }, {}, 'https://files.test/v2'],
  ['/v2', 'https://api.test/v1', { source: 'https://s.test/docs/o.json' }, {}, 'https://s.test/v2'],
  ['/v2', 'https://api.test/v1', { source: 'file:///docs/o.json' }, {}, 'https://api.test/v2'],
  ['/v2', '/v1', { baseUrl: 'https://mine.test/v1' }, {}, 'https://mine.test/v2'],
  ['/v2', '/v1', { baseUrl: 'https://mine.test/v1', source: 'https://s.test/o' }, {}, 'https://mine.test/v2'],
  ['/v2', '/v1', { baseUrl: 'https://{Sub}.mine.test/v1' }, {}, 'https://{Sub}.mine.test/v2'],
  ['https://files.test', 'https://api.test', { baseUrl: 'https://mine.test' }, {}, undefined],
  ['//files.test', 'https://api.test', { baseUrl: 'https://mine.test' }, {}, undefined],
  ['https://files.test', 'https://api.test', {}, {}, 'https://files.test'],
])('a URL that is %s, in addition to %s', (url, root, options, more, expected) => {
  const servers = [{ url, ...more }];
  const path = (members: Node) => ({
    '/x': { post: { operationId: 'x', ...members }, ...(!members['servers'] && { servers }) },
  });
  for (const paths of [path({ servers }), path({})]) {
    const imported = importOpenApi(document({ servers: [{ url: root }], paths }), options);
    expect(imported.document.tools[0]?.request).toHaveProperty('kind', 'operation');
    expect(imported.document.tools[0]?.request).toEqual(
      expect.objectContaining(expected === undefined ? { path: '/x' } : { baseUrl: expected }),
    );
    if (expected === undefined) expect(imported.document.tools[0]?.request).not.toHaveProperty('baseUrl');
    expect(imported.warnings).toEqual([]);
  }
});

it.each([
  ['ftp://files.test', {}, 'ftp://files.test'],
  ['https://{x}.test', {}, 'https://{x}.test'],
  ['v2', { baseUrl: 'https://{sub}.mine.test' }, 'v2'],
])('reports an unusable URL, and uses the server’s: %s', (url, options, shown) => {
  const { document: server, warnings } = importOpenApi(
    document({ paths: { '/x': { post: { servers: [{ url }] } } } }),
    options,
  );
  expect(server.tools[0]?.request).not.toHaveProperty('baseUrl');
  expect(warnings).toEqual([
    { tool: 'POST /x', reason: `it is called at the server's address, because ${shown} is not a valid address` },
  ]);
});
