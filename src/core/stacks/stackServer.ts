import { z } from 'zod';
import type { StackServer } from '../../generated/prisma/client.ts';
import { copySharedApplication } from '../credentials/sharedApplication.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { bumpStack, getStack } from '../kernel/findStack.ts';
import { getStackServer, notInStack } from '../kernel/findStackServer.ts';
import { serverIdSchema, toolIdSchema } from '../kernel/idSchemas.ts';
import { newStackServerId, type ServerId, type ServerKey, type StackId, type ToolId } from '../kernel/ids.ts';
import { requireRightIn, stackWhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { NAMED_TOOLS_MAX } from '../servers/document.ts';
import { lockVisibleServer, OFFERED } from '../servers/server.ts';
import { enableTools, type ToolIds } from './enableTools.ts';

/** Result of changing a server in a stack. */
export type StackServerChange = {
  readonly stackServer: StackServer;
  readonly serverId: ServerId;
  readonly enabledCount: number;
};

const BAD_INPUT = 'Invalid request parameters';
const toolIds = listUpTo(toolIdSchema(z.string()), NAMED_TOOLS_MAX);
const addInput = z.object({
  serverId: serverIdSchema(z.string()),
  enableAllTools: z.boolean().optional(),
  enabledTools: toolIds.optional(),
});
const updateInput = z.object({ enabledTools: toolIds });

/** A server and, if its removed tools are included, the stack server that has them enabled. */
type ToolsOf = {
  readonly server: { readonly id: ServerKey; readonly slug: ServerId };
  readonly placed?: Pick<StackServer, 'id'>;
};

/**
 * The tools of a server with the given ids, or all of its tools. The server, or a stack that has it, must be locked.
 * @throws invalid_input
 */
async function readTools(
  tx: Tx,
  { server: { id: serverId, slug }, placed }: ToolsOf,
  requestedTools: readonly ToolId[] | null,
): Promise<readonly ToolIds[]> {
  const select = { id: true, toolId: true, removedAt: true };
  const alreadyEnabled = placed ? [{ enabledTools: { some: { stackServerId: placed.id } } }] : [];
  const tools = await tx.tool.findMany({
    where: { serverId, OR: [OFFERED, ...alreadyEnabled] },
    select,
    orderBy: { position: 'asc' },
  });
  if (requestedTools === null) return tools;
  const byId = new Map(tools.map((tool) => [tool.toolId, tool]));
  return [...new Set(requestedTools)].map((toolId) => {
    const tool = byId.get(toolId);
    if (!tool) throw new AppError('invalid_input', `Tool ${toolId} not found in server ${slug}`);
    return tool;
  });
}

/**
 * Adds a visible server to a stack. The input is `{ serverId, enableAllTools?, enabledTools? }`. `enableAllTools`
 * overrides `enabledTools`.
 * @throws not_found, invalid_input, already_exists
 */
export async function addServerToStack(ctx: Ctx, stackId: StackId, input: unknown): Promise<StackServerChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  await getStack(ctx, stackId, { select: { id: true } });
  const { serverId, enableAllTools, enabledTools } = parseInput(addInput, input, BAD_INPUT);
  return writeIdempotent(ctx, async (tx) => {
    const server = await lockVisibleServer(ctx, tx, serverId);
    if (!server) throw new AppError('not_found', `Server ${serverId} not found`);
    await bumpStack(ctx, tx, stackId);
    // Compare public ids: a private and a marketplace server with the same id would be indistinguishable in a stack.
    const there = await tx.stackServer.findFirst({ where: { stackId, server: { slug: server.slug } } });
    if (there) {
      const isOther = there.serverId !== server.id;
      throw new AppError('already_exists', `Server ${serverId} already exists in stack${isOther ? OTHER_OF_ID : ''}`);
    }
    const requestedTools = enableAllTools ? null : (enabledTools ?? []);
    const { stackServer, tools, credentials } = await placeServer(ctx, tx, { stackId, server, requestedTools });
    return auditedChange('stack.add_server', stackServer, serverId, tools, credentials);
  });
}

const OTHER_OF_ID =
  ': it is a different server with the same id. Remove that server first, or save this one under another id';

