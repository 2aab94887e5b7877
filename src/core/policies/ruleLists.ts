import type { PolicyRule, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { toRuleId } from '../ids.ts';
import { type ListOrder, OLDEST_FIRST, pageInOrder } from '../lib/order.ts';
import type { Window } from '../lib/page.ts';
import { inStackWhere } from '../scope.ts';

/** The relations and columns that `listPolicyRules` loads, and its page. */
export type PolicyRuleLoad = Pick<Prisma.PolicyRuleFindManyArgs, 'include' | 'select'> & Window;

/**
 * The rules of the caller's account, or of the single stacks that it sees, oldest first unless another order is given.
 * `test/graphql/stackRoles.test.ts` tears it down.
 */
export async function listPolicyRules(
  { db, actor }: Ctx,
  load: PolicyRuleLoad = {},
  order: ListOrder = OLDEST_FIRST,
): Promise<PolicyRule[]> {
  const page = await pageInOrder(order, load, (id) =>
    db.policyRule.findFirst({ where: { id: toRuleId(id), ...inStackWhere(actor) }, select: { name: true } }),
  );
  return db.policyRule.findMany({ ...page, where: { AND: [page.where, inStackWhere(actor)] } });
}

/** How many rules the caller's account has. @throws forbidden */
export function countPolicyRules(ctx: Ctx): Promise<number> {
  return ctx.db.policyRule.count({ where: inStackWhere(ctx.actor) });
}
