import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { digestOf } from './digest.ts';
import { type Connector, connectorSchema, type ServerDocument } from './document.ts';
import { MARKETPLACE } from './server.ts';

/** Why an id that nobody chose must not be taken for granted. */
export type IdConflict =
  /** A server of the same owner has it, and reaches something else. */
  | 'other_source'
  /** It comes with the product, unchanged. */
  | 'shipped'
  /** The account would no longer see the marketplace's server of that id. */
  | 'marketplace';

function placesOf(connector: Connector): readonly string[] {
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

/** Same service by whatever names it: a moved file or a new base address alone makes no other source. */
function isSameSource(before: Pick<Server, 'connector'>, { connector }: ServerDocument): boolean {
  const known = connectorSchema.safeParse(before.connector).data;
  if (known?.kind !== connector.kind) return false;
  const places = placesOf(known);
  return placesOf(connector).some((place) => places.includes(place));
}

/** What saving the document would replace or hide without anybody having said so; null for a free id or an update. */
export async function findIdConflict(ctx: Ctx, document: ServerDocument): Promise<IdConflict | null> {
  const { accountId } = ctx.actor;
  const find = (owner: string) => ctx.db.server.findUnique({ where: { owner_slug: { owner, slug: document.id } } });
  const before = await find(accountId ?? MARKETPLACE);
  if (!before) return accountId !== null && (await find(MARKETPLACE)) ? 'marketplace' : null;
  if (before.digest === digestOf(document)) return null;
  if (!isSameSource(before, document)) return 'other_source';
  return accountId === null && (await isAsShipped(ctx, before)) ? 'shipped' : null;
}

async function isAsShipped(ctx: Ctx, { slug, digest }: Server): Promise<boolean> {
  const shipped = await ctx.db.shippedServer.findUnique({ where: { slug } });
  return shipped?.digest === digest;
}
