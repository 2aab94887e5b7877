import { Prisma, type ServiceAccount, type TrustedIssuer } from '../../generated/prisma/client.ts';
import { countVisibleChildren, visibleEndpointIds, visibleStackIds } from '../endpoints/endpointLists.ts';
import { childPages, childRows, columnsOf, type InOrder, orderedChildren } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { EndpointId, StackId } from '../kernel/ids.ts';
import { NEWEST_FIRST } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { stackWhere } from '../kernel/scope.ts';
import { flagCondition, type Search, textCondition, unexpiredCondition } from '../lib/search.ts';
import type { ServiceAccountLoad } from './serviceAccount.ts';
import type { TrustedIssuerLoad } from './trustedIssuer.ts';

/** Filter for service accounts; all conditions apply. */
type MachineFilter = {
  /** Text in the name, ignoring case. */
  readonly search?: Search;
  /** Selects clients that have not expired. */
  readonly isInForce?: boolean | null | undefined;
};

type IssuerFilter = {
  /** Text in the name or in the issuer’s address, ignoring case. */
  readonly search?: Search;
};

/** SQL for the rows of an endpoint, or of all endpoints of a stack. An account has few, so all are read. */
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

type MachineList = InOrder<ServiceAccountLoad & Window> & { readonly filter?: MachineFilter };

const listMachinesOf =
  <K extends keyof Parents>(of: K) =>
  (
    { db, actor, now }: Ctx,
    parents: readonly Parents[K][],
    { order = NEWEST_FIRST, filter = {}, ...load }: MachineList,
  ): Promise<ReadonlyMap<Parents[K], readonly ServiceAccount[]>> =>
    childPages(db, orderedChildren(machineRows(filter, now())[of], order), parents, pageAmong('machine', load), (ids) =>
      db.serviceAccount.findMany({
        ...columnsOf(load),
        where: { id: { in: ids }, endpoint: { stack: stackWhere(actor) } },
      }),
    );

/** For each client endpoint that the caller may see, an ordered page of its service accounts. */
export const listServiceAccounts = listMachinesOf('endpoint');

/** For each stack that the caller may see, an ordered page of the service accounts of all its endpoints. */
export const listServiceAccountsOfStacks = listMachinesOf('stack');

/** Number of service accounts of each endpoint that the caller may see; endpoints without any are absent. */
export const countServiceAccounts = countVisibleChildren(
  visibleEndpointIds,
  (filter: MachineFilter, now) => machineRows(filter, now).endpoint,
);

/** Number of service accounts of each stack. */
export const countServiceAccountsOfStacks = countVisibleChildren(
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

/** For each client endpoint that the caller may see, an ordered page of its trusted issuers. */
export const listTrustedIssuers = listIssuersOf('endpoint');

/** For each stack that the caller may see, an ordered page of the trusted issuers of all its endpoints. */
export const listTrustedIssuersOfStacks = listIssuersOf('stack');

/** Number of trusted issuers of each endpoint, as `countServiceAccounts`. */
export const countTrustedIssuers = countVisibleChildren(
  visibleEndpointIds,
  (filter: IssuerFilter) => issuerRows(filter).endpoint,
);

/** Number of trusted issuers of each stack. */
export const countTrustedIssuersOfStacks = countVisibleChildren(
  visibleStackIds,
  (filter: IssuerFilter) => issuerRows(filter).stack,
);
