import { toStackId } from '../../core/kernel/ids.ts';
import { countStacksOfServers, listStacksOfServers } from '../../core/stacks/stacksOfServers.ts';
import { builder } from '../builder.ts';
import { endpointOf, ownEndpointOf, ownStackOf, stackOf } from '../found.ts';
import { BY_AGE_OR_NAME, ordered, orderOf, withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { Alert } from './alert.ts';
import { AuditEvent } from './audit.ts';
import { ClientEndpoint } from './endpoint.ts';
import { InstructionChange } from './instructionChange.ts';
import { Server } from './marketplaceServer.ts';
import { PolicyRule } from './policyRule.ts';
import { StackRole } from './role.ts';
import { ServerRefresh } from './serverRefresh.ts';
import { ServiceAccount } from './serviceAccount.ts';
import { Stack, StackPage } from './stack.ts';
import { StackServer } from './stackServer.ts';
import { StackToken } from './stackToken.ts';
import { TrustedIssuer } from './trustedIssuer.ts';

/* Fields that lead from an object to its stack or client endpoint. One query loads them for all rows of a page. */

builder.prismaObjectFields(ClientEndpoint, (t) => ({
  stack: t.field({
    type: Stack,
    description: 'The stack whose tools it offers.',
    resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
  }),
}));

builder.prismaObjectFields(StackServer, (t) => ({
  stack: t.field({
    type: Stack,
    description: 'The stack that the server is in.',
    resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
  }),
}));

builder.prismaObjectFields(InstructionChange, (t) => ({
  stack: t.field({
    type: Stack,
    description: 'The stack in which it awaits review.',
    resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
  }),
}));

builder.prismaObjectFields(AuditEvent, (t) => ({
  stack: t.field({
    type: Stack,
    nullable: true,
    description: 'The stack it concerns; null if there is none, or if it was deleted.',
    resolve: ({ stackId }, _args, context) => (stackId === null ? null : stackOf(context, stackId)),
  }),
}));

builder.objectField(Alert, 'stack', (t) =>
  t.field({
    type: Stack,
    nullable: true,
    description: 'The affected stack; null for an account-wide alert.',
    resolve: ({ stackId }, _args, context) => (stackId === null ? null : stackOf(context, stackId)),
  }),
);

builder.objectField(StackRole, 'stack', (t) =>
  t.field({
    type: Stack,
    nullable: true,
    description: 'The stack; null if the caller can’t see it, or if it was deleted.',
    resolve: ({ stackId }, _args, context) => stackOf(context, toStackId(stackId)),
  }),
);

builder.objectField(ServerRefresh, 'stack', (t) =>
  t.field({
    type: Stack,
    nullable: true,
    description: 'The stack whose credentials the refresh uses; null for none, and if the caller can’t see the stack.',
    resolve: ({ refreshStackId }, _args, context) =>
      refreshStackId === null ? null : stackOf(context, refreshStackId),
  }),
);

builder.prismaObjectFields(PolicyRule, (t) => ({
  stack: t.field({
    type: Stack,
    nullable: true,
    description: 'The stack it applies to; null for all stacks of the account.',
    resolve: ({ stackId }, _args, context) => (stackId === null ? null : stackOf(context, stackId)),
  }),
  endpoint: t.field({
    type: ClientEndpoint,
    nullable: true,
    description: 'The client endpoint it applies to; null for all.',
    resolve: ({ endpointId }, _args, context) => (endpointId === null ? null : endpointOf(context, endpointId)),
  }),
}));

builder.prismaObjectFields(StackToken, (t) => ({
  endpoint: t.field({
    type: ClientEndpoint,
    description: 'The client endpoint that it gives access to.',
    resolve: ({ endpointId }, _args, context) => ownEndpointOf(context, endpointId),
  }),
}));

builder.prismaObjectFields(ServiceAccount, (t) => ({
  endpoint: t.field({
    type: ClientEndpoint,
    description: 'The client endpoint that its tokens are for.',
    resolve: ({ endpointId }, _args, context) => ownEndpointOf(context, endpointId),
  }),
}));

builder.prismaObjectFields(TrustedIssuer, (t) => ({
  endpoint: t.field({
    type: ClientEndpoint,
    description: 'The client endpoint for which its people and programs get tokens.',
    resolve: ({ endpointId }, _args, context) => ownEndpointOf(context, endpointId),
  }),
}));

const ServerStackOrder = orderOf('ServerStack', 'stacks that have a server', BY_AGE_OR_NAME);

const ServerStackFilter = builder.inputType('ServerStackFilter', {
  description: 'Conditions on the stacks that have a server.',
  fields: (t) => ({ search: t.string({ description: 'Text in the name, ignoring case.' }) }),
});

const stacksOf = pagesBelow(listStacksOfServers);
const stackCountOf = countsBelow(countStacksOfServers);

builder.prismaObjectField(Server, 'stacks', (t) =>
  t.prismaConnection(
    {
      type: Stack,
      cursor: 'id',
      nullable: true,
      description: 'The account’s stacks that include it.',
      args: {
        filter: t.arg({ type: ServerStackFilter, description: 'The stacks to return; all by default.' }),
        orderBy: t.arg({ type: ServerStackOrder, description: ordered('oldest first') }),
      },
      totalCount: ({ id }, { filter }, context, info) => stackCountOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        stacksOf(withFilter(load, orderBy, filter), id, context, info),
    },
    StackPage,
  ),
);
