import type { CredentialField, Prisma, Server, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ServerId, ServerKey, ToolId, ToolKey } from '../ids.ts';
import { isStorable } from '../lib/text.ts';
import { findServersBySlug, OFFERED, type ServerLoad, visibleServers } from './server.ts';
import type { ToolLoad } from './toolsOfServers.ts';

/** A visible server by its row, or null: also one that the account's own of the same slug hides. */
export const findServerByKey = async (
  { db, actor }: Ctx,
  id: ServerKey,
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<Server | null> => db.server.findFirst({ ...load, where: { id, ...visibleServers(actor) } });

/** The slugs of those visible servers, by row; without those that a private server hides. */
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
 * The servers among these that the caller may see, by row; includes ones hidden by the account's own. A `select` has to
 * include the id.
 */
export async function listServersByKey(
  { db, actor }: Ctx,
  keys: readonly ServerKey[],
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<ReadonlyMap<ServerKey, Server>> {
  const servers = await db.server.findMany({ ...load, where: { id: { in: [...keys] }, ...visibleServers(actor) } });
  return new Map(servers.map((server) => [server.id, server]));
}

/** A tool of a visible server by its row, or null. */
export const findToolByKey = async (
  { db, actor }: Ctx,
  id: ToolKey,
  load: Pick<ToolLoad, 'include' | 'select'> = {},
): Promise<Tool | null> => db.tool.findFirst({ ...load, where: { id, server: visibleServers(actor), ...OFFERED } });

/** Of these tools, by their rows, those of visible servers. */
export async function listToolsByKey(
  { db, actor }: Ctx,
  keys: readonly ToolKey[],
): Promise<ReadonlyMap<ToolKey, Tool>> {
  const where = { id: { in: [...keys] }, server: visibleServers(actor), ...OFFERED };
  const tools = await db.tool.findMany({ where });
  return new Map(tools.map((tool) => [tool.id, tool]));
}

/** The names of those tools of visible servers, by row. */
export async function listToolNames(
  { db, actor }: Ctx,
  keys: readonly ToolKey[],
): Promise<ReadonlyMap<ToolKey, ToolId>> {
  const where = { id: { in: [...keys] }, server: visibleServers(actor) };
  const tools = await db.tool.findMany({ where, select: { id: true, toolId: true } });
  return new Map(tools.map(({ id, toolId }) => [id, toolId]));
}

/** A credential field of a visible server by the server's row, or null. */
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

/** Finds the tools with these names that the caller may use, by name; those of the caller's own servers come first. */
export async function listToolsByName(
  { db, actor }: Ctx,
  toolIds: readonly ToolId[],
): Promise<ReadonlyMap<ToolId, readonly PlacedTool[]>> {
  const found = await db.tool.findMany({
    where: { toolId: { in: [...toolIds] }, server: visibleServers(actor), ...OFFERED },
    include: { server: { select: { slug: true } } },
    // `acct_…` sorts before `marketplace`.
    orderBy: { server: { owner: 'asc' } },
  });
  return Map.groupBy(found, ({ toolId }) => toolId);
}
