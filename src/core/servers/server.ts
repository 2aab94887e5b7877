import type { CredentialField, Prisma, Server, Tool } from '../../generated/prisma/client.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type ServerId, type ServerKey, type ToolId, toServerKey } from '../kernel/ids.ts';
import { type ListOrder, OLDEST_FIRST, pageInOrder } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { accountIdOf, requireManagement } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { isStorable } from '../lib/text.ts';
import type { ServerDocument } from './document.ts';
import { pageOfRanking, rankServers } from './rankServers.ts';

/** The `owner` of the servers that all accounts may use. */
export const MARKETPLACE = 'marketplace';

/** The relations and columns to load for a server, and the page of a list. */
export type ServerLoad = Pick<Prisma.ServerFindManyArgs, 'include' | 'select'> & Window;

const IN_ORDER = { orderBy: { position: 'asc' } } as const;
/** The current tools of a server. Excludes tools that it no longer lists, even if stacks still have them. */
export const OFFERED = { removedAt: null } as const satisfies Prisma.ToolWhereInput;
const WITH_TOOLS_AND_FIELDS = { tools: { ...IN_ORDER, where: OFFERED }, fields: IN_ORDER } as const;
/** A server with its tools and credential fields. */
export type FullServer = Prisma.ServerGetPayload<{ include: { tools: true; fields: true } }>;

const visibleOwners = ({ accountId }: Actor): string[] =>
  accountId === null ? [MARKETPLACE] : [MARKETPLACE, accountId];

/** The marketplace and the caller's private servers. @throws forbidden for an agent */
export function visibleServers(actor: Actor): Prisma.ServerWhereInput {
  requireManagement(actor);
  return { owner: { in: visibleOwners(actor) } };
}

/** A private server of the caller's account. @throws not_found, also for a server of the marketplace */
export async function getPrivateServer({ db, actor }: Ctx, slug: ServerId): Promise<Server> {
  const owner_slug = { owner: accountIdOf(actor), slug };
  const row = isStorable(slug) ? await db.server.findUnique({ where: { owner_slug } }) : null;
  if (!row) throw new AppError('not_found', `Server ${slug} is not a private server of the account`);
  return row;
}

/** Filter for server lists; all conditions apply. */
type ServerFilter = {
  readonly category?: ServerDocument['category'] | null | undefined;
  /** Whether the server is private to the account. */
  readonly isPrivate?: boolean | null | undefined;
  readonly isVerified?: boolean | null | undefined;
  /** Whether the server requires any credential. */
  readonly takesCredentials?: boolean | null | undefined;
  /** Whether the server is private and its last automatic refresh failed. */
  readonly needsAttention?: boolean | null | undefined;
  /** Whether the account has labelled its results, or those of a tool. */
  readonly hasResultLabels?: boolean | null | undefined;
};

/** The filter as parts of a Prisma `AND`, combined with `visibleServers`; empty without a filter. */
function partsOf({ accountId }: Actor, filter: ServerFilter): readonly Prisma.ServerWhereInput[] {
  const { category, isPrivate, isVerified, takesCredentials, needsAttention, hasResultLabels } = filter;
  const ofAccount = accountId !== null && { some: { accountId, NOT: { labels: { equals: {} } } } };
  const labelled = ofAccount ? { hintSettings: ofAccount } : { id: { in: [] } };
  const failing = { owner: { not: MARKETPLACE }, refreshProblem: { not: null } };
  const parts: readonly (Prisma.ServerWhereInput | false)[] = [
    typeof category === 'string' && { category },
    typeof isPrivate === 'boolean' && { owner: isPrivate ? { not: MARKETPLACE } : MARKETPLACE },
    typeof isVerified === 'boolean' && { verified: isVerified },
    typeof takesCredentials === 'boolean' && { fields: takesCredentials ? { some: {} } : { none: {} } },
    typeof needsAttention === 'boolean' && (needsAttention ? failing : { NOT: failing }),
    typeof hasResultLabels === 'boolean' && (hasResultLabels ? labelled : { NOT: labelled }),
  ];
  return parts.filter((part) => part !== false);
}

function rankVisible({ db, actor }: Ctx, search: string): Promise<readonly ServerKey[]> {
  requireManagement(actor);
  return rankServers(db, visibleOwners(actor), search);
}

/**
 * A page of visible servers, or of search results. By default, servers are sorted by when they were added, and search
 * results best first.
 */
