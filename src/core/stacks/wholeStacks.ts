import type { Server, Stack } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { getStack } from '../kernel/findStack.ts';
import type { StackId, ToolId } from '../kernel/ids.ts';
import { fetchPage, type ListPage, type PageRequest } from '../kernel/page.ts';
import { listSlots } from '../limits/concurrency.ts';
import { listStacks } from './stackList.ts';

/**
 * A stack with its servers in the order in which they were added, and the ids of their enabled tools in the servers'
 * own order.
 */
export type WholeStack = Stack & {
  readonly servers: readonly (Pick<Server, 'slug' | 'name'> & { readonly toolIds: readonly ToolId[] })[];
};

/** Stacks per page; each may have 100 servers and 10,000 enabled tools. */
const PAGE_STACKS = 25;

/** One stack of the caller. @throws not_found */
export async function wholeStack(ctx: Ctx, id: StackId): Promise<WholeStack> {
  const stack = await getStack(ctx, id);
  return { ...stack, servers: (await readServers(ctx, [stack])).map(toServer) };
}

/**
 * All stacks of the caller, oldest first, for the interface that returns complete lists. Reads page by page. Tested by
 * `test/rest/wholeLists.test.ts`.
 * @throws rate_limited at the bound of `max_lists`
 */
export async function* wholeStacks(ctx: Ctx): AsyncGenerator<WholeStack> {
  yield* listSlots.during(ctx, allStacks(ctx));
}

async function* allStacks(ctx: Ctx): AsyncGenerator<WholeStack> {
  let page = await listStacks(ctx, { take: PAGE_STACKS });
  while (page.length > 0) {
    yield* withServers(ctx, page);
    page =
      page.length < PAGE_STACKS ? [] : await listStacks(ctx, { take: PAGE_STACKS, cursor: { id: page.at(-1)?.id } });
  }
}

/**
 * One page of `wholeStacks`.
 * @throws invalid_input for an invalid cursor; rate_limited as `wholeStacks`, when its first stack is read
 */
export async function stackPage(ctx: Ctx, request: PageRequest): Promise<ListPage<AsyncGenerator<WholeStack>>> {
  const { rows, next } = await fetchPage(request, (window) => listStacks(ctx, window));
  return { rows: listSlots.during(ctx, withServers(ctx, rows)), next };
}

async function* withServers(ctx: Ctx, stacks: readonly Stack[]): AsyncGenerator<WholeStack> {
  for (let from = 0; from < stacks.length; from += PAGE_STACKS) {
    const some = stacks.slice(from, from + PAGE_STACKS);
    const servers = await readServers(ctx, some);
    for (const stack of some)
      yield { ...stack, servers: servers.filter(({ stackId }) => stackId === stack.id).map(toServer) };
  }
}

type Row = Pick<Server, 'slug' | 'name'> & { readonly stackId: StackId; readonly toolIds: string };

// One text with all ids per server: a row and an object for each id would block the event loop.
const readServers = ({ db }: Ctx, stacks: readonly Stack[]): Promise<Row[]> => db.$queryRaw<Row[]>`
  SELECT placed.stack_id AS "stackId", server.slug, server.name, (
    SELECT coalesce(json_agg(tool.tool_id ORDER BY tool.position), '[]')::text
    FROM enabled_tool JOIN tool ON tool.id = tool_key WHERE stack_server_id = placed.id AND removed_at IS NULL) AS "toolIds"
  FROM stack_server AS placed JOIN server ON server.id = placed.server_id
  WHERE placed.stack_id = ANY(${stacks.map(({ id }) => id)}) ORDER BY placed.id`;

const toServer = ({ slug, name, toolIds }: Row): WholeStack['servers'][number] => ({
  slug,
  name,
  toolIds: JSON.parse(toolIds),
});
