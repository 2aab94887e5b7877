import type { MachineClient, TrustedIssuer } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { EndpointId } from '../ids.ts';
import { childPages, childrenOf, columnsOf, type InOrder } from '../lib/childPages.ts';
import { NEWEST_FIRST } from '../lib/order.ts';
import type { Window } from '../lib/page.ts';
import { stackWhere } from '../scope.ts';
import type { MachineClientLoad } from './machineClient.ts';
import type { TrustedIssuerLoad } from './trustedIssuer.ts';

/** Of each client endpoint that the caller sees, a page of the machine clients that get its tokens, in an order. */
export const listMachineClients = (
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
  { order = NEWEST_FIRST, ...load }: InOrder<MachineClientLoad & Window>,
): Promise<ReadonlyMap<EndpointId, readonly MachineClient[]>> =>
  childPages(db, childrenOf('machine_client', 'endpoint_id', order), endpoints, load, (ids) =>
    db.machineClient.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** How many there are of each endpoint that the caller sees; one without any is absent. */
export async function countMachineClients(
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
): Promise<ReadonlyMap<EndpointId, number>> {
  const where = { endpointId: { in: [...endpoints] }, endpoint: { stack: stackWhere(actor) } };
  const counts = await db.machineClient.groupBy({ by: 'endpointId', where, _count: { _all: true } });
  return new Map(counts.map(({ endpointId, _count }) => [endpointId, _count._all]));
}

/** Of each client endpoint that the caller sees, a page of the trusted issuers, in an order. */
export const listTrustedIssuers = (
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
  { order = NEWEST_FIRST, ...load }: InOrder<TrustedIssuerLoad & Window>,
): Promise<ReadonlyMap<EndpointId, readonly TrustedIssuer[]>> =>
  childPages(db, childrenOf('trusted_issuer', 'endpoint_id', order), endpoints, load, (ids) =>
    db.trustedIssuer.findMany({
      ...columnsOf(load),
      where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
    }),
  );

/** How many there are of each, as `countMachineClients`. */
export async function countTrustedIssuers(
  { db, actor }: Ctx,
  endpoints: readonly EndpointId[],
): Promise<ReadonlyMap<EndpointId, number>> {
  const where = { endpointId: { in: [...endpoints] }, endpoint: { stack: stackWhere(actor) } };
  const counts = await db.trustedIssuer.groupBy({ by: 'endpointId', where, _count: { _all: true } });
  return new Map(counts.map(({ endpointId, _count }) => [endpointId, _count._all]));
}
