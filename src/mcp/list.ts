import {
  isSpecType,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { hasExactNumber } from '../core/lib/decimal.ts';
import type { ListedTool, ListMode } from '../core/search/listMode.ts';
import { listedTools } from '../core/search/metaTools.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { toMcp } from '../formats/mcp.ts';
import { SchemaProblem } from '../formats/schemaWalk.ts';

// More than hosts use at once, so that clients which never ask for a second page miss nothing.
export const TOOLS_PER_PAGE = 1_000;

/** Revisions with a handshake, or the stateless ones. */
export type Era = 'legacy' | 'modern';

/** A stack in the mode that one request asks for. */
export type View = {
  readonly snapshot: StackSnapshot;
  /** The same, with only the tools that the caller may ever call. */
  readonly listed: StackSnapshot;
  readonly mode: ListMode;
};

/**
 * A page of the stack's tools, in a fixed order. Each is made on first use: all of ten thousand tools would block the
 * event loop for a sixth of a second. @throws ProtocolError for a foreign cursor
 */
export function listTools({ listed: snapshot, mode }: View, era: Era, cursor: string | undefined): ListToolsResult {
  const listed = snapshot.memo(`mcp:listed:${mode}`, () => listedTools(snapshot, mode, ['read_result']));
  const start = cursor === undefined ? 0 : offsetIn(cursor, snapshot);
  const end = start + TOOLS_PER_PAGE;
  const tools = snapshot.memo(`mcp:tools:${mode}:${era}:${start}`, () =>
    listed.slice(start, end).flatMap((tool) => toTools(tool, era)),
  );
  return end < listed.length ? { tools, nextCursor: cursorAt(end, snapshot) } : { tools };
}

// A cursor names the stack's version that it counts in: on another one it could skip or repeat tools.
const cursorAt = (offset: number, { version }: StackSnapshot): string =>
  Buffer.from(`${version}:${offset}`).toString('base64url');

function offsetIn(cursor: string, { version, tools }: StackSnapshot): number {
  const [, madeFor, offset] = /^(\d+):(\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const isPage = Number(offset) % TOOLS_PER_PAGE === 0 && Number(offset) < tools.size;
  // Pages are cached, so callers can't choose where they start.
  if (offset === undefined || Number(madeFor) !== version || !isPage) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor: list the tools from the beginning');
  }
  return Number(offset);
}

/** The SDK knows no exact numbers: it checks a copy without them. */
const isListable = (listed: object): listed is Tool =>
  isSpecType.Tool(hasExactNumber(listed) ? JSON.parse(JSON.stringify(listed)) : listed);

/** Empty for a tool that no MCP client would accept, since it would make clients refuse the whole list. */
function toTools(tool: ListedTool, era: Era): Tool[] {
  try {
    const listed = { ...toMcp(tool), ...outputSchemaOf(tool, era), ...forClientsOf(tool, era) };
    return isListable(listed) ? [listed] : [];
  } catch (error) {
    if (error instanceof SchemaProblem) return [];
    throw error;
  }
}

/** Up to revision 2025-11-25 structured content is an object, and clients refuse the whole list for another schema. */
const outputSchemaOf = ({ outputSchema }: ListedTool, era: Era) => era === 'modern' && outputSchema && { outputSchema };

/**
 * The parts of a tool that clients get and models do not. Only revision 2025-11-25 has `execution`. Tasks of an
 * upstream are not passed on: a call is waited for.
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
