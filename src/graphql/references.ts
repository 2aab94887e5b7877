import type { Ctx } from '../core/kernel/context.ts';
import {
  type ServerId,
  type ServerKey,
  type StackId,
  type ToolId,
  type ToolKey,
  toCallerId,
  toServerId,
  toServerKey,
  toStackId,
  toToolId,
  toToolKey,
} from '../core/kernel/ids.ts';
import { listShownServers, listToolNames } from '../core/marketplace/byKey.ts';
import { RULE_NAMES_MAX } from '../core/policies/policyRule.ts';
import { listPlacedServers, listPlacedTools } from '../core/snapshots/byKey.ts';
import { keyIn } from './globalId.ts';
import { orNull } from './input.ts';

/* Inputs name a server or tool by its id, or by its slug or name. An unknown id is passed on as a name. Nothing has
   such a name, so the verb reports it as unknown. */

/** The prefix of a server's id. */
export const SERVER_PREFIX = 'server_';
/** The prefix of a tool's id. */
export const TOOL_PREFIX = 'tool_';

/**
 * How the names of one kind are resolved: `keyOf` finds the key in an id, `list` finds the names of keys, and `toId`
 * parses any other text.
 */
type Naming<Key, Id> = {
  readonly keyOf: (text: string) => Key | null;
  readonly toId: (text: string) => Id;
  readonly list: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Id>>;
};

const OF_SERVERS = { keyOf: (text: string) => orNull(keyIn(SERVER_PREFIX, text), toServerKey), toId: toServerId };
const OF_TOOLS = { keyOf: (text: string) => orNull(keyIn(TOOL_PREFIX, text), toToolKey), toId: toToolId };

/** Servers that the caller can see; a server hidden by a private one has no id here. */
const shownServers = (app: Ctx): Naming<ServerKey, ServerId> => ({
  ...OF_SERVERS,
  list: (keys) => listShownServers(app, keys),
});
const visibleTools = (app: Ctx): Naming<ToolKey, ToolId> => ({
  ...OF_TOOLS,
  list: (keys) => listToolNames(app, keys),
});
const placedTools = (app: Ctx, stackId: StackId): Naming<ToolKey, ToolId> => ({
  ...OF_TOOLS,
  list: (keys) => listPlacedTools(app, stackId, keys),
});

/** Resolves all texts with one lookup. */
async function allNamed<Key, Id>(texts: readonly string[], { keyOf, toId, list }: Naming<Key, Id>): Promise<Id[]> {
  const keyed = texts.map((text) => ({ text, key: keyOf(text) }));
  const keys = keyed.map(({ key }) => key).filter((key) => key !== null);
  const ids = keys.length === 0 ? null : await list(keys);
  return keyed.map(({ text, key }) => (key === null ? null : ids?.get(key)) ?? toId(text));
}

async function oneNamed<Key, Id>(text: string, naming: Naming<Key, Id>): Promise<Id> {
  const [id = naming.toId(text)] = await allNamed([text], naming);
  return id;
}

export const serverNamed = (app: Ctx, text: string): Promise<ServerId> => oneNamed(text, shownServers(app));

export const placedServerNamed = (app: Ctx, stackId: StackId, text: string): Promise<ServerId> =>
  oneNamed(text, { ...OF_SERVERS, list: (keys) => listPlacedServers(app, stackId, keys) });

export const toolsNamed = (app: Ctx, texts: readonly string[]): Promise<ToolId[]> => allNamed(texts, visibleTools(app));

export const toolNamed = (app: Ctx, text: string): Promise<ToolId> => oneNamed(text, visibleTools(app));

/** The tools that an input names among those enabled in a stack. */
export const placedToolsNamed = (app: Ctx, stackId: StackId, texts: readonly string[]): Promise<ToolId[]> =>
  allNamed(texts, placedTools(app, stackId));

/** The tool that an input names among those enabled in a stack. */
export const placedToolNamed = (app: Ctx, stackId: StackId, text: string): Promise<ToolId> =>
  oneNamed(text, placedTools(app, stackId));

type OptionalId = string | null | undefined;
type Filter = { readonly stackId?: OptionalId; readonly serverId?: OptionalId; readonly toolId?: OptionalId };
type Ids = { readonly stackId: StackId | null; readonly serverId: ServerId | null; readonly toolId: ToolId | null };

/** A filter whose names are resolved. An empty stack id counts as absent. */
export const filterNamed = async <F extends Filter>(app: Ctx, filter: F): Promise<Omit<F, keyof Ids> & Ids> => {
  const { stackId, serverId, toolId, ...rest } = filter;
  return {
    ...rest,
    stackId: stackId ? toStackId(stackId) : null,
    serverId: typeof serverId === 'string' ? await serverNamed(app, serverId) : null,
    toolId: typeof toolId === 'string' ? await toolNamed(app, toolId) : null,
  };
};

type CallsFilter = Filter & { readonly callerId?: OptionalId };

/** As `filterNamed`, for calls of one caller. */
export const callsNamed = async <F extends CallsFilter>(app: Ctx, { callerId, ...filter }: F) => ({
  ...(await filterNamed(app, filter)),
  callerId: callerId ? toCallerId(callerId) : null,
});

type Flag = boolean | null | undefined;
type Named = {
  readonly servers?: readonly string[] | null | undefined;
  readonly tools?: readonly string[] | null | undefined;
  readonly isReadOnly?: Flag;
  readonly isDestructive?: Flag;
  readonly isOpenWorld?: Flag;
};

/**
 * Keeps one more name than a rule may have, so that the verb still refuses the list for its length, after it has
 * checked rights.
 */
const bounded = (texts: readonly string[]): readonly string[] => texts.slice(0, RULE_NAMES_MAX + 1);

/** A rule with its servers resolved to slugs and its tools to names, as it is stored. */
export const ruleNamed = async <I extends Named>(app: Ctx, input: I) => {
  const { isReadOnly: readOnly, isDestructive: destructive, isOpenWorld: openWorld, ...rest } = input;
  return {
    ...rest,
    ...(readOnly !== undefined && { readOnly }),
    ...(destructive !== undefined && { destructive }),
    ...(openWorld !== undefined && { openWorld }),
    ...(input.servers && { servers: await allNamed(bounded(input.servers), shownServers(app)) }),
    ...(input.tools && { tools: await allNamed(bounded(input.tools), visibleTools(app)) }),
  };
};
