import { type ServerId, toServerId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord, type JsonValue } from '../../core/lib/json.ts';
import { parseInput } from '../../core/lib/parse.ts';
import { ellipsized } from '../../core/lib/text.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import type { PreservedImport } from '../../core/marketplace/importPort.ts';
import type { CredentialScheme, RequestedScheme } from '../../core/servers/credentialScheme.ts';
import {
  type ServerDocument,
  serverDocumentSchema,
  TOOLS_MAX,
  type ToolDocument,
} from '../../core/servers/document.ts';
import type { OperationChoice } from '../../core/servers/operationChoice.ts';
import { slugOf } from '../../core/servers/slug.ts';
import type { TextOverrides } from '../../core/servers/textOverrides.ts';
import { isWebAddress } from '../../core/servers/webAddress.ts';
import { withPointers } from './anchors.ts';
import { signedAddress } from './awsAddress.ts';
import { chooseOperations } from './chooseOperations.ts';
import { ABOUT_CHARS_MAX, cutTexts, SERVER_NAME_CHARS_MAX } from './cutTexts.ts';
import { listAt, nodeAt, ONLY_WEBHOOKS, type OpenApiNode, parseOpenApi, textAt, toOpenApi31 } from './document.ts';
import { annotationsOf } from './effects.ts';
import { requestedScheme, withScheme } from './givenScheme.ts';
import {
  credentialQuestion,
  foreignOrigins,
  receivedRequests,
  serverWarnings,
  undefinedSchemes,
  unusableLink,
  unusedAddresses,
  unusedRefreshAddresses,
} from './importWarnings.ts';
import { isAllElsewhere, omittedOperations, versionWarnings } from './leftOut.ts';
import { LostParts, lostParts } from './lostParts.ts';
import { labelOf, namesFor } from './operationName.ts';
import { operationSummary, operationsOf } from './operations.ts';
import { plainText } from './plainText.ts';
import { withOperations } from './prune.ts';
import { type OperationNode, readOperation } from './readOperation.ts';
import { lostReferences } from './references.ts';
import { responseExample } from './responseExample.ts';
import { createBudget, spendChars } from './schema.ts';
import { type ReadSecurity, readSecurity, requirementOf } from './security.ts';
import { apiBaseOf, baseUrlOf, otherAddresses, type ServerPlace } from './servers.ts';
import { shortServerId } from './shortName.ts';
import { describedBy, namesIn, requireNames, unmatchedIn, wordingOf } from './wording.ts';

export type OpenApiOptions = {
  /** Absent: derived from the document's title. */
  readonly id?: string;
  /** Absent: the document's title. */
  readonly name?: string;
  /** Absent: the document's first server. May have slots for credential fields. */
  readonly baseUrl?: string;
  /** Where the document came from; relative server addresses are resolved against it. */
  readonly source?: string;
  /** The chosen operations. If absent, those of `kept`; without `kept`, all. */
  readonly choice?: OperationChoice;
  /** How to send a credential that the document does not describe. If absent, that of `kept`. */
  readonly scheme?: RequestedScheme;
  /** Names and descriptions of tools. If absent, those of `kept`. */
  readonly wording?: TextOverrides;
  /** Data preserved from the earlier import of the same server. */
  readonly preserved?: PreservedImport;
};

type Warning = ImportedServer['warnings'][number];

type ReadTool = {
  readonly tool: ToolDocument | null;
  readonly warning: Warning | null;
  readonly lost: LostParts;
};

const skippedTool = (node: OperationNode, reason: string): ReadTool => ({
  tool: null,
  warning: { tool: labelOf(node), reason },
  lost: new LostParts(),
});

type ToolOptions = Pick<OpenApiOptions, 'wording' | 'preserved'> & {
  readonly place: ServerPlace;
  credentialsOf(node: OperationNode): OwnCredentials;
  exampleOf(node: OperationNode): JsonValue | undefined;
};

/** The credentials of an operation: the sets of fields of which it needs one, and the fields that it may send. */
type OwnCredentials = { readonly credentials: string[][] | null; readonly sends: string[] | null };

const ownCredentialsOf = (
  security: ReadSecurity,
  document: OpenApiNode,
  { operation }: OperationNode,
): OwnCredentials => ({
  credentials: security.setsFor(requirementOf(document, operation)),
  sends: security.sentWith(operation),
});

const withCredentials = (tool: ToolDocument, { credentials, sends }: OwnCredentials): ToolDocument =>
  tool.request?.kind === 'operation'
    ? { ...tool, request: { ...tool.request, ...(credentials && { credentials }), ...(sends && { sends }) } }
    : tool;

