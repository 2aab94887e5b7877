import { AppError } from '../../core/errors.ts';
import { type ServerId, toServerId } from '../../core/ids.ts';
import { isRecord } from '../../core/lib/json.ts';
import { parseInput } from '../../core/lib/parse.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import {
  type ServerDocument,
  serverDocumentSchema,
  TOOLS_MAX,
  type ToolDocument,
} from '../../core/marketplace/document.ts';
import { slugOf } from '../../core/marketplace/slug.ts';
import { toolIdFor } from '../../core/marketplace/toolName.ts';
import { isWebAddress } from '../../core/marketplace/webAddress.ts';
import { listAt, nodeAt, type OpenApiNode, readOpenApi, resolved, textAt } from './document.ts';
import { METHODS, type OperationNode, readOperation } from './readOperation.ts';
import { createBudget, spendChars } from './schema.ts';
import { alternativesOf, readSecurity } from './security.ts';
import { baseUrlOf } from './servers.ts';

/** An operation as a selection among them sees it. */
export type OperationSummary = {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
};

/** Options of an import. */
export type OpenApiOptions = {
  /** Absent: derived from the document's title. */
  readonly id?: string;
  /** Absent: the document's title. */
  readonly name?: string;
  /** Absent: the document's first server. May have slots for credential fields. */
  readonly baseUrl?: string;
  /** Where the document came from; relative server addresses are resolved against it. */
  readonly source?: string;
  readonly include?: (operation: OperationSummary) => boolean;
};

type Warning = ImportedServer['warnings'][number];

const TEXT_CHARS_MAX = 4_096;
const NAME_CHARS_MAX = 200;
const TOOL_NAME_CHARS_MAX = 256;

const operationsOf = (document: OpenApiNode): OperationNode[] =>
  Object.entries(nodeAt(document, 'paths')).flatMap(([path, given]) => {
    const pathItem = resolved(document, given);
    if (pathItem === null) return [];
    return METHODS.flatMap((method) => {
      const operation = pathItem[method];
      return isRecord(operation) ? [{ method, path, operation, pathItem }] : [];
    });
  });

const summaryOf = ({ method, path, operation }: OperationNode): OperationSummary => ({
  method: method.toUpperCase(),
  path,
  operationId: textAt(operation, 'operationId'),
  tags: listAt(operation, 'tags').filter((tag) => typeof tag === 'string'),
  isDeprecated: operation['deprecated'] === true,
});

const plainName = (text: string): string =>
  text
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, TOOL_NAME_CHARS_MAX);

/**
 * The operation's id, or its method and path when it has no id or another operation has the same; null when both are
 * taken.
 */
const nameFor = (serverId: ServerId, node: OperationNode, taken: Set<string>): string | null => {
  const candidates = [textAt(node.operation, 'operationId'), `${node.method}_${node.path.slice(1)}`].map(plainName);
  const isFree = (name: string) => name !== '' && !taken.has(toolIdFor(serverId, name, { prefix: true }));
  const name = candidates.find(isFree) ?? null;
  if (name !== null) taken.add(toolIdFor(serverId, name, { prefix: true }));
  return name;
};

type ReadTool = { readonly tool: ToolDocument | null; readonly warning: Warning | null };

const labelOf = ({ method, path }: OperationNode): string => `${method.toUpperCase()} ${path}`;

const leftOut = (node: OperationNode, reason: string): ReadTool => ({
  tool: null,
  warning: { tool: labelOf(node), reason },
});

type ToolOptions = Pick<OpenApiOptions, 'source' | 'baseUrl'> & {
  credentialsOf(node: OperationNode): string[][] | null;
};

const withCredentials = (tool: ToolDocument, credentials: string[][] | null): ToolDocument =>
  credentials !== null && tool.request?.kind === 'operation'
    ? { ...tool, request: { ...tool.request, credentials } }
    : tool;

