import { type ClientEndpoint, Prisma, type StackToken } from '../../generated/prisma/client.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { EndpointId, StackId, TokenId } from '../ids.ts';
import {
  type ChildOrder,
  type Children,
  childPages,
  childRows,
  columnsOf,
  countChildren,
  type InOrder,
  orderedChildren,
} from '../lib/childPages.ts';
import { NEWEST_FIRST } from '../lib/order.ts';
import { pageAmong } from '../lib/page.ts';
import { flagCondition, inForceCondition, type Search, textCondition } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import { stackWhere } from '../scope.ts';
import type { ClientEndpointLoad } from './clientEndpoint.ts';
import type { StackTokenLoad } from './stackToken.ts';

type Reader = Pick<Ctx['db'], 'clientEndpoint' | 'stack'>;

/** Those of these stacks that the caller sees. */
export async function visibleStackIds(db: Reader, actor: Actor, ids: readonly StackId[]): Promise<StackId[]> {
  const where = { id: { in: [...ids] }, ...stackWhere(actor) };
  return (await db.stack.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Those of these client endpoints that the caller sees. */
export async function visibleEndpointIds(db: Reader, actor: Actor, ids: readonly EndpointId[]): Promise<EndpointId[]> {
  const where = { id: { in: [...ids] }, stack: stackWhere(actor) };
  return (await db.clientEndpoint.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Counts rows below parents, of those parents that the caller sees; one without any is absent. */
export const countsBelowSeen =
  <P extends string, F extends object>(
    seenOf: (db: Reader, actor: Actor, ids: readonly P[]) => Promise<P[]>,
    rowsOf: (filter: Partial<F>, now: Date) => Children,
  ) =>
  async ({ db, actor, now }: Ctx, parents: readonly P[], filter: Partial<F> = {}): Promise<ReadonlyMap<P, number>> =>
    countChildren(db, rowsOf(filter, now()), await seenOf(db, actor, parents));

/** Which client endpoints a list has; all conditions hold. */
export type EndpointFilter = {
  /** A text in the name, in any case. */
  readonly search?: Search;
  /** Whether an endpoint is also found by its ids, and by a text in the name of one of its tokens. */
  readonly isWide?: boolean | null | undefined;
};

const NAME = Prisma.sql`name`;

function endpointRows({ search, isWide }: EndpointFilter) {
  const named = textCondition(search, NAME);
  if (!search || isWide !== true || !isStorable(search)) return childRows('client_endpoint', 'stack_id', named);
  const token = Prisma.sql`SELECT FROM stack_token WHERE endpoint_id = listed.id ${textCondition(search, NAME)}`;
  const wide = Prisma.sql`AND ((true ${named}) OR id = ${search} OR client_id = ${search} OR EXISTS (${token}))`;
  return childRows('client_endpoint', 'stack_id', wide);
}

/**
 * For each stack that the caller sees, a page of its client endpoints, newest first by default. Tested by
 * `test/graphql/manyRows.test.ts`.
 */
export const listEndpointsOfStacks = (
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  { order = NEWEST_FIRST, filter = {}, ...load }: InOrder<ClientEndpointLoad> & { readonly filter?: EndpointFilter },
): Promise<ReadonlyMap<StackId, readonly ClientEndpoint[]>> =>
  childPages(db, orderedChildren(endpointRows(filter), order), stacks, pageAmong('endpoint', load), (ids) =>
    db.clientEndpoint.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, stack: stackWhere(actor) },
    }),
  );

/** How many of them each of these stacks has, of those that the caller sees; without any, it is absent. */
export const countEndpointsOfStacks = countsBelowSeen(visibleStackIds, endpointRows);

/** Which stack tokens a list has; all conditions hold. */
export type TokenFilter = {
  /** A text in the name, in any case. */
  readonly search?: Search;
  /** Whether it is neither revoked nor has ended. */
  readonly isInForce?: boolean | null | undefined;
};

const tokenRows = ({ search, isInForce }: TokenFilter, now: Date) =>
  childRows(
    'stack_token',
    'endpoint_id',
    Prisma.sql`${textCondition(search, NAME)} ${flagCondition(isInForce, inForceCondition(now))}`,
  );

type TokenList = InOrder<StackTokenLoad, ChildOrder> & { readonly filter?: TokenFilter };

/** For each client endpoint that the caller sees, a page of its tokens as above, including revoked ones. */
export const listTokensOfEndpoints = (
  { db, actor, now }: Ctx,
  endpoints: readonly EndpointId[],
  { order = NEWEST_FIRST, filter = {}, ...load }: TokenList,
): Promise<ReadonlyMap<EndpointId, readonly StackToken[]>> =>
  childPages(db, orderedChildren(tokenRows(filter, now()), order), endpoints, pageAmong('token', load), (ids) =>
    db.stackToken.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** How many of them each of these client endpoints has, as `countEndpointsOfStacks`. */
export const countTokensOfEndpoints = countsBelowSeen(visibleEndpointIds, tokenRows);

/** Those of these stack tokens whose endpoints the caller sees, by id. */
export async function listTokensById(
  { db, actor }: Ctx,
  ids: readonly TokenId[],
): Promise<ReadonlyMap<TokenId, StackToken>> {
  const tokens = await db.stackToken.findMany({
    where: { id: { in: [...ids] }, endpoint: { stack: stackWhere(actor) } },
  });
  return new Map(tokens.map((token) => [token.id, token]));
}
