import { z } from 'zod';
import type { Ctx } from '../context.ts';
import type { CredentialStatus } from '../credentials/status.ts';
import type { StackServerId } from '../ids.ts';
import { readJson } from '../lib/json.ts';
import { stackWhere } from '../scope.ts';

/** Sets of fields of which tools need any one, and how many enabled tools need one of these. */
export type NeededSets = { readonly sets: readonly (readonly string[])[]; readonly toolCount: number };

const setsSchema = z.array(z.array(z.string()));

type Row = { readonly place: StackServerId; readonly sets: string; readonly tools: number };

/**
 * What the enabled tools of each of these places need besides their servers' required fields, of the places that the
 * caller sees; one whose tools need nothing else is absent. As many rows as servers have different needs.
 */
export async function needsOfPlaces(
  { db, actor }: Ctx,
  places: readonly StackServerId[],
): Promise<ReadonlyMap<StackServerId, readonly NeededSets[]>> {
  const where = { id: { in: [...places] }, stack: stackWhere(actor) };
  const seen = await db.stackServer.findMany({ where, select: { id: true } });
  const rows = await db.$queryRaw<readonly Row[]>`
    SELECT stack_server_id AS place, (request->'credentials')::text AS sets, count(*)::int AS tools
    FROM enabled_tool JOIN tool ON tool.id = tool_key
    WHERE stack_server_id = ANY(${seen.map(({ id }) => id)}::text[]) AND removed_at IS NULL
      AND json_typeof(request->'credentials') = 'array'
    GROUP BY 1, 2`;
  const needOf = ({ sets, tools }: Row): NeededSets => ({
    sets: setsSchema.safeParse(readJson(Buffer.from(sets))).data ?? [],
    toolCount: tools,
  });
  return new Map([...Map.groupBy(rows, ({ place }) => place)].map(([id, found]) => [id, found.map(needOf)]));
}

/** How many tools cannot be called with what is stored, though all required fields are there. */
export function countLacking({ fields }: Pick<CredentialStatus, 'fields'>, needs: readonly NeededSets[]): number {
  const added = new Set(fields.filter(({ state }) => state === 'added').map(({ fieldId }) => fieldId));
  const isLacking = ({ sets }: NeededSets): boolean => !sets.some((set) => set.every((id) => added.has(id)));
  return needs.filter(isLacking).reduce((sum, { toolCount }) => sum + toolCount, 0);
}
