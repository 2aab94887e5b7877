import type { ApiKey, StackToken, User } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { listTokensById } from '../endpoints/endpointLists.ts';
import { type CallerId, isApiKeyId, isTokenId, isUserId } from '../ids.ts';
import { accountWhere, singleStacks } from '../scope.ts';

/** Audit actors that have a database row: links, visitors and the operator have none. */
export type AuditActor = User | ApiKey | StackToken;

/**
 * Existing people, keys and stack tokens of the caller's account among these audit actors, by id. Callers with only
 * stack roles get the tokens of those stacks.
 */
export async function listAuditActors(ctx: Ctx, ids: readonly CallerId[]): Promise<ReadonlyMap<CallerId, AuditActor>> {
  const [people, keys] = singleStacks(ctx.actor) === null ? await accountActors(ctx, ids) : [[], []];
  const tokenIds = ids.filter(isTokenId);
  const tokens = tokenIds.length > 0 ? await listTokensById(ctx, tokenIds) : new Map<CallerId, StackToken>();
  return new Map<CallerId, AuditActor>([
    ...people.map((user) => [user.id, user] as const),
    ...keys.map((key) => [key.id, key] as const),
    ...tokens,
  ]);
}

async function accountActors({ actor, db }: Ctx, ids: readonly CallerId[]): Promise<readonly [User[], ApiKey[]]> {
  const [userIds, keyIds] = [ids.filter(isUserId), ids.filter(isApiKeyId)];
  const inAccount = accountWhere(actor);
  return [
    userIds.length > 0 ? await db.user.findMany({ where: { id: { in: userIds }, ...inAccount } }) : [],
    keyIds.length > 0 ? await db.apiKey.findMany({ where: { id: { in: keyIds }, ...inAccount } }) : [],
  ];
}
