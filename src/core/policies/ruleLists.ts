import type { PolicyRule, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { type RuleId, toRuleId, toServerId } from '../kernel/ids.ts';
import { type ListOrder, OLDEST_FIRST, pageInOrder } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { inStackWhere } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { containsText, type Search } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import type { Effect } from './policies.ts';

/** The relations and columns that `listPolicyRules` loads, and the page that it returns. */
type PolicyRuleLoad = Pick<Prisma.PolicyRuleFindManyArgs, 'include' | 'select'> & Window;

/** Filter for rules; all conditions apply. */
type RuleFilter = {
  /** Text in the name, ignoring case, or the exact name of a server or tool in the rule. */
  readonly search?: Search;
  readonly effect?: Effect | null | undefined;
};

/**
 * Does not search the callers and end users of a rule, since not every reader may see them (`visibleAudience`).
 */
function whereOf({ search, effect }: RuleFilter): Prisma.PolicyRuleWhereInput {
  const named =
    search && isStorable(search) ? [{ servers: { has: toServerId(search) } }, { tools: { has: search } }] : [];
  return {
    ...(effect && { effect }),
    ...(search && { OR: [{ name: containsText(search) }, ...named] }),
  };
}

/**
 * The rules of the caller's account, or of the stacks that the caller may see, oldest first by default. Tested by
 * `test/graphql/stackRoles.test.ts`.
 */
export async function listPolicyRules(
  { db, actor }: Ctx,
  load: PolicyRuleLoad = {},
  order: ListOrder = OLDEST_FIRST,
  filter: RuleFilter = {},
): Promise<PolicyRule[]> {
  const page = await pageInOrder(order, pageAmong('rule', load), (id) =>
    db.policyRule.findFirst({ where: { id: toRuleId(id), ...inStackWhere(actor) }, select: { name: true } }),
  );
  return db.policyRule.findMany({ ...page, where: { AND: [page.where, whereOf(filter), inStackWhere(actor)] } });
}

/** Number of rules that match a filter. @throws forbidden */
export function countPolicyRules(ctx: Ctx, filter: RuleFilter = {}): Promise<number> {
  return ctx.db.policyRule.count({ where: { AND: [whereOf(filter), inStackWhere(ctx.actor)] } });
}

/** One rule of the caller's account. @throws not_found, also for another account's rule */
export async function getPolicyRule(ctx: Ctx, id: RuleId): Promise<PolicyRule> {
  const rule = await findPolicyRule(ctx, id);
  if (!rule) throw new AppError('not_found', 'Rule not found');
  return rule;
}

/** As `getPolicyRule`, or null. */
export function findPolicyRule(
  ctx: Ctx,
  id: RuleId,
  load: Pick<PolicyRuleLoad, 'include' | 'select'> = {},
): Promise<PolicyRule | null> {
  return ctx.db.policyRule.findFirst({ ...load, where: { id, ...inStackWhere(ctx.actor) } });
}

/** The rules with these ids that the caller may see, keyed by id. */
export async function listRulesById(ctx: Ctx, ids: readonly RuleId[]): Promise<ReadonlyMap<RuleId, PolicyRule>> {
  const rules = await ctx.db.policyRule.findMany({ where: { id: { in: [...ids] }, ...inStackWhere(ctx.actor) } });
  return new Map(rules.map((rule) => [rule.id, rule]));
}
