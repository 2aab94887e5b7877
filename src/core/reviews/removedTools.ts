import type { Ctx, Tx } from '../context.ts';
import type { ServerKey, ToolId } from '../ids.ts';
import { BOUNDS, boundReached } from '../limits/bounds.ts';

/**
 * Takes away the tools that a server does not list any more. One that a stack holds on to stays as a removed tool:
 * listed nowhere, never called, until the removal is accepted or the tool comes back; all others are deleted. Call it
 * in the transaction that saves the server, after `holdChanges`. `toolIds` are those that it lists.
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
  await forgetRemoved(tx, [serverId]);
  if (ctx.actor.accountId !== null) await requireRemovedRoom(tx, serverId);
}

/** Deletes the removed tools that no stack has any more. */
export const forgetRemoved = (tx: Tx, serverIds: readonly ServerKey[]): Promise<number> => tx.$executeRaw`
  DELETE FROM tool WHERE server_id = ANY(${[...serverIds]}::text[]) AND removed_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM enabled_tool WHERE tool_key = tool.id)`;

/** Bounds what an account's private server leaves behind when it lists other tools each time. */
async function requireRemovedRoom(tx: Tx, serverId: ServerKey): Promise<void> {
  const { max } = BOUNDS.max_removed_tools;
  if ((await tx.tool.count({ where: { serverId, removedAt: { not: null } } })) > max)
    throw boundReached('max_removed_tools', max);
}
