import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { CredentialStatus } from '../credentials/status.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { StackServerId } from '../kernel/ids.ts';
import { stackWhere } from '../kernel/scope.ts';
import { readJson } from '../lib/json.ts';
import { heavyRead } from '../limits/heavyReads.ts';

/** Alternative sets of fields, one of which is enough, and the number of enabled tools that need one. */
export type NeededSets = { readonly sets: readonly (readonly string[])[]; readonly toolCount: number };

const setsSchema = z.array(z.array(z.string()));

type Row = { readonly place: StackServerId; readonly sets: string; readonly tools: number };

/**
 * The credential sets that enabled tools need in addition to the required fields, for each given stack server that the
 * caller may see. Stack servers without such needs are absent.
 * @throws as `heavyRead`
 */
export const needsOfPlaces = (
  ctx: Ctx,
  places: readonly StackServerId[],
): Promise<ReadonlyMap<StackServerId, readonly NeededSets[]>> =>
  heavyRead(ctx, async (tx) => {
    const where = { id: { in: [...places] }, stack: stackWhere(ctx.actor) };
    const seen = await tx.stackServer.findMany({ where, select: { id: true } });
    return needsAt(
      tx,
      seen.map(({ id }) => id),
    );
  });

async function needsAt(tx: Tx, places: readonly string[]): Promise<ReadonlyMap<StackServerId, readonly NeededSets[]>> {
  const rows = await tx.$queryRaw<readonly Row[]>`
    SELECT stack_server_id AS place, (request->'credentials')::text AS sets, count(*)::int AS tools
    FROM enabled_tool JOIN tool ON tool.id = tool_key
    WHERE stack_server_id = ANY(${[...places]}::text[]) AND removed_at IS NULL
      AND json_typeof(request->'credentials') = 'array'
    GROUP BY 1, 2`;
  const needs = rows.map(({ place, sets, tools }) => ({
    place,
    sets: setsSchema.safeParse(readJson(Buffer.from(sets))).data ?? [],
    toolCount: tools,
  }));
  return Map.groupBy(needs, ({ place }) => place);
}

/** Number of tools that need more than the required fields, and whose sets are all incomplete. */
export function countLacking({ fields }: Pick<CredentialStatus, 'fields'>, needs: readonly NeededSets[]): number {
  const added = new Set(fields.filter(({ state }) => state === 'added').map(({ fieldId }) => fieldId));
  const lacking = needs.filter(({ sets }) => !sets.some((set) => set.every((id) => added.has(id))));
  return lacking.reduce((sum, { toolCount }) => sum + toolCount, 0);
}

/**
 * SQL condition: the settings `oauth2` derive a token from values that are stored for `placeId`. Such a token itself is
 * never stored.
 */
export function followsFromStored(oauth2: Prisma.Sql, placeId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    coalesce(${oauth2} ->> 'grant', '') IN ('client_credentials', 'token_exchange') AND NOT EXISTS (
      SELECT FROM unnest(ARRAY[${oauth2} #>> '{clientId,field}', ${oauth2} #>> '{clientSecret,field}',
        ${oauth2} #>> '{subjectToken,field}']) AS source (field_id)
      WHERE source.field_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM credential given WHERE given.stack_server_id = ${placeId} AND given.end_user = ${STACK_ITSELF}
          AND given.field_id = source.field_id AND given.state <> 'moved' AND coalesce(given.destination, '') <> ''))`;
}

/**
 * SQL condition on the row `stack_server placed`: it has enabled tools, and no credential set that they need is stored.
 * A value that must be re-entered counts as stored, since that is a separate problem. False if all calls use end users'
 * credentials.
 */
export const callsNothing = Prisma.sql`
  placed.credential_mode <> 'user'
  AND EXISTS (SELECT FROM credential_field other WHERE other.server_id = placed.server_id AND NOT other.required)
  AND EXISTS (
    SELECT FROM enabled_tool JOIN tool ON tool.id = tool_key
    WHERE stack_server_id = placed.id AND removed_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM enabled_tool JOIN tool ON tool.id = tool_key
      -- Read out of the request once.
      CROSS JOIN LATERAL (SELECT request->'credentials' AS sets OFFSET 0) AS needed
    WHERE stack_server_id = placed.id AND removed_at IS NULL
      AND CASE WHEN json_typeof(sets) = 'array' THEN EXISTS (
        SELECT FROM json_array_elements(sets) AS choice
        WHERE choice::jsonb <@ (
          SELECT coalesce(jsonb_agg(field_id), '[]') FROM credential_field field
          WHERE field.server_id = placed.server_id
            AND (EXISTS (
              SELECT FROM credential own WHERE own.stack_server_id = placed.id AND own.end_user = ${STACK_ITSELF}
                AND own.field_id = field.field_id)
            OR ${followsFromStored(Prisma.sql`field.oauth2`, Prisma.sql`placed.id`)})))
      ELSE true END
    -- Ends with the first tool that can be called, where a join would read all tools. The 200,000 of an account in which
    -- none can take seconds.
    OFFSET 0)`;

/**
 * Selects the given stack servers where no tool can be called, and returns the credential sets that their tools need.
 * Callers must have checked access to the stack servers.
 */
export async function needsWhereNothingWorks(
  tx: Tx,
  places: readonly StackServerId[],
): Promise<ReadonlyMap<StackServerId, readonly NeededSets[]>> {
  const rows = await tx.$queryRaw<readonly { readonly id: string }[]>`
    SELECT placed.id FROM stack_server placed WHERE placed.id = ANY(${[...places]}::text[]) AND ${callsNothing}`;
  return rows.length === 0
    ? new Map()
    : needsAt(
        tx,
        rows.map(({ id }) => id),
      );
}

/**
 * Suggested credential when no tool can be called: the field that enables the most tools, and a description of the
 * options.
 */
type CredentialSuggestion = { readonly fieldId: string; readonly words: string };

/** Maximum listed alternatives. The text only mentions that there are more. */
const NAMED_MAX = 3;

/**
 * Suggests which credential to add; null if a set is complete. `needs` lists alternative sets, starting with the sets
 * that most tools accept. `isThere` reports whether a field is stored; `nameOf` returns its display name.
 */
export function wantedOf(
  needs: readonly NeededSets[],
  { isThere, nameOf }: { isThere(fieldId: string): boolean; nameOf(fieldId: string): string },
): CredentialSuggestion | null {
  const counts = new Map<string, { readonly lacking: readonly string[]; readonly tools: number }>();
  for (const { sets, toolCount } of needs)
    for (const set of sets) {
      const lacking = set.filter((id) => !isThere(id));
      const key = lacking.toSorted().join();
      counts.set(key, { lacking, tools: (counts.get(key)?.tools ?? 0) + toolCount });
    }
  const choices = [...counts.values()].toSorted((one, other) => other.tools - one.tools).map(({ lacking }) => lacking);
  const fieldId = choices[0]?.[0];
  if (fieldId === undefined || choices.some(({ length }) => length === 0)) return null;
  const named = choices.slice(0, NAMED_MAX).map((set) => set.map(nameOf).join(' and '));
  return { fieldId, words: [...named, ...(choices.length > NAMED_MAX ? ['another'] : [])].join(' or ') };
}
