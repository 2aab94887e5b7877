import { alternativesOf, findMissing } from '../calls/missingFields.ts';
import { chooseCredentials } from '../calls/storedCredentials.ts';
import { approvalNeedOf } from '../decisions/approvalNeed.ts';
import type { Ctx } from '../kernel/context.ts';
import { toServerId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { ellipsized } from '../lib/text.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { SEARCH_RESULTS_DEFAULT, searchTools } from './search.ts';
import { toolUseOf } from './toolUse.ts';

/** Maximum tools that an answer only names, after the tools that it describes. */
export const SEARCH_NAMED_MAX = 45;
const NAMED_TITLE_CHARS_MAX = 60;

/**
 * The answer to one or several tasks: the best tools with everything needed to call them, and the names of more tools.
 * Describes each tool once: later tasks only name it.
 * @throws as `searchTools`
 */
export async function answerSearch(
  ctx: Ctx,
  snapshot: StackSnapshot,
  input: JsonObject,
  describe = describeTool,
): Promise<JsonObject> {
  const queries = Array.isArray(input['queries']) ? input['queries'] : null;
  const tasks = [...new Set([input['query'], ...(queries ?? [])].filter((each) => typeof each === 'string'))];
  const isSingle = queries === null;
  const limit = typeof input['limit'] === 'number' ? input['limit'] : SEARCH_RESULTS_DEFAULT;
  const server = typeof input['server'] === 'string' ? toServerId(input['server']) : undefined;
  const namedMax = Math.floor(SEARCH_NAMED_MAX / tasks.length);
  const use = await toolUseOf(ctx);
  const described = new Set<SnapshotTool>();
  const results: JsonObject[] = [];
  const meanings = (await ctx.meanings?.compare(ctx, snapshot, tasks)) ?? [];
  for (const [at, query] of tasks.entries()) {
    const asking = { accountId: ctx.actor.accountId, signal: ctx.signal };
    const sought = { query, limit: limit + namedMax, server, use, meaning: meanings[at] ?? null };
    const ranked = await searchTools(snapshot, sought, asking);
    const best = ranked.slice(0, limit);
    const tools = await Promise.all(
      best.map((tool) => (described.has(tool) ? { name: tool.exposedName } : describe(ctx, snapshot, tool))),
    );
    for (const tool of best) described.add(tool);
    const more = ranked.slice(limit).map(({ exposedName, title, description }) => {
      const [sentence = ''] = description.split(/(?<=[.!?;:])\s|\n/, 1);
      const text = (title ?? sentence).replace(/\.$/, '').trim();
      return `${exposedName}: ${ellipsized(text, NAMED_TITLE_CHARS_MAX)}`;
    });
    results.push({ ...(!isSingle && { query }), tools, ...(more.length > 0 && { more }) });
  }
  const [only = {}] = results;
  return isSingle ? only : { results };
}

/** Everything needed to call a tool. */
export async function describeTool(ctx: Ctx, snapshot: StackSnapshot, tool: SnapshotTool): Promise<JsonObject> {
  const { exposedName, description, inputSchema, server } = tool;
  const { stored } = await chooseCredentials(ctx, server);
  const usable = new Map([...stored].filter(([, { state }]) => state === 'connected'));
  const missing = findMissing(server, usable, alternativesOf(tool));
  return {
    name: exposedName,
    description,
    server: server.slug,
    credentials: missing ? 'missing' : 'added',
    ...(missing && { missing_credentials: missing.fields.map(({ fieldId }) => fieldId) }),
    approval: approvalNeedOf(ctx, snapshot, tool),
    input_schema: inputSchema,
  };
}