const readTools = (
  document: OpenApiNode,
  operations: readonly OperationNode[],
  serverId: ServerId,
  options: ToolOptions,
): ReadTool[] => {
  const { place, wording, preserved, credentialsOf } = options;
  const words = wordingOf(options);
  const names = namesFor(serverId, operations.slice(0, TOOLS_MAX), namesIn(preserved?.names ?? {}, words));
  if (wording) requireNames(serverId, wording, names);
  const described = describedBy(words);
  const from = { document, budget: createBudget() };
  return operations.map((node, at) => {
    if (at >= TOOLS_MAX) return skippedTool(node, `a server has at most ${TOOLS_MAX} tools`);
    const name = names.get(node);
    if (name === undefined) return skippedTool(node, 'another has the same name');
    const read = readOperation(from, node, { name, ...place });
    if (read.tool === null) return skippedTool(node, read.note);
    const { tool, note, lost } = read;
    const needed = withCredentials(described(node, tool), credentialsOf(node));
    const example = options.exampleOf(node);
    const complete = example === undefined ? needed : { ...needed, example };
    spendChars(from.budget, complete);
    return { tool: complete, warning: note === null ? null : { tool: labelOf(node), reason: note }, lost };
  });
};

const slugOfTitle = (document: OpenApiNode): string =>
  slugOf(textAt(nodeAt(document, 'info'), 'title').slice(0, SERVER_NAME_CHARS_MAX)) || 'api';

/** The id of a document's server: the requested one, or one derived from the title. */
export const serverIdOf = (document: OpenApiNode, { id }: Pick<OpenApiOptions, 'id'>): ServerId =>
  toServerId(id ?? shortServerId(slugOfTitle(document)));

/**
 * Converts an OpenAPI document (2.0, 3.0 or 3.1; JSON, YAML or parsed) to a server: each operation becomes a tool, each
 * security scheme a credential field. Fetches nothing. Warnings name each operation that was left out, or whose input
 * schema was simplified. This is our own code because documents are untrusted: converter libraries follow references
 * over the network and have no bounds.
 * @throws AppError `invalid_input` for a document that can't be converted
 */
export const importOpenApi = (
  source: string | Readonly<Record<string, unknown>>,
  options: OpenApiOptions = {},
): ImportedServer => {
  const parsed = withPointers(parseOpenApi(source), options.source);
  const id = serverIdOf(parsed, options);
  const choice = options.choice ?? options.preserved?.choice ?? {};
  const { chosen, unmatched } = chooseOperations(operationsOf(parsed), choice, operationSummary);
  if (chosen.length === 0) throw new AppError('invalid_input', nothingToImport(parsed, choice));
  const described = toOpenApi31(withOperations(parsed, chosen));
  const credential = requestedScheme(described, options.scheme, options.preserved?.scheme);
  const document = withScheme(described, credential);
  const operations = chooseOperations(operationsOf(document), choice, operationSummary).chosen;
  const requirements = operations.map(({ operation }) => requirementOf(document, operation));
  const security = readSecurity(document, requirements, {
    serverId: id,
    apiBase: apiBaseOf(document, options),
    onlyReads: operations.every((node) => annotationsOf(node)['readOnlyHint'] === true),
    plainFields: options.preserved?.plainFields ?? [],
  });
  const { fields, ...address } = addressOf(document, security, options);
  const read = readTools(document, operations, id, {
    ...options,
    place: {
      source: options.source,
      isAddressGiven: options.baseUrl !== undefined,
      ...(address.baseUrl !== undefined && { baseUrl: address.baseUrl }),
    },
    credentialsOf: (node) => ownCredentialsOf(security, document, node),
    exampleOf: exampleReader(parsed, chosen),
  });
  const server: ServerDocument = parseInput(
    serverDocumentSchema,
    {
      id,
      ...aboutOf(document, operations, { id, name: options.name }),
      ...(security.scopes.length > 0 ? { scopes: security.scopes } : {}),
      credentials: [...security.credentials, ...fields],
      connector: {
        kind: 'openapi',
        ...address,
        ...(options.source === undefined ? {} : { source: options.source }),
        ...preservedOptions(choice, credential, wordingOf(options)),
      },
      tools: read.map(({ tool }) => tool).filter((tool) => tool !== null),
    },
    'The OpenAPI document does not produce a valid server',
  );
  const gone = [...unmatched, ...unmatchedIn(options.wording ?? [], operations)];
  const warnings = read.map(({ warning }) => warning).filter((warning) => warning !== null);
  return {
    document: server,
    warnings: [
      ...versionWarnings(parsed),
      ...(isWhole(choice) ? omittedOperations(parsed) : []),
      ...warnings,
      ...undefinedSchemes(document, requirements),
      ...credentialQuestion(document, operations, server.credentials),
      ...foreignOrigins(server),
      ...(options.baseUrl === undefined
        ? unusedAddresses(address.baseUrl, otherAddresses(document, options, address.baseUrl))
        : []),
      ...receivedRequests(parsed, chosen),
      ...unusedRefreshAddresses(document),
      ...unusableLink(document),
      ...cutTexts(server),
      ...lostParts(read.flatMap(({ tool, lost }) => (tool === null ? [] : [{ name: tool.name, lost }]))),
      ...serverWarnings(security, gone, lostReferences(document)),
    ],
    ...earlierIdOf(parsed, options, id),
  };
};

