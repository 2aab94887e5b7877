import type { Tx } from '../kernel/context.ts';
import type { AccountId, ServerId, StackId } from '../kernel/ids.ts';
import { FOUND_MAX, type FoundAlerts } from './kinds.ts';

type Row = {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly tools: number;
  readonly hasInstructions: boolean;
};

/** Servers in the account's stacks, or in the given ones, with changed tools or instructions that await review. */
export async function findWaitingReviews(
  tx: Tx,
  accountId: AccountId,
  stackIds: readonly StackId[] | null = null,
): Promise<FoundAlerts> {
  const rows = await tx.$queryRaw<readonly Row[]>`
    WITH placed AS (
      SELECT placed.id, placed.server_id, held_instructions IS NOT NULL AND NOT are_instructions_refused AS asks
      FROM stack_server placed JOIN stack ON stack.id = placed.stack_id WHERE stack.account_id = ${accountId}
        AND (${stackIds === null} OR stack.id = ANY(${stackIds ?? []}::text[]))),
    waiting AS (
      SELECT placed.server_id, tool.id AS tool_key FROM (SELECT DISTINCT server_id FROM placed) AS own
      JOIN tool ON tool.server_id = own.server_id JOIN kept_definition kept ON kept.tool_key = tool.id
      JOIN enabled_tool held ON held.tool_key = kept.tool_key AND held.held_digest = kept.digest
        AND (tool.removed_at IS NOT NULL OR held.refused_digest IS DISTINCT FROM tool.digest)
      JOIN placed ON placed.id = held.stack_server_id
      UNION SELECT server_id, NULL FROM placed WHERE asks)
    SELECT slug AS "serverId", max(name) AS "serverName", count(tool_key)::int AS tools,
      bool_or(tool_key IS NULL) AS "hasInstructions"
    FROM waiting JOIN server ON server.id = server_id GROUP BY slug ORDER BY slug LIMIT ${FOUND_MAX}::int`;
  const alerts = rows.map(({ serverId, serverName, tools, hasInstructions }) => ({
    kind: 'review' as const,
    subject: `review ${serverId}`,
    stackId: null,
    details: { server_id: serverId, server_name: serverName, tools, instructions: hasInstructions },
  }));
  return { kind: 'review', alerts, isComplete: rows.length < FOUND_MAX };
}