export async function listServers(
  ctx: Ctx,
  search?: string,
  load: ServerLoad = {},
  order?: ListOrder,
  filter: ServerFilter = {},
): Promise<Server[]> {
  if (search && !order) {
    const { cursor: _cursor, skip: _skip, take: _take, ...rest } = load;
    const ids = pageOfRanking(await rankFiltered(ctx, search, filter), load);
    const rows = await ctx.db.server.findMany({
      ...rest,
      where: { id: { in: [...ids] }, ...visibleServers(ctx.actor) },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }
  const { db, actor } = ctx;
  const matching = search ? { id: { in: [...(await rankVisible(ctx, search))] } } : {};
  const page = await pageInOrder(order ?? OLDEST_FIRST, pageAmong('', load), (id) =>
    db.server.findFirst({ where: { id: toServerKey(id), ...visibleServers(actor) }, select: { name: true } }),
  );
  return db.server.findMany({
    ...page,
    where: { AND: [page.where, matching, ...partsOf(actor, filter), visibleServers(actor)] },
  });
}

/** The servers that match a search and a filter, best first. */
async function rankFiltered(ctx: Ctx, search: string, filter: ServerFilter): Promise<readonly ServerKey[]> {
  const ranked = await rankVisible(ctx, search);
  const parts = partsOf(ctx.actor, filter);
  if (parts.length === 0) return ranked;
  const where = { AND: [{ id: { in: [...ranked] } }, ...parts, visibleServers(ctx.actor)] };
  const rows = await ctx.db.server.findMany({ where, select: { id: true } });
  const foundIds = new Set(rows.map(({ id }) => id));
  return ranked.filter((id) => foundIds.has(id));
}

/**
 * Number of visible servers that match `search` and the filter, if given.
 * @throws forbidden for an agent
 */
export async function countServers(ctx: Ctx, search?: string, filter: ServerFilter = {}): Promise<number> {
  if (search) return (await rankFiltered(ctx, search, filter)).length;
  return ctx.db.server.count({ where: { AND: [...partsOf(ctx.actor, filter), visibleServers(ctx.actor)] } });
}

/** Number of tools of each given server that the caller may see. Servers without tools are absent. */
export async function countToolsByServer(
  ctx: Ctx,
  servers: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, number>> {
  const where = { serverId: { in: [...servers] }, server: visibleServers(ctx.actor) };
  const counts = await ctx.db.tool.groupBy({ by: 'serverId', where: { ...where, ...OFFERED }, _count: { _all: true } });
  return new Map(counts.map(({ serverId, _count }) => [serverId, _count._all]));
}

/** A visible server as `getServer` chooses it, or null, with columns selected by the caller. */
export async function findServer(
  ctx: Ctx,
  slug: ServerId,
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<Server | null> {
  if (!isStorable(slug)) return null;
  // `acct_…` sorts before `marketplace`, so the account's private server comes first.
  return ctx.db.server.findFirst({ ...load, where: { slug, ...visibleServers(ctx.actor) }, orderBy: { owner: 'asc' } });
}

/** As `findServer`, for several ids at once. Returns the servers keyed by id. A `select` has to include the slug. */
export async function findServersBySlug(
  ctx: Ctx,
  slugs: readonly ServerId[],
  load: Pick<ServerLoad, 'include' | 'select'> = {},
): Promise<ReadonlyMap<ServerId, Server>> {
  const where = { slug: { in: [...slugs] }, ...visibleServers(ctx.actor) };
  // The account's private servers come last, so that they overwrite others in the map.
  const rows = await ctx.db.server.findMany({ ...load, where, orderBy: { owner: 'desc' } });
  return new Map(rows.map((server) => [server.slug, server]));
}

/**
 * A tool of a visible server, by its stable id, or null. An account's own tool takes precedence over the marketplace's
 * with the same id.
 */
export async function findServerTool(
  ctx: Ctx,
  toolId: ToolId,
  load: Pick<Prisma.ToolFindManyArgs, 'include' | 'select'> = {},
): Promise<Tool | null> {
  const server = visibleServers(ctx.actor);
  if (!isStorable(toolId)) return null;
  return ctx.db.tool.findFirst({
    ...load,
    where: { toolId, server, ...OFFERED },
    orderBy: { server: { owner: 'asc' } },
  });
}

/** A credential field of a visible server, or null. */
export async function findCredentialField(
  ctx: Ctx,
  slug: ServerId,
  fieldId: string,
  load: Pick<Prisma.CredentialFieldFindManyArgs, 'select'> = {},
): Promise<CredentialField | null> {
  const server = await findServer(ctx, slug, { select: { id: true } });
  if (!server || !isStorable(fieldId)) return null;
  return ctx.db.credentialField.findFirst({ ...load, where: { serverId: server.id, fieldId } });
}

/**
 * A visible server by its id. A private server takes precedence over the marketplace's with the same id.
 * @throws not_found
 */
export async function getServer(ctx: Ctx, slug: ServerId): Promise<FullServer> {
  const rows = isStorable(slug)
    ? await ctx.db.server.findMany({ where: { slug, ...visibleServers(ctx.actor) }, include: WITH_TOOLS_AND_FIELDS })
    : [];
  const server = rows.find(({ owner }) => owner !== MARKETPLACE) ?? rows[0];
  if (!server) throw new AppError('not_found', `Server ${slug} not found`);
  return server;
}

/** As `findServer`, and locks the server as `lockServer` does. @throws forbidden for an agent */
export async function lockVisibleServer({ actor }: Ctx, tx: Tx, slug: ServerId): Promise<LockedServer | null> {
  requireManagement(actor);
  if (!isStorable(slug)) return null;
  const [server] = await tx.$queryRaw<LockedServer[]>`
    SELECT id, slug FROM server WHERE slug = ${slug} AND owner = ANY(${visibleOwners(actor)}::text[])
    ORDER BY owner LIMIT 1 FOR SHARE`;
  return server ?? null;
}

type LockedServer = Pick<Server, 'id' | 'slug'>;

/**
 * Locks a server until the transaction ends, so that it is neither changed nor removed. False if the server was
 * removed. To avoid deadlocks, call it before locking any stack, as changes of servers do.
 */
export async function lockServer(tx: Tx, id: ServerKey): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM server WHERE id = ${id} FOR SHARE`;
  return rows.length > 0;
}
