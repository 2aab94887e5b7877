import type { Ctx } from '../context.ts';
import { toApiKeyId, toEndpointId, toTokenId, toUserId } from '../ids.ts';
import { accountWhere } from '../scope.ts';

/**
 * Those of the ids that are no endpoint, stack token, API key or user of the caller's account.
 * `test/core/policies/policyRule.test.ts` tears it down.
 */
export async function unknownCallers(ctx: Ctx, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const own = accountWhere(ctx.actor);
  const select = { id: true };
  const found = await Promise.all([
    ctx.db.clientEndpoint.findMany({ where: { id: { in: ids.map(toEndpointId) }, stack: own }, select }),
    ctx.db.stackToken.findMany({ where: { id: { in: ids.map(toTokenId) }, endpoint: { stack: own } }, select }),
    ctx.db.apiKey.findMany({ where: { id: { in: ids.map(toApiKeyId) }, ...own }, select }),
    ctx.db.user.findMany({ where: { id: { in: ids.map(toUserId) }, ...own }, select }),
  ]);
  const known = new Set<string>(found.flat().map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
