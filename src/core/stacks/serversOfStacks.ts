import { Prisma, type StackServer, type Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { StackId, StackServerId } from '../ids.ts';
import { type ChildList, childPages, childrenByAge, columnsOf } from '../lib/childPages.ts';
import type { Window } from '../lib/page.ts';
import { OFFERED } from '../marketplace/server.ts';
import type { ToolLoad } from '../marketplace/toolsOfServers.ts';
import { stackWhere } from '../scope.ts';

/** The relations and columns that `listServersOfStacks` loads, and its page. */
export type StackServerLoad = Pick<Prisma.StackServerFindManyArgs, 'include' | 'select'> & Window;

const STACK_SERVERS = childrenByAge('stack_server', 'stack_id', 'asc');

/** Of each stack that the caller sees, a page of its servers in the order they were added. */
export const listServersOfStacks = (
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  load: StackServerLoad,
): Promise<ReadonlyMap<StackId, readonly StackServer[]>> =>
  childPages(db, STACK_SERVERS, stacks, load, (ids) =>
    db.stackServer.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, stack: stackWhere(actor) },
    }),
  );

/** How many servers each of these stacks has, of those that the caller sees; without any, a stack is absent. */
export async function countServersOfStacks(
  { db, actor }: Ctx,
  stacks: readonly StackId[],
): Promise<ReadonlyMap<StackId, number>> {
  const where = { stackId: { in: [...stacks] }, stack: stackWhere(actor) };
  const counts = await db.stackServer.groupBy({ by: 'stackId', where, _count: { _all: true } });
  return new Map(counts.map(({ stackId, _count }) => [stackId, _count._all]));
}

/** How many enabled tools each of these places has, of those that the caller sees; without any, a place is absent. */
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

/** The enabled tools of a place, as their server has them in order. */
const ENABLED_TOOLS: ChildList = ({ cursor, isBackward, rows }) => {
  const [beyond, towards] = isBackward ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];
  return Prisma.sql`
    SELECT tool.id, row_number() OVER (ORDER BY position ${towards}, tool.id ${towards}) AS place
    FROM enabled_tool JOIN tool ON tool.id = tool_key
    WHERE stack_server_id = parent.id AND removed_at IS NULL AND (${cursor}::text IS NULL
      OR (position, tool.id) ${beyond} (
        SELECT position, own.id FROM tool own JOIN stack_server placed ON placed.server_id = own.server_id
        WHERE own.id = ${cursor}::text AND placed.id = parent.id))
    ORDER BY position ${towards}, tool.id ${towards} LIMIT ${rows}::int`;
};

/** Of each place of a server in a stack that the caller sees, a page of its enabled tools in the server's order. */
export const listToolsOfPlaces = (
  { db, actor }: Ctx,
  places: readonly StackServerId[],
  load: ToolLoad,
): Promise<ReadonlyMap<StackServerId, readonly Tool[]>> =>
  childPages(db, ENABLED_TOOLS, places, load, (ids) =>
    db.tool.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, enabledTools: { some: { stackServer: { stack: stackWhere(actor) } } }, ...OFFERED },
    }),
  );
