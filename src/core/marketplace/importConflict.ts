import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { digestOf } from './digest.ts';
import { type ConnectorDocument, connectorSchema, type ServerDocument } from './document.ts';
import { MARKETPLACE } from './server.ts';

/** Why an import must not take over an id that its caller did not choose. */
const CONFLICTS = {
  otherSource: 'is there already and comes from another source',
  shipped: 'comes with Toolyard',
  marketplace: 'is in the marketplace, and this one would hide it',
} as const;

function placesOf(connector: ConnectorDocument): readonly string[] {
  switch (connector.kind) {
    case 'http':
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
 * Compares what identifies the service, so that a document at a new address, or with a new base address, is still the
 * same source.
 */
function isSameSource(before: Pick<Server, 'connector'>, { connector }: ServerDocument): boolean {
  const known = connectorSchema.safeParse(before.connector).data;
  if (known?.kind !== connector.kind) return false;
  const places = placesOf(known);
  return placesOf(connector).some((place) => places.includes(place));
}

/**
 * Why saving a document with a derived id would replace or hide a server unintentionally: another source's server of
 * the same owner, an unchanged shipped one, or for an account the marketplace's. Null when the id is free or it is an
 * update.
 */
export async function explainIdConflict(ctx: Ctx, document: ServerDocument): Promise<string | null> {
  const conflict = await findConflict(ctx, document);
  return conflict === null ? null : `Server ${document.id} ${CONFLICTS[conflict]}`;
}

async function findConflict(ctx: Ctx, document: ServerDocument): Promise<keyof typeof CONFLICTS | null> {
  const { accountId } = ctx.actor;
  const find = (owner: string) => ctx.db.server.findUnique({ where: { owner_slug: { owner, slug: document.id } } });
  const before = await find(accountId ?? MARKETPLACE);
  if (!before) return accountId !== null && (await find(MARKETPLACE)) ? 'marketplace' : null;
  if (before.digest === digestOf(document)) return null;
  if (!isSameSource(before, document)) return 'otherSource';
  return accountId === null && (await isAsShipped(ctx, before)) ? 'shipped' : null;
}

async function isAsShipped(ctx: Ctx, { slug, digest }: Server): Promise<boolean> {
  const shipped = await ctx.db.shippedServer.findUnique({ where: { slug } });
  return shipped?.digest === digest;
}
