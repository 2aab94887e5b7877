import type { Ctx } from '../kernel/context.ts';
import type { ServerId } from '../kernel/ids.ts';
import { storedObjectOrNull } from '../lib/storedJson.ts';
import { connectorSchema } from '../servers/document.ts';
import { MARKETPLACE } from '../servers/server.ts';
import type { ImportedServer } from './discovered.ts';
import type { PreservedImport } from './importPort.ts';
import { chooseId } from './uniqueSlug.ts';

/**
 * How to read a server: its id, if not derived from the source, and the values preserved from the server it replaces.
 */
export type ReadAs = { readonly id?: ServerId | undefined; readonly preserved?: PreservedImport | undefined };

type Read = (as: ReadAs) => Promise<ImportedServer>;

/**
 * Reads a server and preserves values of the caller's server with the same id. Without a given id, `chooseId` picks one
 * after the first read. If other values depend on the id, such as names of OpenAPI operations, reads the server again.
 * `mayReplace`: the import may replace another server.
 */
export async function readKeeping(
  ctx: Ctx,
  { id, mayReplace = false }: { readonly id: ServerId | undefined; readonly mayReplace?: boolean },
  read: Read,
): Promise<ImportedServer> {
  if (id !== undefined) return read({ id, preserved: await findPreservedImport(ctx, id) });
  const imported = await read({});
  const chosen = await chooseId(ctx, imported, mayReplace);
  const named = await underId(ctx, imported, chosen.id, read);
  if (chosen.remark === null) return named;
  return { ...named, warnings: [{ tool: '', reason: chosen.remark }, ...named.warnings] };
}

async function underId(ctx: Ctx, imported: ImportedServer, id: ServerId, read: Read): Promise<ImportedServer> {
  const { document } = imported;
  const isRenamed = document.id !== id;
  if (document.connector.kind !== 'openapi') {
    // Prefix tool names with the id, or they would be the same as those of the other server.
    return isRenamed ? { ...imported, document: { ...document, id, toolPrefix: true } } : imported;
  }
  const preserved = await findPreservedImport(ctx, id);
  return preserved === undefined && !isRenamed ? imported : read({ preserved, ...(isRenamed && { id }) });
}

/** The values to preserve from the caller's server with this id; undefined if none was imported from OpenAPI. */
export async function findPreservedImport(ctx: Ctx, slug: ServerId): Promise<PreservedImport | undefined> {
  const where = { owner_slug: { owner: ctx.actor.accountId ?? MARKETPLACE, slug } };
  // Read the tools only for OpenAPI, since there may be thousands.
  const head = await ctx.db.server.findUnique({ where, select: { connector: true } });
  const connector = connectorSchema.safeParse(head?.connector).data;
  if (connector?.kind !== 'openapi') return undefined;
  const server = await ctx.db.server.findUnique({
    where,
    select: {
      fields: { select: { fieldId: true, oauth2: true } },
      // Include removed tools, since a tool that returns gets its old name. Current tools take precedence.
      tools: { select: { name: true, request: true }, orderBy: { removedAt: { sort: 'desc', nulls: 'last' } } },
    },
  });
  if (!server) return undefined;
  const names = server.tools.flatMap(({ name, request: text }) => {
    const request = storedObjectOrNull(text);
    return request ? [[`${String(request['method'])} ${String(request['path'])}`, name] as const] : [];
  });
  return {
    names: Object.fromEntries(names),
    plainFields: server.fields.filter(({ oauth2 }) => oauth2 === null).map(({ fieldId }) => fieldId),
    choice: connector.operations,
    scheme: connector.credential,
    wording: connector.wording,
  };
}
