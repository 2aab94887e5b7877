import type { DiscoveredTool } from '../calls/connector.ts';
import type { Asking } from '../lib/fairQueue.ts';
import { schemaProblems } from '../schemas/problems.ts';
import type { ServerDocument, ToolDocument } from './document.ts';
import { toolIdFor } from './toolName.ts';

const NAME_CHARS_MAX = 256;
const TITLE_CHARS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 16_384;

/** A server as it was read, and which of its tools cannot be offered. */
export type ImportedServer = {
  readonly document: ServerDocument;
  readonly warnings: readonly { readonly tool: string; readonly reason: string }[];
};

const toToolDocument = ({ title, description, ...rest }: DiscoveredTool): ToolDocument => ({
  ...rest,
  description: description.slice(0, DESCRIPTION_CHARS_MAX),
  ...(title !== undefined && { title: title.slice(0, TITLE_CHARS_MAX) }),
});

function nameProblem(tool: DiscoveredTool, toolId: string, taken: ReadonlySet<string>): string | null {
  if (tool.name === '' || tool.name.length > NAME_CHARS_MAX) return `its name is not 1 to ${NAME_CHARS_MAX} characters`;
  return taken.has(toolId) ? `another tool has the same tool id: ${toolId}` : null;
}

/**
 * The document with those tools that can be offered: one odd tool must not keep out a whole server.
 * @throws AppError as `schemaProblems`
 */
export async function withTools(
  document: ServerDocument,
  discovered: readonly DiscoveredTool[],
  asking: Asking,
): Promise<ImportedServer> {
  const problems = await schemaProblems(
    discovered.map(({ inputSchema }) => inputSchema),
    asking,
  );
  const taken = new Set<string>();
  const warnings: ImportedServer['warnings'][number][] = [];
  const tools = discovered.flatMap((tool, at) => {
    const toolId = toolIdFor(document.id, tool.name, { prefix: document.toolPrefix });
    const reason = nameProblem(tool, toolId, taken) ?? problems[at] ?? null;
    taken.add(toolId);
    if (reason === null) return [toToolDocument(tool)];
    warnings.push({ tool: tool.name, reason });
    return [];
  });
  return { document: { ...document, tools }, warnings };
}
