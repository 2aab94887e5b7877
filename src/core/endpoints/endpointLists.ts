import type { ClientEndpoint, StackToken } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { EndpointId, StackId, TokenId } from '../ids.ts';
import { childPages, childrenOf, columnsOf, type InOrder } from '../lib/childPages.ts';
import { NEWEST_FIRST } from '../lib/order.ts';
import { stackWhere } from '../scope.ts';
import type { ClientEndpointLoad } from './clientEndpoint.ts';
import type { StackTokenLoad } from './stackToken.ts';

/**
 * Of each stack that the caller sees, a page of its client endpoints, newest first unless another order is given.
 * `test/graphql/manyRows.test.ts` tears it down.
 */
export const listEndpointsOfStacks = (
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  { order = NEWEST_FIRST, ...load }: InOrder<ClientEndpointLoad>,
): Promise<ReadonlyMap<StackId, readonly ClientEndpoint[]>> =>
  childPages(db, childrenOf('client_endpoint', 'stack_id', order), stacks, load, (ids) =>
    db.clientEndpoint.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, stack: stackWhere(actor) },
    }),
  );

/** How many client endpoints each of these stacks has, of those that the caller sees; without any, it is absent. */
export async function countEndpointsOfStacks(
  { db, actor }: Ctx,
  stacks: readonly StackId[],
): Promise<ReadonlyMap<StackId, number>> {
  const where = { stackId: { in: [...stacks] }, stack: stackWhere(actor) };
  const counts = await db.clientEndpoint.groupBy({ by: 'stackId', where, _count: { _all: true } });
  return new Map(counts.map(({ stackId, _count }) => [stackId, _count._all]));
}

/** Of each client endpoint that the caller sees, a page of its tokens as above, revoked ones included. */
export const listTokensOfEndpoints = (
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
  { order = NEWEST_FIRST, ...load }: InOrder<StackTokenLoad>,
): Promise<ReadonlyMap<EndpointId, readonly StackToken[]>> =>
  childPages(db, childrenOf('stack_token', 'endpoint_id', order), endpoints, load, (ids) =>
    db.stackToken.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** How many tokens each of these client endpoints has, as `countEndpointsOfStacks`. */
export async function countTokensOfEndpoints(
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
): Promise<ReadonlyMap<EndpointId, number>> {
  const where = { endpointId: { in: [...endpoints] }, endpoint: { stack: stackWhere(actor) } };
  const counts = await db.stackToken.groupBy({ by: 'endpointId', where, _count: { _all: true } });
  return new Map(counts.map(({ endpointId, _count }) => [endpointId, _count._all]));
}

/** Of these stack tokens, those of endpoints that the caller sees, by id. */
export async function listTokensById(
  { db, actor }: Ctx,
  ids: readonly TokenId[],
): Promise<ReadonlyMap<TokenId, StackToken>> {
  const tokens = await db.stackToken.findMany({
    where: { id: { in: [...ids] }, endpoint: { stack: stackWhere(actor) } },
  });
  return new Map(tokens.map((token) => [token.id, token]));
}
