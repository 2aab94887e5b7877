import type { ServerDocument, ToolDocument } from '../core/catalog/document.ts';
import { toolIdFor } from '../core/catalog/toolName.ts';
import { AppError } from '../core/errors.ts';
import type { Connectors, DiscoveredTool, OpenCredential } from '../core/routing/connector.ts';
import { schemaProblem } from '../core/routing/validate.ts';

const NAME_CHARS_MAX = 256;
const TITLE_CHARS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 16_384;

/** A server as it was read, and which of its tools cannot be offered. */
export type ImportedServer = {
  readonly document: ServerDocument;
  readonly warnings: readonly { readonly tool: string; readonly reason: string }[];
};

export type DiscoveryOptions = {
  readonly connectors: Pick<Connectors, 'mcp-http' | 'mcp-stdio'>;
  /** Values for the document's credential fields, by field id: some servers list nothing without them. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

function openCredentials(document: ServerDocument, values: Readonly<Record<string, string>>): OpenCredential[] {
  const given = new Map(Object.entries(values));
  const missing = document.credentials.filter(({ id, required }) => required && !given.has(id));
  if (missing.length > 0) {
    const issues = missing.map(({ id, name }) => ({ path: `/credentials/${id}`, message: `needed: ${name}` }));
    const fieldIds = missing.map(({ id }) => id).join(', ');
    throw new AppError('invalid_input', `Server ${document.id} lists its tools only with credentials: ${fieldIds}`, {
      issues,
    });
  }
  return document.credentials.flatMap(({ id, placement = null }) => {
    const value = given.get(id);
    return value === undefined ? [] : [{ fieldId: id, value, placement }];
  });
}

const toToolDocument = ({ title, description, ...rest }: DiscoveredTool): ToolDocument => ({
  ...rest,
  description: description.slice(0, DESCRIPTION_CHARS_MAX),
  ...(title !== undefined && { title: title.slice(0, TITLE_CHARS_MAX) }),
});

function refusal(tool: DiscoveredTool, toolId: string, taken: ReadonlySet<string>): string | null {
  if (tool.name === '' || tool.name.length > NAME_CHARS_MAX) return `its name is not 1 to ${NAME_CHARS_MAX} characters`;
  if (taken.has(toolId)) return `another tool has the same tool id: ${toolId}`;
  return schemaProblem(tool.inputSchema);
}

/** The document with those tools that can be offered: one odd tool must not keep out a whole server. */
function withTools(document: ServerDocument, discovered: readonly DiscoveredTool[]): ImportedServer {
  const taken = new Set<string>();
  const warnings: ImportedServer['warnings'][number][] = [];
  const tools = discovered.flatMap((tool) => {
    const toolId = toolIdFor(document.id, tool.name, { prefix: document.toolPrefix });
    const reason = refusal(tool, toolId, taken);
    taken.add(toolId);
    if (reason === null) return [toToolDocument(tool)];
    warnings.push({ tool: tool.name, reason });
    return [];
  });
  return { document: { ...document, tools }, warnings };
}

/**
 * An MCP server's document with the tools that the server itself lists.
 * @throws invalid_input when it cannot be asked, or needs credentials that are not given
 */
export async function discoverTools(document: ServerDocument, options: DiscoveryOptions): Promise<ImportedServer> {
  const { connector } = document;
  if (connector.kind !== 'mcp-http' && connector.kind !== 'mcp-stdio') return { document, warnings: [] };
  const credentials = openCredentials(document, options.credentials ?? {});
  const { signal, connectors } = options;
  const tools = await connectors[connector.kind].discover?.({ serverId: document.id, connector, credentials, signal });
  return withTools(document, tools ?? []);
}
