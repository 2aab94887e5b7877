import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { digestOf } from '../servers/digest.ts';
import { type ConnectorDocument, connectorSchema, type ServerDocument } from '../servers/document.ts';
import { MARKETPLACE } from '../servers/server.ts';

/** Why an import under a derived id must not replace or hide a server. */
const CONFLICTS = {
  otherSource: 'already exists and comes from another source',
  otherShipped: 'comes with Toolyard, from another source',
  shipped: 'comes with Toolyard',
  marketplace: 'is in the marketplace and would be hidden by this server',
} as const;

function placesOf(connector: ConnectorDocument): readonly string[] {
  switch (connector.kind) {
    case 'http':
    case 'graphql':
      return [connector.baseUrl];
    case 'openapi':
      return [connector.baseUrl, ...(connector.source === undefined ? [] : [connector.source])];
    case 'mcp-http':
      return [connector.url];
    case 'mcp-stdio':
      return [[connector.package ?? connector.command ?? '', ...connector.args].join('\n')];
  }
}

/**
 * Whether two documents describe the same service. Compares only the parts that identify the service, so a document
 * with a new address or base address still has the same source.
 */
function isSameSource(before: Pick<Server, 'connector'>, { connector }: ServerDocument): boolean {
  const known = connectorSchema.safeParse(before.connector).data;
  if (known?.kind !== connector.kind) return false;
  const places = placesOf(known);
  return placesOf(connector).some((place) => places.includes(place));
}

/**
 * Why saving a document with a derived id would replace or hide another server; null if the id is free or this is an
 * update. The other server may be the owner's from another source, an unchanged shipped server, or, for an account, a
 * marketplace server.
 */
export async function explainIdConflict(ctx: Ctx, document: ServerDocument): Promise<string | null> {
  const conflict = await findIdConflict(ctx, document);
  return conflict === null ? null : `Server ${document.id} ${CONFLICTS[conflict]}`;
}

type IdConflict = keyof typeof CONFLICTS;

/** The server of an owner, the marketplace or the caller's account, by its slug. */
export const findOwnedServer = (ctx: Ctx, owner: string, slug: ServerId) =>
  ctx.db.server.findUnique({ where: { owner_slug: { owner, slug } } });

/** The server whose id an import would take; null if the id is free or the import is an update. */
export async function findIdConflict(ctx: Ctx, document: ServerDocument): Promise<IdConflict | null> {
  const { accountId } = ctx.actor;
  const before = await findOwnedServer(ctx, accountId ?? MARKETPLACE, document.id);
  if (!before)
    return accountId !== null && (await findOwnedServer(ctx, MARKETPLACE, document.id)) ? 'marketplace' : null;
  const { slug, digest } = before;
  if (digest === digestOf(document)) return null;
  const shipped = accountId === null ? await ctx.db.shippedServer.findUnique({ where: { slug } }) : null;
  const isShipped = shipped?.digest === digest;
  if (!isSameSource(before, document)) return isShipped ? 'otherShipped' : 'otherSource';
  return isShipped ? 'shipped' : null;
}

/** Whether a document updates a server that the caller already has under its id. */
export async function isOwnUpdate(ctx: Ctx, document: ServerDocument): Promise<boolean> {
  const before = await findOwnedServer(ctx, ctx.actor.accountId ?? MARKETPLACE, document.id);
  return before !== null && isSameSource(before, document);
}
