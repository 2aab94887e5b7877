import { Prisma, type Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { ServerKey } from '../ids.ts';
import { type ChildList, childPages, columnsOf, type InOrder, pageDirection } from '../lib/childPages.ts';
import type { ListOrder } from '../lib/order.ts';
import { pageAmong, type Window } from '../lib/page.ts';
import { OFFERED, visibleServers } from './server.ts';

/** The relations and columns of tools that a list loads, and its page. */
export type ToolLoad = Pick<Prisma.ToolFindManyArgs, 'include' | 'select'> & Window;

/** How tools are ordered: as their server has them, or by their ids, which begin with the server's. */
export type OrderOfTools = ListOrder<'position' | 'name'>;

/** In the order of the server's document. */
export const SERVERS_ORDER = { field: 'position', direction: 'asc' } as const satisfies OrderOfTools;

/** The column of an order. */
export const toolColumn = ({ field }: OrderOfTools): Prisma.Sql =>
  field === 'name' ? Prisma.sql`tool_id` : Prisma.sql`position`;

const toolsIn =
  (order: OrderOfTools): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(order.direction, isBackward);
    const by = toolColumn(order);
    return Prisma.sql`
      SELECT id, row_number() OVER (ORDER BY ${by} ${towards}, id ${towards}) AS place FROM tool
      WHERE server_id = parent.id AND removed_at IS NULL AND (${cursor}::text IS NULL
        OR (${by}, id) ${beyond} (SELECT ${by}, id FROM tool WHERE id = ${cursor}::text AND server_id = parent.id))
      ORDER BY ${by} ${towards}, id ${towards} LIMIT ${rows}::int`;
  };

/** Each may have 64 KiB twice, and all of them are read in one turn of the event loop. */
const SCHEMAS_AT_A_TIME = 5;

const hasSchemas = ({ select }: ToolLoad): boolean =>
  !select || select.inputSchema === true || select.outputSchema === true;

/** For each server that the caller sees, by row id, a page of its tools, in its own order by default. */
export const listToolsOfServers = (
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  { order = SERVERS_ORDER, ...load }: InOrder<ToolLoad, OrderOfTools>,
): Promise<ReadonlyMap<ServerKey, readonly Tool[]>> =>
  childPages(
    db,
    toolsIn(order),
    servers,
    pageAmong('', load),
    (ids) =>
      db.tool.findMany({
        ...columnsOf(load),
        where: { id: { in: ids }, server: visibleServers(actor), ...OFFERED },
      }),
    hasSchemas(load) ? SCHEMAS_AT_A_TIME : undefined,
  );
