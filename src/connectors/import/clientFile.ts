import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { type ServerDocument, serverDocumentSchema } from '../../core/servers/document.ts';
import { slugOf } from '../../core/servers/slug.ts';
import { secretInAddress, secretInWord } from './clientFileSecrets.ts';
import { fieldIdOf, type RegistryInputs, SECRET, toInputs } from './registryFields.ts';

/** One server of a client's file. Values of its credential fields are returned separately and not stored. */
type ClientServer = {
  readonly document: ServerDocument;
  readonly values: Readonly<Record<string, string>>;
};

/** The servers of a client's file, by their names in it. */
export type ClientServers = ReadonlyMap<string, Record<string, unknown>>;

/** The server's new id and name, and which of several servers to import. */
type Naming = { readonly id?: string; readonly name?: string; readonly entry?: string };

/** Members that identify an API description, which may also have `servers`. */
const OTHER_DOCUMENTS = ['openapi', 'swagger', 'asyncapi'];

/**
 * The servers in the configuration of an MCP client, by name: `mcpServers` of Claude, Cursor, Windsurf and others,
 * `servers` of VS Code. Null for any other text.
 */
export function clientServersIn(text: string): ClientServers | null {
  // JSON may have comments and trailing commas, as in VS Code's files. The patterns run in linear time.
  const file = /^\s*[{/]/.test(text)
    ? (parsed(text) ?? parsed(text.replace(COMMENT, keepStrings).replace(TRAILING_COMMA, keepStrings)))
    : null;
  if (isRecord(file) && OTHER_DOCUMENTS.some((member) => file[member] !== undefined)) return null;
  const inner = isRecord(file) && isRecord(file['mcp']) ? file['mcp'] : file;
  const servers = isRecord(inner) ? (inner['mcpServers'] ?? inner['servers']) : undefined;
  if (!isRecord(servers) || !isOfClients(inner, servers)) return null;
  return new Map(Object.entries(servers).flatMap(([name, entry]) => (isRecord(entry) ? [[name, entry]] : [])));
}

/**
 * Whether `servers` lists MCP servers. A member called `servers` may mean something else, so all entries must look like
 * one.
 */
const isOfClients = (inner: unknown, servers: Record<string, unknown>): boolean =>
  (isRecord(inner) && isRecord(inner['mcpServers'])) ||
  Object.values(servers).every((entry) => isRecord(entry) && ('command' in entry || 'url' in entry));

/**
 * Converts one server of a client's configuration to a document without tools. Values of its environment and headers
 * become credential fields, since most are secrets.
 * @throws invalid_input, naming the members that cannot be imported
 */
export function readClientServer(servers: ClientServers, { id, name, entry }: Naming): ClientServer {
  const key = entry ?? onlyName(servers);
  const server = servers.get(key);
  if (!server) throw invalid(`There is no server ${key} in this file, only ${serverNames(servers)}`);
  const { connector, inputs, values } = 'url' in server ? toHttp(key, server) : toStdio(key, server);
  const document = serverDocumentSchema.safeParse({
    id: id ?? slugOf(key),
    name: name ?? key,
    connector,
    credentials: inputs.fields,
  });
  if (document.success) return { document: document.data, values };
  const issues = document.error.issues.map(({ path, message }) => ({ path: `/${path.join('/')}`, message }));
  throw new AppError('invalid_input', `The server ${key} of this file cannot be imported`, { issues });
}

function onlyName(servers: ClientServers): string {
  const [only, ...others] = servers.keys();
  if (only === undefined) throw invalid('This configuration of an MCP client has no servers');
  if (others.length > 0)
    throw invalid(`This configuration has several servers: choose one with --server: ${serverNames(servers)}`);
  return only;
}

const serverNames = (servers: ClientServers): string => [...servers.keys()].join(', ');

type ReadConnector = {
  readonly connector: object;
  readonly inputs: RegistryInputs;
  readonly values: Readonly<Record<string, string>>;
};

/** Unsupported members, each with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  cwd: 'programs run in a dedicated directory',
  envFile: 'list the variables instead',
};

function toStdio(key: string, entry: Record<string, unknown>): ReadConnector {
  for (const [member, why] of Object.entries(REFUSED)) {
    if (entry[member] !== undefined) throw invalid(`${member} of ${key} cannot be imported: ${why}`);
  }
  const { command, args = [] } = entry;
  if (typeof command !== 'string' || !Array.isArray(args))
    throw invalid(`The server ${key} has neither command nor url`);
  const words = args.map((arg: unknown) => textOf(arg, `args of ${key}`));
  for (const [at, word] of [command, ...words].entries()) {
    const [placeholder] = PLACEHOLDER.exec(word) ?? [];
    if (placeholder !== undefined)
      throw invalid(`${placeholder} in the command of ${key} is a placeholder that only its client can fill`);
    const problem = secretInWord(word, words[at - 2]);
    if (problem !== null) throw invalid(`The command of ${key} cannot be imported: ${problem}`);
  }
  const env = textsOf(entry['env'], `env of ${key}`);
  const inputs = toInputs(
    [...env.keys()].map((name) => ({ ...SECRET, name, variables: {} })),
    'env',
  );
  return {
    connector: { kind: 'mcp-stdio', command, args: words, env: inputs.templates },
    inputs,
    values: valuesOf(env),
  };
}

const GAP = 'it has a placeholder that only its client can fill: write the full address, and put secrets under headers';

function toHttp(
  key: string,
  { type, transport: kind = type, transportType = kind, url, headers }: Record<string, unknown>,
): ReadConnector {
  const problem = typeof url === 'string' ? (url.includes('${') ? GAP : secretInAddress(url)) : null;
  if (problem !== null) throw invalid(`The address of ${key} cannot be imported: ${problem}`);
  const headerTexts = textsOf(headers, `headers of ${key}`);
  const bare = new Map([...headerTexts].map(([name, value]) => [name, value.replace(SCHEME, '')]));
  const inputs = toInputs(
    [...headerTexts].map(([name, value]) => {
      const [scheme = ''] = SCHEME.exec(value) ?? [];
      const field = fieldIdOf(name);
      return { ...SECRET, name, value: `${scheme}{${field}}`, variables: { [field]: SECRET } };
    }),
    'header',
  );
  const transport = transportType === 'sse' && { transport: transportType };
  const connector = { kind: 'mcp-http', url, ...transport, headers: inputs.templates };
  return { connector, inputs, values: valuesOf(bare) };
}

const SCHEME = /^(?:Bearer|Basic|Token) /i;

/** `${input:key}` of VS Code, `${VAR}` of Claude, `${env:VAR}` of Cursor. */
const PLACEHOLDER = /\$\{[^{}]*\}/;

/** Values that the file contains. A placeholder is not a value: the user is asked for it later. */
const valuesOf = (values: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...values]
      .filter(([, value]) => value !== '' && !PLACEHOLDER.test(value))
      .map(([name, value]) => [fieldIdOf(name), value]),
  );

const textsOf = (input: unknown, place: string): ReadonlyMap<string, string> =>
  new Map(isRecord(input) ? Object.entries(input).map(([name, value]) => [name, textOf(value, place)]) : []);

/** Clients also accept numbers and booleans. @throws invalid_input for anything else */
function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid(`A value in ${place} is not a text`);
}

const invalid = (message: string): AppError => new AppError('invalid_input', message);

/** A string, terminated or not, so that the text after a quote is scanned only once. */
const STRING = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"?`;
const COMMENT = new RegExp(String.raw`${STRING}|//[^\n]*|/\*[\s\S]*?(?:\*/|$)`, 'g');
const TRAILING_COMMA = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])`, 'g');

const keepStrings = (text: string): string => (text.startsWith('"') ? text : ' ');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
