import type { AccountId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { createFairQueue } from '../../core/lib/fairQueue.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { DetectedDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import {
  DOCUMENT_MIB_MAX,
  type DocumentPlace,
  documentTooLong,
  type ImportHeader,
  type OpenApiSource,
  type OperationList,
  type OperationListOptions,
  type ReadOptions,
  type ServerSource,
  type UploadedDocument,
} from '../../core/marketplace/importPort.ts';
import type { Needs } from './followFiles.ts';
import { withHeaders } from './headerFields.ts';
import { askGraphql, importGraphql } from './importGraphql.ts';
import { discoverTools } from './importMcp.ts';
import type { DocumentText, OperationsRead, ReadDocument } from './readDocument.ts';
import {
  adopting,
  convert,
  discoverOrSignIn,
  fetchDocument,
  type ImportOptions,
  type InThread,
  invalidSource,
  readBytes,
  readWithFiles,
  toMcpDocument,
  toOpenApiOptions,
} from './readImport.ts';
import { listInWorker, readInWorker } from './readInWorker.ts';

type Options = ImportOptions & { readonly accountId: AccountId | null };

const toImportOptions = (
  { id, name, credentials, preserved, signal, accountId, permit }: ReadOptions,
  parts: Pick<Options, 'connectors' | 'fetchFor'>,
): Options => ({
  ...parts,
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  credentials,
  ...(preserved !== undefined && { preserved }),
  signal,
  accountId,
  permit,
});

/**
 * Reads a server's document from `source`.
 * @throws AppError invalid_input, with the problems as issues
 */
export function readSource(
  source: ServerSource,
  readOptions: ReadOptions,
  parts: Pick<Options, 'connectors' | 'fetchFor'>,
): Promise<ImportedServer> {
  const options = toImportOptions(readOptions, parts);
  switch (source.kind) {
    case 'server':
      return 'place' in source ? readDocument(source, options) : readOwn(source.document, options);
    case 'openapi':
      return readDocument(source, {
        ...options,
        ...(source.baseUrl !== undefined && { baseUrl: source.baseUrl }),
        ...(source.choice !== undefined && { choice: source.choice }),
        ...(source.scheme !== undefined && { scheme: source.scheme }),
        ...(source.wording !== undefined && { wording: source.wording }),
      });
    case 'registry':
      return readDocument(source, options);
    case 'graphql': {
      const { place, baseUrl, headers } = source;
      if ('url' in place && baseUrl === undefined) return askGraphql(place.url, headers, options);
      return readDocument(source, { ...options, ...(baseUrl !== undefined && { baseUrl }) }, headers);
    }
    case 'mcp':
      return askMcp(source.url, source.headers, options);
  }
}

async function readOwn(document: unknown, options: ImportOptions): Promise<ImportedServer> {
  if (!isRecord(document)) throw new AppError('invalid_input', 'The server document is not an object');
  return convert({ kind: 'server', value: document }, options);
}

type DocumentSource = Extract<ServerSource, { place: DocumentPlace }>;

const WANTED = {
  server: 'a server document',
  openapi: 'OpenAPI 3.1, 3.0 or 2.0',
  graphql: 'a GraphQL schema',
  registry: 'a server.json of the MCP registry',
} as const satisfies Record<DocumentSource['kind'], string>;

const FOUND = {
  server: 'a server document',
  openapi: 'OpenAPI',
  graphql: 'a GraphQL schema',
  registry: 'a server.json of the MCP registry',
} as const satisfies Record<Exclude<DetectedDocument['kind'], 'problem'>, string>;

/** Limits the documents in memory. A waiting source is not fetched yet. */
const reading = createFairQueue({
  atOnceMax: 16,
  // `max_imports` already limits an account.
  waitingPerAccountMax: Number.POSITIVE_INFINITY,
  waitingMax: 256,
  retryAfterSeconds: 10,
  messages: {
    tooMany: 'Too many imports of this account are in progress: try again',
    busy: 'Too many imports are in progress: try again',
  },
});

