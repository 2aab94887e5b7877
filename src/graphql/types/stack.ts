import { countStacks, findStack, listStacks } from '../../core/stacks/stack.ts';
import { builder } from '../builder.ts';
import { edgeOf, pageOf } from '../paging.ts';

const StackConfiguration = builder.objectRef<{ readonly analyticsEnabled: boolean }>('StackConfiguration').implement({
  description: 'How a stack behaves.',
  fields: (t) => ({
    analyticsEnabled: t.exposeBoolean('analyticsEnabled', {
      description: 'Whether sizes, duration and outcome of its tool calls are recorded; payloads never are.',
    }),
  }),
});

export const Stack = builder.prismaObject('Stack', {
  description: 'A named set of servers, each with its enabled tools and its own credentials.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The stack’s id, `stack_…`.' }),
    name: t.exposeString('name', { description: 'Unique within the account.' }),
    configuration: t.field({
      type: StackConfiguration,
      description: 'How the stack behaves.',
      resolve: ({ analyticsEnabled }) => ({ analyticsEnabled }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the stack was made.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its name or configuration was last updated.',
    }),
    servers: t.relatedConnection(
      'servers',
      {
        cursor: 'id',
        totalCount: true,
        description: 'The servers in the stack, in the order they were added.',
        query: { orderBy: { id: 'asc' } },
      },
      pageOf('StackServer', 'servers in a stack'),
      edgeOf('StackServer', 'servers in a stack'),
    ),
  }),
});

builder.queryFields((t) => ({
  stacks: t.prismaConnection(
    {
      type: 'Stack',
      cursor: 'id',
      nullable: true,
      description: 'The stacks of the account, oldest first.',
      extensions: { limitClass: 'default' },
      totalCount: (_root, _args, { app }) => countStacks(app),
      resolve: (load, _root, _args, { app }) => listStacks(app, load),
    },
    pageOf('Stack', 'stacks'),
    edgeOf('Stack', 'stacks'),
  ),
  stack: t.prismaField({
    type: 'Stack',
    nullable: true,
    description: 'One stack of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The stack’s id, `stack_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findStack(app, id, load),
  }),
}));
