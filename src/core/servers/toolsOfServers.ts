import { Prisma, type Tool } from '../../generated/prisma/client.ts';
import { type ChildList, childPages, columnsOf, type InOrder, pageDirection } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import type { ListOrder } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { OFFERED, visibleServers } from './server.ts';

/** The relations and columns of tools that a list loads, and the page that it returns. */
export type ToolLoad = Pick<Prisma.ToolFindManyArgs, 'include' | 'select'> & Window;

/** How tools are ordered: as in their server's document, or by id, which begins with the server's id. */
export type OrderOfTools = ListOrder<'position' | 'name'>;

/** The order of the server's document. */
export const SERVERS_ORDER = { field: 'position', direction: 'asc' } as const satisfies OrderOfTools;

/** The sort column of an order. */
export const toolColumn = ({ field }: OrderOfTools): Prisma.Sql =>
  field === 'name' ? Prisma.sql`tool_id` : Prisma.sql`position`;

const toolsIn =
  (order: OrderOfTools, filter: Prisma.Sql): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(order.direction, isBackward);
    const by = toolColumn(order);
    return Prisma.sql`
      SELECT id, row_number() OVER (ORDER BY ${by} ${towards}, id ${towards}) AS place FROM tool
      WHERE server_id = parent.id AND removed_at IS NULL ${filter} AND (${cursor}::text IS NULL
        OR (${by}, id) ${beyond} (SELECT ${by}, id FROM tool WHERE id = ${cursor}::text AND server_id = parent.id))
      ORDER BY ${by} ${towards}, id ${towards} LIMIT ${rows}::int`;
  };

/**
 * Tools whose schemas are read at once. Each may have two schemas of 64 KiB, and reading them blocks the event loop.
 */
const SCHEMAS_AT_A_TIME = 5;

/**
 * For each server that the caller may see, by row id, a page of its tools, in the server's order by default. `filter`
 * is an SQL condition that starts with `AND`.
 */
export const listToolsOfServers = (
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  { order = SERVERS_ORDER, ...load }: InOrder<ToolLoad, OrderOfTools>,
  filter = Prisma.empty,
): Promise<ReadonlyMap<ServerKey, readonly Tool[]>> => {
  const hasSchemas = !load.select || load.select.inputSchema === true || load.select.outputSchema === true;
  return childPages(
    db,
    toolsIn(order, filter),
    servers,
    pageAmong('', load),
    (ids) =>
      db.tool.findMany({
        ...columnsOf(load),
        where: { id: { in: ids }, server: visibleServers(actor), ...OFFERED },
      }),
    hasSchemas ? SCHEMAS_AT_A_TIME : undefined,
  );
};
