import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import { requireManagement } from '../kernel/scope.ts';
import { readJson } from '../lib/json.ts';
import { MARKETPLACE } from '../servers/server.ts';

/** One of several alternative sets of fields, each of which is enough to call some tools of a server. */
export type FieldChoice = {
  readonly fieldIds: readonly string[];
  /** The number of tools for which this set is enough, among tools with several sets. */
  readonly toolCount: number;
};

/** Maximum different sets read per server; most documents have one or two. */
const SETS_MAX = 20;

const alternativesSchema = z.array(z.array(z.string()));

type Row = { readonly serverId: ServerKey; readonly sets: string; readonly tools: number };

/**
 * For each server that the caller may see, the alternative sets of fields, one of which is enough. The set for the most
 * tools comes first. Beyond 20 different sets in a server, the rarest are omitted.
 */
export async function listCredentialChoices(
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, readonly FieldChoice[]>> {
  requireManagement(actor);
  const { accountId } = actor;
  const rows = await db.$queryRaw<readonly Row[]>`
    SELECT "serverId", sets, tools FROM (
      SELECT tool.server_id AS "serverId", (request->'credentials')::text AS sets, count(*)::int AS tools,
        row_number() OVER (PARTITION BY tool.server_id ORDER BY count(*) DESC) AS rank
      FROM tool JOIN server ON server.id = tool.server_id
      WHERE tool.server_id = ANY(${[...servers]}::text[]) AND removed_at IS NULL
        AND (${accountId}::text IS NULL OR server.owner IN (${MARKETPLACE}, ${accountId}))
        AND json_typeof(request->'credentials') = 'array' AND json_array_length(request->'credentials') > 1
      GROUP BY 1, 2) AS counted
    WHERE rank <= ${SETS_MAX}`;
  const byServer = Map.groupBy(rows, ({ serverId }) => serverId);
  return new Map([...byServer].map(([server, own]) => [server, choicesIn(own)]));
}

function choicesIn(rows: readonly Row[]): readonly FieldChoice[] {
  const choices = new Map<string, FieldChoice>();
  for (const { sets, tools } of rows) {
    for (const fieldIds of alternativesSchema.safeParse(readJson(Buffer.from(sets))).data ?? []) {
      const key = fieldIds.toSorted().join();
      const before = choices.get(key);
      choices.set(key, { fieldIds: before?.fieldIds ?? fieldIds, toolCount: (before?.toolCount ?? 0) + tools });
    }
  }
  return [...choices.values()].toSorted((one, other) => other.toolCount - one.toolCount);
}

type FieldRow = { readonly serverId: ServerKey; readonly fieldId: string; readonly tools: number };

/**
 * For each server that the caller may see, counts the tools that list a field in their alternative credential sets.
 * Ignores required fields. Fields that no tool lists are absent. Bounded by the 64 fields of a server.
 */
export async function countToolsByField(
  { db, actor }: Ctx,
  servers: readonly ServerKey[],
): Promise<ReadonlyMap<ServerKey, ReadonlyMap<string, number>>> {
  requireManagement(actor);
  const { accountId } = actor;
  const rows = await db.$queryRaw<readonly FieldRow[]>`
    SELECT "serverId", named.id AS "fieldId", count(*)::int AS tools FROM (
      SELECT tool.server_id AS "serverId", (request->'credentials')::jsonb AS sets
      FROM tool JOIN server ON server.id = tool.server_id
      WHERE tool.server_id = ANY(${[...servers]}::text[]) AND removed_at IS NULL
        AND (${accountId}::text IS NULL OR server.owner IN (${MARKETPLACE}, ${accountId}))
        AND json_typeof(request->'credentials') = 'array') AS needing
    CROSS JOIN LATERAL (SELECT DISTINCT id #>> '{}' AS id FROM jsonb_path_query(sets, '$[*][*]') AS id) AS named
    GROUP BY 1, 2`;
  const byServer = Map.groupBy(rows, ({ serverId }) => serverId);
  return new Map([...byServer].map(([id, own]) => [id, new Map(own.map((row) => [row.fieldId, row.tools]))]));
}
