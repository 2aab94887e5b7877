import { Prisma, type Stack } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { AccountId, ServerKey, StackId } from '../ids.ts';
import { type ChildList, childPages, columnsOf } from '../lib/childPages.ts';
import { ownAccountId, singleStacks, stackWhere } from '../scope.ts';
import type { StackLoad } from './stack.ts';

/**
 * The stacks of an account that have a server, oldest first: all of them, or of those named alone. Found from the
 * account on, since stacks of all accounts have the marketplace's servers.
 */
const stacksHaving =
  (accountId: AccountId, among: readonly StackId[] | null): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = isBackward ? [Prisma.sql`<`, Prisma.sql`DESC`] : [Prisma.sql`>`, Prisma.sql`ASC`];
    return Prisma.sql`
      SELECT stack.id, row_number() OVER (ORDER BY stack.id ${towards}) AS place FROM stack
      WHERE account_id = ${accountId} AND (${among}::text[] IS NULL OR stack.id = ANY (${among}::text[]))
        AND EXISTS (SELECT FROM stack_server WHERE stack_id = stack.id AND server_id = parent.id)
        AND (${cursor}::text IS NULL OR stack.id ${beyond} ${cursor}::text)
      ORDER BY stack.id ${towards} LIMIT ${rows}::int`;
  };

/**
 * Of each of these servers, by its row id, a page of the stacks that the caller sees and that have it, oldest first.
 * `test/graphql/backLinks.test.ts` tears it down.
 */
export const listStacksOfServers = (
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  load: StackLoad,
): Promise<ReadonlyMap<ServerKey, readonly Stack[]>> =>
  childPages(db, stacksHaving(ownAccountId(actor), singleStacks(actor)), servers, load, (ids) =>
    db.stack.findMany({ ...columnsOf(load), where: { id: { in: ids }, ...stackWhere(actor) } }),
  );

/** How many stacks that the caller sees have each of these servers; without any, a server is absent. */
export async function countStacksOfServers(
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, number>> {
  const where = { serverId: { in: [...servers] }, stack: stackWhere(actor) };
  const counts = await db.stackServer.groupBy({ by: 'serverId', where, _count: { _all: true } });
  return new Map(counts.map(({ serverId, _count }) => [serverId, _count._all]));
}
