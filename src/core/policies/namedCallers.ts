import type { Ctx } from '../kernel/context.ts';
import {
  type CallerId,
  isApiKeyId,
  isEndpointId,
  isServiceAccountId,
  isTokenId,
  isTrustedIssuerId,
  isUserId,
} from '../kernel/ids.ts';
import { accountWhere, hasRight, stackWhere } from '../kernel/scope.ts';

/**
 * Returns those of the given ids that don't belong to the caller's account. They may be of endpoints, stack tokens,
 * service accounts, trusted issuers, API keys or users. Tested by `test/core/policies/policyRule.test.ts`.
 */
export async function unknownCallers(ctx: Ctx, ids: readonly CallerId[]): Promise<readonly CallerId[]> {
  if (ids.length === 0) return [];
  const own = stackWhere(ctx.actor);
  // A caller with only stack roles must not learn the account's people and keys.
  const inAccount = hasRight(ctx.actor, 'read') ? accountWhere(ctx.actor) : { id: { in: [] } };
  const select = { id: true };
  const rows = await Promise.all([
    ctx.db.clientEndpoint.findMany({ where: { id: { in: ids.filter(isEndpointId) }, stack: own }, select }),
    ctx.db.stackToken.findMany({ where: { id: { in: ids.filter(isTokenId) }, endpoint: { stack: own } }, select }),
    ctx.db.serviceAccount.findMany({
      where: { id: { in: ids.filter(isServiceAccountId) }, endpoint: { stack: own } },
      select,
    }),
    ctx.db.trustedIssuer.findMany({
      where: { id: { in: ids.filter(isTrustedIssuerId) }, endpoint: { stack: own } },
      select,
    }),
    ctx.db.apiKey.findMany({ where: { AND: [{ id: { in: ids.filter(isApiKeyId) } }, inAccount] }, select }),
    ctx.db.user.findMany({ where: { AND: [{ id: { in: ids.filter(isUserId) } }, inAccount] }, select }),
  ]);
  const known = new Set<string>(rows.flat().map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