/** Reads examples of answers from the whole document, because `withOperations` leaves out most of the responses. */
function exampleReader(parsed: OpenApiNode, chosen: readonly OperationNode[]) {
  const labelled = new Map(chosen.map((node) => [`${node.method} ${node.path}`, node.operation]));
  return ({ method, path }: OperationNode): JsonValue | undefined => {
    const operation = labelled.get(`${method} ${path}`);
    return operation && responseExample(parsed, operation);
  };
}

/** The id derived only from the title. Servers imported before long ids were shortened have it. */
const earlierIdOf = (
  document: OpenApiNode,
  options: OpenApiOptions,
  id: ServerId,
): Pick<ImportedServer, 'earlierId'> => {
  const earlier = slugOfTitle(document);
  return options.id !== undefined || earlier === id ? {} : { earlierId: toServerId(earlier) };
};

/** Options of this import that also apply to the next one. */
const preservedOptions = (
  choice: OperationChoice,
  credential: CredentialScheme | undefined,
  wording: TextOverrides,
) => ({
  ...(isWhole(choice) ? {} : { operations: choice }),
  ...(credential && { credential }),
  ...(wording.length > 0 && { wording }),
});

const aboutOf = (
  document: OpenApiNode,
  operations: readonly OperationNode[],
  { id, name }: { readonly id: ServerId; readonly name: string | undefined },
) => {
  const info = nodeAt(document, 'info');
  const title = ellipsized(withoutHidden(plainText(textAt(info, 'title'))), SERVER_NAME_CHARS_MAX);
  const own = ['summary', 'description'].map((key) => plainText(textAt(info, key)));
  const parts = [...own, tagTexts(document, operations)].filter((text) => text !== '');
  const description = ellipsized([...new Set(parts)].join('\n\n'), ABOUT_CHARS_MAX);
  const address = textAt(nodeAt(document, 'externalDocs'), 'url');
  return {
    name: name ?? (title === '' ? id : title),
    description,
    ...(isWebAddress(address) ? { homepage: address } : {}),
  };
};

/** The descriptions of the operations' tags. */
function tagTexts(document: OpenApiNode, operations: readonly OperationNode[]): string {
  const used = new Set(operations.flatMap((node) => operationSummary(node).tags));
  const texts = listAt(document, 'tags')
    .filter(isRecord)
    .map((tag) => ({ name: textAt(tag, 'name'), about: plainText(textAt(tag, 'description')).trim() }))
    .filter(({ name, about }) => about !== '' && about !== name && used.has(name));
  return texts.map(({ name, about }) => `- ${name}: ${about}`).join('\n');
}

/** The API's address, and its signing method if any. */
const addressOf = (document: OpenApiNode, { signedBy }: ReadSecurity, options: OpenApiOptions) => {
  const baseUrl = baseUrlOf(document, options);
  const isAddressGiven = options.baseUrl !== undefined;
  return signedBy === null ? { baseUrl, fields: [] } : signedAddress(document, signedBy, { baseUrl, isAddressGiven });
};

const isWhole = (choice: OperationChoice): boolean => choice.include === undefined && choice.exclude === undefined;

function nothingToImport(document: OpenApiNode, choice: OperationChoice): string {
  if (!isWhole(choice)) return 'No operations of the OpenAPI document are selected';
  if (isAllElsewhere(document)) return ALL_ELSEWHERE;
  if (isRecord(document['webhooks'])) return ONLY_WEBHOOKS;
  const [first] = omittedOperations(document);
  return `The OpenAPI document has no operations to import${first ? `. ${first.tool}: ${first.reason}` : ''}`;
}

const ALL_ELSEWHERE =
  'All operations of the OpenAPI document are in other files: import the folder with all its files, or one file that holds them all';
