import type { Ctx } from '../core/context.ts';
import {
  type ServerId,
  type StackId,
  type ToolId,
  type ToolKey,
  toServerId,
  toServerKey,
  toStackId,
  toToolId,
  toToolKey,
} from '../core/ids.ts';
import { findShownServer, listToolNames } from '../core/marketplace/byKey.ts';
import { findPlacedServer, listPlacedTools } from '../core/stacks/byKey.ts';
import { keyIn } from './globalId.ts';

/*
 * Inputs name servers and tools by their id or by their slug or name. An id that means nothing here stays as it is, and
 * no server or tool has it as its name: the verb then answers as for an unknown one.
 */

/** The prefix of a server's id. */
export const SERVER_PREFIX = 'server_';
/** The prefix of a tool's id. */
export const TOOL_PREFIX = 'tool_';

/** The server that an input names. An id of a server that the account's own hides is unknown. */
export async function serverNamed(app: Ctx, text: string): Promise<ServerId> {
  const key = keyIn(SERVER_PREFIX, text);
  return (key === null ? null : await findShownServer(app, toServerKey(key))) ?? toServerId(text);
}

/** The server that an input names in a stack. */
export async function placedServerNamed(app: Ctx, stackId: StackId, text: string): Promise<ServerId> {
  const key = keyIn(SERVER_PREFIX, text);
  return (key === null ? null : await findPlacedServer(app, stackId, toServerKey(key))) ?? toServerId(text);
}

type Names = ReadonlyMap<ToolKey, ToolId>;

async function named(texts: readonly string[], list: (keys: readonly ToolKey[]) => Promise<Names>): Promise<ToolId[]> {
  const keyOf = (text: string): ToolKey | null => {
    const key = keyIn(TOOL_PREFIX, text);
    return key === null ? null : toToolKey(key);
  };
  const keys = texts.map(keyOf).filter((key) => key !== null);
  const names: Names = keys.length === 0 ? new Map() : await list(keys);
  return texts.map((text) => {
    const key = keyOf(text);
    return (key === null ? null : names.get(key)) ?? toToolId(text);
  });
}

/** The tools that an input names. */
export const toolsNamed = (app: Ctx, texts: readonly string[]): Promise<ToolId[]> =>
  named(texts, (keys) => listToolNames(app, keys));

/** The tool that an input names. */
export async function toolNamed(app: Ctx, text: string): Promise<ToolId> {
  const [tool = toToolId(text)] = await toolsNamed(app, [text]);
  return tool;
}

/** The tools that an input names among those enabled in a stack. */
export const placedToolsNamed = (app: Ctx, stackId: StackId, texts: readonly string[]): Promise<ToolId[]> =>
  named(texts, (keys) => listPlacedTools(app, stackId, keys));

/** The tool that an input names among those enabled in a stack. */
export async function placedToolNamed(app: Ctx, stackId: StackId, text: string): Promise<ToolId> {
  const [tool = toToolId(text)] = await placedToolsNamed(app, stackId, [text]);
  return tool;
}

type Given = string | null | undefined;
type Filter = { readonly stackId?: Given; readonly serverId?: Given; readonly toolId?: Given };
type Ids = { readonly stackId: StackId | null; readonly serverId: ServerId | null; readonly toolId: ToolId | null };

/** A filter by what it names; an empty stack filters by nothing, as if it were left out. */
export const filterNamed = async <F extends Filter>(app: Ctx, filter: F): Promise<Omit<F, keyof Ids> & Ids> => {
  const { stackId, serverId, toolId, ...rest } = filter;
  return {
    ...rest,
    stackId: stackId ? toStackId(stackId) : null,
    serverId: typeof serverId === 'string' ? await serverNamed(app, serverId) : null,
    toolId: typeof toolId === 'string' ? await toolNamed(app, toolId) : null,
  };
};

type Named = {
  readonly servers?: readonly string[] | null | undefined;
  readonly tools?: readonly string[] | null | undefined;
};

/** A rule with its servers by slug and its tools by name, as it is stored. */
export const ruleNamed = async <I extends Named>(app: Ctx, input: I) => ({
  ...input,
  ...(input.servers && { servers: await Promise.all(input.servers.map((text) => serverNamed(app, text))) }),
  ...(input.tools && { tools: await toolsNamed(app, input.tools) }),
});
