import { type RefreshedServer, refreshServerTools } from '../../core/marketplace/refreshTools.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Server } from './marketplaceServer.ts';

const RefreshInput = builder.inputType('RefreshServerToolsInput', {
  description: 'A private MCP server to ask for its tools again.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack whose credentials to ask with.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name, as the stack has it.' }),
    endUser: t.string({ description: 'The end user whose credentials to ask with; the stack’s own when left out.' }),
  }),
});

export const ToolRefusal = builder.objectRef<RefreshedServer['warnings'][number]>('ToolRefusal').implement({
  description: 'A tool that a server lists and that cannot be offered.',
  fields: (t) => ({
    name: t.exposeString('tool', { description: 'What the server calls it; empty for the server as a whole.' }),
    reason: t.exposeString('reason', { description: 'Why it cannot be offered.' }),
  }),
});

const RefreshPayload = builder.objectRef<RefreshedServer>('RefreshServerToolsPayload').implement({
  description: 'A server was asked for its tools. Stacks keep what they enabled of it.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
    isChanged: t.exposeBoolean('isChanged', { description: 'False when it listed what was known already.' }),
    toolCount: t.exposeInt('toolCount', { description: 'How many tools it offers.' }),
    refused: t.field({
      type: [ToolRefusal],
      description: 'Tools that cannot be offered.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

builder.mutationField('refreshServerTools', (t) =>
  t.field({
    type: RefreshPayload,
    nullable: true,
    description:
      'Asks a private MCP server for its tools, with the credentials of a stack: for servers that list them only after a sign-in.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: RefreshInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input: { stackId, serverId, endUser } }, { app }) =>
      refreshServerTools(app, stackId, serverId, endUser),
  }),
);
