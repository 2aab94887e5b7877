import type { Connectors, OpenCredential } from '../../core/calls/connector.ts';
import type { AccountId } from '../../core/kernel/ids.ts';
import { AppError } from '../../core/lib/errors.ts';
import { type ImportedServer, withTools } from '../../core/marketplace/discovered.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import type { ConnectorDocument, ServerDocument } from '../../core/servers/document.ts';
import { type Adopted, adoptFacts } from './ownFacts.ts';

type StdioConnector = Extract<ConnectorDocument, { kind: 'mcp-stdio' }>;

/** How to request the tools of a server that lists or describes them itself. */
export type DiscoveryOptions = {
  readonly connectors: Partial<Connectors>;
  /** Values for the document's credential fields, by field id: some servers list their tools only with credentials. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /**
   * Network and file access of a program during the import. Defaults to its document, which for most programs grants
   * none.
   */
  readonly program?: Pick<StdioConnector, 'network' | 'reads'>;
  /** The caller; absent: the operator. */
  readonly accountId?: AccountId | null;
  /** Throws for a document that the caller may not import. Called before a server is contacted or run. */
  readonly permit?: (document: ServerDocument) => void;
  /** The facts to adopt from the server; absent: none. */
  readonly adopted?: Adopted;
  /** The address that the document was read from; absent if the user wrote it. */
  readonly readFrom?: string;
};

/** True for a server at another origin than the document that names it. The user has not seen that address. */
export const isElsewhere = (address: string, readFrom: string | undefined): boolean =>
  readFrom !== undefined && URL.parse(address)?.origin !== URL.parse(readFrom)?.origin;

function openCredentials(document: ServerDocument, values: Readonly<Record<string, string>>): OpenCredential[] {
  const input = new Map(Object.entries(values));
  const missing = document.credentials.filter(({ id, required }) => required && !input.has(id));
  if (missing.length > 0) {
    const issues = missing.map(({ id, name }) => ({ path: `/credentials/${id}`, message: `needed: ${name}` }));
    const fieldIds = missing.map(({ id }) => id).join(', ');
    throw new AppError('invalid_input', `Server ${document.id} lists its tools only with credentials: ${fieldIds}`, {
      issues,
    });
  }
  return document.credentials.flatMap(({ id, placement = null }) => {
    const value = input.get(id);
    return value === undefined ? [] : [{ fieldId: id, value, placement }];
  });
}

/**
 * The document of a server with the tools that it lists. Unchanged if its connector can't list any.
 * @throws invalid_input if it is unreachable, or needs credentials that are not given
 */
export async function discoverTools(server: ServerDocument, options: DiscoveryOptions): Promise<ImportedServer> {
  const document =
    server.connector.kind === 'mcp-stdio'
      ? { ...server, connector: { ...server.connector, ...options.program } }
      : server;
  const { connector } = document;
  const discover = options.connectors[connector.kind]?.discover;
  if (!discover) return { document, warnings: [] };
  options.permit?.(document);
  const credentials = openCredentials(document, options.credentials ?? {});
  const { signal, accountId = null } = options;
  const address = 'url' in connector ? connector.url : 'baseUrl' in connector ? connector.baseUrl : null;
  const isIndirect = address !== null && isElsewhere(address, options.readFrom);
  const discovery = { serverId: document.id, connector, credentials, signal, isIndirect, accountId };
  const { tools, instructions, skills, name = '', title = '', ...facts } = await discover(discovery);
  // A title may contain the key that was used to fetch it.
  const { text } = createScrubber(credentials.map(({ value }) => value));
  const own = adoptFacts(
    document,
    { ...facts, instructions, name: text(name), title: text(title) },
    options.adopted ?? [],
  );
  const imported = await withTools(
    own.document,
    { tools, instructions, ...(skills && { skills }), credentials },
    { accountId, signal },
  );
  return { ...own, ...imported, warnings: [...own.warnings, ...imported.warnings] };
}
