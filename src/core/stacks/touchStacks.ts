import type { Ctx, Tx } from '../context.ts';
import type { AccountId, ServerKey, StackId } from '../ids.ts';

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
