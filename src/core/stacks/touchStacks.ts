import type { Ctx, Tx } from '../context.ts';
import type { AccountId, ServerKey } from '../ids.ts';

/** Makes the stacks that contain a server, of one account or of all, read its tools again. */
export async function touchStacks(
  { now }: Pick<Ctx, 'now'>,
  tx: Tx,
  serverId: ServerKey,
  accountId: AccountId | null = null,
) {
  // Always locks in the same order: two servers that change concurrently may be in the same stacks, and would otherwise
  // deadlock.
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
