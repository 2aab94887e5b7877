import type {
  ApiKey,
  ClientEndpoint,
  ServiceAccount,
  StackToken,
  TrustedIssuer,
  User,
} from '../../generated/prisma/client.ts';
import { listTokensById } from '../endpoints/endpointLists.ts';
import { listEndpointsById } from '../endpoints/findEndpoint.ts';
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
import { accountWhere, singleStacks, stackWhere } from '../kernel/scope.ts';

/** An actor that has a database row. Links, visitors and the operator have none. */
type ActorRow = User | ApiKey | StackToken | ServiceAccount | TrustedIssuer | ClientEndpoint;

/**
 * The actors with these ids that the caller may see, keyed by id. Callers with only stack roles see the tokens, clients
 * and endpoints of those stacks.
 */
export async function listActors(ctx: Ctx, ids: readonly CallerId[]): Promise<ReadonlyMap<CallerId, ActorRow>> {
  const [people, keys] = singleStacks(ctx.actor) === null ? await accountActors(ctx, ids) : [[], []];
  const tokenIds = ids.filter(isTokenId);
  const endpointIds = ids.filter(isEndpointId);
  const tokens = tokenIds.length > 0 ? await listTokensById(ctx, tokenIds) : new Map<CallerId, StackToken>();
  const endpoints =
    endpointIds.length > 0 ? await listEndpointsById(ctx, endpointIds) : new Map<CallerId, ClientEndpoint>();
  const grants = await grantActors(ctx, ids);
  return new Map<CallerId, ActorRow>([
    ...[...people, ...keys, ...grants].map((row) => [row.id, row] as const),
    ...tokens,
    ...endpoints,
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

async function grantActors({ actor, db }: Ctx, ids: readonly CallerId[]): Promise<(ServiceAccount | TrustedIssuer)[]> {
  const [clientIds, issuerIds] = [ids.filter(isServiceAccountId), ids.filter(isTrustedIssuerId)];
  const endpoint = { stack: stackWhere(actor) };
  return [
    ...(clientIds.length > 0 ? await db.serviceAccount.findMany({ where: { id: { in: clientIds }, endpoint } }) : []),
    ...(issuerIds.length > 0 ? await db.trustedIssuer.findMany({ where: { id: { in: issuerIds }, endpoint } }) : []),
  ];
}
