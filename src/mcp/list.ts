import {
  isSpecType,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import type { ListMode } from '../core/kernel/listMode.ts';
import { hasExactNumber } from '../core/lib/decimal.ts';
import type { ListedTool } from '../core/search/listedTool.ts';
import { listedTools } from '../core/search/metaTools.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { toMcp } from '../formats/mcp.ts';
import { SchemaProblem } from '../formats/schemaWalk.ts';

// More than hosts use at once, so that clients that never request a second page miss nothing.
export const TOOLS_PER_PAGE = 1_000;

/** Revisions with a handshake, or the stateless ones. */
export type Era = 'legacy' | 'modern';

/** A stack, with the mode that applies to one request. */
export type View = {
  readonly snapshot: StackSnapshot;
  /** The same stack with only the tools that the caller may ever call. */
  readonly listed: StackSnapshot;
  readonly mode: ListMode;
};

/**
 * A page of the stack's tools, in a fixed order. Each tool is converted on first use: converting ten thousand together
 * would block the event loop for a sixth of a second. @throws ProtocolError for an invalid cursor
 */
export function listTools({ listed: snapshot, mode }: View, era: Era, cursor: string | undefined): ListToolsResult {
  const listed = snapshot.memo(`mcp:listed:${mode}`, () => listedTools(snapshot, mode, ['read_result']));
  const start = cursor === undefined ? 0 : offsetIn(cursor, snapshot);
  const end = start + TOOLS_PER_PAGE;
  const tools = snapshot.memo(`mcp:tools:${mode}:${era}:${start}`, () =>
    listed.slice(start, end).flatMap((tool) => toTools(tool, era)),
  );
  return end < listed.length
    ? { tools, nextCursor: Buffer.from(`${snapshot.version}:${end}`).toString('base64url') }
    : { tools };
}

function offsetIn(cursor: string, { version, tools }: StackSnapshot): number {
  const [, madeFor, offset] = /^(\d+):(\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const isPage = Number(offset) % TOOLS_PER_PAGE === 0 && Number(offset) < tools.size;
  // Pages are cached, so callers can't choose where they start.
  if (offset === undefined || Number(madeFor) !== version || !isPage) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor: list the tools from the beginning');
  }
  return Number(offset);
}

/** Whether clients accept a tool. The SDK doesn't support exact numbers, so it checks a copy without them. */
const isListable = (listed: object): listed is Tool =>
  isSpecType.Tool(hasExactNumber(listed) ? JSON.parse(JSON.stringify(listed)) : listed);

/** Converts a tool; empty if no MCP client would accept it, because clients would refuse the whole list. */
function toTools(tool: ListedTool, era: Era): Tool[] {
  try {
    // The output schema, if clients accept it. Up to revision 2025-11-25, structured content must be an object, and
    // clients refuse the whole list for any other schema.
    const listed = {
      ...toMcp(tool),
      ...(era === 'modern' && tool.outputSchema && { outputSchema: tool.outputSchema }),
      ...forClientsOf(tool, era),
    };
    return isListable(listed) ? [listed] : withoutInvalidParts(listed);
  } catch (error) {
    if (error instanceof SchemaProblem) return [];
    throw error;
  }
}

const OPTIONAL = ['title', 'outputSchema', 'annotations', 'icons', '_meta', 'execution'] as const;

/** The tool without the optional members that clients would refuse. */
function withoutInvalidParts(listed: object): Tool[] {
  const parts = Object.entries(listed);
  const needed = Object.fromEntries(parts.filter(([key]) => !OPTIONAL.some((each) => each === key)));
  const valid = Object.fromEntries(parts.filter(([key, value]) => isListable({ ...needed, [key]: value })));
  return isListable(valid) ? [valid] : [];
}

/**
 * Tool metadata for clients, not for models. Only revision 2025-11-25 has `execution`. An upstream's tasks are not
 * passed on: calls are synchronous.
 */
function forClientsOf({ forClients }: ListedTool, era: Era): Pick<Tool, 'icons' | '_meta' | 'execution'> {
  if (forClients === null) return {};
  const { execution, icons, _meta } = forClients;
  return {
    ...(icons && { icons: icons.map((icon) => ({ ...icon })) }),
    ...(_meta && { _meta }),
    ...(execution && era === 'legacy' && { execution: { taskSupport: 'forbidden' } }),
  };
}
