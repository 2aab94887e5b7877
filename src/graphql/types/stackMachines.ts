import {
  countServiceAccountsOfStacks,
  countTrustedIssuersOfStacks,
  listServiceAccountsOfStacks,
  listTrustedIssuersOfStacks,
} from '../../core/machines/machineLists.ts';
import { builder } from '../builder.ts';
import { withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { ServiceAccountPage, serviceAccountArgs } from './serviceAccount.ts';
import { Stack } from './stack.ts';
import { TrustedIssuerPage, trustedIssuerArgs } from './trustedIssuer.ts';

/* Clients that sign in without a browser at any endpoint of a stack. */

const machinesOf = pagesBelow(listServiceAccountsOfStacks);
const machineCountOf = countsBelow(countServiceAccountsOfStacks);
const issuersOf = pagesBelow(listTrustedIssuersOfStacks);
const issuerCountOf = countsBelow(countTrustedIssuersOfStacks);

builder.prismaObjectField(Stack, 'serviceAccounts', (t) =>
  t.prismaConnection(
    {
      type: 'ServiceAccount',
      cursor: 'id',
      nullable: true,
      description: 'The service accounts of all its endpoints.',
      args: serviceAccountArgs,
      totalCount: ({ id }, { filter }, context, info) => machineCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        machinesOf(withFilter(load, orderBy, filter), id, context, info),
    },
    ServiceAccountPage,
  ),
);

builder.prismaObjectField(Stack, 'trustedIssuers', (t) =>
  t.prismaConnection(
    {
      type: 'TrustedIssuer',
      cursor: 'id',
      nullable: true,
      description: 'The identity providers that its endpoints trust.',
      args: trustedIssuerArgs,
      totalCount: ({ id }, { filter }, context, info) => issuerCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        issuersOf(withFilter(load, orderBy, filter), id, context, info),
    },
    TrustedIssuerPage,
  ),
);
