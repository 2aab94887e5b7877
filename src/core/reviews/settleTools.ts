import type { Tx } from '../kernel/context.ts';
import type { ServerKey, StackId, ToolId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { isReviewedStack, type ReviewedStacks, settledStack } from './reviewedStacks.ts';
import { REMOVED } from './worker.ts';

/** Which changed tools of servers a review settles: all, or some by id. */
type ChangedTools = { readonly stacks: ReviewedStacks; readonly toolIds: readonly ToolId[] | null };
/** A settled tool: its stack (null for the whole account) and its digests. */
export type SettledTool = {
  readonly stackId: StackId | null;
  readonly toolId: ToolId;
  readonly before: string;
  readonly after: string;
};

/** Maximum tools in single stacks that one review settles: each stack gets its own audit events. */
const SETTLED_MAX = 5_000;
// One more than the maximum, to detect that there are more; PostgreSQL treats null as no limit.
const rowsMax = ({ stackIds }: ReviewedStacks): number | null => (stackIds === null ? null : SETTLED_MAX + 1);

/** @throws invalid_input if more tools in single stacks are affected than one review settles */
export function requireFew(stacks: ReviewedStacks, settled: readonly SettledTool[]): void {
  if (stacks.stackIds === null || settled.length <= SETTLED_MAX) return;
  const message = `A review covers at most ${SETTLED_MAX} tools with stack roles: pass fewer tools`;
  throw new AppError('invalid_input', message, { issues: [{ path: '/toolIds', message }] });
}

// Read before the update clears it.
/** Accepts the current definitions of changed tools, and disables removed tools in their stacks. */
export const acceptTools = (
  tx: Tx,
  serverIds: readonly ServerKey[],
  { stacks, toolIds }: ChangedTools,
): Promise<SettledTool[]> => tx.$queryRaw<SettledTool[]>`
  WITH held AS (
    SELECT ${settledStack(stacks)} AS stack_id, enabled_tool.stack_server_id, enabled_tool.tool_key, tool.tool_id,
      held_digest, removed_at, CASE WHEN removed_at IS NULL THEN tool.digest ELSE ${REMOVED} END AS digest
    FROM enabled_tool JOIN tool ON tool.id = enabled_tool.tool_key
    JOIN stack_server placed ON placed.id = enabled_tool.stack_server_id JOIN stack ON stack.id = placed.stack_id
    WHERE tool.server_id = ANY(${serverIds}::text[]) AND ${isReviewedStack(stacks)} AND held_digest IS NOT NULL
      AND (${toolIds === null} OR tool.tool_id = ANY(${[...(toolIds ?? [])]}::text[]))),
  taken AS (
    UPDATE enabled_tool SET held_digest = NULL, refused_digest = NULL FROM held
    WHERE enabled_tool.stack_server_id = held.stack_server_id AND enabled_tool.tool_key = held.tool_key
      AND removed_at IS NULL),
  dropped AS (
    DELETE FROM enabled_tool USING held
    WHERE enabled_tool.stack_server_id = held.stack_server_id AND enabled_tool.tool_key = held.tool_key
      AND removed_at IS NOT NULL)
  SELECT DISTINCT tool_id AS "toolId", held_digest AS before, digest AS after, stack_id AS "stackId" FROM held
  ORDER BY 1, 2, 4 LIMIT ${rowsMax(stacks)}::int`;

/** Refuses the current definitions of changed tools. */
export const refuseTools = (
  tx: Tx,
  serverIds: readonly ServerKey[],
  { stacks, toolIds }: ChangedTools,
): Promise<SettledTool[]> => tx.$queryRaw<SettledTool[]>`
  WITH refused AS (
    UPDATE enabled_tool SET refused_digest = tool.digest
    FROM tool, stack_server placed, stack
    WHERE tool.id = enabled_tool.tool_key AND placed.id = enabled_tool.stack_server_id AND stack.id = placed.stack_id
      AND tool.server_id = ANY(${serverIds}::text[]) AND ${isReviewedStack(stacks)} AND held_digest IS NOT NULL
      AND removed_at IS NULL AND (${toolIds === null} OR tool.tool_id = ANY(${[...(toolIds ?? [])]}::text[]))
    RETURNING ${settledStack(stacks)} AS stack_id, tool.tool_id, held_digest, tool.digest)
  SELECT DISTINCT tool_id AS "toolId", held_digest AS before, digest AS after, stack_id AS "stackId" FROM refused
  ORDER BY 1, 2, 4 LIMIT ${rowsMax(stacks)}::int`;
