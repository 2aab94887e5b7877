import type { Ctx } from '../core/context.ts';
import {
  type ServerId,
  type ServerKey,
  type StackId,
  type ToolId,
  type ToolKey,
  toServerId,
  toServerKey,
  toStackId,
  toToolId,
  toToolKey,
} from '../core/ids.ts';
import { listShownServers, listToolNames } from '../core/marketplace/byKey.ts';
import { RULE_NAMES_MAX } from '../core/policies/policyRule.ts';
import { listPlacedServers, listPlacedTools } from '../core/stacks/byKey.ts';
import { keyIn } from './globalId.ts';
import { orNull } from './input.ts';

/*
 * Inputs name servers and tools by their id or by their slug or name. An id that means nothing here stays as it is, and
 * no server or tool has it as its name: the verb then answers as for an unknown one.
 */

/** The prefix of a server's id. */
export const SERVER_PREFIX = 'server_';
/** The prefix of a tool's id. */
export const TOOL_PREFIX = 'tool_';

/** How texts of one kind are read: the key in an id, the names of those keys, and any other text as a name. */
type Naming<Key, Id> = {
  readonly keyOf: (text: string) => Key | null;
  readonly toId: (text: string) => Id;
  readonly list: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Id>>;
};

const OF_SERVERS = { keyOf: (text: string) => orNull(keyIn(SERVER_PREFIX, text), toServerKey), toId: toServerId };
const OF_TOOLS = { keyOf: (text: string) => orNull(keyIn(TOOL_PREFIX, text), toToolKey), toId: toToolId };

/** An id of a server that a private server hides is unknown. */
const shownServers = (app: Ctx): Naming<ServerKey, ServerId> => ({
  ...OF_SERVERS,
  list: (keys) => listShownServers(app, keys),
});
const placedServers = (app: Ctx, stackId: StackId): Naming<ServerKey, ServerId> => ({
  ...OF_SERVERS,
  list: (keys) => listPlacedServers(app, stackId, keys),
});
const visibleTools = (app: Ctx): Naming<ToolKey, ToolId> => ({
  ...OF_TOOLS,
  list: (keys) => listToolNames(app, keys),
});
const placedTools = (app: Ctx, stackId: StackId): Naming<ToolKey, ToolId> => ({
  ...OF_TOOLS,
  list: (keys) => listPlacedTools(app, stackId, keys),
});

/** In one lookup, however many are named. */
async function allNamed<Key, Id>(texts: readonly string[], { keyOf, toId, list }: Naming<Key, Id>): Promise<Id[]> {
  const given = texts.map((text) => ({ text, key: keyOf(text) }));
  const keys = given.map(({ key }) => key).filter((key) => key !== null);
  const ids = keys.length === 0 ? null : await list(keys);
  return given.map(({ text, key }) => (key === null ? null : ids?.get(key)) ?? toId(text));
}

async function oneNamed<Key, Id>(text: string, naming: Naming<Key, Id>): Promise<Id> {
  const [id = naming.toId(text)] = await allNamed([text], naming);
  return id;
}

/** The server that an input names. */
export const serverNamed = (app: Ctx, text: string): Promise<ServerId> => oneNamed(text, shownServers(app));

/** The server that an input names in a stack. */
export const placedServerNamed = (app: Ctx, stackId: StackId, text: string): Promise<ServerId> =>
  oneNamed(text, placedServers(app, stackId));

/** The tools that an input names. */
export const toolsNamed = (app: Ctx, texts: readonly string[]): Promise<ToolId[]> => allNamed(texts, visibleTools(app));

/** The tool that an input names. */
export const toolNamed = (app: Ctx, text: string): Promise<ToolId> => oneNamed(text, visibleTools(app));

/** The tools that an input names among those enabled in a stack. */
export const placedToolsNamed = (app: Ctx, stackId: StackId, texts: readonly string[]): Promise<ToolId[]> =>
  allNamed(texts, placedTools(app, stackId));

/** The tool that an input names among those enabled in a stack. */
export const placedToolNamed = (app: Ctx, stackId: StackId, text: string): Promise<ToolId> =>
  oneNamed(text, placedTools(app, stackId));

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

/** One more than a rule may have: a longer list is refused for its length by the verb, which checks rights first. */
const bounded = (texts: readonly string[]): readonly string[] => texts.slice(0, RULE_NAMES_MAX + 1);

/** A rule with its servers by slug and its tools by name, as it is stored. */
export const ruleNamed = async <I extends Named>(app: Ctx, input: I) => ({
  ...input,
  ...(input.servers && { servers: await allNamed(bounded(input.servers), shownServers(app)) }),
  ...(input.tools && { tools: await allNamed(bounded(input.tools), visibleTools(app)) }),
});
