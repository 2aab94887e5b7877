import { type MachineClient, Prisma, type TrustedIssuer } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { visibleEndpointIds, visibleStackIds } from '../endpoints/endpointLists.ts';
import type { EndpointId, StackId } from '../ids.ts';
import {
  type Children,
  childPages,
  childRows,
  columnsOf,
  countChildren,
  type InOrder,
  orderedChildren,
} from '../lib/childPages.ts';
import { NEWEST_FIRST } from '../lib/order.ts';
import type { Window } from '../lib/page.ts';
import { flagCondition, type Search, textCondition, unexpiredCondition } from '../lib/search.ts';
import { stackWhere } from '../scope.ts';
import type { MachineClientLoad } from './machineClient.ts';
import type { TrustedIssuerLoad } from './trustedIssuer.ts';

/** Which machine clients a list has; all conditions hold. */
export type MachineFilter = {
  /** A text in the name, in any case. */
  readonly search?: Search;
  /** Whether it has not ended. */
  readonly isInForce?: boolean | null | undefined;
};

/** Which trusted issuers a list has. */
export type IssuerFilter = {
  /** A text in the name or in the issuer’s own address, in any case. */
  readonly search?: Search;
};

/** The rows of an endpoint, and those of all endpoints of a stack: of an account there are few, which are all read. */
const below = (table: string, filter: Prisma.Sql) => ({
  endpoint: childRows(table, 'endpoint_id', filter),
  stack: {
    rows: Prisma.sql`(
      SELECT own.* FROM client_endpoint JOIN ${Prisma.raw(table)} own ON own.endpoint_id = client_endpoint.id
      WHERE client_endpoint.stack_id = parent.id OFFSET 0)`,
    filter,
  },
});

const NAME = Prisma.sql`name`;

const machineRows = ({ search, isInForce }: MachineFilter, now: Date) =>
  below(
    'machine_client',
    Prisma.sql`${textCondition(search, NAME)} ${flagCondition(isInForce, unexpiredCondition(now))}`,
  );

const issuerRows = ({ search }: IssuerFilter) =>
  below('trusted_issuer', textCondition(search, NAME, Prisma.sql`issuer`));

type MachineList = InOrder<MachineClientLoad & Window> & { readonly filter?: MachineFilter };

const machinePages = <P extends string>(
  { db, actor }: Ctx,
  rows: Children,
  parents: readonly P[],
  { order = NEWEST_FIRST, filter: _filter, ...load }: MachineList,
): Promise<ReadonlyMap<P, readonly MachineClient[]>> =>
  childPages(db, orderedChildren(rows, order), parents, load, (ids) =>
    db.machineClient.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** Of each client endpoint that the caller sees, a page of the machine clients that get its tokens, in an order. */
export const listMachineClients = (ctx: Ctx, endpoints: readonly EndpointId[], list: MachineList) =>
  machinePages(ctx, machineRows(list.filter ?? {}, ctx.now()).endpoint, endpoints, list);

/** The same of each stack, of all its endpoints together. */
export const listMachineClientsOfStacks = (ctx: Ctx, stacks: readonly StackId[], list: MachineList) =>
  machinePages(ctx, machineRows(list.filter ?? {}, ctx.now()).stack, stacks, list);

/** How many there are of each endpoint that the caller sees; one without any is absent. */
export async function countMachineClients(
  { db, actor, now }: Ctx,
  endpoints: readonly EndpointId[],
  filter: MachineFilter = {},
): Promise<ReadonlyMap<EndpointId, number>> {
  return countChildren(db, machineRows(filter, now()).endpoint, await visibleEndpointIds(db, actor, endpoints));
}

/** The same of each stack. */
export async function countMachineClientsOfStacks(
  { db, actor, now }: Ctx,
  stacks: readonly StackId[],
  filter: MachineFilter = {},
): Promise<ReadonlyMap<StackId, number>> {
  return countChildren(db, machineRows(filter, now()).stack, await visibleStackIds(db, actor, stacks));
}

type IssuerList = InOrder<TrustedIssuerLoad & Window> & { readonly filter?: IssuerFilter };

const issuerPages = <P extends string>(
  { db, actor }: Ctx,
  rows: Children,
  parents: readonly P[],
  { order = NEWEST_FIRST, filter: _filter, ...load }: IssuerList,
): Promise<ReadonlyMap<P, readonly TrustedIssuer[]>> =>
  childPages(db, orderedChildren(rows, order), parents, load, (ids) =>
    db.trustedIssuer.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** Of each client endpoint that the caller sees, a page of the trusted issuers, in an order. */
export const listTrustedIssuers = (ctx: Ctx, endpoints: readonly EndpointId[], list: IssuerList) =>
  issuerPages(ctx, issuerRows(list.filter ?? {}).endpoint, endpoints, list);

/** The same of each stack, of all its endpoints together. */
export const listTrustedIssuersOfStacks = (ctx: Ctx, stacks: readonly StackId[], list: IssuerList) =>
  issuerPages(ctx, issuerRows(list.filter ?? {}).stack, stacks, list);

/** How many there are of each, as `countMachineClients`. */
export async function countTrustedIssuers(
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
  filter: IssuerFilter = {},
): Promise<ReadonlyMap<EndpointId, number>> {
  return countChildren(db, issuerRows(filter).endpoint, await visibleEndpointIds(db, actor, endpoints));
}

/** The same of each stack. */
export async function countTrustedIssuersOfStacks(
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  filter: IssuerFilter = {},
): Promise<ReadonlyMap<StackId, number>> {
  return countChildren(db, issuerRows(filter).stack, await visibleStackIds(db, actor, stacks));
}
