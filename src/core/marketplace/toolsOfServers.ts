import { Prisma, type Tool } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { ServerKey } from '../ids.ts';
import { type ChildList, childPages, columnsOf } from '../lib/childPages.ts';
import type { Window } from '../lib/page.ts';
import { OFFERED, visibleServers } from './server.ts';

/** The relations and columns of tools that a list loads, and its page. */
export type ToolLoad = Pick<Prisma.ToolFindManyArgs, 'include' | 'select'> & Window;

const TOOLS: ChildList = ({ cursor, isBackward, rows }) => {
  const [beyond, towards] = isBackward ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];
  return Prisma.sql`
    SELECT id, row_number() OVER (ORDER BY position ${towards}, id ${towards}) AS place FROM tool
    WHERE server_id = parent.id AND removed_at IS NULL AND (${cursor}::text IS NULL
      OR (position, id) ${beyond} (SELECT position, id FROM tool WHERE id = ${cursor}::text AND server_id = parent.id))
    ORDER BY position ${towards}, id ${towards} LIMIT ${rows}::int`;
};

/** Of each server that the caller sees, by its row id, a page of its tools in its own order. */
export const listToolsOfServers = (
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  load: ToolLoad,
): Promise<ReadonlyMap<ServerKey, readonly Tool[]>> =>
  childPages(db, TOOLS, servers, load, (ids) =>
    db.tool.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, server: visibleServers(actor), ...OFFERED },
    }),
  );
