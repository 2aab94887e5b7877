import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { StackId } from '../kernel/ids.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { SOON_MS } from './credentialProblems.ts';
import { callsNothing, followsFromStored } from './lackingTools.ts';

/**
 * Why a stack needs attention. `missing_credential`: a required stack credential is not stored, or no enabled tool can
 * be called with the stored ones. `credential`: a stored credential must be re-entered, needs a new sign-in, or expires
 * within a week and can't be renewed. `failing_tool` and `ending_token` are open alerts.
 */
export type StackAttention = 'missing_credential' | 'credential' | 'failing_tool' | 'ending_token';

const OF_ALERTS = ['failing_tool', 'ending_token'] as const satisfies StackAttention[];

type Row = { readonly stackId: StackId; readonly kind: StackAttention };

/**
 * SQL for the stacks' own credentials that need attention, limited to the stacks and servers selected by `among`. Rows
 * have the `id` of the stack server, its `stack_id`, and `is_there`: whether a credential is stored. Equivalent to
 * `credentialStatusOf`, which would read hundreds of documents for a list of stacks.
 * `test/core/stacks/attention.test.ts` compares the two.
 */
export function credentialsNeedingAttention(among: Prisma.Sql, now: Date): Prisma.Sql {
  const soon = new Date(now.getTime() + SOON_MS);
  return Prisma.sql`
    WITH wanted AS (
      SELECT placed.id, placed.stack_id, field.field_id, field.required, field.oauth2
      FROM stack JOIN stack_server placed ON placed.stack_id = stack.id
      JOIN credential_field field ON field.server_id = placed.server_id
      WHERE ${among}
        -- Where end users sign in for themselves, the client that they do so by is still the stack's.
        AND (placed.credential_mode <> 'user' OR EXISTS (
          SELECT FROM credential_field other WHERE other.server_id = placed.server_id
            AND field.field_id IN (other.oauth2 #>> '{clientId,field}', other.oauth2 #>> '{clientSecret,field}')))),
    stored AS (
      SELECT wanted.*, own.field_id IS NOT NULL AS is_there,
        own.state <> 'moved' AND coalesce(own.destination, '') <> '' AS is_usable,
        own.kind = 'oauth2' AND (own.state = 'reconnect_required'
          OR (NOT own.is_renewable AND own.expires_at <= ${soon}::timestamptz)) AS ends
      FROM wanted LEFT JOIN credential own ON own.stack_server_id = wanted.id AND own.end_user = ${STACK_ITSELF}
        AND own.field_id = wanted.field_id),
    lacking AS (
      SELECT * FROM stored WHERE CASE WHEN is_there THEN ends OR NOT is_usable ELSE required END)
    SELECT id, stack_id, is_there FROM lacking
    -- A token that follows from what is stored is not missing, and is stored by nobody.
    WHERE (is_there AND is_usable) OR NOT (${followsFromStored(Prisma.sql`oauth2`, Prisma.sql`lacking.id`)})
    UNION ALL
    SELECT placed.id, placed.stack_id, false FROM stack JOIN stack_server placed ON placed.stack_id = stack.id
    WHERE ${among} AND ${callsNothing}`;
}

/** SQL for the attention reasons of all visible stacks, or only of those in `among`. */
function attentionRows({ actor, now }: Ctx, among: readonly StackId[] | null): Prisma.Sql {
  const account = ownAccountId(actor);
  const singles = singleStacks(actor);
  const seen = Prisma.sql`stack.account_id = ${account}
    AND (${singles}::text[] IS NULL OR stack.id = ANY(${singles}::text[]))
    AND (${among}::text[] IS NULL OR stack.id = ANY(${among}::text[]))`;
  return Prisma.sql`
    SELECT stack_id AS "stackId", CASE WHEN is_there THEN 'credential' ELSE 'missing_credential' END AS kind
    FROM (${credentialsNeedingAttention(seen, now())}) AS found
    UNION
    SELECT stack_id, kind FROM alert WHERE account_id = ${account} AND ended_at IS NULL AND stack_id IS NOT NULL
      AND kind = ANY(${OF_ALERTS}::text[])
      AND (${singles}::text[] IS NULL OR stack_id = ANY(${singles}::text[]))
      AND (${among}::text[] IS NULL OR stack_id = ANY(${among}::text[]))`;
}

/**
 * Attention reasons of the given stacks that the caller may see; stacks without any are absent. Ignores credentials of
 * end users. Tested by `test/core/stacks/attention.test.ts`.
 * @throws forbidden for a caller that manages no account; as `heavyRead`
 */
export async function attentionOfStacks(
  ctx: Ctx,
  stacks: readonly StackId[],
): Promise<ReadonlyMap<StackId, readonly StackAttention[]>> {
  const rows = await heavyRead(ctx, (tx) => tx.$queryRaw<readonly Row[]>(attentionRows(ctx, stacks)));
  const byStack = Map.groupBy(rows, ({ stackId }) => stackId);
  return new Map([...byStack].map(([id, own]) => [id, own.map(({ kind }) => kind).toSorted()]));
}

/** The stacks that need attention, as in `attentionOfStacks`. @throws forbidden; as `heavyRead` */
export async function stacksNeedingAttention(ctx: Ctx): Promise<StackId[]> {
  const rows = await heavyRead(ctx, (tx) => tx.$queryRaw<readonly Row[]>(attentionRows(ctx, null)));
  return [...new Set(rows.map(({ stackId }) => stackId))];
}
