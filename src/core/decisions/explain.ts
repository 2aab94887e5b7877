import ipaddr from 'ipaddr.js';
import type { PolicyRule } from '../../generated/prisma/client.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { CallerId, StackId, ToolId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject } from '../lib/json.ts';
import { peekAtQuota, readCounts } from '../policies/counts.ts';
import {
  type Evaluate,
  evaluatorOf,
  type Match,
  type Matching,
  type Mismatch,
  matchRule,
  type PolicyCall,
} from '../policies/match.ts';
import { applyPrecedence, type Effect, type Rule, strongest, toRule } from '../policies/policies.ts';
import { type RuleInput, readRule } from '../policies/policyRule.ts';
import { matchesTool, toPolicyTool } from '../policies/toolMatch.ts';
import type { ResultSource } from '../results/source.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { refusalText } from './decide.ts';
import { type DenyReason, type DenyReasonName, type OtherDenyReasons, otherDenyReasonsOf } from './denyReasons.ts';
import { findExplainedCaller } from './explainedCaller.ts';

/** The result of checking a rule: it matches, or the reason why it does not. */
type RuleReason = 'matches' | 'replaced' | 'other_tool' | 'quota_left' | 'input_unknown' | Mismatch;

/** The result of checking a rule, or another reason to deny the call. */
export type Reason = RuleReason | DenyReasonName;

/** A checked rule; `rule` is null for another reason to deny the call. */
export type RuleConsidered = {
  readonly rule: PolicyRule | null;
  readonly reason: Reason;
  readonly problem: string | null;
  /** Whether this is the rule that the request tries, which is not created yet. */
  readonly isTried: boolean;
};

/** How a call would be decided, with everything that was checked, in the order of a real call. */
export type Explanation = {
  readonly effect: Effect;
  /** The message that the caller would get; null if the call would be allowed. */
  readonly message: string | null;
  /**
   * False if something could not be checked because it is unknown: the input, the token of an endpoint caller, or the
   * address for a token restricted to networks.
   */
  readonly isComplete: boolean;
  readonly considered: readonly RuleConsidered[];
};

/** A call to explain; without a caller, a call by the requester. */
type ExplainedCall = {
  readonly stackId: StackId;
  /** Any name of the tool that `findKnownTool` resolves. */
  readonly toolId: ToolId;
  /** The id of an endpoint, a stack token, a service account, a trusted issuer, an API key or a user. */
  readonly callerId?: CallerId | null | undefined;
  /** An attenuated token without its last part, which is its secret; used instead of `callerId`. */
  readonly attenuated?: string | null | undefined;
  readonly endUser?: string | null | undefined;
  readonly input?: unknown;
  /** The sources of the results and files that the input would pass by their handles. */
  readonly sources?: readonly ResultSource[];
  readonly address?: string | null | undefined;
  /** A candidate rule, as input for `createPolicyRule`: the call is decided as if it existed. */
  readonly rule?: RuleInput | null | undefined;
};

/**
 * Explains how a call would be decided and why, without making or counting it. Covers the rules and all other reasons
 * for a refusal. Excludes checks that only a real call can make: rate limits, credentials, the upstream. Tested by
 * `test/core/decisions/explain.test.ts`.
 * @throws not_found (stack, tool, caller), invalid_input; forbidden for an agent; as `createPolicyRule` for the rule
 */
export async function explainDecision(ctx: Ctx, explained: ExplainedCall): Promise<Explanation> {
  requireRightIn(ctx.actor, 'read', explained.stackId);
  const snapshot = await getSnapshot(ctx, explained.stackId);
  const tool = findKnownTool(snapshot, explained.toolId);
  if (!tool) throw new AppError('not_found', `Tool ${explained.toolId} not found in stack`);
  const made = await ctx.db.policyRule.findMany({
    where: {
      accountId: snapshot.accountId,
      disabledAt: null,
      OR: [{ stackId: null }, { stackId: snapshot.stackId }],
    },
    orderBy: { id: 'asc' },
  });
  const tried = explained.rule ? await candidateRule(ctx, explained.rule, explained.stackId) : null;
  const rows = tried ? [...made, tried] : made;
  const caller = await findExplainedCaller(ctx, explained);
  const given = explained.input ?? null;
  if (given !== null && !isJsonObject(given)) throw invalid('/input', 'must be an object');
  const address = explained.address ?? null;
  if (address !== null && !ipaddr.isValid(address)) throw invalid('/address', 'must be an IP address');
  const arriving = { snapshot, tool, toolName: explained.toolId, input: given, address };
  const denyReasons = await otherDenyReasonsOf(ctx, caller, arriving);
  const call = { caller, tool: toPolicyTool(tool) };
  const rules = await Promise.all(rows.map(toRule));
  const calls = (await readCounts(ctx, rules, call))?.calls ?? null;
  const { input } = denyReasons;
  const explainedCall = { ...call, input: input ?? {}, sources: explained.sources ?? [], now: ctx.now(), calls };
  const judged = await evaluateRule(ctx, rules, explainedCall, input !== null);
  const explanation = explanationOf(rows, judged, denyReasons);
  const considered = explanation.considered.map((each) => ({
    ...each,
    isTried: tried !== null && each.rule === tried,
  }));
  return { ...explanation, considered };
}

