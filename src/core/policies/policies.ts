import type { PolicyRule } from '../../generated/prisma/client.ts';
import { type Condition, compiledCondition, type HoldsFor } from '../conditions/condition.ts';
import type { EndpointId, RuleId } from '../kernel/ids.ts';
import { type Quota, quotaOf } from './quota.ts';
import { matchesTool, type PolicyTool, type RuleTool, type ToolMatch, toPolicyTool } from './toolMatch.ts';

/** The effects of a rule on a call that it matches. */
export const EFFECTS = ['allow', 'ask', 'deny'] as const;
/** The effect of a rule on a call: allow it, hold it for a person's approval, or deny it. */
export type Effect = (typeof EFFECTS)[number];

/** The levels of rules, from general to specific. */
const LEVELS = ['account', 'stack', 'endpoint'] as const;
/** The level of a rule, from the widest to the narrowest. */
type Level = (typeof LEVELS)[number];

/** A rule, ready to be evaluated. */
export type Rule = ToolMatch & {
  readonly id: RuleId;
  readonly name: string;
  readonly effect: Effect;
  readonly level: Level;
  /** Whether a matching rule of a narrower level replaces it. */
  readonly isDefault: boolean;
  readonly endpointId: EndpointId | null;
  readonly callers: ReadonlySet<string>;
  readonly endUsers: ReadonlySet<string>;
  readonly condition: Condition | null;
  /** A rule that restricts matches if its condition holds for one of the call's results. */
  readonly holdsFor: HoldsFor;
  readonly quota: Quota | null;
  readonly message: string | null;
};

/** The rules that apply in a stack. */
export type Policies = {
  readonly rules: readonly Rule[];
  /** Whether any rule may hide tools from a caller's lists. */
  readonly mayHide: boolean;
  /** Rules that apply to a tool, in creation order. */
  rulesOf(tool: RuleTool): RulesOfTool;
};

type RulesOfTool = { readonly tool: PolicyTool; readonly rules: readonly Rule[] };

/**
 * Compiles the rules of a stack's snapshot; null if there are none, so that calls without rules cost nothing. The rules
 * for a tool are determined at its first call. Tested by `test/core/decisions/decide.test.ts`.
 */
export async function toPolicies(rows: readonly PolicyRule[]): Promise<Policies | null> {
  if (rows.length === 0) return null;
  const rules = await Promise.all(rows.map(toRule));
  const known = new WeakMap<RuleTool, RulesOfTool>();
  return {
    rules,
    mayHide: rules.some(isUnconditionalDeny),
    rulesOf(snapshotTool) {
      const cached = known.get(snapshotTool);
      if (cached) return cached;
      const tool = toPolicyTool(snapshotTool);
      const made = { tool, rules: rules.filter((rule) => matchesTool(rule, tool)) };
      known.set(snapshotTool, made);
      return made;
    },
  };
}

/** A stored rule, ready to be evaluated. */
export async function toRule(row: PolicyRule): Promise<Rule> {
  const { id, name, isDefault, endpointId, servers, tools, readOnly, destructive, openWorld, message } = row;
  return {
    ...{ id, name, isDefault, endpointId, servers, tools, readOnly, destructive, openWorld, message },
    effect: toEffect(row.effect),
    level: row.endpointId !== null ? 'endpoint' : row.stackId !== null ? 'stack' : 'account',
    callers: new Set(row.callers),
    endUsers: new Set(row.endUsers),
    condition: row.condition === null ? null : await compiledCondition(row.condition),
    holdsFor: row.effect === 'allow' ? 'every' : 'one',
    quota: quotaOf(row),
  };
}

/** Parses a stored effect. One written by a newer version counts as `deny`, since it may refuse calls. */
export const toEffect = (text: string): Effect => EFFECTS.find((effect) => effect === text) ?? 'deny';

/** Whether a rule denies every call of its tools by its callers, regardless of the input. */
export const isUnconditionalDeny = ({ effect, condition, quota }: Rule): boolean =>
  effect === 'deny' && condition === null && quota === null;

/** Drops the defaults that a rule of a narrower level replaces. */
export function applyPrecedence<R extends Pick<Rule, 'isDefault' | 'level'>>(matching: readonly R[]): readonly R[] {
  if (!matching.some(({ isDefault }) => isDefault)) return matching;
  const nearest = Math.max(...matching.map(({ level }) => LEVELS.indexOf(level)));
  return matching.filter(({ isDefault, level }) => !isDefault || LEVELS.indexOf(level) === nearest);
}

/**
 * The deciding rule: deny overrides ask, ask overrides allow, and among rules with the same effect, the oldest wins.
 * Undefined if there is no rule.
 */
export function strongest<R extends Pick<Rule, 'effect'>>(matching: readonly R[]): R | undefined {
  const of = (effect: Effect): R | undefined => matching.find((rule) => rule.effect === effect);
  return of('deny') ?? of('ask') ?? of('allow');
}
