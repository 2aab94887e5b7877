import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId, ServerId, ServerKey, StackId, ToolId } from '../kernel/ids.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { lockServer } from '../servers/server.ts';
import { changeEvents } from './hold.ts';
import { REMOVED } from './worker.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long a removed tool waits for a review, or for its server to list it again. */
const WAITS_MS = 90 * DAY_MS;
/** Maximum account and server pairs found by one statement. */
const PLACES_AT_ONCE = 100;

/** Removals before this time are overdue for review. */
export const overdueSince = (now: Date): Date => new Date(now.getTime() - WAITS_MS);

/** A server with removed tools that an account's stacks still have. */
type Place = { readonly accountId: AccountId; readonly serverId: ServerKey; readonly slug: ServerId };
type PlaceKey = Pick<Place, 'accountId' | 'serverId'>;

/**
 * Accepts overdue removals for all accounts, which disables the tools in the stacks. As with a manual acceptance, each
 * account gets an audit event and each stack a new version. Processes one server of one account at a time, so that a
 * failure or a large server does not block the rest. Safe to run on several instances. Ends early when
 * `operator.signal` aborts. Tested by `test/core/reviews/overdueRemovals.test.ts`.
 * @returns the number of stack servers whose tools were removed
 */
export async function settleOverdueRemovals(operator: Ctx): Promise<number> {
  const before = overdueSince(operator.now());
  let settled = 0;
  for await (const place of placesIn(operator, before)) {
    if (operator.signal.aborted) break;
    if (await settle(operator, place, before)) settled += 1;
  }
  return settled;
}

/** Reads in pages. Each starts after the last server of the previous page, so a failed server is not read again. */
async function* placesIn(operator: Pick<Ctx, 'db'>, before: Date): AsyncGenerator<Place> {
  let last: PlaceKey | null = null;
  for (;;) {
    const places: readonly Place[] = await findPlaces(operator, before, last);
    yield* places;
    last = places.at(-1) ?? last;
    if (places.length < PLACES_AT_ONCE) return;
  }
}

const findPlaces = ({ db }: Pick<Ctx, 'db'>, before: Date, last: PlaceKey | null): Promise<Place[]> => db.$queryRaw<
  Place[]
>`
  SELECT DISTINCT stack.account_id AS "accountId", tool.server_id AS "serverId", server.slug
  FROM tool JOIN server ON server.id = tool.server_id JOIN enabled_tool ON enabled_tool.tool_key = tool.id
  JOIN stack_server placed ON placed.id = enabled_tool.stack_server_id JOIN stack ON stack.id = placed.stack_id
  WHERE tool.removed_at < ${before}
    AND (stack.account_id, tool.server_id) > (${last?.accountId ?? ''}, ${last?.serverId ?? ''})
  ORDER BY 1, 2 LIMIT ${PLACES_AT_ONCE}`;

/** False if nothing is left to do, or after a failure, which the next sweep retries. */
async function settle(operator: Ctx, { accountId, serverId, slug }: Place, before: Date): Promise<boolean> {
  const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId } };
  try {
    const settled = await writeUnlessDone(ctx, async (tx) => {
      // Lock servers before any stack, in the same order as saves.
      if (!(await lockServer(tx, serverId))) return null;
      const stacks = await bumpStacks(tx, { accountId, serverId }, before);
      const dropped = await dropTools(tx, { accountId, serverId }, before);
      if (dropped.length === 0) return null;
      const [audit, ...more] = changeEvents('tool.forget', { accountId, serverId: slug }, dropped);
      for (const event of more) await appendAudit(ctx, tx, event);
      return { value: true, audit, changes: stacks.map(({ id }) => ({ kind: 'tools', id })) };
    });
    return settled ?? false;
  } catch (error) {
    operator.log.error({ err: error, account: accountId, server: slug }, 'removed tools could not be dropped');
    return false;
  }
}

const bumpStacks = (
  tx: Tx,
  { accountId, serverId }: PlaceKey,
  before: Date,
): Promise<{ readonly id: StackId }[]> => tx.$queryRaw<{ readonly id: StackId }[]>`
  WITH holding AS (
    SELECT id FROM stack WHERE account_id = ${accountId} AND EXISTS (
      SELECT 1 FROM stack_server placed JOIN enabled_tool ON enabled_tool.stack_server_id = placed.id
      JOIN tool ON tool.id = enabled_tool.tool_key
      WHERE placed.stack_id = stack.id AND placed.server_id = ${serverId} AND tool.removed_at < ${before})
    ORDER BY id FOR NO KEY UPDATE)
  UPDATE stack SET version = version + 1 FROM holding WHERE stack.id = holding.id RETURNING stack.id`;

type DroppedTool = { readonly toolId: ToolId; readonly before: string; readonly after: string };

const dropTools = (tx: Tx, { accountId, serverId }: PlaceKey, before: Date): Promise<DroppedTool[]> => tx.$queryRaw<
  DroppedTool[]
>`
  WITH dropped AS (
    DELETE FROM enabled_tool USING tool, stack_server placed, stack
    WHERE tool.id = enabled_tool.tool_key AND placed.id = enabled_tool.stack_server_id AND stack.id = placed.stack_id
      AND tool.server_id = ${serverId} AND stack.account_id = ${accountId} AND tool.removed_at < ${before}
    RETURNING tool.tool_id, coalesce(enabled_tool.held_digest, tool.digest) AS held)
  SELECT DISTINCT tool_id AS "toolId", held AS before, ${REMOVED} AS after FROM dropped ORDER BY 1, 2`;