/** Longer documents are read a few at a time to bound memory; short ones do not wait for them. */
const SHORT_MIB = 4;
const MIB = 1_048_576;
const readingLong = createFairQueue({
  atOnceMax: 2,
  waitingPerAccountMax: Number.POSITIVE_INFINITY,
  waitingMax: 64,
  retryAfterSeconds: 10,
  messages: {
    tooMany: 'Too many imports of this account are in progress: try again',
    busy: 'Too many imports of long documents are in progress: try again',
  },
});

async function readDocument(
  { kind, place }: DocumentSource,
  options: Options,
  headers: readonly ImportHeader[] = [],
): Promise<ImportedServer> {
  const document = await readPlace<Exclude<ReadDocument, Needs>>(place, options, readInWorker);
  if (document.kind === 'problem') throw invalidSource(document);
  if (document.kind !== kind) throw isAnother(document.kind, kind);
  if (document.kind === 'openapi') return document.imported;
  if (document.kind === 'graphql') return importGraphql(document, headers, options);
  return convert(document, { ...options, ...('url' in place && { readFrom: place.url }) });
}

/** Lists the operations of an OpenAPI document. @throws AppError as `readSource` */
export async function readOperationList(
  { place, choice, wording }: OpenApiSource,
  listOptions: OperationListOptions,
  { weigher, ...parts }: Pick<Options, 'connectors' | 'fetchFor'> & { readonly weigher: string | null },
): Promise<OperationList> {
  const { search } = listOptions;
  const list: InThread<Exclude<OperationsRead, Needs>> = (text, requester) =>
    listInWorker({ ...text, weigher, search }, requester);
  const overrides = { ...(choice !== undefined && { choice }), ...(wording !== undefined && { wording }) };
  const options = { ...toImportOptions(listOptions, parts), ...overrides };
  const document = await readPlace(place, options, list);
  if (document.kind === 'problem') throw invalidSource(document);
  if (document.kind !== 'openapi') throw isAnother(document.kind, 'openapi');
  return document.list;
}

function readPlace<T extends { readonly kind: string }>(
  place: DocumentPlace,
  options: Options,
  inThread: InThread<T>,
): Promise<T> {
  const openApi = toOpenApiOptions(options, 'url' in place ? place.url : undefined);
  return reading.run(options, async () => {
    if ('text' in place) return alone({ text: place.text, openApi });
    if ('read' in place) return readUpload(place);
    const short = await readAt(place.url, SHORT_MIB);
    if (short !== null) return short.read;
    const long = await readingLong.run(options, () => readAt(place.url, DOCUMENT_MIB_MAX));
    if (long === null) throw documentTooLong();
    return long.read;
  });

  function readUpload({ bytes, read }: UploadedDocument): Promise<T> {
    const work = async () => alone({ text: await read(), openApi });
    return bytes <= SHORT_MIB * MIB ? work() : readingLong.run(options, work);
  }

  async function readAt(url: string, mib: number): Promise<{ readonly read: T } | null> {
    const document = await fetchDocument(url, options, mib);
    if (document === null) return null;
    if (!('bytes' in document)) throw invalidSource(document);
    // Reads files of the same origin by the same egress rules. Others are left out and named.
    const read = (address: string) => readBytes(address, options);
    return { read: await readWithFiles(inThread, { text: document.bytes, openApi }, read, options) };
  }

  /** Reads a document that has no address, and therefore no further files. */
  function alone(source: DocumentText): Promise<T> {
    return readWithFiles(inThread, source, async () => null, options);
  }
}

const isAnother = (kind: keyof typeof FOUND, expected: DocumentSource['kind']): AppError =>
  new AppError('invalid_input', `The document is ${FOUND[kind]}, not ${WANTED[expected]}`);

function askMcp(url: string, headers: readonly ImportHeader[], importOptions: ImportOptions): Promise<ImportedServer> {
  const options = adopting(importOptions);
  const document = toMcpDocument(url, options);
  if (headers.length === 0) return discoverOrSignIn(document, options);
  const { document: withFields, credentials } = withHeaders(document, headers);
  return discoverTools(withFields, { ...options, credentials: { ...options.credentials, ...credentials } });
}
