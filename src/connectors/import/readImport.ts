import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '../../core/lib/errors.ts';
import type { Tenant } from '../../core/lib/fairQueue.ts';
import { parseInput } from '../../core/lib/parse.ts';
import type { DetectedDocument } from '../../core/marketplace/detect.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { DOCUMENT_MIB_MAX, documentTooLong, type PreservedImport } from '../../core/marketplace/importPort.ts';
import type { RequestedScheme } from '../../core/servers/credentialScheme.ts';
import { type ServerDocument, serverDocumentSchema } from '../../core/servers/document.ts';
import type { OperationChoice } from '../../core/servers/operationChoice.ts';
import { slugOf } from '../../core/servers/slug.ts';
import type { TextOverrides } from '../../core/servers/textOverrides.ts';
import { EgressError, egressHint } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';
import type { OpenApiOptions } from '../openapi/readTools.ts';
import { type ClientServers, clientServersIn, readClientServer } from './clientFile.ts';
import type { FileSet } from './fileSet.ts';
import { followFiles, type Needs, type ReadFile } from './followFiles.ts';
import { askGraphql, importGraphql } from './importGraphql.ts';
import { type DiscoveryOptions, discoverTools } from './importMcp.ts';
import type { DocumentText, ReadDocument } from './readDocument.ts';
import { readInWorker } from './readInWorker.ts';
import { SECRET, toInputs } from './registryFields.ts';
import { importRegistryServer } from './registryImport.ts';
import { withSignIn } from './withSignIn.ts';

const RUNNERS = ['npx', 'uvx', 'bunx', 'pnpm', 'docker', 'node', 'python', 'python3', 'deno'];

/**
 * Source of an import: a file's path, `-` for standard input, or the http(s) address of a document or MCP server. It
 * can also be a program to run. `mcp+https://…` is an MCP server and `graphql+https://…` a GraphQL API, without trying
 * for a document first.
 */
export type ImportSource = string | { readonly command: string; readonly args: readonly string[] };

/** The path for standard input. */
export const STDIN = '-';

/** How to read a source, and the server's id and name. */
export type ImportOptions = DiscoveryOptions & {
  /** Id and name of the server; absent: derived from the document, the address or the program. */
  readonly id?: string;
  readonly name?: string;
  /** The base address of an OpenAPI document's operations; absent: as the document says. */
  readonly baseUrl?: string;
  /** Which operations of an OpenAPI document; absent: as `kept` says, or all. */
  readonly choice?: OperationChoice;
  /** How to send a credential that an OpenAPI document does not describe; absent: as `kept` says, or none. */
  readonly scheme?: RequestedScheme;
  /** Names and descriptions of an OpenAPI document's tools; absent: as `kept` says. */
  readonly wording?: TextOverrides;
  /** Data preserved from the earlier import of the same server. */
  readonly preserved?: PreservedImport;
  /** The environment variables of a program that become credential fields. */
  readonly env?: readonly string[];
  /** Which server of a client's configuration. */
  readonly entry?: string;
  /** Absent if the caller may not read files. `within`: a folder that must contain the file after following links. */
  readonly readFile?: (path: string, within?: string) => Promise<string>;
  /** The files of a folder, or the bytes of a zip file; null for another file. */
  readonly readFiles?: (path: string) => Promise<FileSet | Uint8Array | null>;
  /** The egress's own function, so that its rules apply. */
  readonly fetchFor: Egress['fetchFor'];
};

type Problem = Extract<DetectedDocument, { kind: 'problem' }>;

/**
 * Reads a server's document from any supported source: our own format, OpenAPI, the MCP registry, the configuration of
 * an MCP client, or an MCP server. Stores nothing.
 * @throws invalid_input, with the problems as issues
 */
