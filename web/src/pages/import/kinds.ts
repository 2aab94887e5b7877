import { textOf } from '../../lists/address.ts';
import type { SourceKind } from './draft.ts';

type KindText = { readonly title: string; readonly about: string };

export const KINDS: Readonly<Record<SourceKind, KindText>> = {
  openapi: {
    title: 'OpenAPI document',
    about: 'An HTTP API that OpenAPI 3.1, 3.0 or 2.0 (Swagger) describes. Every operation becomes a tool.',
  },
  mcp: {
    title: 'MCP server',
    about: 'A server that speaks the Model Context Protocol over HTTP. It is asked for its tools.',
  },
  registry: {
    title: 'Registry entry',
    about: 'A server.json of the MCP registry. The server that it names is asked for its tools.',
  },
  document: {
    title: 'Toolyard document',
    about: 'A server that was exported from Toolyard, here or elsewhere.',
  },
};

export const KIND_NAMES: readonly SourceKind[] = ['openapi', 'mcp', 'registry', 'document'];

export type ImportSearch = {
  readonly kind?: SourceKind;
  /** The address of the source. */
  readonly url?: string;
  readonly step?: 'choose' | 'preview';
  /** The id of the server that was saved: the last step. */
  readonly saved?: string;
};

export function readImportSearch(given: Record<string, unknown>): ImportSearch {
  const kind = KIND_NAMES.find((name) => name === given['kind']);
  const [url, saved] = [textOf(given['url']), textOf(given['saved'])];
  return {
    ...(kind && { kind }),
    ...(url && { url }),
    ...(given['step'] === 'preview' && { step: 'preview' }),
    ...(given['step'] === 'choose' && { step: 'choose' }),
    ...(saved && { saved }),
  };
}
