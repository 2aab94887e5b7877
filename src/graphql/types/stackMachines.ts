import {
  countMachineClientsOfStacks,
  countTrustedIssuersOfStacks,
  listMachineClientsOfStacks,
  listTrustedIssuersOfStacks,
} from '../../core/machines/machineLists.ts';
import { builder } from '../builder.ts';
import { withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { MachineClientPage, machineClientArgs } from './machineClient.ts';
import { Stack } from './stack.ts';
import { TrustedIssuerPage, trustedIssuerArgs } from './trustedIssuer.ts';

/* Clients that sign in without a browser at any endpoint of a stack. */

const machinesOf = pagesBelow(listMachineClientsOfStacks);
const machineCountOf = countsBelow(countMachineClientsOfStacks);
const issuersOf = pagesBelow(listTrustedIssuersOfStacks);
const issuerCountOf = countsBelow(countTrustedIssuersOfStacks);

builder.prismaObjectField(Stack, 'machineClients', (t) =>
  t.prismaConnection(
    {
      type: 'MachineClient',
      cursor: 'id',
      description: 'The machine clients of all its endpoints.',
      args: machineClientArgs,
      totalCount: ({ id }, { filter }, context, info) => machineCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        machinesOf(withFilter(load, orderBy, filter), id, context, info),
    },
    MachineClientPage,
  ),
);

builder.prismaObjectField(Stack, 'trustedIssuers', (t) =>
  t.prismaConnection(
    {
      type: 'TrustedIssuer',
      cursor: 'id',
      description: 'The identity providers that its endpoints trust.',
      args: trustedIssuerArgs,
      totalCount: ({ id }, { filter }, context, info) => issuerCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        issuersOf(withFilter(load, orderBy, filter), id, context, info),
    },
    TrustedIssuerPage,
  ),
);