export async function readImport(source: ImportSource, options: ImportOptions): Promise<ImportedServer> {
  if (typeof source !== 'string') return discoverTools(toStdioDocument(source, options), adopting(options));
  if (/^mcp\+https?:\/\//i.test(source)) return askMcpServer(source.slice(4), options);
  if (/^graphql\+https?:\/\//i.test(source)) return askGraphqlApi(source.slice(8), options);
  return /^https?:\/\//i.test(source) ? readAddress(source, options) : readPath(source, options);
}

async function readPath(path: string, options: ImportOptions): Promise<ImportedServer> {
  if (options.readFile === undefined)
    throw new AppError('invalid_input', 'Only http and https addresses can be imported');
  const files = path === STDIN ? null : await options.readFiles?.(path);
  const text = files ?? (await options.readFile(path));
  const servers = typeof text === 'string' ? clientServersIn(text) : null;
  if (servers) return readClientFile(servers, options);
  const { readFile } = options;
  const openApi = toOpenApiOptions(options, path === STDIN ? undefined : path);
  // Standard input cannot be read again, and has no neighbouring files.
  const address = path === STDIN ? undefined : pathToFileURL(path).href;
  const read = (file: string) => readFile(fileURLToPath(file), dirname(path)).catch(() => null);
  const tools = await readWithFiles(inThread, { text, openApi, address }, read, options);
  if (tools.kind === 'problem') throw invalidSource(tools);
  if (tools.kind === 'graphql') return importGraphql(tools, [], options);
  return tools.kind === 'openapi' ? tools.imported : convert(tools, options);
}

/** Reads a document in a thread: the document, or the files that it needs. */
export type InThread<T> = (source: DocumentText, requester: Tenant) => Promise<T | Needs>;

const inThread: InThread<Exclude<ReadDocument, Needs>> = readInWorker;

/** Reads a document and the files that it refers to, in a thread and within the bounds of one document. */
export const readWithFiles = <T extends { readonly kind: string }>(
  readOne: InThread<T>,
  source: DocumentText,
  read: ReadFile,
  { accountId = null, signal }: ImportOptions,
): Promise<T> =>
  followFiles<T>((files, mayNeed) => readOne({ ...source, files, mayNeed }, { accountId, signal }), read);

/** Values from the file are used once to list the server's tools, and are not stored. */
function readClientFile(servers: ClientServers, options: ImportOptions): Promise<ImportedServer> {
  const { document, values } = readClientServer(servers, options);
  return discoverOrSignIn(document, {
    ...options,
    adopted: FEATURES,
    credentials: { ...values, ...options.credentials },
  });
}

async function readAddress(url: string, options: ImportOptions): Promise<ImportedServer> {
  const document = await readAt(url, options);
  if (document.kind === 'openapi') return document.imported;
  if (document.kind === 'graphql') return importGraphql(document, [], options);
  if (document.kind !== 'problem') return convert(document, { ...options, readFrom: url });
  // An MCP server answers a plain GET with an error or with an endless stream, and a GraphQL API with an error or a
  // page.
  const isGraphql = /graphql/i.test(url);
  const failures: AppError[] = [];
  for (const ask of isGraphql ? [askGraphqlApi, askMcpServer] : [askMcpServer, askGraphqlApi]) {
    try {
      return await ask(url, options);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push(error);
    }
  }
  throw invalidSource(
    document,
    failures.map(({ message }) => ({ path: '', message })),
  );
}

const askGraphqlApi = (url: string, options: ImportOptions): Promise<ImportedServer> => askGraphql(url, [], options);

async function askMcpServer(url: string, options: ImportOptions): Promise<ImportedServer> {
  return discoverOrSignIn(toMcpDocument(url, options), adopting(options));
}

/** Lets the server at an address or command decide its features, and its id and name unless the user gave them. */
export const adopting = (options: ImportOptions): ImportOptions => ({
  ...options,
  adopted: [
    ...FEATURES,
    ...(options.id === undefined ? (['id'] as const) : []),
    ...(options.name === undefined ? (['name'] as const) : []),
  ],
});

/** The features that every newly imported server decides itself. */
const FEATURES = ['passThrough'] as const;

/** The server with its tools. If listing them needs a sign-in, the server with the sign-in settings instead. */
export async function discoverOrSignIn(document: ServerDocument, options: ImportOptions): Promise<ImportedServer> {
  try {
    return await discoverTools(document, options);
  } catch (error) {
    const signIn = error instanceof AppError ? await withSignIn(document, options) : null;
    if (!signIn) throw error;
    return signIn;
  }
}

/** The error for a source without a readable server; `more` are further issues. */
export const invalidSource = ({ message, issues }: Problem, more: Problem['issues'] = []): AppError =>
  new AppError('invalid_input', message, { issues: [...issues, ...more] });

const MIB = 1_048_576;

async function readAt(url: string, options: ImportOptions): Promise<Exclude<ReadDocument, Needs>> {
  const document = await fetchDocument(url, options, DOCUMENT_MIB_MAX);
  if (document === null) throw documentTooLong();
  if (!('bytes' in document)) return document;
  const source = { text: document.bytes, openApi: toOpenApiOptions(options, url) };
  return readWithFiles(inThread, source, (address) => readBytes(address, options), options);
}

/**
 * The bytes at an address, or a problem that explains why there are none. Null if there are more than `mib` MiB.
 * @throws invalid_input when nothing responds
 */
export async function fetchDocument(
  url: string,
  { fetchFor, signal, accountId = null }: ImportOptions,
  mib: number,
): Promise<{ readonly bytes: Uint8Array } | Problem | null> {
  try {
    const response = await fetchFor([url], { accountId, maxBytes: mib * MIB })(url, {
      signal,
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (response.ok && !isStream) return { bytes: new Uint8Array(await response.arrayBuffer()) };
    await response.body?.cancel();
    const message = isStream ? 'The URL returns a stream' : `The address answered ${response.status}`;
    return { kind: 'problem', message, issues: [{ path: '', message }] };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.kind === 'too_large') return null;
    throw new AppError('invalid_input', `The address cannot be read: ${error.message}${egressHint(error)}`, {}, error);
  }
}

const FILE_MIB_MAX = 4;

/** The bytes of another file of a document; null if unreadable. */
export async function readBytes(address: string, options: ImportOptions): Promise<Uint8Array | null> {
  try {
    const file = await fetchDocument(address, options, FILE_MIB_MAX);
    return file !== null && 'bytes' in file ? file.bytes : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Converts the detected document to a server document, and lists the server's tools if the document has none. */
export async function convert(
  detected: Extract<DetectedDocument, { kind: 'server' | 'registry' }>,
  options: ImportOptions,
): Promise<ImportedServer> {
  const { id, name } = options;
  const named = { ...(id !== undefined && { id }), ...(name !== undefined && { name }) };
  switch (detected.kind) {
    case 'server': {
      // The tools in a document are not checked against the server.
      const document = validated({ ...detected.value, ...named });
      return {
        ...(await (document.tools.length > 0
          ? { document, warnings: [] }
          : discoverTools(document, { ...options, adopted: FEATURES }))),
        isIdWritten: true,
      };
    }
    case 'registry': {
      const document = validated({ ...importRegistryServer(detected.value), ...named });
      // A server may need a sign-in even if its entry has no inputs: entries can't express sign-ins.
      const discover = document.credentials.length === 0 ? discoverOrSignIn : discoverTools;
      return discover(document, { ...options, adopted: FEATURES });
    }
  }
}

/** The options for an OpenAPI document. */
export function toOpenApiOptions(
  { id, name, baseUrl, choice, scheme, wording, preserved }: ImportOptions,
  source: string | undefined,
): OpenApiOptions {
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(source !== undefined && { source }),
    ...(choice !== undefined && { choice }),
    ...(scheme !== undefined && { scheme }),
    ...(wording !== undefined && { wording }),
    ...(preserved !== undefined && { preserved }),
  };
}

const validated = (document: unknown): ServerDocument =>
  parseInput(serverDocumentSchema, document, 'Invalid server document');

/** The document of an MCP server at an address, named after it; the server is not contacted yet. */
export function toMcpDocument(url: string, { id, name }: ImportOptions): ServerDocument {
  const host = URL.parse(url)?.hostname ?? '';
  return validated({ id: id ?? slugOf(host), name: name ?? id ?? host, connector: { kind: 'mcp-http', url } });
}

function toStdioDocument(source: Exclude<ImportSource, string>, { id, name, env }: ImportOptions): ServerDocument {
  const { command, args } = source;
  const runner = command.split('/').at(-1) ?? command;
  const target = RUNNERS.includes(runner) ? args.findLast((arg) => !arg.startsWith('-')) : undefined;
  const last = (target ?? runner).split('/').at(-1) ?? runner;
  const program = last.replace(/[@:].*$/s, '').replace(/\.[cm]?[jt]s$|\.py$/, '');
  const connector = { kind: 'mcp-stdio', command: source.command, args: source.args };
  const credentials = toInputs(
    (env ?? []).map((name) => ({ ...SECRET, name, variables: {} })),
    'env',
  ).fields;
  return validated({ id: id ?? slugOf(program), name: name ?? id ?? program, connector, credentials });
}
