import { textOf } from '../../lists/address.ts';
import type { SourceKind } from './draft.ts';

type KindText = { readonly title: string; readonly about: string };

export const KINDS: Readonly<Record<SourceKind, KindText>> = {
  openapi: {
    title: 'OpenAPI document',
    about: 'An HTTP API described with OpenAPI 3.1, 3.0 or 2.0 (Swagger). Each operation becomes a tool.',
  },
  graphql: {
    title: 'GraphQL API',
    about: 'A GraphQL API by its URL or schema. Each query and mutation becomes a tool.',
  },
  mcp: {
    title: 'MCP server',
    about: 'A server that speaks the Model Context Protocol over HTTP. Toolyard imports its tools.',
  },
  registry: {
    title: 'Registry entry',
    about: 'A server.json from an MCP registry. Toolyard imports the tools of the server it names.',
  },
  document: {
    title: 'Toolyard document',
    about: 'A server exported from this or another Toolyard installation.',
  },
};

export const KIND_NAMES: readonly SourceKind[] = ['openapi', 'graphql', 'mcp', 'registry', 'document'];

export type ImportSearch = {
  readonly kind?: SourceKind;
  /** The source's URL. */
  readonly url?: string;
  readonly step?: 'choose' | 'preview';
  /** The saved server's ID, in the last step. */
  readonly saved?: string;
};

export function readImportSearch(input: Record<string, unknown>): ImportSearch {
  const kind = KIND_NAMES.find((name) => name === input['kind']);
  const [url, saved] = [textOf(input['url']), textOf(input['saved'])];
  return {
    ...(kind && { kind }),
    ...(url && { url }),
    ...(input['step'] === 'preview' && { step: 'preview' }),
    ...(input['step'] === 'choose' && { step: 'choose' }),
    ...(saved && { saved }),
  };
}
