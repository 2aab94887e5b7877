import {
  type Condition,
  type ConditionCalls,
  type ConditionFacts,
  type ConditionResult,
  type HoldsFor,
  INLINE_STEPS_MAX,
  STEPS_MAX,
  sizesOf,
} from '../conditions/condition.ts';
import { evaluateInThread } from '../conditions/conditionThread.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ResultSource } from '../results/source.ts';
import type { PolicyCaller } from './caller.ts';
import type { Rule } from './policies.ts';
import type { PolicyTool } from './toolMatch.ts';

/** The part of a call that rules read. */
export type PolicyCall = {
  readonly caller: PolicyCaller;
  readonly tool: PolicyTool;
  readonly input: JsonObject;
  /** The sources of the results and files that the call passes by their handles. */
  readonly sources: readonly ResultSource[];
  readonly now: Date;
  /** Null if no rule reads them. */
  readonly calls: ConditionCalls | null;
};

/** Why a rule matches. */
export type Match = {
  /** Why the rule's condition could not be evaluated. Deny and ask rules then match. */
  readonly problem?: string;
  /** When the rule's exhausted quota resets. */
  readonly until?: Date;
};

/** A rule that matches a call, regardless of quotas. */
export type Matching = Rule & { readonly match: Match };

/** Why a rule does not match. */
export type Mismatch = 'other_endpoint' | 'other_caller' | 'other_end_user' | 'condition_false' | 'condition_failed';

/** Selects the rules that match a call, in their order and regardless of quotas. All must apply to the call's tool. */
export async function matchRules(
  rules: readonly Rule[],
  call: PolicyCall,
  requester: Tenant,
): Promise<readonly Matching[]> {
  const evaluate = evaluatorOf(call, requester);
  const matching: Matching[] = [];
  for (const rule of rules) {
    const match = await matchRule(rule, call, evaluate);
    if (typeof match !== 'string') matching.push({ ...rule, match });
  }
  return matching;
}

/** Evaluates the conditions for one call, within one budget for all of them. */
export type Evaluate = (condition: Condition, holdsFor: HoldsFor) => ConditionResult | Promise<ConditionResult>;

/** Whether a rule for the call's tool matches, regardless of quotas. Tested by `test/core/decisions/decide.test.ts`. */
export async function matchRule(rule: Rule, { caller }: PolicyCall, evaluate: Evaluate): Promise<Match | Mismatch> {
  const mismatch = otherCaller(rule, caller);
  if (mismatch !== null) return mismatch;
  if (rule.condition === null) return {};
  const result = await evaluate(rule.condition, rule.holdsFor);
  if (typeof result === 'boolean') return result ? {} : 'condition_false';
  // Fail closed: an allow rule that cannot be evaluated does not match.
  return rule.effect === 'allow' ? 'condition_failed' : result;
}

/** Why a rule does not apply to the caller; null if it does. */
export function otherCaller(
  { endpointId, callers, endUsers }: Pick<Rule, 'endpointId' | 'callers' | 'endUsers'>,
  caller: PolicyCaller,
): Mismatch | null {
  if (endpointId !== null && endpointId !== caller.endpointId) return 'other_endpoint';
  if (callers.size > 0 && !caller.ids.some((id) => callers.has(id))) return 'other_caller';
  return endUsers.size > 0 && !endUsers.has(caller.endUser ?? '') ? 'other_end_user' : null;
}

/**
 * Returns a function that evaluates conditions for a call, within one budget for all of them. The budget counts steps
 * instead of time, so that a slow machine does not cause denials. Conditions beyond `INLINE_STEPS_MAX` run in a worker
 * thread, in which accounts take turns.
 */
export function evaluatorOf({ caller, tool, input, sources, now, calls }: PolicyCall, requester: Tenant): Evaluate {
  const sizes = sizesOf(input);
  let left = STEPS_MAX;
  let leftInline = INLINE_STEPS_MAX;
  let facts: ConditionFacts | null = null;
  return (condition, holdsFor) => {
    const steps = condition.steps(sizes) * (condition.readsResult ? sources.length : 1);
    left -= steps;
    if (left < 0) return { problem: 'the input is too large to evaluate all rule conditions' };
    facts ??= {
      input,
      caller: caller.facts,
      tool: {
        name: tool.toolId,
        server: tool.serverId,
        read_only: tool.readOnly,
        destructive: tool.destructive,
        open_world: tool.openWorld,
      },
      now,
      calls: calls ?? { hour: 0, day: 0 },
      results: sources.map(({ server, tool: toolId, label }) => ({ origin: { server, tool: toolId }, label })),
    };
    if (steps > leftInline) return evaluateInThread(condition, facts, holdsFor, requester);
    leftInline -= steps;
    return condition.evaluate(facts, holdsFor);
  };
}
