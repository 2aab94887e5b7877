import type { CallOutcome } from '../callRecords/outcome.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AccountId, EndpointId, ServerId, ServerKey, StackId, ToolId } from '../kernel/ids.ts';
import { singleStacks } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { storedObjectOrNull } from '../lib/storedJson.ts';
import { MARKETPLACE } from '../servers/server.ts';
import { hintsInForce, readHintSettings } from './hints.ts';
import { type Effect, type Rule, toRule } from './policies.ts';
import { type RuleInput, readRule } from './policyRule.ts';
import { matchesTool, type PolicyTool, toPolicyTool } from './toolMatch.ts';

/** Maximum days that a dry run may look back. */
export const DRY_RUN_DAYS_MAX = 31;
const DRY_RUN_DAYS_DEFAULT = 7;
/** Maximum call records that a dry run reads, newest first. */
const CALLS_MAX = 100_000;
const GROUPS_MAX = 1_000;
const DAY_MS = 86_400_000;

/** Call records of one tool through one endpoint, or the account API, that the rule would match. */
export type DryRunGroup = {
  readonly stackId: StackId;
  readonly serverId: ServerId;
  readonly toolId: ToolId;
  /** Null for calls over the account API. */
  readonly endpointId: EndpointId | null;
  readonly callCount: number;
  /** False if the match depends on the input, the caller or a count, which records do not contain. */
  readonly isCertain: boolean;
};

/** The effect that a rule would have had. */
export type DryRun = {
  readonly since: Date;
  readonly effect: Effect;
  /** The number of call records read. */
  readonly callCount: number;
  /** False if there were more records than the limit. */
  readonly isComplete: boolean;
  /** Most calls first. */
  readonly groups: readonly DryRunGroup[];
  /** Stacks in which the rule would apply but whose calls are not recorded. */
  readonly unrecordedStackCount: number;
};

const REFUSED: readonly CallOutcome[] = ['denied', 'approval_required'];

/**
 * Tries a rule on the call records of the last days before it is created. A deny rule is tried on allowed calls, an
 * allow rule on calls that rules refused. Takes the same input as `createPolicyRule`. Tested by
 * `test/core/policies/lists.test.ts`. Requires the right `read`, in the rule's stack or, without one, in the account.
 * @throws as `createPolicyRule` does; invalid_input for days outside 1 to 31
 */
export async function tryPolicyRule(ctx: Ctx, input: RuleInput, days: number = DRY_RUN_DAYS_DEFAULT): Promise<DryRun> {
  if (!Number.isInteger(days) || days < 1 || days > DRY_RUN_DAYS_MAX) {
    const issues = [{ path: '/days', message: `must be 1 to ${DRY_RUN_DAYS_MAX}` }];
    throw new AppError('invalid_input', 'Invalid request parameters', { issues });
  }
  const row = await readRule(ctx, input);
  const rule = await toRule(row);
  const since = new Date(ctx.now().getTime() - days * DAY_MS);
  const rows = await readGroups(ctx, row, rule.effect === 'allow', since);
  const tools = await readTools(ctx, row.accountId, rows);
  const { accountId, stackId } = row;
  const callCount = rows.reduce((sum, { callCount: calls }) => sum + calls, 0);
  return {
    since,
    effect: rule.effect,
    callCount,
    isComplete: callCount < CALLS_MAX && rows.length < GROUPS_MAX,
    groups: rows.flatMap((group) => evaluateGroup(rule, group, tools)),
    unrecordedStackCount: await ctx.db.stack.count({
      where: { accountId, recordsCalls: false, ...(stackId !== null && { id: stackId }) },
    }),
  };
}

type Group = Omit<DryRunGroup, 'isCertain'>;
/** The fields of the rule's row that determine who may see it (`readRule`). */
type Place = Pick<Rule, 'endpointId'> & { readonly accountId: AccountId; readonly stackId: StackId | null };

