import { AppError } from '../../core/lib/errors.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord } from '../../core/lib/json.ts';
import { type ServerDocument, serverDocumentSchema } from '../../core/servers/document.ts';
import { slugOf } from '../../core/servers/slug.ts';
import { isWebAddress } from '../../core/servers/webAddress.ts';
import { type ArgumentValues, toArguments } from './registryArguments.ts';
import { resolveUrl, toInputs } from './registryFields.ts';
import {
  type RegistryPackage,
  type RegistryRemote,
  type RegistryServer,
  registryServerSchema,
} from './registrySchema.ts';

/** Options that the registry's document does not contain. */
export type RegistryImportOptions = {
  /** Default: the last part of the registry name. */
  readonly id?: string;
  readonly argumentValues?: ArgumentValues;
};

type Connection = Pick<ServerDocument, 'connector' | 'credentials'>;

/**
 * Converts a server of the official MCP registry (`server.json`, schema 2025-12-11), bare or wrapped as in its API, to
 * a server document. Prefers a remote to a package. Fetches and starts nothing.
 * @throws invalid_input
 */
export function importRegistryServer(json: unknown, options: RegistryImportOptions = {}): ServerDocument {
  const result = registryServerSchema.safeParse(isRecord(json) && isRecord(json['server']) ? json['server'] : json);
  if (!result.success) throw invalid(result.error.issues);
  const server = result.data;
  const lastPart = server.name.split('/').at(-1) ?? server.name;
  const homepage = [server.websiteUrl, server.repository?.url].find((url) => url !== undefined && isWebAddress(url));
  const document = {
    id: options.id ?? slugOf(lastPart),
    name: withoutHidden(server.title ?? '') || lastPart,
    description: server.description,
    ...(homepage !== undefined && { homepage }),
    ...connectionOf(server, options.argumentValues ?? {}),
  };
  const parsed = serverDocumentSchema.safeParse(document);
  if (!parsed.success) throw invalid(parsed.error.issues);
  return parsed.data;
}

function invalid(zodIssues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  const issues = zodIssues.map(({ path, message }) => ({
    path: path.map((part) => `/${String(part)}`).join(''),
    message,
  }));
  return new AppError('invalid_input', 'Not a registry server document', { issues });
}

function connectionOf({ remotes, packages }: RegistryServer, values: ArgumentValues): Connection {
  const remote = remotes.find(({ type }) => type === 'streamable-http') ?? remotes.find(({ type }) => type === 'sse');
  if (remote) return toHttp(remote);
  const local = packages.find(
    ({ registryType, transport }) => Object.hasOwn(RUNNERS, registryType) && transport.type === 'stdio',
  );
  if (local) return toStdio(local, values);
  const types = [...remotes.map(({ type }) => type), ...packages.map(({ registryType }) => registryType)].join(', ');
  const known = `streamable-http, sse and stdio packages of ${Object.keys(RUNNERS).join(', ')}`;
  throw new AppError('invalid_input', `The server offers ${types || 'no transport'}; supported are ${known}`);
}

function toHttp({ type, url, variables, headers }: RegistryRemote): Connection {
  const address = resolveUrl(url, variables);
  const { templates, fields } = toInputs(headers, 'header');
  const declared = Object.keys(templates).length > 0 ? { headers: templates } : {};
  return {
    connector: { kind: 'mcp-http', url: address.url, ...(type === 'sse' && { transport: type }), ...declared },
    credentials: [...address.fields, ...fields.filter(({ id }) => !address.fields.some((field) => field.id === id))],
  };
}

function toStdio(entry: RegistryPackage, values: ArgumentValues): Connection {
  const { templates, fields } = toInputs(entry.environmentVariables, 'env');
  const runtime = toArguments(entry.runtimeArguments, values);
  const own = toArguments(entry.packageArguments, values);
  const runner = RUNNERS[entry.registryType];
  if (!runner) throw new AppError('invalid_input', `Packages of type ${entry.registryType} are not supported`);
  const { command, args } = runner(entry, runtime);
  return {
    connector: { kind: 'mcp-stdio', command, args: [...args, ...own], env: templates },
    credentials: [...fields],
  };
}

type Runner = (entry: RegistryPackage, runtime: readonly string[]) => { command: string; args: readonly string[] };

/** How a package of each registry is run. Versions are pinned if the document pins them. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: (entry, runtime) => ({
    command: 'npx',
    args: [...(runtime.includes('-y') ? [] : ['-y']), ...runtime, versioned(entry, '@')],
  }),
  pypi: (entry, runtime) => ({ command: 'uvx', args: [...runtime, versioned(entry, '@')] }),
  oci: (entry, runtime) => ({
    command: 'docker',
    // Passes only the variable's name. Docker reads the value from its environment, so the arguments contain no secret.
    args: [
      'run',
      '-i',
      '--rm',
      ...entry.environmentVariables.flatMap(({ name }) => ['-e', name]),
      ...runtime,
      imageOf(entry),
    ],
  }),
};

const versioned = ({ identifier, version }: RegistryPackage, separator: string): string =>
  version === undefined ? identifier : `${identifier}${separator}${version}`;

/** An image reference usually has its tag or digest; older documents give the version separately. */
function imageOf(entry: RegistryPackage): string {
  const lastPart = entry.identifier.split('/').at(-1) ?? '';
  return lastPart.includes(':') || lastPart.includes('@') ? entry.identifier : versioned(entry, ':');
}
