import { readStored } from '../callContents/read.ts';
import { SUCCESS } from '../callRecords/outcome.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { CallId } from '../kernel/ids.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../lib/json.ts';
import { createInputCheck } from '../schemas/inputValidator.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** The newest calls of a stack that are searched for a recording, and the recordings of a tool that are read. */
const [CALLS_MAX, READ_MAX] = [2_000, 10];

type RecordedCall = { readonly snapshot: StackSnapshot; readonly tool: SnapshotTool; readonly input: JsonObject };

/**
 * The stored result of an earlier real call of the tool: one with the same input if there is one, otherwise the newest.
 * It must match the output schema, which a redacted one may not. For a call for an end user, only results of the same
 * end user are used. Calls of deleted endpoints may have been rehearsals, and don’t count. Null for none.
 */
export async function findRecording(ctx: Ctx, { snapshot, tool, input }: RecordedCall): Promise<JsonObject | null> {
  const { stackId, accountId } = snapshot;
  const rows = await ctx.db.$queryRaw<{ id: CallId }[]>`
    SELECT id FROM (
      SELECT id, at, tool_id, outcome, contents, end_user, endpoint_id FROM invocation
      WHERE stack_id = ${stackId} AND account_id = ${accountId} ORDER BY at DESC LIMIT ${CALLS_MAX}
    ) AS recent
    WHERE tool_id = ${tool.toolId} AND outcome = ${SUCCESS} AND contents = 'kept'
      AND end_user IS NOT DISTINCT FROM ${ctx.endUser}
      AND (endpoint_id IS NULL OR EXISTS (SELECT 1 FROM client_endpoint WHERE id = endpoint_id AND NOT is_rehearsal))
    ORDER BY at DESC LIMIT ${READ_MAX}`;
  const stored = await ctx.db.callContent.findMany({
    where: { id: { in: rows.map(({ id }) => id) }, stackId, accountId, expiresAt: { gt: ctx.now() } },
    take: READ_MAX,
    orderBy: { id: 'desc' },
  });
  const asked = canonicalJson(input);
  const recordings = stored.map((row) => readStored(ctx, row)).filter((each) => each !== null);
  const same = recordings.filter((each) => canonicalJson(each.input) === asked);
  const { outputSchema } = tool;
  for (const { output } of [...same, ...recordings]) {
    if (!isJsonObject(output)) continue;
    const issues = outputSchema === null ? [] : await createInputCheck(outputSchema).validate(output, requesterOf(ctx));
    if (issues.length === 0) return output;
  }
  return null;
}
