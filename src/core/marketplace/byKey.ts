import type { CredentialField, Prisma, Server, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ServerId, ServerKey, ToolId } from '../ids.ts';
import { isStorable } from '../lib/text.ts';
import { MARKETPLACE, OFFERED, type ServerLoad, visibleServers } from './server.ts';
import type { ToolLoad } from './toolsOfServers.ts';

/** A visible server by its row and id, or null. Also finds a server hidden by the account's own with the same id. */
export async function findServerByKey(
  { db, actor }: Ctx,
  id: ServerKey,
  slug: ServerId,
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<Server | null> {
  return isStorable(slug) ? db.server.findFirst({ ...load, where: { id, slug, ...visibleServers(actor) } }) : null;
}

/** The same error for an unknown server and for another account's. */
export const serverNotFound = (): AppError => new AppError('not_found', 'Server not found');

/** The servers among these that the caller may see, by row; includes ones hidden by the account's own. */
export async function listServersByKey(
  { db, actor }: Ctx,
  keys: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, Server>> {
  const servers = await db.server.findMany({ where: { id: { in: [...keys] }, ...visibleServers(actor) } });
  return new Map(servers.map((server) => [server.id, server]));
}

/** A tool of a visible server by the server's row, or null. */
export async function findToolByServer(
  { db, actor }: Ctx,
  serverId: ServerKey,
  toolId: ToolId,
  load: Pick<ToolLoad, 'include' | 'select'> = {},
): Promise<Tool | null> {
  if (!isStorable(toolId)) return null;
  return db.tool.findFirst({ ...load, where: { toolId, serverId, server: visibleServers(actor), ...OFFERED } });
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

/** Naming facts about a server, such as conflicts with the caller's own servers. */
export type ServerNaming = {
  /** Whether the server is in the marketplace and hidden by one of the account's own with the same id. */
  readonly isHidden: boolean;
  /** False if its tools keep their own names, which other servers' tools may also have. */
  readonly isPrefixed: boolean;
};

/** Whether the names of these servers are unique among those that the caller may see. */
export async function listServerNaming(
  { db, actor }: Ctx,
  keys: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, ServerNaming>> {
  const where = { id: { in: [...keys] }, ...visibleServers(actor) };
  const servers = await db.server.findMany({ where, select: { id: true, owner: true, slug: true, toolPrefix: true } });
  const shared = servers.filter(({ owner }) => owner === MARKETPLACE).map(({ slug }) => slug);
  const hiding =
    actor.accountId === null || shared.length === 0
      ? []
      : await db.server.findMany({ where: { owner: actor.accountId, slug: { in: shared } }, select: { slug: true } });
  const hidden = new Set(hiding.map(({ slug }) => slug));
  return new Map(
    servers.map(({ id, owner, slug, toolPrefix }) => [
      id,
      { isHidden: owner === MARKETPLACE && hidden.has(slug), isPrefixed: toolPrefix },
    ]),
  );
}

/** A tool with its server's id, since call records name both. */
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
