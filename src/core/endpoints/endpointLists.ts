import { type ClientEndpoint, Prisma, type StackToken } from '../../generated/prisma/client.ts';
import type { Actor } from '../kernel/actor.ts';
import {
  type ChildOrder,
  type Children,
  childPages,
  childRows,
  columnsOf,
  countChildren,
  type InOrder,
  orderedChildren,
} from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { EndpointId, StackId, TokenId } from '../kernel/ids.ts';
import { NEWEST_FIRST } from '../kernel/order.ts';
import { pageAmong } from '../kernel/page.ts';
import { stackWhere } from '../kernel/scope.ts';
import { flagCondition, inForceCondition, type Search, textCondition } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import type { ClientEndpointLoad } from './clientEndpoint.ts';
import type { StackTokenLoad } from './stackToken.ts';

type Reader = Pick<Ctx['db'], 'clientEndpoint' | 'stack'>;

/** Of the given stacks, those that the caller may see. */
export async function visibleStackIds(db: Reader, actor: Actor, ids: readonly StackId[]): Promise<StackId[]> {
  const where = { id: { in: [...ids] }, ...stackWhere(actor) };
  return (await db.stack.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Of the given client endpoints, those that the caller may see. */
export async function visibleEndpointIds(db: Reader, actor: Actor, ids: readonly EndpointId[]): Promise<EndpointId[]> {
  const where = { id: { in: [...ids] }, stack: stackWhere(actor) };
  return (await db.clientEndpoint.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Creates a function that counts the rows of each parent that the caller may see. Parents without rows are absent. */
export const countVisibleChildren =
  <P extends string, F extends object>(
    seenOf: (db: Reader, actor: Actor, ids: readonly P[]) => Promise<P[]>,
    rowsOf: (filter: Partial<F>, now: Date) => Children,
  ) =>
  async ({ db, actor, now }: Ctx, parents: readonly P[], filter: Partial<F> = {}): Promise<ReadonlyMap<P, number>> =>
    countChildren(db, rowsOf(filter, now()), await seenOf(db, actor, parents));

/** Filter for client endpoints; all conditions apply. */
type EndpointFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
  /** Also searches the endpoint's ids and the names of its tokens. */
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
 * For each stack that the caller may see, a page of its client endpoints, newest first by default. Tested by
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

/** Number of endpoints of each given stack that the caller may see. Stacks without endpoints are absent. */
export const countEndpointsOfStacks = countVisibleChildren(visibleStackIds, endpointRows);

/** Filter for stack tokens; all conditions apply. */
type TokenFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
  /** Selects tokens that are neither revoked nor expired. */
  readonly isInForce?: boolean | null | undefined;
};

const tokenRows = ({ search, isInForce }: TokenFilter, now: Date) =>
  childRows(
    'stack_token',
    'endpoint_id',
    Prisma.sql`${textCondition(search, NAME)} ${flagCondition(isInForce, inForceCondition(now))}`,
  );

type TokenList = InOrder<StackTokenLoad, ChildOrder> & { readonly filter?: TokenFilter };

/** For each client endpoint that the caller may see, a page of its tokens, including revoked ones. */
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

/** Number of tokens of each given client endpoint, as `countEndpointsOfStacks`. */
export const countTokensOfEndpoints = countVisibleChildren(visibleEndpointIds, tokenRows);

/** The stack tokens with these ids whose endpoints the caller may see, keyed by id. */
export async function listTokensById(
  { db, actor }: Ctx,
  ids: readonly TokenId[],
): Promise<ReadonlyMap<TokenId, StackToken>> {
  const tokens = await db.stackToken.findMany({
    where: { id: { in: [...ids] }, endpoint: { stack: stackWhere(actor) } },
  });
  return new Map(tokens.map((token) => [token.id, token]));
}