type Placing = ToolsOf & { readonly stackId: StackId; readonly requestedTools: readonly ToolId[] | null };

/**
 * Adds a server to a stack that does not have it, with the given tools or all. Requires locks on the server and the
 * stack.
 * @throws invalid_input for a tool that the server lacks, and at a bound of the stack
 */
export async function placeServer(ctx: Ctx, tx: Tx, { stackId, server, requestedTools }: Placing) {
  const tools = await readTools(tx, { server }, requestedTools);
  const data = { id: newStackServerId(), stackId, serverId: server.id, createdAt: ctx.now() };
  const stackServer = await tx.stackServer.create({ data });
  await enableTools(ctx, tx, stackServer, tools);
  return { stackServer, tools, credentials: await copySharedApplication(ctx, tx, stackServer) };
}

/**
 * Replaces the enabled tools of a server in a stack, all or nothing. The input is `{ enabledTools }`. May include
 * removed tools that the stack still has.
 * @throws not_found, invalid_input
 */
export async function updateServerTools(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  input: unknown,
): Promise<StackServerChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  const { enabledTools } = parseInput(updateInput, input, BAD_INPUT);
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    if ((await tx.stackServer.count({ where: { id: placed.id } })) === 0) throw notInStack(server, stackId);
    const tools = await replaceTools(ctx, tx, placed, enabledTools);
    return auditedChange('stack.update_tools', placed, placed.server.slug, tools);
  });
}

/**
 * Enables exactly these tools of a server in a locked stack. A tool that stays enabled keeps the stack's name and
 * description.
 * @throws invalid_input as `placeServer`
 */
export async function replaceTools(
  ctx: Ctx,
  tx: Tx,
  placed: Pick<StackServer, 'id' | 'stackId'> & Pick<ToolsOf, 'server'>,
  requestedTools: readonly ToolId[],
): Promise<readonly ToolIds[]> {
  const tools = await readTools(tx, { server: placed.server, placed }, requestedTools);
  // Drop other tools, including removed ones: if a server lists a removed tool again, it must not become enabled.
  const keys = tools.map((tool) => tool.id);
  await tx.enabledTool.deleteMany({ where: { stackServerId: placed.id, toolKey: { notIn: keys } } });
  await enableTools(ctx, tx, placed, tools);
  return tools;
}

/**
 * As `updateServerTools`, but the list may be absent, which changes nothing, or null, which disables all tools.
 * @throws not_found, invalid_input
 */
export async function updateStackServerTools(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  enabledTools: readonly string[] | null | undefined,
): Promise<StackServerChange> {
  if (enabledTools !== undefined) {
    return updateServerTools(ctx, stackId, server, { enabledTools: enabledTools ?? [] });
  }
  requireRightIn(ctx.actor, 'write', stackId);
  const { server: placed, ...stackServer } = await getStackServer(ctx, stackId, server);
  const where = { stackServer: { id: stackServer.id, stack: stackWhere(ctx.actor) }, tool: OFFERED };
  return { stackServer, serverId: placed.slug, enabledCount: await ctx.db.enabledTool.count({ where }) };
}

/** Removes a server from a stack, with its enabled tools and credentials. @throws not_found */
export async function removeServerFromStack(ctx: Ctx, stackId: StackId, server: ServerId): Promise<StackServerChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    // If two removals run concurrently, the second finds no row.
    const { count } = await tx.stackServer.deleteMany({ where: { id: placed.id } });
    if (count === 0) throw notInStack(server, stackId);
    return auditedChange('stack.remove_server', placed, placed.server.slug, []);
  });
}

function auditedChange(
  action: 'stack.add_server' | 'stack.update_tools' | 'stack.remove_server',
  stackServer: StackServer,
  serverId: ServerId,
  tools: readonly ToolIds[],
  credentials: readonly CredentialKey[] = [],
) {
  const { stackId } = stackServer;
  return {
    value: { stackServer, serverId, enabledCount: tools.filter(({ removedAt }) => removedAt === null).length },
    audit: {
      action,
      target: { kind: 'stack' as const, id: stackId },
      stackId,
      details: { serverId, enabledTools: tools.map((tool) => tool.toolId) },
      credentials,
    },
    changes: [{ kind: 'tools' as const, id: stackId }],
  };
}
