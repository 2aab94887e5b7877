import type { Ctx } from '../kernel/context.ts';
import { policyCallerOf } from '../policies/caller.ts';
import { otherCaller } from '../policies/match.ts';
import { applyPrecedence, type Rule, strongest } from '../policies/policies.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** Whether calls of a tool wait for a person: always, depending on the input or a quota, or never. */
type ApprovalNeed = 'required' | 'possible' | 'not_required';

/**
 * Whether the caller's calls of a tool need approval, as far as rules can tell without an input. Tested by
 * `test/core/decisions/approvalNeed.test.ts`.
 */
export function approvalNeedOf(
  ctx: Pick<Ctx, 'actor' | 'endUser'>,
  { policies }: Pick<StackSnapshot, 'policies'>,
  tool: SnapshotTool,
): ApprovalNeed {
  if (policies === null) return 'not_required';
  const caller = policyCallerOf(ctx);
  const rules = policies.rulesOf(tool).rules.filter((rule) => otherCaller(rule, caller) === null);
  const asking = rules.filter(({ effect }) => effect === 'ask');
  if (asking.length === 0) return 'not_required';
  if (rules.every(isCertain)) return strongest(applyPrecedence(rules))?.effect === 'ask' ? 'required' : 'not_required';
  // Rules that deny in some cases don't matter here: denied calls aren't made either way.
  const always = asking.filter(
    (rule) => isCertain(rule) && rules.every((other) => applyPrecedence([rule, other]).includes(rule)),
  );
  return always.length > 0 ? 'required' : 'possible';
}

const isCertain = ({ condition, quota }: Rule): boolean => condition === null && quota === null;
