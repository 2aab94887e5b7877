import type { Ctx, Tx } from '../kernel/context.ts';
import type { ServerKey, StackServerId, ToolId } from '../kernel/ids.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';
import { requireRoomBy } from '../limits/countedBounds.ts';

/**
 * Removes tools that a server no longer lists; `toolIds` are the listed ones. If a stack has enabled the tool, it is
 * only marked as removed until the removal is accepted or the server lists it again. Until then it is neither listed
 * nor callable. Other tools are deleted. Call it after `holdChanges`, in the transaction that saves the server.
 * @throws invalid_input at the bound of `max_removed_tools`
 */
export async function removeTools(ctx: Ctx, tx: Tx, serverId: ServerKey, toolIds: readonly ToolId[]): Promise<void> {
  const listed = [...toolIds];
  await tx.$executeRaw`
    DELETE FROM enabled_tool USING tool
    WHERE tool.id = enabled_tool.tool_key AND tool.server_id = ${serverId} AND NOT tool.tool_id = ANY(${listed}::text[])
      AND enabled_tool.held_digest IS NULL`;
  await tx.$executeRaw`
    UPDATE tool SET removed_at = ${ctx.now()}
    WHERE server_id = ${serverId} AND NOT tool_id = ANY(${listed}::text[]) AND removed_at IS NULL`;
  await deleteRemovedTools(tx, [serverId]);
  // Bounds the leftover rows of a private server that lists different tools each time.
  const count = () => tx.tool.count({ where: { serverId, removedAt: { not: null } } });
  await requireRoomBy(ctx, tx, { name: 'max_removed_tools', count, more: 0 });
}

/** Deletes removed tools that no stack has enabled. */
export const deleteRemovedTools = (tx: Tx, serverIds: readonly ServerKey[]): Promise<number> => tx.$executeRaw`
  DELETE FROM tool WHERE server_id = ANY(${[...serverIds]}::text[]) AND removed_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM enabled_tool WHERE tool_key = tool.id)`;

/**
 * Removed tools that are enabled in stacks, limited to servers in stacks that the caller may see.
 * @throws forbidden for an agent, and for the operator outside any account
 */
export async function listRemovedTools(
  { db, actor }: Ctx,
  placed: readonly StackServerId[],
): Promise<ReadonlyMap<StackServerId, readonly ToolId[]>> {
  const single = singleStacks(actor);
  // One row per server: a row for each id would block the event loop.
  const rows = await db.$queryRaw<{ readonly id: StackServerId; readonly toolIds: string }[]>`
    SELECT placed.id, json_agg(tool_id ORDER BY tool_id)::text AS "toolIds"
    FROM enabled_tool JOIN tool ON tool.id = tool_key
    JOIN stack_server placed ON placed.id = stack_server_id JOIN stack ON stack.id = placed.stack_id
    WHERE placed.id = ANY(${[...placed]}::text[]) AND removed_at IS NOT NULL
      AND stack.account_id = ${ownAccountId(actor)} AND (${single === null} OR stack.id = ANY(${[...(single ?? [])]}::text[]))
    GROUP BY placed.id`;
  return new Map(rows.map(({ id, toolIds }) => [id, JSON.parse(toolIds)]));
}
