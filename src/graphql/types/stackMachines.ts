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
      totalCount: ({ id }, { search, isInForce }, context, info) =>
        machineCountOf({ search, isInForce }, id, context, info),
      resolve: (load, { id }, { orderBy, search, isInForce }, context, info) =>
        machinesOf(withFilter(load, orderBy, { search, isInForce }), id, context, info),
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
      totalCount: ({ id }, { search }, context, info) => issuerCountOf({ search }, id, context, info),
      resolve: (load, { id }, { orderBy, search }, context, info) =>
        issuersOf(withFilter(load, orderBy, { search }), id, context, info),
    },
    TrustedIssuerPage,
  ),
);
