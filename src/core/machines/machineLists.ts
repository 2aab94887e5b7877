import { type MachineClient, Prisma, type TrustedIssuer } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { countsBelowSeen, visibleEndpointIds, visibleStackIds } from '../endpoints/endpointLists.ts';
import type { EndpointId, StackId } from '../ids.ts';
import { childPages, childRows, columnsOf, type InOrder, orderedChildren } from '../lib/childPages.ts';
import { NEWEST_FIRST } from '../lib/order.ts';
import { pageAmong, type Window } from '../lib/page.ts';
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

type Parents = { readonly endpoint: EndpointId; readonly stack: StackId };

type MachineList = InOrder<MachineClientLoad & Window> & { readonly filter?: MachineFilter };

const listMachinesOf =
  <K extends keyof Parents>(of: K) =>
  (
    { db, actor, now }: Ctx,
    parents: readonly Parents[K][],
    { order = NEWEST_FIRST, filter = {}, ...load }: MachineList,
  ): Promise<ReadonlyMap<Parents[K], readonly MachineClient[]>> =>
    childPages(db, orderedChildren(machineRows(filter, now())[of], order), parents, pageAmong('machine', load), (ids) =>
      db.machineClient.findMany({
        ...columnsOf(load),
        where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
      }),
    );

/** For each client endpoint that the caller sees, an ordered page of its machine clients. */
export const listMachineClients = listMachinesOf('endpoint');

/** The same of each stack, of all its endpoints together. */
export const listMachineClientsOfStacks = listMachinesOf('stack');

/** How many there are of each endpoint that the caller sees; one without any is absent. */
export const countMachineClients = countsBelowSeen(
  visibleEndpointIds,
  (filter: MachineFilter, now) => machineRows(filter, now).endpoint,
);

/** The same of each stack. */
export const countMachineClientsOfStacks = countsBelowSeen(
  visibleStackIds,
  (filter: MachineFilter, now) => machineRows(filter, now).stack,
);

type IssuerList = InOrder<TrustedIssuerLoad & Window> & { readonly filter?: IssuerFilter };

const listIssuersOf =
  <K extends keyof Parents>(of: K) =>
  (
    { db, actor }: Ctx,
    parents: readonly Parents[K][],
    { order = NEWEST_FIRST, filter = {}, ...load }: IssuerList,
  ): Promise<ReadonlyMap<Parents[K], readonly TrustedIssuer[]>> =>
    childPages(db, orderedChildren(issuerRows(filter)[of], order), parents, pageAmong('issuer', load), (ids) =>
      db.trustedIssuer.findMany({
        ...columnsOf(load),
        where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
      }),
    );

/** For each client endpoint that the caller sees, an ordered page of its trusted issuers. */
export const listTrustedIssuers = listIssuersOf('endpoint');

/** The same of each stack, of all its endpoints together. */
export const listTrustedIssuersOfStacks = listIssuersOf('stack');

/** How many there are of each, as `countMachineClients`. */
export const countTrustedIssuers = countsBelowSeen(
  visibleEndpointIds,
  (filter: IssuerFilter) => issuerRows(filter).endpoint,
);

/** The same of each stack. */
export const countTrustedIssuersOfStacks = countsBelowSeen(
  visibleStackIds,
  (filter: IssuerFilter) => issuerRows(filter).stack,
);
