import { Prisma } from '../../generated/prisma/client.ts';
import { actorIdOf } from './actor.ts';
import type { NewAuditEvent } from './audit/audit.ts';
import { BOUNDS } from './bounds.ts';
import type { Change } from './changes.ts';
import type { Ctx, Tx } from './context.ts';
import { newStackVersionId, type StackId } from './ids.ts';
import { requireOperator } from './scope.ts';

/* Versions are built in SQL: a stack can have ten thousand tools, and reading them would block the event loop. */

/** A JSON list of rows in a stable order; empty if there are none. */
const listOf = (row: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`coalesce(jsonb_agg(${row} ORDER BY ${order}), '[]')`;

const TOOL = Prisma.sql`jsonb_build_object('id', tool_id, 'name', alias, 'description', enabled_tool.description,
  'isPinned', is_pinned)`;
const SERVER = Prisma.sql`jsonb_build_object('id', slug, 'credentialMode', credential_mode, 'tools', (
  SELECT ${listOf(TOOL, Prisma.sql`tool_id COLLATE "C"`)} FROM enabled_tool JOIN tool ON tool.id = tool_key
  WHERE stack_server_id = placed.id AND removed_at IS NULL))`;
const RULE = Prisma.sql`jsonb_build_object('name', name, 'effect', effect, 'isDefault', is_default, 'callers', callers,
  'endUsers', end_users, 'servers', servers, 'tools', tools, 'readOnly', read_only, 'destructive', destructive,
  'openWorld', open_world, 'condition', condition, 'message', message, 'needsAnother', needs_another,
  'isEnabled', disabled_at IS NULL, 'quota', CASE WHEN quota_calls IS NOT NULL THEN
    jsonb_build_object(quota_unit, quota_calls, 'per', quota_per, 'of', quota_of) END)`;
/** A stack's document (`stackDocument.ts`), without its name and the names of its credentials. */
const DOCUMENT = Prisma.sql`jsonb_build_object('recordsCalls', analytics_enabled, 'contentDays', content_days,
  'contentRedactions', content_redactions,
  'servers', (SELECT ${listOf(SERVER, Prisma.sql`slug COLLATE "C"`)} FROM stack_server placed
    JOIN server ON server.id = server_id WHERE placed.stack_id = stack.id),
  'rules', (SELECT ${listOf(RULE, Prisma.sql`name COLLATE "C", id`)} FROM policy_rule
    WHERE policy_rule.stack_id = stack.id AND endpoint_id IS NULL),
  'skills', (SELECT ${listOf(Prisma.sql`jsonb_build_object('content', content)`, Prisma.sql`name COLLATE "C"`)} FROM skill
    WHERE skill.stack_id = stack.id))`;

/** Maximum stacks of one change that get a version at once; the others get theirs with their next change. */
const STACKS_MAX = 1_000;

/** The stacks whose documents a change may have changed. An import may have removed tools from any stack. */
function changedStacks({ audit: { action, target, stackId }, changes = [] }: Changed): StackId[] {
  if (stackId !== undefined && (target.kind === 'stack' || target.kind === 'rule')) return [stackId];
  if (action !== 'server.import') return [];
  return changes.flatMap((change) => (change.kind === 'tools' ? [change.id] : [])).slice(0, STACKS_MAX);
}

type Changed = { readonly audit: NewAuditEvent; readonly changes?: readonly Change[] };

/**
 * Makes a version of each stack whose content a change has made different from that of its latest version. The change
 * has locked the stacks. Tested by `test/core/stacks/stackVersions.test.ts` and `test/core/changes.test.ts`.
 */
export async function recordVersions(ctx: Ctx, tx: Tx, changed: Changed): Promise<void> {
  const stackIds = changedStacks(changed);
  if (stackIds.length > 0) await insertVersions(ctx, tx, stackIds, changed.audit.action);
}

async function insertVersions({ actor, now }: Ctx, tx: Tx, stackIds: StackId[], action: string | null): Promise<void> {
  const made = await tx.$executeRaw`
    WITH present AS (
      SELECT stack.id AS stack_id, given.id, ${DOCUMENT}::text AS document
      FROM unnest(${stackIds}::text[], ${stackIds.map(newStackVersionId)}::text[]) AS given (stack_id, id)
        JOIN stack ON stack.id = given.stack_id
    ), digested AS (
      SELECT *, encode(sha256(convert_to(document, 'UTF8')), 'hex') AS digest FROM present
    ), changed AS (
      SELECT digested.*, coalesce(latest.number, 0) + 1 AS number FROM digested LEFT JOIN LATERAL (
        SELECT number, digest FROM stack_version WHERE stack_version.stack_id = digested.stack_id
        ORDER BY number DESC LIMIT 1) AS latest ON true
      WHERE latest.digest IS DISTINCT FROM digested.digest
    ), content AS (
      INSERT INTO stack_version_content (stack_id, digest, document, bytes)
      SELECT stack_id, digest, document::json, octet_length(document) FROM changed ON CONFLICT DO NOTHING
    )
    INSERT INTO stack_version (id, stack_id, number, digest, action, actor_id, created_at)
    SELECT id, stack_id, number, digest, ${action}, ${actorIdOf(actor)}, ${now()} FROM changed`;
  if (made > 0) await deleteOldest(tx, stackIds);
}

/** Deletes the oldest versions beyond the bounds, but never the latest, and none that an endpoint uses. */
async function deleteOldest(tx: Tx, stackIds: StackId[]): Promise<void> {
  const deleted = await tx.$executeRaw`
    DELETE FROM stack_version WHERE id IN (
      SELECT id FROM (
        SELECT id, stack_id, number, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
        FROM stack_version JOIN stack_version_content USING (stack_id, digest)
        WHERE stack_id = ANY(${stackIds}) WINDOW newest AS (PARTITION BY stack_id ORDER BY number DESC)) AS version
      WHERE place > 1
        AND (place > ${BOUNDS.max_stack_versions.max} OR total > ${BOUNDS.max_stack_versions_bytes.max})
        AND NOT EXISTS (SELECT FROM client_endpoint endpoint WHERE endpoint.stack_id = version.stack_id
          AND version.number IN (endpoint.pinned_version, endpoint.canary_version)))`;
  if (deleted === 0) return;
  await tx.$executeRaw`
    DELETE FROM stack_version_content content WHERE stack_id = ANY(${stackIds}) AND NOT EXISTS (
      SELECT FROM stack_version version WHERE version.stack_id = content.stack_id AND version.digest = content.digest)`;
}

const STACKS_AT_A_TIME = 100;

/** Makes the first version of stacks that an earlier release created. Returns their number. @throws forbidden */
export async function recordFirstVersions(ctx: Ctx): Promise<number> {
  requireOperator(ctx.actor);
  for (let count = 0; ; ) {
    ctx.signal.throwIfAborted();
    const stacks = await ctx.db.stack.findMany({
      where: { versions: { none: {} } },
      select: { id: true },
      take: STACKS_AT_A_TIME,
    });
    if (stacks.length === 0) return count;
    for (const { id } of stacks)
      await ctx.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 AS locked FROM stack WHERE id = ${id} FOR NO KEY UPDATE`;
        await insertVersions(ctx, tx, [id], null);
      });
    count += stacks.length;
  }
}
