import { Prisma, type Stack } from '../../generated/prisma/client.ts';
import { type ChildList, childPages, columnsOf, type InOrder, pageDirection } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackLoad } from '../kernel/findStack.ts';
import type { AccountId, ServerKey, StackId } from '../kernel/ids.ts';
import { type ListOrder, OLDEST_FIRST } from '../kernel/order.ts';
import { pageAmong } from '../kernel/page.ts';
import { ownAccountId, singleStacks, stackWhere } from '../kernel/scope.ts';
import { containsText, type Search, textCondition } from '../lib/search.ts';

type ServerStackFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
};

type VisibleStacks = { readonly accountId: AccountId; readonly among: readonly StackId[] | null };

/**
 * SQL for the stacks of an account that have a server: all of them, or only those in `among`. Searches by account
 * first, since stacks of all accounts have marketplace servers.
 */
const stacksHaving =
  ({ accountId, among }: VisibleStacks, { field, direction }: ListOrder, { search }: ServerStackFilter): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(direction, isBackward);
    const by = field === 'name' ? Prisma.sql`name` : Prisma.sql`id`;
    return Prisma.sql`
      SELECT stack.id, row_number() OVER (ORDER BY stack.${by} ${towards}) AS place FROM stack
      WHERE account_id = ${accountId} AND (${among}::text[] IS NULL OR stack.id = ANY (${among}::text[]))
        AND EXISTS (SELECT FROM stack_server WHERE stack_id = stack.id AND server_id = parent.id)
        ${textCondition(search, Prisma.sql`stack.name`)}
        AND (${cursor}::text IS NULL OR stack.${by} ${beyond} (
          SELECT own.${by} FROM stack own WHERE own.id = ${cursor}::text AND own.account_id = ${accountId}
            AND (${among}::text[] IS NULL OR own.id = ANY (${among}::text[]))))
      ORDER BY stack.${by} ${towards} LIMIT ${rows}::int`;
  };

/**
 * For each given server, by row id, a page of the visible stacks that contain it, oldest first by default. Tested by
 * `test/graphql/backLinks.test.ts`.
 */
export const listStacksOfServers = (
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  { order = OLDEST_FIRST, filter = {}, ...load }: InOrder<StackLoad> & { readonly filter?: ServerStackFilter },
): Promise<ReadonlyMap<ServerKey, readonly Stack[]>> =>
  childPages(
    db,
    stacksHaving({ accountId: ownAccountId(actor), among: singleStacks(actor) }, order, filter),
    servers,
    pageAmong('stack', load),
    (ids) => db.stack.findMany({ ...columnsOf(load), where: { id: { in: ids }, ...stackWhere(actor) } }),
  );

/**
 * For each given server, by row id, the number of visible stacks that contain it. Servers without stacks are absent.
 */
export async function countStacksOfServers(
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
  { search }: ServerStackFilter = {},
): Promise<ReadonlyMap<ServerKey, number>> {
  const stack = { AND: [stackWhere(actor), search ? { name: containsText(search) } : {}] };
  const where = { serverId: { in: [...servers] }, stack };
  const counts = await db.stackServer.groupBy({ by: 'serverId', where, _count: { _all: true } });
  return new Map(counts.map(({ serverId, _count }) => [serverId, _count._all]));
}
