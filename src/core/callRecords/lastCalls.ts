import { Prisma } from '../../generated/prisma/client.ts';
import { type ChildList, pageDirection } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import type { IdOrder } from '../kernel/page.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';

/**
 * SQL join that gives the time of the last recorded call of the row `stack` as `last.at`; null for none. Hourly totals
 * give the hour, so that only its records are searched. If these were deleted, the time is the start of the hour.
 */
const LAST_CALL = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT hour FROM call_hour WHERE account_id = stack.account_id AND stack_id = stack.id AND calls > 0
    ORDER BY hour DESC LIMIT 1) AS total ON true
  LEFT JOIN LATERAL (
    SELECT max(at) AS at FROM invocation WHERE stack_id = stack.id AND at >= total.hour
      AND at < total.hour + interval '1 hour') AS exact ON true
  CROSS JOIN LATERAL (SELECT coalesce(exact.at, total.hour) AS at) AS last`;

/**
 * Last recorded call of each visible stack; stacks without one are omitted. Tested by
 * `test/graphql/stackLists.test.ts`.
 * @throws forbidden for callers without account access
 */
export async function lastCallsOfStacks(
  { db, actor }: Ctx,
  stacks: readonly StackId[],
): Promise<ReadonlyMap<StackId, Date>> {
  const singles = singleStacks(actor);
  const rows = await db.$queryRaw<readonly { readonly id: StackId; readonly at: Date }[]>`
    SELECT stack.id, last.at FROM stack ${LAST_CALL}
    WHERE stack.account_id = ${ownAccountId(actor)} AND stack.id = ANY(${[...stacks]}::text[])
      AND (${singles}::text[] IS NULL OR stack.id = ANY(${singles}::text[])) AND last.at IS NOT NULL`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/**
 * Visible stacks ordered by last call, then by age. Stacks without calls count as the earliest. `where` is a condition
 * on `stack`.
 * @throws forbidden for callers without account access
 */
export const stacksByLastCall =
  ({ actor }: Ctx, where: Prisma.Sql, direction: IdOrder): ChildList =>
  ({ cursor, isBackward, rows }) => {
    const [beyond, towards] = pageDirection(direction, isBackward);
    const singles = singleStacks(actor);
    return Prisma.sql`
      WITH listed AS (
        SELECT stack.id, coalesce(last.at, '-infinity') AS at FROM stack ${LAST_CALL}
        WHERE stack.account_id = ${ownAccountId(actor)}
          AND (${singles}::text[] IS NULL OR stack.id = ANY(${singles}::text[])) AND (${where}))
      SELECT id, row_number() OVER (ORDER BY at ${towards}, id ${towards}) AS place FROM listed
      WHERE ${cursor}::text IS NULL
        OR (at, id) ${beyond} (SELECT own.at, own.id FROM listed own WHERE own.id = ${cursor}::text)
      ORDER BY at ${towards}, id ${towards} LIMIT ${rows}::int`;
  };
