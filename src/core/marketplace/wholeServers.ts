import type { CredentialField, Server, Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { isIdText, type ServerKey, toServerId, toServerKey } from '../kernel/ids.ts';
import type { ListPage, PageRequest } from '../kernel/page.ts';
import { AppError } from '../lib/errors.ts';
import { listSlots } from '../limits/concurrency.ts';
import { countToolsByServer, visibleServers } from '../servers/server.ts';

/** A tool as shown in lists. `parameters` is the stored JSON text of its input schema, which needs no parsing. */
type WholeTool = Pick<Tool, 'serverId' | 'toolId' | 'name' | 'title' | 'description'> & {
  readonly parameters: string;
};
/** A server as shown in lists, without its tools. */
type WholeServer = Pick<Server, 'id' | 'slug' | 'name' | 'description'> & {
  readonly fields: readonly Pick<CredentialField, 'fieldId' | 'name' | 'description' | 'required'>[];
};

/** A server with one part of its tools. */
export type ServerPart = {
  readonly server: WholeServer;
  readonly tools: readonly WholeTool[];
  readonly isLast: boolean;
};

/** The approximate size of one read of tools. */
const PAGE_BYTES = 262_144;
const PAGE_SERVERS = 50;
const PAGE_TOOLS = 500;

/**
 * All visible servers with their tools and fields, in order, for the interface that returns complete lists. Reads page
 * by page, so that a list of any length uses the memory of one page. Holds no database resources while its consumer
 * reads. Tested by `test/rest/wholeLists.test.ts`.
 * @throws rate_limited at the bound of `max_lists`
 */
export async function* wholeServers(ctx: Ctx): AsyncGenerator<ServerPart> {
  yield* listSlots.during(ctx, allServers(ctx));
}

async function* allServers(ctx: Ctx): AsyncGenerator<ServerPart> {
  let page = await readServers(ctx, null, PAGE_SERVERS);
  while (page.length > 0) {
    yield* withTools(ctx, page);
    page = page.length < PAGE_SERVERS ? [] : await readServers(ctx, page.at(-1) ?? null, PAGE_SERVERS);
  }
}

async function* withTools(ctx: Ctx, servers: readonly Row[]): AsyncGenerator<ServerPart> {
  for (const group of groupsOf(servers)) yield* partsOf(ctx, group);
}

/**
 * One page of `wholeServers`.
 * @throws invalid_input for an invalid cursor; rate_limited as `wholeServers`, when its first server is read
 */
export async function serverPage(
  ctx: Ctx,
  { limit, cursor }: PageRequest,
): Promise<ListPage<AsyncGenerator<ServerPart>>> {
  const rows = await readServers(ctx, cursor === null ? null : placeOf(cursor), limit + 1);
  const servers = rows.slice(0, limit);
  const last = rows.length > limit ? servers.at(-1) : undefined;
  return { rows: listSlots.during(ctx, withTools(ctx, servers)), next: last ? `${last.slug}.${last.id}` : null };
}

type Place = Pick<Server, 'slug' | 'id'>;

function placeOf(cursor: string): Place {
  const [slug = '', id = '', ...more] = cursor.split('.');
  if (!isIdText(slug) || !isIdText(id) || more.length > 0) throw new AppError('invalid_input', 'Invalid cursor');
  return { slug: toServerId(slug), id: toServerKey(id) };
}

type Row = WholeServer & Pick<Server, 'bytes'> & { readonly toolCount: number };

async function readServers(ctx: Ctx, after: Place | null, take: number): Promise<Row[]> {
  const beyond = after && { OR: [{ slug: { gt: after.slug } }, { slug: after.slug, id: { gt: after.id } }] };
  const servers = await ctx.db.server.findMany({
    where: { AND: [visibleServers(ctx.actor), beyond ?? {}] },
    orderBy: [{ slug: 'asc' }, { id: 'asc' }],
    take,
    select: {
      ...{ id: true, slug: true, name: true, description: true, bytes: true },
      fields: {
        orderBy: { position: 'asc' },
        select: { fieldId: true, name: true, description: true, required: true },
      },
    },
  });
  const countOf = await countToolsByServer(
    ctx,
    servers.map(({ id }) => id),
  );
  return servers.map((server) => ({ ...server, toolCount: countOf.get(server.id) ?? 0 }));
}

/** Consecutive servers whose tools fit into one page; a large server is its own group. */
function groupsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  let [bytes, tools] = [0, 0];
  for (const row of rows) {
    bytes += row.bytes;
    tools += row.toolCount;
    const last = groups.at(-1);
    if (last && bytes <= PAGE_BYTES && tools <= PAGE_TOOLS) last.push(row);
    else {
      groups.push([row]);
      [bytes, tools] = [row.bytes, row.toolCount];
    }
  }
  return groups;
}

async function* partsOf(ctx: Ctx, group: readonly Row[]): AsyncGenerator<ServerPart> {
  const take = pageToolsOf(group);
  const ids = group.map(({ id }) => id);
  let tools = await readTools(ctx, ids, { take, skip: 0 });
  const [first] = group;
  // Only a group with a single server can have further pages.
  for (let skip = take; first && tools.length === take; skip += take) {
    yield { server: first, tools, isLast: false };
    tools = await readTools(ctx, ids, { take, skip });
  }
  for (const server of group) {
    yield { server, tools: tools.filter(({ serverId }) => serverId === server.id), isLast: true };
  }
}

/** Number of tools to read at once. For a large server, their size is about `PAGE_BYTES`. */
function pageToolsOf(group: readonly Row[]): number {
  if (group.length > 1) return PAGE_TOOLS + 1;
  const [{ bytes, toolCount } = { bytes: 0, toolCount: 0 }] = group;
  // Servers saved by an older version have no byte count.
  const bytesOfTool = Math.max(1, (bytes || PAGE_BYTES) / Math.max(1, toolCount));
  return Math.max(1, Math.min(PAGE_TOOLS, Math.floor(PAGE_BYTES / bytesOfTool)));
}

// Schemas are read as text: parsing and serializing them would block the event loop ten times as long.
const readTools = (
  { db }: Ctx,
  serverIds: readonly ServerKey[],
  { take, skip }: { readonly take: number; readonly skip: number },
): Promise<WholeTool[]> => db.$queryRaw<WholeTool[]>`
  SELECT server_id AS "serverId", tool_id AS "toolId", name, title, description, input_schema::text AS parameters
  FROM tool WHERE server_id = ANY(${[...serverIds]}) AND removed_at IS NULL
  ORDER BY server_id, position, id LIMIT ${take} OFFSET ${skip}`;
