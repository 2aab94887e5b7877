import type { Ctx } from '../kernel/context.ts';
import type { ServerId, ServerKey } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { type FullServer, OFFERED, visibleServers } from '../servers/server.ts';
import { documentHead } from './exportServer.ts';

/** The approximate size of one read of tools, and the maximum number of tools in it. */
const [PAGE_BYTES, PAGE_TOOLS_MAX] = [262_144, 250];

/**
 * The JSON text of `exportServer`, in UTF-8 chunks that are read on demand. Serializing megabytes at once would block
 * the event loop and hold the memory until a slow client has received everything. Tested by
 * `test/graphql/largeDocuments.test.ts`.
 * @throws not_found; while reading, the database's errors
 */
export async function exportJson(ctx: Ctx, slug: ServerId): Promise<AsyncIterable<Uint8Array>> {
  const server = await ctx.db.server.findFirst({
    where: { slug, ...visibleServers(ctx.actor) },
    orderBy: { owner: 'asc' },
    include: { fields: { orderBy: { position: 'asc' } } },
  });
  if (!server) throw new AppError('not_found', `Server ${slug} not found`);
  const count = await ctx.db.tool.count({ where: { serverId: server.id, ...OFFERED } });
  const take = Math.floor((PAGE_BYTES * count) / Math.max(1, server.bytes));
  return pagesOf(ctx, server, Math.max(1, Math.min(PAGE_TOOLS_MAX, take)));
}

async function* pagesOf(ctx: Ctx, server: Omit<FullServer, 'tools'>, take: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(documentHead(server)).slice(0, -1)},"tools":[`);
  for (let skip = 0; ; skip += take) {
    const tools = await readTools(ctx, server.id, { take, skip });
    if (tools.length > 0)
      yield Buffer.from(
        `${skip === 0 ? '' : ','}${tools
          .map(({ name, title, description, ...written }) => {
            const head = JSON.stringify({ name, ...(title !== null && { title }), description }).slice(0, -1);
            const members = Object.entries(written).filter(([, text]) => text !== null);
            return `${head}${members.map(([key, text]) => `,"${key}":${text}`).join('')}}`;
          })
          .join(',')}`,
      );
    if (tools.length < take) break;
  }
  yield Buffer.from(']}');
}

/** A tool whose stored JSON is copied without parsing. */
type WrittenTool = {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: string;
  readonly outputSchema: string | null;
  readonly annotations: string | null;
  readonly forClients: string | null;
  readonly example: string | null;
  readonly asks: string | null;
  readonly request: string | null;
};

const readTools = (
  { db }: Ctx,
  serverId: ServerKey,
  { take, skip }: { readonly take: number; readonly skip: number },
): Promise<WrittenTool[]> => db.$queryRaw<WrittenTool[]>`
  SELECT name, title, description, input_schema::text AS "inputSchema", output_schema::text AS "outputSchema",
    annotations::text AS annotations, NULLIF(for_clients::text, '{}') AS "forClients",
    example::text AS example,
    CASE WHEN asks = '{}' THEN NULL ELSE to_json(asks)::text END AS asks, request::text AS request
  FROM tool WHERE server_id = ${serverId} AND removed_at IS NULL
  ORDER BY position, id LIMIT ${take} OFFSET ${skip}`;