const readTools = (
  document: OpenApiNode,
  operations: readonly OperationNode[],
  serverId: ServerId,
  { source, baseUrl, credentialsOf }: ToolOptions,
): ReadTool[] => {
  const taken = new Set<string>();
  const from = { document, budget: createBudget() };
  return operations.map((node) => {
    if (taken.size >= TOOLS_MAX) return leftOut(node, `a server has at most ${TOOLS_MAX} tools`);
    const name = nameFor(serverId, node, taken);
    if (name === null) return leftOut(node, 'another has the same name');
    const { tool, note } = readOperation(from, node, { name, source, isAddressGiven: baseUrl !== undefined });
    const needed = tool === null ? null : withCredentials(tool, credentialsOf(node));
    if (needed !== null) spendChars(from.budget, needed);
    return { tool: needed, warning: note === null ? null : { tool: labelOf(node), reason: note } };
  });
};

const homepageOf = (document: OpenApiNode): { homepage?: string } => {
  const address = textAt(nodeAt(document, 'externalDocs'), 'url');
  return isWebAddress(address) ? { homepage: address } : {};
};

/**
 * Converts an OpenAPI document (2.0, 3.0 or 3.1; JSON, YAML or parsed) to a server: each operation becomes a tool, each
 * security scheme a credential field. Fetches nothing. Warnings name each operation that was left out, or whose input
 * schema had to be simplified.
 * @throws AppError `invalid_input` when that is impossible
 */
export const importOpenApi = (
  given: string | Readonly<Record<string, unknown>>,
  options: OpenApiOptions = {},
): ImportedServer => {
  const document = readOpenApi(given);
  const info = nodeAt(document, 'info');
  const title = textAt(info, 'title').slice(0, NAME_CHARS_MAX);
  const id = toServerId(options.id ?? (slugOf(title) || 'api'));
  const operations = operationsOf(document).filter((node) => options.include?.(summaryOf(node)) ?? true);
  if (operations.length === 0) throw new AppError('invalid_input', 'The OpenAPI document has no operations to import');
  const requirementOf = ({ operation }: OperationNode) => alternativesOf(operation['security'] ?? document['security']);
  const security = readSecurity(document, id, operations.map(requirementOf));
  const credentialsOf = (node: OperationNode) => security.setsFor(requirementOf(node));
  const read = readTools(document, operations, id, { ...options, credentialsOf });
  const tools = read.map(({ tool }) => tool).filter((tool) => tool !== null);
  const warnings = read.map(({ warning }) => warning).filter((warning) => warning !== null);
  const server: ServerDocument = parseInput(
    serverDocumentSchema,
    {
      id,
      name: options.name ?? (title === '' ? id : title),
      description: textAt(info, 'description').slice(0, TEXT_CHARS_MAX),
      ...homepageOf(document),
      ...(security.scopes.length > 0 ? { scopes: security.scopes } : {}),
      credentials: security.credentials,
      connector: {
        kind: 'openapi',
        baseUrl: baseUrlOf(document, options),
        ...(options.source === undefined ? {} : { source: options.source }),
      },
      tools,
    },
    'The OpenAPI document makes no valid server',
  );
  const unsupported = security.unsupported.map((key) => ({
    tool: '',
    reason: `security scheme ${key} is not supported`,
  }));
  return { document: server, warnings: [...warnings, ...foreignOrigins(server), ...unsupported] };
};

/** Tools that call another origin than the server's, where they get no credentials. */
const foreignOrigins = ({ connector, credentials, tools }: ServerDocument): Warning[] => {
  if (connector.kind !== 'openapi' || credentials.length === 0) return [];
  const own = URL.parse(connector.baseUrl)?.origin;
  return tools.flatMap(({ name, request }) => {
    const origin =
      request?.kind === 'operation' && request.baseUrl !== undefined ? URL.parse(request.baseUrl)?.origin : own;
    if (origin === undefined || origin === own) return [];
    const reason = `is called at ${origin} and gets no credentials there; credentialOrigins of the connector can name it`;
    return [{ tool: name, reason }];
  });
};
