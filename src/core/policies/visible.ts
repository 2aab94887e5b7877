import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import { createMemo, type SnapshotTool, type StackSnapshot } from '../snapshots/snapshot.ts';
import { type PolicyCaller, policyCallerOf } from './caller.ts';
import { otherCaller } from './match.ts';
import { isUnconditionalDeny, type Policies, type Rule, withoutReplaced } from './policies.ts';

/** Lists of a stack that are kept for callers who see different tools; more than these are made anew. */
export const VISIBLE_MAX = 4;
const TOOLS_AT_A_TIME = 250;

/**
 * The snapshot with those tools alone that the caller may ever call: what lists and searches show. A tool is left out
 * when rules deny every call of it by this caller, whatever the call holds; of a call that was made all the same the
 * whole snapshot tells why it is denied.
 */
export function visibleTo(
  ctx: Pick<Ctx, 'actor' | 'endUser'>,
  snapshot: StackSnapshot,
): StackSnapshot | Promise<StackSnapshot> {
  const { policies } = snapshot;
  if (!policies?.mayHide) return snapshot;
  const caller = policyCallerOf(ctx);
  const own = policies.rules.filter((rule) => otherCaller(rule, caller) === null);
  if (!own.some(isUnconditionalDeny)) return snapshot;
  const views = snapshot.memo('visible', () => new LRUCache<string, Promise<StackSnapshot>>({ max: VISIBLE_MAX }));
  const key = own.map(({ id }) => id).join(' ');
  const known = views.get(key);
  if (known) return known;
  const made = withoutHidden(snapshot, policies, caller);
  views.set(key, made);
  return made;
}

/** In turns, since a stack may have ten thousand tools and an account a hundred rules. */
async function withoutHidden(
  snapshot: StackSnapshot,
  policies: Policies,
  caller: PolicyCaller,
): Promise<StackSnapshot> {
  const tools = new Map<string, SnapshotTool>();
  let looked = 0;
  for (const [name, tool] of snapshot.tools) {
    looked += 1;
    if (looked % TOOLS_AT_A_TIME === 0) await setImmediate();
    if (!isHidden(policies.rulesOf(tool).rules, caller)) tools.set(name, tool);
  }
  return { ...snapshot, tools, memo: createMemo() };
}

/** A rule that may replace a default counts as if it did: the tool is then listed, and each call is decided. */
function isHidden(rules: readonly Rule[], caller: PolicyCaller): boolean {
  const own = rules.filter((rule) => otherCaller(rule, caller) === null);
  return withoutReplaced(own).some(isUnconditionalDeny);
}
