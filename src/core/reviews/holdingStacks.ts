import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';

/** The stacks that keep an old definition of a tool. */
type HoldingStacks = {
  /** The oldest 100. */
  readonly stackIds: readonly StackId[];
  /** Whether all stacks, including those the caller cannot see, have refused the current definition. */
  readonly isRefused: boolean;
};

const STACKS_SHOWN_MAX = 100;

type Row = { readonly id: string; readonly stackIds: string; readonly isRefused: boolean };

/**
 * Stacks visible to the caller that hold these kept definitions, by definition id.
 * @throws forbidden for an agent, and for the operator outside any account
 */
export async function listHoldingStacks(
  { db, actor }: Ctx,
  definitionIds: readonly string[],
): Promise<ReadonlyMap<string, HoldingStacks>> {
  const single = singleStacks(actor);
  // One row per definition: one row per stack would block the event loop for too long.
  const rows = await db.$queryRaw<Row[]>`
    SELECT kept.id, array_to_json((array_agg(stack.id ORDER BY stack.id))[1:${STACKS_SHOWN_MAX}::int])::text AS "stackIds",
      removed_at IS NULL AND bool_and(refused_digest IS NOT DISTINCT FROM tool.digest) AS "isRefused"
    FROM kept_definition kept JOIN tool ON tool.id = kept.tool_key
    JOIN enabled_tool ON enabled_tool.tool_key = kept.tool_key AND held_digest = kept.digest
    JOIN stack_server placed ON placed.id = stack_server_id JOIN stack ON stack.id = placed.stack_id
    WHERE kept.id = ANY(${[...definitionIds]}::text[])
      AND stack.account_id = ${ownAccountId(actor)} AND (${single === null} OR stack.id = ANY(${[...(single ?? [])]}::text[]))
    GROUP BY kept.id, removed_at`;
  return new Map(rows.map(({ id, stackIds, isRefused }) => [id, { stackIds: JSON.parse(stackIds), isRefused }]));
}
