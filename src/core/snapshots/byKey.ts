import type { Prisma, StackServer, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import {
  type ServerId,
  type ServerKey,
  type StackId,
  type StackServerId,
  type ToolId,
  type ToolKey,
  toServerId,
  toStackId,
  toToolId,
} from '../kernel/ids.ts';
import { hasRight, stackWhere } from '../kernel/scope.ts';
import { OFFERED } from '../servers/server.ts';
import { getSnapshot } from './readSnapshot.ts';
import type { SnapshotTool } from './snapshot.ts';

/** The stack server with this row id in one of the caller's stacks, or null. */
export const findPlace = (
  { db, actor }: Ctx,
  id: StackServerId,
  load: Pick<Prisma.StackServerFindManyArgs, 'include' | 'select'> = {},
): Promise<StackServer | null> => db.stackServer.findFirst({ ...load, where: { id, stack: stackWhere(actor) } });

/** An enabled tool of a server in one of the caller's stacks, as its agents see it, or null. */
export async function findEnabledTool(ctx: Ctx, place: StackServerId, toolId: ToolId): Promise<SnapshotTool | null> {
  const stackServer = await findPlace(ctx, place, { select: { stackId: true } });
  if (!stackServer) return null;
  const { tools } = await getSnapshot(ctx, stackServer.stackId);
  return [...tools.values()].find((tool) => tool.toolId === toolId && tool.server.stackServerId === place) ?? null;
}

/** The slugs of the servers with these row ids in one of the caller's stacks, keyed by row id. */
export async function listPlacedServers(
  { db, actor }: Ctx,
  stackId: StackId,
  keys: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, ServerId>> {
  const where = { stackId, serverId: { in: [...keys] }, stack: stackWhere(actor) };
  const rows = await db.stackServer.findMany({
    where,
    select: { serverId: true, server: { select: { slug: true } } },
  });
  return new Map(rows.map(({ serverId, server: { slug } }) => [serverId, slug]));
}

/** The ids of enabled tools of a stack in which the caller may call tools, keyed by row id. */
export async function listPlacedTools(
  { db, actor }: Ctx,
  stackId: StackId,
  keys: readonly ToolKey[],
): Promise<ReadonlyMap<ToolKey, ToolId>> {
  const right = hasRight(actor, 'read') ? 'read' : 'invoke';
  const stackServer = { stackId, stack: stackWhere(actor, right) };
  const tool = { select: { toolId: true } };
  const where = { toolKey: { in: [...keys] }, stackServer };
  const rows = await db.enabledTool.findMany({ where, select: { toolKey: true, tool } });
  return new Map(rows.map(({ toolKey, tool: { toolId } }) => [toolKey, toolId]));
}

/** A key for a server or a tool in a stack. Neither part contains a space. */
export const placeName = (stackId: StackId, name: ServerId | ToolId): string => `${stackId} ${name}`;

/** The stack servers with these keys (`placeName`) in the caller's stacks, by key. */
export async function listPlacesByName(
  { db, actor }: Ctx,
  names: readonly string[],
): Promise<ReadonlyMap<string, StackServer>> {
  const places = names.map((name) => name.split(' '));
  const OR = places.map(([stackId = '', slug = '']) => ({
    stackId: toStackId(stackId),
    server: { slug: toServerId(slug) },
  }));
  const include = { server: { select: { slug: true } } };
  const rows = await db.stackServer.findMany({ where: { OR, stack: stackWhere(actor) }, include });
  return new Map(rows.map((row) => [placeName(row.stackId, row.server.slug), row]));
}

/** The enabled tools with these keys (`placeName`) in the caller's stacks, by key. Omits tools that servers removed. */
export async function listEnabledByName(
  { db, actor }: Ctx,
  names: readonly string[],
): Promise<ReadonlyMap<string, Tool>> {
  const OR = names.map((name) => {
    const [stackId = '', toolId = ''] = name.split(' ');
    return { stackServer: { stackId: toStackId(stackId) }, tool: { toolId: toToolId(toolId) } };
  });
  const where = { OR, stackServer: { stack: stackWhere(actor) }, tool: OFFERED };
  const include = { tool: true, stackServer: { select: { stackId: true } } };
  const rows = await db.enabledTool.findMany({ where, include });
  return new Map(rows.map(({ stackServer, tool }) => [placeName(stackServer.stackId, tool.toolId), tool]));
}
