import { type Detected, detectDocument } from '../core/catalog/detect.ts';
import type { ImportedServer } from '../core/catalog/discovered.ts';
import type { ServerDocument } from '../core/catalog/document.ts';
import type { DocumentPlace, Importer, QuestionHeader, ReadOptions, ServerSource } from '../core/catalog/importPort.ts';
import { AppError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import type { Connectors } from '../core/routing/connector.ts';
import { createEgress } from './egress.ts';
import type { EgressRule } from './egressAllow.ts';
import { discoverTools } from './importMcp.ts';
import { askOrSignIn, convert, detectAt, type ImportOptions, refused, toMcpDocument } from './importServer.ts';

type ImporterOptions = { readonly egressAllow: readonly EgressRule[]; readonly connectors: Connectors };

/** The importer over an egress of its own. It reads no files. */
export function createImporter({ egressAllow, connectors }: ImporterOptions): Importer & { close(): Promise<void> } {
  const egress = createEgress({ allow: egressAllow });
  return {
    read: (source, options) => read(source, toImportOptions(options, { connectors, fetch: egress.fetch })),
    close: () => egress.close(),
  };
}

const toImportOptions = (
  { id, name, credentials, signal, permit }: ReadOptions,
  parts: Pick<ImportOptions, 'connectors' | 'fetch'>,
): ImportOptions => ({
  ...parts,
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  credentials,
  signal,
  permit,
});

function read(source: ServerSource, options: ImportOptions): Promise<ImportedServer> {
  switch (source.kind) {
    case 'server':
      return readOwn(source.document, options);
    case 'openapi':
      return readDocument(source, {
        ...options,
        ...(source.baseUrl !== undefined && { baseUrl: source.baseUrl }),
      });
    case 'registry':
      return readDocument(source, options);
    case 'mcp':
      return askMcp(source.url, source.headers, options);
  }
}

async function readOwn(document: unknown, options: ImportOptions): Promise<ImportedServer> {
  if (!isRecord(document)) throw new AppError('invalid_input', 'The server document is not an object');
  return convert({ kind: 'server', value: document }, undefined, options);
}

type DocumentSource = Extract<ServerSource, { place: DocumentPlace }>;

const WANTED = {
  openapi: 'OpenAPI 3.1, 3.0 or 2.0',
  registry: 'a server.json of the MCP registry',
} as const satisfies Record<DocumentSource['kind'], string>;

const FOUND = {
  server: 'a server document',
  openapi: 'OpenAPI',
  registry: 'a server.json of the MCP registry',
} as const satisfies Record<Exclude<Detected['kind'], 'problem'>, string>;

async function readDocument({ kind, place }: DocumentSource, options: ImportOptions): Promise<ImportedServer> {
  const detected = 'url' in place ? await detectAt(place.url, options) : detectDocument(place.text);
  if (detected.kind === 'problem') throw refused(detected);
  if (detected.kind !== kind) {
    throw new AppError('invalid_input', `The document is ${FOUND[detected.kind]}, not ${WANTED[kind]}`);
  }
  return convert(detected, 'url' in place ? place.url : undefined, options);
}

function askMcp(url: string, headers: readonly QuestionHeader[], options: ImportOptions): Promise<ImportedServer> {
  const document = toMcpDocument(url, options);
  if (headers.length === 0) return askOrSignIn(document, options);
  const asked = headers.map(toField);
  const credentials = { ...options.credentials, ...Object.fromEntries(asked.map(({ id, value }) => [id, value])) };
  return discoverTools({ ...document, credentials: asked.map(({ field }) => field) }, { ...options, credentials });
}

type AskedField = {
  readonly id: string;
  readonly value: string;
  readonly field: ServerDocument['credentials'][number];
};

/** A header that opens the list of tools is a credential of every call: its name is kept, its value is not. */
function toField({ name, value }: QuestionHeader): AskedField {
  const id = name.toLowerCase().replaceAll('-', '_');
  const [, scheme = '', rest = value] = /^(Bearer|Basic|Token) +(\S.*)$/i.exec(value) ?? [];
  const template = scheme === '' ? {} : { template: `${scheme} {${id}}` };
  const placement = { in: 'header', name, ...template } as const;
  return { id, value: rest, field: { id, name, description: '', required: true, secret: true, placement } };
}
