import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { ApprovalId, RuleId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { policyCallerOf } from '../policies/caller.ts';
import { type ByteCount, byteCountsOf, consumeQuota, countCall, peekAtQuota, readCounts } from '../policies/counts.ts';
import { type Matching, matchRules, type PolicyCall } from '../policies/match.ts';
import { applyPrecedence, type Rule, strongest } from '../policies/policies.ts';
import { matchesTool } from '../policies/toolMatch.ts';
import type { ToolFailure } from '../results/outcome.ts';
import type { ResultSource } from '../results/source.ts';
import { heldFailure } from '../reviews/heldTool.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

declare const DECIDED: unique symbol;

/**
 * Permission to make a call. Connectors require one, and only this file creates them. So code that calls a connector
 * without a decision does not compile. Tested by `test/core/policies/everySurface.test.ts`.
 */
export type AllowDecision = {
  readonly [DECIDED]: true;
  /** The rules that matched, which all allow the call. */
  readonly ruleIds: readonly RuleId[];
  /** The approval that allowed it; absent if no rule required one. */
  readonly approvalId?: ApprovalId;
  /** Byte quotas to count towards after the call; absent for none. */
  readonly byteCounts?: readonly ByteCount[];
};

/**
 * The refusal of a call, by a rule or because the tool is held for a review. A call that needs an approval is refused
 * until it is approved.
 */
export type Refusal = Extract<ToolFailure, { kind: 'denied' | 'approval_required' | 'held_for_review' }>;

/** Whether a call is allowed. */
export type Decision = AllowDecision | Refusal;

/** The caller, the clock, the counters, and the signal that ends the wait for a thread. */
type DecisionContext = Pick<Ctx, 'actor' | 'endUser' | 'now' | 'limiter' | 'signal'>;

/** A call to decide. The input is validated. */
type DecidedCall = {
  readonly snapshot: Pick<StackSnapshot, 'policies'>;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
  /** The sources of the results and files that it passes by their handles. */
  readonly sources: readonly ResultSource[];
};

/** The only place that creates a permit. The tag `DECIDED` exists only in the type. */
const permit = (ruleIds: readonly RuleId[], byteCounts: readonly ByteCount[] = []): AllowDecision =>
  ({ ruleIds, ...(byteCounts.length > 0 && { byteCounts }) }) as AllowDecision;

/** The permit for a call that no rule applies to. */
const UNRULED = permit([]);

/**
 * Decides a tool call whose input has been validated. Without a rule for the tool, the call is allowed, and the result
 * is synchronous. Among matching rules, deny overrides ask, and ask overrides allow. A default applies only if no rule
 * of a narrower level matches. If evaluating a condition fails, a deny or ask rule matches, and an allow rule doesn't.
 * `isApproved`: a person has approved the call (`approvals/heldCall.ts`). `isDryRun`: the call isn't made, so quotas
 * are read but not consumed. A tool held for review is never permitted.
 */
export function decide(
  ctx: DecisionContext,
  { snapshot: { policies }, tool, input, sources }: DecidedCall,
  { isApproved = false, isDryRun = false }: { readonly isApproved?: boolean; readonly isDryRun?: boolean } = {},
): Decision | Promise<Decision> {
  if (tool.held) return heldFailure(tool.held);
  if (policies === null) return UNRULED;
  const { tool: seen, rules } = policies.rulesOf(tool);
  if (rules.length === 0) return UNRULED;
  // An `ask` rule with a granted approval allows the call, and still replaces defaults of other levels.
  const applied = isApproved
    ? rules.map((rule): Rule => (rule.effect === 'ask' ? { ...rule, effect: 'allow' } : rule))
    : rules;
  return decideBy(ctx, applied, { tool: seen, input, sources }, isDryRun);
}

/**
 * Decides requests to a server other than tool calls. Rules whose condition reads the input or its results apply only
 * to tools.
 */
export function decideAboutServer(
  ctx: DecisionContext,
  { policies }: Pick<StackSnapshot, 'policies'>,
  { slug }: Pick<SnapshotServer, 'slug'>,
): Decision | Promise<Decision> {
  if (policies === null) return UNRULED;
  // A server's resources and prompts count as a read-only tool.
  const server = { toolId: '', serverId: slug, readOnly: true, destructive: false, openWorld: true } as const;
  const rules = policies.rules.filter(
    (rule) => matchesTool(rule, server) && !rule.condition?.readsInput && !rule.condition?.readsResult,
  );
  return rules.length === 0 ? UNRULED : decideBy(ctx, rules, { tool: server, input: {}, sources: [] });
}

async function decideBy(
  ctx: DecisionContext,
  rules: readonly Rule[],
  { tool, input, sources }: Pick<PolicyCall, 'tool' | 'input' | 'sources'>,
  isDryRun = false,
): Promise<Decision> {
  const call = { caller: policyCallerOf(ctx), tool };
  const counts = await readCounts(ctx, rules, call);
  const facts = { ...call, input, sources, now: ctx.now(), calls: counts?.calls ?? null };
  const matching = await matchRules(rules, facts, requesterOf(ctx));
  const plain = matching.filter(({ quota }) => quota === null);
  const refused = refusalBy(plain);
  // A call that another rule refuses consumes no quota.
  if (refused) return refused;
  const beyond: Matching[] = [];
  const counting = applyPrecedence(matching);
  for (const rule of counting) {
    const until = rule.quota && (await (isDryRun ? peekAtQuota : consumeQuota)(ctx, rule, rule.quota, call));
    if (until) beyond.push({ ...rule, match: { ...rule.match, until } });
  }
  const refusal = refusalBy([...plain, ...beyond]);
  if (refusal) return refusal;
  if (counts && !isDryRun) await countCall(ctx, counts);
  return permit(
    plain.map(({ id }) => id),
    byteCountsOf(counting, call),
  );
}

/** The refusal by the matching rules; null if they allow the call. */
function refusalBy(matching: readonly Matching[]): Refusal | null {
  const rule = strongest(applyPrecedence(matching));
  if (!rule || rule.effect === 'allow') return null;
  return {
    kind: rule.effect === 'deny' ? 'denied' : 'approval_required',
    message: refusalText(rule),
    ruleId: rule.id,
  };
}

const WORDS = {
  allow: 'allows the call',
  ask: 'requires an approval, which is missing',
  deny: 'denies the call',
} as const;

/** The message of a refusal by a rule, the same on every surface. */
export function refusalText({ name, effect, message, match: { problem, until } }: Matching): string {
  const reason = [
    ...(problem === undefined ? [] : [`its condition could not be evaluated: ${problem}`]),
    ...(until === undefined ? [] : [`its quota is used up until ${until.toISOString()}`]),
  ];
  const because = reason.length > 0 ? ` (${reason.join('; ')})` : '';
  return `the rule “${name}” ${WORDS[effect]}${because}${message === null ? '' : `: ${message}`}`;
}