function readGroups(
  ctx: Ctx,
  { accountId, stackId, endpointId }: Place,
  wasRefused: boolean,
  since: Date,
): Promise<Group[]> {
  return ctx.db.$queryRaw<Group[]>`
    SELECT stack_id AS "stackId", server_id AS "serverId", tool_id AS "toolId", endpoint_id AS "endpointId",
           count(*)::int AS "callCount"
    FROM (SELECT stack_id, server_id, tool_id, endpoint_id, outcome FROM invocation
          WHERE account_id = ${accountId} AND at >= ${since}
            AND (${stackId}::text IS NULL OR stack_id = ${stackId}::text)
            AND (${endpointId}::text IS NULL OR endpoint_id = ${endpointId}::text)
          ORDER BY at DESC LIMIT ${CALLS_MAX}) AS call
    WHERE (outcome = ANY(${REFUSED})) = ${wasRefused}
    GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ${GROUPS_MAX}`;
}

const keyOf = (serverId: ServerId, toolId: ToolId): string => `${serverId} ${toolId}`;

type StoredTool = {
  readonly toolId: ToolId;
  readonly slug: ServerId;
  readonly annotations: string | null;
  readonly serverKey: ServerKey;
  readonly owner: string;
  readonly kind: string;
};

// Keyed by server and tool, because servers without a prefix may have tools with the same ids in different stacks.
async function readTools(
  { db, actor }: Ctx,
  accountId: AccountId,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, PolicyTool>> {
  const single = singleStacks(actor);
  const called = [...new Map(groups.map((group) => [keyOf(group.serverId, group.toolId), group])).values()];
  const tools = await db.$queryRaw<StoredTool[]>`
    SELECT tool.tool_id AS "toolId", server.slug, tool.annotations::text, server.id AS "serverKey", server.owner,
      server.connector->>'kind' AS kind
    FROM unnest(${called.map(({ serverId }) => serverId)}::text[], ${called.map(({ toolId }) => toolId)}::text[])
      AS called (slug, tool_id)
    JOIN server ON server.slug = called.slug AND server.owner IN (${MARKETPLACE}, ${accountId})
    JOIN tool ON tool.server_id = server.id AND tool.tool_id = called.tool_id
    WHERE EXISTS (
      SELECT 1 FROM enabled_tool JOIN stack_server placed ON placed.id = stack_server_id JOIN stack ON stack.id = placed.stack_id
      WHERE tool_key = tool.id AND stack.account_id = ${accountId}
        AND (${single === null} OR stack.id = ANY(${[...(single ?? [])]}::text[])))`;
  const keys = [...new Set(tools.map(({ serverKey }) => serverKey))];
  const hints = await readHintSettings(db, accountId, keys);
  return new Map(
    tools.map(({ toolId, slug, annotations, serverKey, owner, kind }) => {
      const toolFacts = { toolId, annotations: storedObjectOrNull(annotations) };
      const inForce = hintsInForce(toolFacts, { owner, connector: { kind } }, hints.get(serverKey));
      return [keyOf(slug, toolId), toPolicyTool({ toolId, ...inForce, server: { slug } })];
    }),
  );
}

/** The group, and whether the rule would certainly match its calls; empty if the rule would not match them. */
function evaluateGroup(rule: Rule, group: Group, tools: ReadonlyMap<string, PolicyTool>): readonly DryRunGroup[] {
  const { serverId, toolId, endpointId } = group;
  const known = tools.get(keyOf(serverId, toolId));
  // A tool that is no longer enabled is known only by its id, without annotations.
  const tool = known ?? toPolicyTool({ toolId, annotations: null, server: { slug: serverId } });
  const comparable = known ? rule : { ...rule, readOnly: null, destructive: null, openWorld: null };
  if (!matchesTool(comparable, tool)) return [];
  const isCaller = isCallerOf(rule, endpointId);
  if (isCaller === false) return [];
  const isWhole = rule.condition === null && rule.quota === null && rule.endUsers.size === 0;
  const hasHints = [rule.readOnly, rule.destructive, rule.openWorld].some((hint) => hint !== null);
  return [{ ...group, isCertain: isCaller === true && isWhole && (known !== undefined || !hasHints) }];
}

/** Whether the rule is for a caller. Null if that depends on the token, key or person, which records do not contain. */
function isCallerOf({ callers }: Rule, endpointId: EndpointId | null): boolean | null {
  if (callers.size === 0 || (endpointId !== null && callers.has(endpointId))) return true;
  const others = [...callers].filter((id) => !id.startsWith('endpoint_'));
  const mayBe = others.some((id) => /^(?:token|machine|issuer)_/.test(id) === (endpointId !== null));
  return mayBe ? null : false;
}
