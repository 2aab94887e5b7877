import type { JsonObject } from '../lib/json.ts';
import type { PolicyCaller } from './caller.ts';
import {
  type Condition,
  type ConditionCalls,
  type ConditionFacts,
  type ConditionResult,
  type InputSize,
  STEPS_MAX,
  sizeOf,
} from './condition.ts';
import type { Rule } from './policies.ts';
import type { PolicyTool } from './toolMatch.ts';

/** A call, as far as rules look at it. */
export type PolicyCall = {
  readonly caller: PolicyCaller;
  readonly tool: PolicyTool;
  readonly input: JsonObject;
  readonly now: Date;
  /** Null where no rule reads them. */
  readonly calls: ConditionCalls | null;
};

/** Why a rule matches. */
export type Match = {
  /** Why its condition could not be evaluated: a rule that refuses matches then. */
  readonly problem?: string;
  /** When its quota, which is used up, starts again. */
  readonly until?: Date;
};

/** A rule that matches a call, quotas aside. */
export type Matching = Rule & { readonly match: Match };

/** Why a rule does not match. */
export type Mismatch = 'other_endpoint' | 'other_caller' | 'other_end_user' | 'condition_false' | 'condition_failed';

/** Checks rules that are all for the tool, and returns those that match, quotas aside, in the same order. */
export function matchRules(rules: readonly Rule[], call: PolicyCall): readonly Matching[] {
  const evaluate = evaluatorOf(call);
  return rules.flatMap((rule) => {
    const match = matchRule(rule, call, evaluate);
    return typeof match === 'string' ? [] : [{ ...rule, match }];
  });
}

/** Evaluates conditions about one call, within one budget for all of them. */
export type Evaluate = (condition: Condition) => ConditionResult;

/**
 * Whether a rule for the call's tool matches, quotas aside.
 * `test/core/policies/decide.test.ts` tears it down.
 */
export function matchRule(rule: Rule, { caller }: PolicyCall, evaluate: Evaluate): Match | Mismatch {
  const mismatch = otherCaller(rule, caller);
  if (mismatch !== null) return mismatch;
  if (rule.condition === null) return {};
  const result = evaluate(rule.condition);
  if (typeof result === 'boolean') return result ? {} : 'condition_false';
  // Decided against the call: an allowing rule that cannot be evaluated does not match.
  return rule.effect === 'allow' ? 'condition_failed' : result;
}

/** Why a rule is not for the caller; null where it is. */
export function otherCaller(
  { endpointId, callers, endUsers }: Pick<Rule, 'endpointId' | 'callers' | 'endUsers'>,
  caller: PolicyCaller,
): Mismatch | null {
  if (endpointId !== null && endpointId !== caller.endpointId) return 'other_endpoint';
  if (callers.size > 0 && !caller.ids.some((id) => callers.has(id))) return 'other_caller';
  return endUsers.size > 0 && !endUsers.has(caller.endUser ?? '') ? 'other_end_user' : null;
}

/** The budget counts steps instead of time, so that a slow machine denies nothing. */
export function evaluatorOf({ caller, tool, input, now, calls }: PolicyCall): Evaluate {
  let left = STEPS_MAX;
  let size: InputSize | null = null;
  let facts: ConditionFacts | null = null;
  return (condition) => {
    size ??= sizeOf(input);
    left -= condition.steps(size);
    if (left < 0) return { problem: 'the input is too large for the conditions of all rules' };
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
    };
    return condition.evaluate(facts);
  };
}
