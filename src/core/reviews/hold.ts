import { Prisma } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../kernel/audit/audit.ts';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import {
  type AccountId,
  newToolChangeId,
  type ServerId,
  type ServerKey,
  type StackId,
  type ToolId,
} from '../kernel/ids.ts';
import type { ConnectorDocument } from '../servers/document.ts';
import { definitionSql } from './compare.ts';
import type { ComparedTool } from './worker.ts';

/** The server whose tools change, with the connector of its stored tools. */
type ChangingServer = { readonly id: ServerKey; readonly slug: ServerId; readonly connector: ConnectorDocument };

type HeldRow = {
  readonly accountId: AccountId;
  readonly toolId: ToolId;
  readonly before: string;
  readonly after: string;
};

/**
 * Holds the changed tools. Stacks whose account reviews these changes keep the old definitions; all others get the new
 * ones. Call it with the server locked, before replacing the tools in the same transaction.
 * @returns the number of tools to review in the caller's account, or in all accounts for the operator
 * @throws invalid_input at the bound of `max_held_definitions`
 */
export async function holdChanges(
  ctx: Ctx,
  tx: Tx,
  server: ChangingServer,
  compared: readonly ComparedTool[],
): Promise<number> {
  if (compared.length === 0) return 0;
  const definitions = JSON.stringify(compared.map((each) => ({ ...each, id: newToolChangeId() })));
  await keepDefinitions(ctx, tx, server.connector, definitions);
  const comparedJson = JSON.stringify(compared.map(({ changes: _shown, ...each }) => each));
  const held = await holdTools(tx, comparedJson);
  await tx.$executeRaw`
  UPDATE enabled_tool SET held_digest = NULL, refused_digest = NULL
  FROM json_to_recordset(${comparedJson}::json) AS given ("toolKey" text, digest text, kinds text[]),
    stack_server placed, stack, account
  WHERE enabled_tool.tool_key = given."toolKey" AND enabled_tool.held_digest = given.digest
    AND placed.id = enabled_tool.stack_server_id AND stack.id = placed.stack_id AND account.id = stack.account_id
    AND NOT given.kinds && ${HELD_KINDS}`;
  await deleteDefinitions(tx, server.id);
  if (ctx.actor.accountId !== null) {
    const { max } = BOUNDS.max_held_definitions;
    const tooMany = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kept_definition kept JOIN tool ON tool.id = kept.tool_key
    WHERE tool.server_id = ${server.id} GROUP BY kept.tool_key HAVING count(*) > ${max}::int LIMIT 1`;
    if (tooMany.length > 0) throw boundReached('max_held_definitions', max);
  }
  for (const [accountId, own] of Map.groupBy(held, (each) => each.accountId)) {
    for (const event of changeEvents('tool.hold', { accountId, serverId: server.slug }, own))
      await appendAudit(ctx, tx, event);
  }
  return held.length;
}

/**
 * SQL for the kinds of changes that await review in an account, for the server of a row of `placed`: the server's own
 * setting, or the account's.
 */
export const HELD_KINDS = Prisma.sql`coalesce((
  SELECT kinds FROM review_setting WHERE account_id = account.id AND server_id = placed.server_id),
  account.held_changes)`;

/** Stores the old definitions. `deleteDefinitions` then deletes those that no stack needs. */
const keepDefinitions = (
  { now }: Ctx,
  tx: Tx,
  connector: ConnectorDocument,
  comparedJson: string,
): Promise<number> => tx.$executeRaw`
  INSERT INTO kept_definition (id, tool_key, digest, definition, kind, changes, changed_at)
  SELECT given.id, given."toolKey", given.digest, ${definitionSql(connector)}, given.kind, given.changes, ${now()}
  FROM json_to_recordset(${comparedJson}::json) AS given (id text, "toolKey" text, digest text, kind text, changes json)
  JOIN tool ON tool.id = given."toolKey" WHERE given.kind IS NOT NULL
  ON CONFLICT (tool_key, digest) DO UPDATE
    SET kind = excluded.kind, changes = excluded.changes, changed_at = excluded.changed_at`;

const holdTools = (tx: Tx, comparedJson: string): Promise<HeldRow[]> => tx.$queryRaw<HeldRow[]>`
  WITH held AS (
    UPDATE enabled_tool SET held_digest = given.digest
    FROM json_to_recordset(${comparedJson}::json) AS given (
        "toolKey" text, "toolId" text, digest text, "isPresent" boolean, next text, kinds text[]),
      stack_server placed, stack, account
    WHERE enabled_tool.tool_key = given."toolKey" AND placed.id = enabled_tool.stack_server_id
      AND stack.id = placed.stack_id AND account.id = stack.account_id AND given.kinds && ${HELD_KINDS}
      AND (enabled_tool.held_digest = given.digest OR given."isPresent" AND enabled_tool.held_digest IS NULL)
    RETURNING account.id AS "accountId", given."toolId", given.digest AS before, given.next AS after)
  SELECT DISTINCT "accountId", "toolId", before, after FROM held ORDER BY 1, 2, 3`;

/** Deletes the kept definitions of a server's tools that no stack uses. */
export const deleteDefinitions = (tx: Tx, serverId: ServerKey): Promise<number> => tx.$executeRaw`
  DELETE FROM kept_definition USING tool
  WHERE tool.id = kept_definition.tool_key AND tool.server_id = ${serverId} AND NOT EXISTS (
    SELECT 1 FROM enabled_tool WHERE enabled_tool.tool_key = kept_definition.tool_key
      AND enabled_tool.held_digest = kept_definition.digest)`;

const CHANGES_PER_EVENT = 100;

/** Audit actions for tool changes. */
export type ReviewAction = 'tool.hold' | 'tool.accept' | 'tool.refuse' | 'tool.forget';
type Place = {
  readonly accountId: AccountId;
  readonly serverId: ServerId;
  /** The reviewed stack; null or absent for the whole account. */
  readonly stackId?: StackId | null;
};
type ToolChanges = readonly Omit<HeldRow, 'accountId'>[];

/**
 * Audit events of changed tools with the digests before and after, in the chain of the account that uses them,
 * regardless of the actor. Many tools are split into several events, so that event size does not grow with the server.
 */
export function changeEvents(
  action: ReviewAction,
  place: Place,
  changes: ToolChanges,
): readonly [NewAuditEvent, ...NewAuditEvent[]] {
  const tools = changes.map(({ toolId, before, after }) => `${toolId} ${before} ${after}`);
  return eventsIn(action, place, 'tools', tools);
}

/** The events for one action; `texts` name the changes. Many texts become several events. */
export function eventsIn(
  action: ReviewAction,
  { accountId, serverId, stackId }: Place,
  kind: 'tools' | 'instructions',
  changes: readonly string[],
): readonly [NewAuditEvent, ...NewAuditEvent[]] {
  const eventOf = (from: number): NewAuditEvent => ({
    action,
    target: { kind: 'server', id: serverId },
    chain: accountId,
    ...(stackId && { stackId }),
    details: { serverId, [kind]: changes.slice(from, from + CHANGES_PER_EVENT) },
  });
  const events = [];
  for (let at = CHANGES_PER_EVENT; at < changes.length; at += CHANGES_PER_EVENT) events.push(eventOf(at));
  return [eventOf(0), ...events];
}
