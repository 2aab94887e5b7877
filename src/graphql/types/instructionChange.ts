import { countInstructionChanges, listInstructionChanges } from '../../core/reviews/instructions.ts';
import { builder } from '../builder.ts';
import { ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { filterNamed } from '../references.ts';
import { Server } from './marketplaceServer.ts';
import { Node } from './node.ts';

export const InstructionChange = builder.prismaObject('StackServer', {
  variant: 'InstructionChange',
  interfaces: [Node],
  description:
    'A server whose instructions to models changed after a stack added it. Agents of the stack receive the earlier text until `acceptToolChanges` accepts the change.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the pending change in this stack, `instructionchange_…`.',
      resolve: ({ id }) => `instructionchange_${id}`,
    }),
    server: t.field({
      type: Server,
      description: 'The current server. A review names its `digest`.',
      select: { server: true },
      resolve: ({ server }) => server,
    }),
    stackId: t.exposeID('stackId', { description: 'The stack.' }),
    before: t.string({
      description: 'The text that agents receive; empty if none.',
      select: { heldInstructions: true },
      resolve: ({ heldInstructions }) => heldInstructions ?? '',
    }),
    after: t.string({
      description: 'The server’s current text; empty if none.',
      select: { server: { select: { instructions: true } } },
      resolve: ({ server }) => server.instructions ?? '',
    }),
    isRefused: t.exposeBoolean('areInstructionsRefused', {
      description: 'Whether a reviewer refused the current text; false while it awaits review.',
    }),
  }),
});

const InstructionChangeOrder = orderOf('InstructionChange', 'changed instructions', {
  ADDED_AT: { value: 'addedAt', description: 'When the servers were added to the stacks.' },
});

const InstructionChangeFilter = builder.inputType('InstructionChangeFilter', {
  description: 'Conditions on changed instructions, all of which apply.',
  fields: (t) => ({
    serverId: t.id({ description: 'Only results for this server.' }),
    stackId: t.id({ description: 'Only changes in this stack.' }),
    search: t.string({ description: 'Text in the name of the server, ignoring case.' }),
  }),
});

builder.queryField('instructionChanges', (t) =>
  t.prismaConnection(
    {
      type: InstructionChange,
      cursor: 'id',
      nullable: true,
      description:
        'Changed instructions of servers in the account’s stacks that await review or were rejected, one for each stack.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({
          type: InstructionChangeFilter,
          description: 'The changed instructions to return; all by default.',
        }),
        orderBy: t.arg({
          type: InstructionChangeOrder,
          description: ordered('the order in which servers were added to stacks'),
        }),
      },
      totalCount: async (_root, { filter }, { app }) =>
        countInstructionChanges(app, await filterNamed(app, filter ?? {})),
      resolve: async (load, _root, { orderBy, filter }, { app }) =>
        listInstructionChanges(app, await filterNamed(app, filter ?? {}), load, orderBy?.direction),
    },
    pageOf('InstructionChange', 'changed instructions'),
    edgeOf('InstructionChange', 'changed instructions'),
  ),
);
