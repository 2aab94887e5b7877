import type { RegistryImportOptions } from '../../../src/connectors/import/registryImport.ts';

const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A `server.json` that gives no way to reach the server. */
export const base = { $schema, name: 'io.github.acme/Weather_MCP', description: 'Weather of today', version: '1.4.2' };
export const stdio = { type: 'stdio' };

/** Members of every imported document. */
export const empty = { toolPrefix: true, verified: false, tools: [], description: 'Weather of today' };

/** A credential of an imported document, optional and not secret unless `more` overrides it. */
export const field = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  required: false,
  secret: false,
  ...more,
});

/** A registry document, and the server document created from it. */
export type Case = { label: string; server: object; options?: RegistryImportOptions; document: object };
