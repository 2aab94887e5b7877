import type { Ctx } from '../context.ts';
import type { ServerId } from '../ids.ts';
import { isRecord } from '../lib/json.ts';
import type { ImportedServer } from './discovered.ts';
import { connectorSchema } from './document.ts';
import type { KeptImport } from './importPort.ts';
import { MARKETPLACE } from './server.ts';

/** Reads a server; `kept` is what stays of the one that it replaces. */
type Read = (kept: KeptImport | undefined) => Promise<ImportedServer>;

/**
 * Reads a server and keeps what stays of the caller's server of the same id. If the id follows from the source, a
 * server that exists is read twice, since its id is not known before.
 */
export async function readKeeping(ctx: Ctx, id: ServerId | undefined, read: Read): Promise<ImportedServer> {
  if (id !== undefined) return read(await findKept(ctx, id));
  const imported = await read(undefined);
  if (imported.document.connector.kind !== 'openapi') return imported;
  const kept = await findKept(ctx, imported.document.id);
  return kept === undefined ? imported : read(kept);
}

/** What stays of the caller's server of an id; undefined where there is none from OpenAPI. */
export async function findKept(ctx: Ctx, slug: ServerId): Promise<KeptImport | undefined> {
  const owner = ctx.actor.accountId ?? MARKETPLACE;
  const server = await ctx.db.server.findUnique({
    where: { owner_slug: { owner, slug } },
    select: {
      connector: true,
      fields: { select: { fieldId: true, oauth2: true } },
      // Removed ones, too, which come back by their names; a tool that is there now has the last word.
      tools: { select: { name: true, request: true }, orderBy: { removedAt: { sort: 'desc', nulls: 'last' } } },
    },
  });
  const connector = connectorSchema.safeParse(server?.connector).data;
  if (!server || connector?.kind !== 'openapi') return undefined;
  const names = server.tools.flatMap(({ name, request }) =>
    isRecord(request) ? [[`${String(request['method'])} ${String(request['path'])}`, name] as const] : [],
  );
  return {
    names: Object.fromEntries(names),
    plainFields: server.fields.filter(({ oauth2 }) => oauth2 === null).map(({ fieldId }) => fieldId),
    choice: connector.operations,
    scheme: connector.credential,
  };
}
