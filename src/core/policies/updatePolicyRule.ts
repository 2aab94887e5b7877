import { z } from 'zod';
import type { PolicyRule } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { RuleId } from '../kernel/ids.ts';
import { inStackWhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { parseInput } from '../lib/parse.ts';
import { definedIn } from '../lib/patch.ts';
import { lockAccount } from '../limits/countedBounds.ts';
import {
  changedStacks,
  lockStacksOf,
  notFound,
  requireCallers,
  requireCondition,
  requireRules,
  requireRulesOf,
  ruleAudit,
  ruleInput,
} from './policyRule.ts';
import { quotaColumns, quotaInput } from './quota.ts';
import { getPolicyRule } from './ruleLists.ts';

const stateInput = z.object({ isEnabled: z.boolean().optional() });

/**
 * Changes a rule in place. The input has the fields of `createPolicyRule` except the stack and endpoint, and
 * `isEnabled`. Absent fields stay unchanged; null clears a field. A concurrent call is decided by the old or the new
 * rule, never by a mix.
 * Tested by `test/core/policies/updatePolicyRule.test.ts`.
 * @throws forbidden without the right `admin`; not_found, invalid_input
 */
export async function updatePolicyRule(ctx: Ctx, id: RuleId, input: object): Promise<PolicyRule> {
  requireRules(ctx.actor);
  const existing = await getPolicyRule(ctx, id);
  requireRulesOf(ctx.actor, existing.stackId);
  const { isEnabled, ...rest } = definedIn(input);
  const state = parseInput(stateInput, { isEnabled }, 'Invalid request parameters');
  const checked = changed(ctx, existing, rest, state);
  if (rest['callers'] !== undefined) await requireCallers(ctx, checked);
  if (checked.condition !== existing.condition) await requireCondition(ctx, checked);
  return write(ctx, async (tx) => {
    await lockStacksOf(tx, existing);
    await lockAccount(tx, existing.accountId);
    const before = await tx.policyRule.findFirst({ where: { id, ...inStackWhere(ctx.actor) } });
    if (!before) throw notFound('Rule');
    // Of two concurrent changes, the second starts from the first one's result.
    const {
      id: _id,
      accountId: _account,
      stackId: _stack,
      endpointId: _endpoint,
      ...data
    } = changed(ctx, before, rest, state);
    const rule = await tx.policyRule.update({ where: { id }, data });
    const audit = ruleAudit('rule.update', rule);
    const paused = isEnabled === undefined ? {} : { isEnabled: rule.disabledAt === null };
    const details = { ...audit.details, changed: Object.keys(definedIn(input)), ...paused };
    return { value: rule, audit: { ...audit, details }, changes: await changedStacks(tx, rule, before) };
  });
}

/** The row after a change. @throws invalid_input */
function changed(ctx: Ctx, rule: PolicyRule, patch: object, { isEnabled }: z.infer<typeof stateInput>): PolicyRule {
  const existing = { ...rule, quota: quotaInput(rule) };
  const { quota, ...fields } = parseInput(ruleInput, { ...existing, ...patch }, 'Invalid request parameters');
  const disabledAt = isEnabled === undefined ? rule.disabledAt : isEnabled ? null : (rule.disabledAt ?? ctx.now());
  return { ...rule, ...fields, ...quotaColumns(quota), disabledAt };
}