/** @throws as `createPolicyRule`; invalid_input for a rule of another stack */
async function candidateRule(ctx: Ctx, input: RuleInput, stackId: StackId): Promise<PolicyRule> {
  const rule = await readRule(ctx, input);
  if (rule.stackId === null || rule.stackId === stackId) return rule;
  throw invalid('/rule/stackId', 'must be the stack of the call, or omitted');
}

const invalid = (path: string, message: string): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', { issues: [{ path, message }] });

type RuleAnswer = { readonly rule: Rule; readonly answer: Match | Exclude<RuleReason, 'matches' | 'replaced'> };

async function evaluateRule(
  ctx: Ctx,
  rules: readonly Rule[],
  call: PolicyCall,
  hasInput: boolean,
): Promise<readonly RuleAnswer[]> {
  const evaluate = evaluatorOf(call, requesterOf(ctx));
  const judged: RuleAnswer[] = [];
  for (const rule of rules) judged.push({ rule, answer: await answerOf(ctx, rule, call, hasInput ? evaluate : null) });
  return judged;
}

/** `evaluate` is null if the input is unknown. */
async function answerOf(
  ctx: Ctx,
  rule: Rule,
  call: PolicyCall,
  evaluate: Evaluate | null,
): Promise<RuleAnswer['answer']> {
  if (!matchesTool(rule, call.tool)) return 'other_tool';
  const { condition } = rule;
  if (evaluate === null && (condition?.readsInput || (condition?.readsResult && call.sources.length === 0)))
    return 'input_unknown';
  const match = await matchRule(rule, call, evaluate ?? evaluatorOf(call, requesterOf(ctx)));
  if (typeof match === 'string' || rule.quota === null) return match;
  const until = await peekAtQuota(ctx, rule, rule.quota, call);
  return until ? { ...match, until } : 'quota_left';
}

function explanationOf(
  rows: readonly PolicyRule[],
  judged: readonly RuleAnswer[],
  { before, after, isUnknown }: OtherDenyReasons,
): RuleExplanation {
  const matching = judged.flatMap(({ rule, answer }) =>
    typeof answer === 'string' ? [] : [{ ...rule, match: answer }],
  );
  const counting = applyPrecedence(matching);
  return {
    ...verdictOf(before, strongest(counting), after),
    isComplete: !isUnknown,
    considered: [
      ...before.map(withoutRule),
      ...consideredRules(rows, judged, new Set(counting.map(({ id }) => id))),
      ...after.map(withoutRule),
    ],
  };
}

/** The first deny reason or refusing rule decides. */
function verdictOf(
  before: readonly DenyReason[],
  deciding: Matching | undefined,
  after: readonly DenyReason[],
): Pick<Explanation, 'effect' | 'message'> {
  const first = before.find(({ reason }) => reason !== 'network_unknown');
  if (first) return { effect: 'deny', message: first.problem };
  if (deciding && deciding.effect !== 'allow') return { effect: deciding.effect, message: refusalText(deciding) };
  const last = after[0];
  return last ? { effect: 'deny', message: last.problem } : { effect: 'allow', message: null };
}

type RuleResult = Omit<RuleConsidered, 'isTried'>;
type RuleExplanation = Omit<Explanation, 'considered'> & { readonly considered: readonly RuleResult[] };

const withoutRule = (obstacle: DenyReason): RuleResult => ({ ...obstacle, rule: null });

const consideredRules = (
  rows: readonly PolicyRule[],
  judged: readonly RuleAnswer[],
  counted: ReadonlySet<string>,
): readonly RuleResult[] =>
  judged.flatMap(({ rule: { id }, answer }, at): readonly RuleResult[] => {
    const rule = rows[at];
    if (!rule) return [];
    if (typeof answer === 'string') return [{ rule, reason: answer, problem: null }];
    return [{ rule, reason: counted.has(id) ? 'matches' : 'replaced', problem: answer.problem ?? null }];
  });
