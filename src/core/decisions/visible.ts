import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { mayReach } from '../endpoints/tokenReach.ts';
import { tokenRestrictions } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { type PolicyCaller, policyCallerOf } from '../policies/caller.ts';
import { otherCaller } from '../policies/match.ts';
import { applyPrecedence, isUnconditionalDeny, type Policies, type Rule } from '../policies/policies.ts';
import { createMemo, type SnapshotTool, type StackSnapshot, VISIBLE_MAX } from '../snapshots/snapshot.ts';

const TOOLS_AT_A_TIME = 250;

type CallerCtx = Pick<Ctx, 'actor' | 'endUser'>;

/**
 * The snapshot with only the tools that the caller could call, for lists and searches. Excludes tools that the caller's
 * token does not reach, and tools that rules deny to this caller for every input. Calls use the whole snapshot, so that
 * a denied caller gets the reason. Tested by `test/core/policies/lists.test.ts`.
 */
export function visibleTo(ctx: CallerCtx, snapshot: StackSnapshot): StackSnapshot | Promise<StackSnapshot> {
  const ruled = hidingRules(ctx, snapshot.policies);
  const reach = tokenRestrictions(ctx.actor);
  // Cache key parts: the tool ids of the token and of each attenuation, with an empty text before each attenuation's.
  const tools = reach
    ? [...reach.tools, ...reach.attenuations.flatMap(({ limits }) => (limits.tools ? ['', ...limits.tools] : []))]
    : [];
  if (ruled.length === 0 && tools.length === 0) return snapshot;
  const views = snapshot.memo('visible', () => new LRUCache<string, Promise<StackSnapshot>>({ max: VISIBLE_MAX }));
  const key = [...ruled.map(({ id }) => id), '', ...tools].join(' ');
  const known = views.get(key);
  if (known) return known;
  const made = withoutHidden(ctx, snapshot);
  views.set(key, made);
  return made;
}

/** The rules that apply to a caller, if any of them may hide a tool; otherwise none. */
function hidingRules(ctx: CallerCtx, policies: Policies | null): readonly Rule[] {
  if (!policies?.mayHide) return [];
  const caller = policyCallerOf(ctx);
  const own = policies.rules.filter((rule) => otherCaller(rule, caller) === null);
  return own.some(isUnconditionalDeny) ? own : [];
}

/** Yields between parts, since a stack may have ten thousand tools and an account a hundred rules. */
async function withoutHidden(ctx: CallerCtx, snapshot: StackSnapshot): Promise<StackSnapshot> {
  const { policies } = snapshot;
  const caller = policyCallerOf(ctx);
  const reach = tokenRestrictions(ctx.actor);
  const tools = new Map<string, SnapshotTool>();
  let visited = 0;
  for (const [name, tool] of snapshot.tools) {
    visited += 1;
    if (visited % TOOLS_AT_A_TIME === 0) await setImmediate();
    if (reach && !mayReach(reach, tool.toolId)) continue;
    if (!policies || !isHidden(policies.rulesOf(tool).rules, caller)) tools.set(name, tool);
  }
  return { ...snapshot, tools, memo: createMemo() };
}

/**
 * A default that another rule may replace does not hide the tool: the tool is listed, and each call is decided
 * separately.
 */
function isHidden(rules: readonly Rule[], caller: PolicyCaller): boolean {
  const own = rules.filter((rule) => otherCaller(rule, caller) === null);
  return applyPrecedence(own).some(isUnconditionalDeny);
}
