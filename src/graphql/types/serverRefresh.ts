import { toServerId, toStackId } from '../../core/ids.ts';
import { type RefreshWhen, toRefreshWhen, updateServerRefresh } from '../../core/marketplace/refreshSchedule.ts';
import { type RefreshedServer, refreshServerTools } from '../../core/marketplace/refreshTools.ts';
import type { Server as ServerRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { withPlace } from '../input.ts';
import { HELD_COUNT, Server, ToolRefusal } from './marketplaceServer.ts';

const WHEN = {
  OFF: { value: 'off', description: 'Never.' },
  NOTIFIED: { value: 'notified', description: 'When it says that its tools have changed.' },
  HOURLY: { value: 'hourly', description: 'Every hour, and when it says so.' },
  DAILY: { value: 'daily', description: 'Every day, and when it says so.' },
} as const satisfies { [W in RefreshWhen as Uppercase<W>]: { value: W; description: string } };

const ServerRefreshWhen = builder.enumType('ServerRefreshWhen', {
  description: 'When a private MCP server is asked for its tools without anybody asking for that.',
  values: WHEN,
});

type Refresh = Pick<ServerRow, 'refresh' | 'refreshStackId' | 'refreshDueAt' | 'refreshedAt' | 'refreshProblem'>;

export const ServerRefresh = builder.objectRef<Refresh>('ServerRefresh').implement({
  description: 'How a private MCP server is asked for its tools by itself. Changes go through `toolChanges`.',
  fields: (t) => ({
    when: t.field({
      type: ServerRefreshWhen,
      description: 'When.',
      resolve: ({ refresh }) => toRefreshWhen(refresh),
    }),
    stackId: t.id({
      nullable: true,
      description:
        'The stack whose credentials it is asked with; null until one is named or a call has heard of a change.',
      resolve: ({ refreshStackId }) => refreshStackId,
    }),
    dueAt: t.expose('refreshDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is asked next, about; null when nothing is due.',
    }),
    refreshedAt: t.expose('refreshedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last asked by itself.',
    }),
    problem: t.exposeString('refreshProblem', {
      nullable: true,
      description: 'Why it could not be asked then; null when it could.',
    }),
  }),
});

builder.prismaObjectFields(Server, (t) => ({
  refresh: t.field({
    type: ServerRefresh,
    nullable: true,
    description: 'When it is asked for its tools by itself; null for one that is not the account’s own.',
    resolve: (server, _args, { app }) => (server.owner === app.actor.accountId ? server : null),
  }),
}));

const UpdateInput = builder.inputType('UpdateServerRefreshInput', {
  description: 'When a private MCP server is asked for its tools by itself.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id.' }),
    when: t.field({ type: ServerRefreshWhen, required: true, description: 'When.' }),
    stackId: t.id({
      description: 'The stack whose credentials to ask with; left out, the one before. HOURLY and DAILY need one.',
    }),
  }),
});

const UpdatePayload = builder.objectRef<{ readonly server: ServerRow }>('UpdateServerRefreshPayload').implement({
  description: 'A server is asked for its tools at other times from now on.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
  }),
});

builder.mutationField('updateServerRefresh', (t) =>
  t.field({
    type: UpdatePayload,
    nullable: true,
    description: 'Says when a private MCP server is asked for its tools by itself.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The server, and when.' }) },
    resolve: async (_root, { input: { serverId, ...input } }, { app }) => ({
      server: await updateServerRefresh(app, toServerId(serverId), withPlace(input)),
    }),
  }),
);

const RefreshInput = builder.inputType('RefreshServerToolsInput', {
  description: 'A private MCP server to ask for its tools again.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack whose credentials to ask with.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name, as the stack has it.' }),
    endUser: t.string({ description: 'The end user whose credentials to ask with; the stack’s own when left out.' }),
  }),
});

const RefreshPayload = builder.objectRef<RefreshedServer>('RefreshServerToolsPayload').implement({
  description: 'A server was asked for its tools. Stacks keep their enabled tools.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
    isChanged: t.exposeBoolean('isChanged', { description: 'False if the list was unchanged.' }),
    toolCount: t.exposeInt('toolCount', { description: 'How many tools it offers.' }),
    heldCount: t.exposeInt('heldCount', { description: HELD_COUNT }),
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
      refreshServerTools(app, toStackId(stackId), toServerId(serverId), endUser),
  }),
);
