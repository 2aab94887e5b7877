import type { Ctx } from '../context.ts';
import { type CallerId, isApiKeyId, isEndpointId, isTokenId, isUserId } from '../ids.ts';
import { accountWhere } from '../scope.ts';

/**
 * Those of the ids that are no endpoint, stack token, API key or user of the caller's account.
 * `test/core/policies/policyRule.test.ts` tears it down.
 */
export async function unknownCallers(ctx: Ctx, ids: readonly CallerId[]): Promise<readonly CallerId[]> {
  if (ids.length === 0) return [];
  const own = accountWhere(ctx.actor);
  const select = { id: true };
  const found = await Promise.all([
    ctx.db.clientEndpoint.findMany({ where: { id: { in: ids.filter(isEndpointId) }, stack: own }, select }),
    ctx.db.stackToken.findMany({ where: { id: { in: ids.filter(isTokenId) }, endpoint: { stack: own } }, select }),
    ctx.db.apiKey.findMany({ where: { id: { in: ids.filter(isApiKeyId) }, ...own }, select }),
    ctx.db.user.findMany({ where: { id: { in: ids.filter(isUserId) }, ...own }, select }),
  ]);
  const known = new Set<string>(found.flat().map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
