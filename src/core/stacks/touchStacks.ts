import type { Ctx, Tx } from '../context.ts';
import type { AccountId, ServerKey } from '../ids.ts';

/** Raises the version of all stacks that contain a server, in one account or in all, so that they reload its tools. */
export async function touchStacks(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  serverId: ServerKey,
  accountId: AccountId | null = null,
) {
  // Lock in a fixed order. Otherwise concurrent changes of two servers in the same stacks could deadlock.
  await tx.$queryRaw`
    SELECT stack.id FROM stack JOIN stack_server placed ON placed.stack_id = stack.id
    WHERE placed.server_id = ${serverId} AND (${accountId}::text IS NULL OR stack.account_id = ${accountId})
    ORDER BY stack.id FOR NO KEY UPDATE OF stack`;
  const stacks = await tx.stack.updateManyAndReturn({
    where: { ...(accountId !== null && { accountId }), servers: { some: { serverId } } },
    data: { version: { increment: 1 }, changedAt: now() },
    select: { id: true },
  });
  return stacks.map(({ id }) => ({ kind: 'tools' as const, id }));
}
