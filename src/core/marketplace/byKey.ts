import type { CredentialField, Prisma, Server, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import {
  type ServerId,
  type ServerKey,
  type ToolId,
  type ToolKey,
  toServerId,
  toServerKey,
  toToolId,
} from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';
import { findServersBySlug, OFFERED, type ServerLoad, visibleServers } from '../servers/server.ts';
import type { ToolLoad } from '../servers/toolsOfServers.ts';

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
  const rows = await ctx.db.server.findMany({ where, select });
  const slugs = rows.map(({ slug }) => slug);
  const shown = await findServersBySlug(ctx, slugs, { select });
  return new Map(rows.filter(({ id, slug }) => shown.get(slug)?.id === id).map(({ id, slug }) => [id, slug]));
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

/** A tool or a credential field of a server, by the server's row id or slug. No part contains a space. */
export const nameOn = (server: ServerKey | ServerId, id: string): string => `${server} ${id}`;

const byServer = (names: readonly string[]): (readonly [server: string, ids: string[]])[] => {
  const pairs = names.map((name) => name.split(' '));
  const grouped = Map.groupBy(pairs, ([server = '']) => server);
  return [...grouped].map(([server, of]) => [server, of.map(([, id = '']) => id)]);
};

/** The credential fields of visible servers with these names (`nameOn` a row id), by name. */
export async function listFieldsByServer(
  { db, actor }: Ctx,
  names: readonly string[],
): Promise<ReadonlyMap<string, CredentialField>> {
  const OR = byServer(names).map(([key, fieldIds]) => ({ serverId: toServerKey(key), fieldId: { in: fieldIds } }));
  const rows = await db.credentialField.findMany({ where: { OR, server: visibleServers(actor) } });
  return new Map(rows.map((field) => [nameOn(field.serverId, field.fieldId), field]));
}

/** The tools of visible servers with these names (`nameOn` a row id), by name. */
export async function listToolsByServer(
  { db, actor }: Ctx,
  names: readonly string[],
): Promise<ReadonlyMap<string, Tool>> {
  const OR = byServer(names).map(([key, toolIds]) => ({
    serverId: toServerKey(key),
    toolId: { in: toolIds.map(toToolId) },
  }));
  const rows = await db.tool.findMany({ where: { OR, server: visibleServers(actor), ...OFFERED } });
  return new Map(rows.map((tool) => [nameOn(tool.serverId, tool.toolId), tool]));
}

/** The tools of visible servers with these names (`nameOn` a slug), by name; a private server's before others. */
export async function listToolsBySlug(
  { db, actor }: Ctx,
  names: readonly string[],
): Promise<ReadonlyMap<string, Tool>> {
  const OR = byServer(names).map(([slug, toolIds]) => ({
    server: { slug: toServerId(slug) },
    toolId: { in: toolIds.map(toToolId) },
  }));
  const rows = await db.tool.findMany({
    where: { OR, server: visibleServers(actor), ...OFFERED },
    include: { server: { select: { slug: true } } },
    // A map keeps the last one: the owner of a private server, `acct_…`, sorts before `marketplace`.
    orderBy: { server: { owner: 'desc' } },
  });
  return new Map(rows.map((tool) => [nameOn(tool.server.slug, tool.toolId), tool]));
}
