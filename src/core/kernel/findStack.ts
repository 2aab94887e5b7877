import type { Prisma, Stack } from '../../generated/prisma/client.ts';
import { isStorable } from '../lib/text.ts';
import type { Ctx, Tx } from './context.ts';
import type { AccountId, ServerKey, StackId } from './ids.ts';
import type { Window } from './page.ts';
import { noSuchStack, stackWhere } from './scope.ts';

/**
 * Raises the version of all stacks that contain a server, in one account or in all, so that they reload its tools. Also
 * of stacks with an endpoint whose version contains the server.
 */
export async function touchStacks(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  serverId: ServerKey,
  accountId: AccountId | null = null,
) {
  // Lock in a fixed order. Otherwise concurrent changes of two servers in the same stacks could deadlock.
  const locked = await tx.$queryRaw<{ id: StackId }[]>`
    SELECT id FROM stack
    WHERE (${accountId}::text IS NULL OR account_id = ${accountId}) AND id IN (
      SELECT stack_id FROM stack_server WHERE server_id = ${serverId}
      UNION SELECT endpoint.stack_id FROM client_endpoint endpoint
        JOIN stack_version version ON version.stack_id = endpoint.stack_id
          AND version.number IN (endpoint.pinned_version, endpoint.canary_version)
        JOIN stack_version_content content ON content.stack_id = version.stack_id AND content.digest = version.digest
      WHERE EXISTS (SELECT FROM json_array_elements(content.document -> 'servers') AS placed
        WHERE placed ->> 'id' = (SELECT slug FROM server WHERE id = ${serverId})))
    ORDER BY id FOR NO KEY UPDATE`;
  const stacks = await tx.stack.updateManyAndReturn({
    where: { id: { in: locked.map(({ id }) => id) } },
    data: { version: { increment: 1 }, changedAt: now() },
    select: { id: true },
  });
  return stacks.map(({ id }) => ({ kind: 'tools' as const, id }));
}

/** One stack of the caller, or null; also null for another account's stack. */
export async function findStack(
  ctx: Ctx,
  id: StackId,
  load?: Pick<StackLoad, 'include' | 'select'>,
): Promise<Stack | null> {
  return ctx.db.stack.findFirst({ ...load, where: { id, ...stackWhere(ctx.actor) } });
}

/** The stack of the caller's account with this name, or null; also null for one that the caller may not see. */
export async function findStackByName(
  ctx: Ctx,
  name: string,
  load?: Pick<StackLoad, 'include' | 'select'>,
): Promise<Stack | null> {
  if (!isStorable(name)) return null;
  return ctx.db.stack.findFirst({ ...load, where: { name, ...stackWhere(ctx.actor) } });
}

/** As `findStack`. @throws not_found */
export async function getStack(ctx: Ctx, id: StackId, load?: Pick<StackLoad, 'include' | 'select'>): Promise<Stack> {
  const stack = await findStack(ctx, id, load);
  if (!stack) throw noSuchStack();
  return stack;
}

/**
 * Raises the stack's version. Call it before other writes: its row lock makes changes of one stack run one by one.
 * @throws not_found if the stack was deleted in the meantime
 */
export async function bumpStack(ctx: Ctx, tx: Tx, stackId: StackId): Promise<void> {
  const where = { id: stackId, ...stackWhere(ctx.actor) };
  const { count } = await tx.stack.updateMany({ where, data: { version: { increment: 1 }, changedAt: ctx.now() } });
  if (count === 0) throw noSuchStack();
}

/** The relations and columns that `listStacks` loads, and the page that it returns. */
export type StackLoad = Pick<Prisma.StackFindManyArgs, 'include' | 'select'> & Window;
