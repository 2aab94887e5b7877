import { expect, it } from 'vitest';
import { importRegistryServer } from '../../../src/connectors/import/registryImport.ts';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';

/* Names from a foreign document, with characters that reverse or hide text. */

const TITLE = 'Pay\u202eroll\u200b\r\n API';

it('shows no hidden character in the name of an API or its credentials', () => {
  const { document } = importOpenApi({
    openapi: '3.1.0',
    info: { title: TITLE, version: '1' },
    servers: [{ url: 'https://api.example' }],
    paths: { '/x': { get: { operationId: 'x', security: [{ 'k\u2066ey': [] }] } } },
    components: { securitySchemes: { 'k\u2066ey': { type: 'apiKey', in: 'header', name: 'x-key' } } },
  });
  expect([document.name, document.credentials.map(({ name }) => name)]).toEqual(['Pay roll API', ['API key']]);
});

it('shows no hidden character in the name of a registry server', () => {
  const remotes = [{ type: 'streamable-http', url: 'https://mcp.example/mcp' }];
  const server = { name: 'a.b/payroll', description: 'd', version: '1.0.0', remotes };
  expect(importRegistryServer({ ...server, title: TITLE }).name).toBe('Pay roll API');
  expect(importRegistryServer({ ...server, title: '\u200b' }).name).toBe('payroll');
});
