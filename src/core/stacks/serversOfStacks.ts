import { Prisma, type StackServer, type Tool } from '../../generated/prisma/client.ts';
import {
  type ChildList,
  childPages,
  childrenOf,
  columnsOf,
  type InOrder,
  pageDirection,
} from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId, StackServerId } from '../kernel/ids.ts';
import { type ListOrder, OLDEST_FIRST } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { stackWhere } from '../kernel/scope.ts';
import { OFFERED } from '../servers/server.ts';
import { type OrderOfTools, SERVERS_ORDER, type ToolLoad, toolColumn } from '../servers/toolsOfServers.ts';

/** The relations and columns that `listServersOfStacks` loads, and the page that it returns. */
type StackServerLoad = Pick<Prisma.StackServerFindManyArgs, 'include' | 'select'> & Window;

/** For each stack that the caller may see, a page of its servers in the order in which they were added, or reversed. */
export const listServersOfStacks = (
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  { order = OLDEST_FIRST, ...load }: InOrder<StackServerLoad, ListOrder<'createdAt'>>,
): Promise<ReadonlyMap<StackId, readonly StackServer[]>> =>
  childPages(db, childrenOf('stack_server', 'stack_id', order), stacks, pageAmong('', load), (ids) =>
    db.stackServer.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, stack: stackWhere(actor) },
    }),
  );

/** Number of servers of each given stack that the caller may see. Stacks without servers are absent. */
export async function countServersOfStacks(
  { db, actor }: Ctx,
  stacks: readonly StackId[],
): Promise<ReadonlyMap<StackId, number>> {
  const where = { stackId: { in: [...stacks] }, stack: stackWhere(actor) };
  const counts = await db.stackServer.groupBy({ by: 'stackId', where, _count: { _all: true } });
  return new Map(counts.map(({ stackId, _count }) => [stackId, _count._all]));
}

/** Number of enabled tools of each given stack server that the caller may see. Those without tools are absent. */
export async function countToolsOfPlaces(
  { db, actor }: Ctx,
  places: readonly StackServerId[],
): Promise<ReadonlyMap<StackServerId, number>> {
  const counts = await db.enabledTool.groupBy({
    by: 'stackServerId',
    where: { stackServerId: { in: [...places] }, stackServer: { stack: stackWhere(actor) }, tool: OFFERED },
    _count: { _all: true },
  });
  return new Map(counts.map(({ stackServerId, _count }) => [stackServerId, _count._all]));
}

const enabledTools =
  (order: OrderOfTools): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(order.direction, isBackward);
    const by = toolColumn(order);
    return Prisma.sql`
      SELECT tool.id, row_number() OVER (ORDER BY ${by} ${towards}, tool.id ${towards}) AS place
      FROM enabled_tool JOIN tool ON tool.id = tool_key
      WHERE stack_server_id = parent.id AND removed_at IS NULL AND (${cursor}::text IS NULL
        OR (${by}, tool.id) ${beyond} (
          SELECT own.${by}, own.id FROM tool own JOIN stack_server placed ON placed.server_id = own.server_id
          WHERE own.id = ${cursor}::text AND placed.id = parent.id))
      ORDER BY ${by} ${towards}, tool.id ${towards} LIMIT ${rows}::int`;
  };

/** For each stack server that the caller may see, a page of its enabled tools, in the server's order by default. */
export const listToolsOfPlaces = (
  { db, actor }: Ctx,
  places: readonly StackServerId[],
  { order = SERVERS_ORDER, ...load }: InOrder<ToolLoad, OrderOfTools>,
): Promise<ReadonlyMap<StackServerId, readonly Tool[]>> =>
  childPages(db, enabledTools(order), places, pageAmong('', load), (ids) =>
    db.tool.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, enabledTools: { some: { stackServer: { stack: stackWhere(actor) } } }, ...OFFERED },
    }),
  );
