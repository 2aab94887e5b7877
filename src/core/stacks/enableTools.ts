import type { StackServer, Tool } from '../../generated/prisma/client.ts';
import type { Actor } from '../kernel/actor.ts';
import { boundOf, boundReached } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { requireCapacity } from '../limits/countedBounds.ts';

/** Fields needed to enable tools. */
export type ToolIds = Pick<Tool, 'id' | 'toolId' | 'removedAt'>;

/**
 * Enables tools of a server in a stack, and returns the resulting counts. The stack's row must be locked.
 * @throws invalid_input for a tool whose id is the name of another tool there, and at a bound of the stack or account
 */
export async function enableTools(
  ctx: Ctx,
  tx: Tx,
  { id, stackId }: Pick<StackServer, 'id' | 'stackId'>,
  tools: readonly ToolIds[],
): Promise<void> {
  const toolIds = tools.map(({ toolId }) => toolId);
  // Raw SQL: Prisma's statement blocks the event loop for a tenth of a second with two thousand tools. Added rows are
  // counted separately, since a statement does not see its own inserted rows.
  const [counts] = await tx.$queryRaw<readonly StackCounts[]>`
    WITH added AS (
      INSERT INTO enabled_tool (stack_server_id, tool_key)
      SELECT ${id}, unnest(${tools.map((tool) => tool.id)}::text[]) ON CONFLICT DO NOTHING RETURNING tool_key
    )
    SELECT count(DISTINCT placed.id) AS servers, count(enabled.tool_key) AS tools, (SELECT count(*) FROM added) AS added,
      (SELECT count(*) FROM stack own JOIN stack_server ON stack_id = own.id
        JOIN enabled_tool ON stack_server_id = stack_server.id
        WHERE own.account_id = (SELECT account_id FROM stack WHERE id = ${stackId})) AS "ofAccount",
      min(enabled.alias) FILTER (WHERE enabled.alias = ANY(${toolIds}::text[])) AS "duplicateName"
    FROM stack_server placed LEFT JOIN enabled_tool enabled ON enabled.stack_server_id = placed.id
    WHERE placed.stack_id = ${stackId}`;
  const { duplicateName = null, servers = 0n, tools: before = 0n, added = 0n, ofAccount = 0n } = counts ?? {};
  if (duplicateName !== null)
    throw new AppError('invalid_input', `Tool ${duplicateName} has the same name as another tool in the stack`);
  requireRoomInStack(ctx.actor, 'max_stack_servers', servers);
  requireRoomInStack(ctx.actor, 'max_stack_tools', before + added);
  // Far from the bound, two concurrent changes cannot exceed it together, so the account need not be locked.
  const isNear = 2n * (ofAccount + added) > BigInt(boundOf(ctx.actor, 'max_enabled_tools'));
  if (added > 0n && isNear) await requireCapacity(ctx, tx, 'max_enabled_tools', 0);
}

/**
 * Counts of the stack before the change, of the added tools, and of all stacks in the account. `taken` is a name in the
 * stack that equals the id of another tool; null if there is none.
 */
type StackCounts = {
  readonly [count in 'servers' | 'tools' | 'added' | 'ofAccount']: bigint;
} & { readonly duplicateName: string | null };

function requireRoomInStack(actor: Actor, name: 'max_stack_servers' | 'max_stack_tools', used: bigint): void {
  const max = boundOf(actor, name);
  if (used > max) throw boundReached(name, max);
}
