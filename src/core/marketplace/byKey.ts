import type { CredentialField, Prisma, Server, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ServerId, ServerKey, ToolId, ToolKey } from '../ids.ts';
import { isStorable } from '../lib/text.ts';
import { findServersBySlug, OFFERED, type ServerLoad, visibleServers } from './server.ts';
import type { ToolLoad } from './toolsOfServers.ts';

/** The visible server with this row id, or null. Includes servers hidden by a private server with the same slug. */
export const findServerByKey = async (
  { db, actor }: Ctx,
  id: ServerKey,
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<Server | null> => db.server.findFirst({ ...load, where: { id, ...visibleServers(actor) } });

/** The slugs of the visible servers with these row ids. Excludes servers hidden by a private server. */
export async function listShownServers(
  ctx: Ctx,
  keys: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, ServerId>> {
  const where = { id: { in: [...keys] }, ...visibleServers(ctx.actor) };
  const select = { id: true, slug: true };
  const found = await ctx.db.server.findMany({ where, select });
  const slugs = found.map(({ slug }) => slug);
  const shown = await findServersBySlug(ctx, slugs, { select });
  return new Map(found.filter(({ id, slug }) => shown.get(slug)?.id === id).map(({ id, slug }) => [id, slug]));
}

/** The same error for an unknown server and for another account's. */
export const serverNotFound = (): AppError => new AppError('not_found', 'Server not found');

/**
 * The visible servers with these row ids, keyed by row id. Includes servers hidden by a private server. A `select` has
 * to include the id.
 */
export async function listServersByKey(
  { db, actor }: Ctx,
  keys: readonly ServerKey[],
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<ReadonlyMap<ServerKey, Server>> {
  const servers = await db.server.findMany({ ...load, where: { id: { in: [...keys] }, ...visibleServers(actor) } });
  return new Map(servers.map((server) => [server.id, server]));
}

/** The tool with this row id, if its server is visible; otherwise null. */
export const findToolByKey = async (
  { db, actor }: Ctx,
  id: ToolKey,
  load: Pick<ToolLoad, 'include' | 'select'> = {},
): Promise<Tool | null> => db.tool.findFirst({ ...load, where: { id, server: visibleServers(actor), ...OFFERED } });

/** The tools of visible servers with these row ids, keyed by row id. */
export async function listToolsByKey(
  { db, actor }: Ctx,
  keys: readonly ToolKey[],
): Promise<ReadonlyMap<ToolKey, Tool>> {
  const where = { id: { in: [...keys] }, server: visibleServers(actor), ...OFFERED };
  const tools = await db.tool.findMany({ where });
  return new Map(tools.map((tool) => [tool.id, tool]));
}

/** The tool ids of the tools of visible servers with these row ids, keyed by row id. */
export async function listToolNames(
  { db, actor }: Ctx,
  keys: readonly ToolKey[],
): Promise<ReadonlyMap<ToolKey, ToolId>> {
  const where = { id: { in: [...keys] }, server: visibleServers(actor) };
  const tools = await db.tool.findMany({ where, select: { id: true, toolId: true } });
  return new Map(tools.map(({ id, toolId }) => [id, toolId]));
}

/** A credential field of the visible server with this row id, or null. */
export async function findFieldByServer(
  { db, actor }: Ctx,
  serverId: ServerKey,
  fieldId: string,
  load: Pick<Prisma.CredentialFieldFindManyArgs, 'select'> = {},
): Promise<CredentialField | null> {
  if (!isStorable(fieldId)) return null;
  return db.credentialField.findFirst({ ...load, where: { serverId, fieldId, server: visibleServers(actor) } });
}

/** A tool with the id of its server, as call records name both. */
type PlacedTool = Tool & { readonly server: { readonly slug: ServerId } };

/** The tools with these ids that the caller may use, keyed by tool id. Those of the caller's own servers come first. */
export async function listToolsByName(
  { db, actor }: Ctx,
  toolIds: readonly ToolId[],
): Promise<ReadonlyMap<ToolId, readonly PlacedTool[]>> {
  const found = await db.tool.findMany({
    where: { toolId: { in: [...toolIds] }, server: visibleServers(actor), ...OFFERED },
    include: { server: { select: { slug: true } } },
    // Private servers first: their owner, `acct_…`, sorts before `marketplace`.
    orderBy: { server: { owner: 'asc' } },
  });
  return Map.groupBy(found, ({ toolId }) => toolId);
}
