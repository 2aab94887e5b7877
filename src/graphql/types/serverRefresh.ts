import { toStackId } from '../../core/kernel/ids.ts';
import { type RefreshWhen, toRefreshWhen, updateServerRefresh } from '../../core/marketplace/refreshSchedule.ts';
import { type RefreshedServer, refreshServerTools } from '../../core/marketplace/refreshTools.ts';
import type { Server as ServerRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { orNull } from '../input.ts';
import { placedServerNamed, serverNamed } from '../references.ts';
import { HELD_COUNT, Server, ToolRefusal } from './marketplaceServer.ts';

const WHEN = {
  OFF: { value: 'off', description: 'Never.' },
  NOTIFIED: { value: 'notified', description: 'After a change notification from the server.' },
  HOURLY: { value: 'hourly', description: 'Every hour, and after a change notification.' },
  DAILY: { value: 'daily', description: 'Every day, and after a change notification.' },
} as const satisfies { [W in RefreshWhen as Uppercase<W>]: { value: W; description: string } };

const ServerRefreshWhen = builder.enumType('ServerRefreshWhen', {
  description: 'When a private MCP server’s tools are refreshed automatically.',
  values: WHEN,
});

type Refresh = Pick<ServerRow, 'refresh' | 'refreshStackId' | 'refreshDueAt' | 'refreshedAt' | 'refreshProblem'>;

export const ServerRefresh = builder.objectRef<Refresh>('ServerRefresh').implement({
  description: 'The automatic refresh of a private MCP server’s tools. Changes go through `toolChanges`.',
  fields: (t) => ({
    when: t.field({
      type: ServerRefreshWhen,
      description: 'The schedule.',
      resolve: ({ refresh }) => toRefreshWhen(refresh),
    }),
    stackId: t.id({
      nullable: true,
      description: 'The stack whose credentials the refresh uses; null until one is set or a call reports a change.',
      resolve: ({ refreshStackId }) => refreshStackId,
    }),
    dueAt: t.expose('refreshDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The approximate time of the next refresh; null if none is due.',
    }),
    refreshedAt: t.expose('refreshedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the last automatic refresh.',
    }),
    problem: t.exposeString('refreshProblem', {
      nullable: true,
      description: 'Why the last refresh failed; null if it succeeded.',
    }),
  }),
});

builder.prismaObjectFields(Server, (t) => ({
  refresh: t.field({
    type: ServerRefresh,
    nullable: true,
    description: 'The automatic refresh of its tools; null for a server that isn’t private.',
    resolve: (server, _args, { app }) => (server.owner === app.actor.accountId ? server : null),
  }),
}));

const UpdateInput = builder.inputType('UpdateServerRefreshInput', {
  description: 'When a private MCP server’s tools are refreshed automatically.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id.' }),
    when: t.field({ type: ServerRefreshWhen, description: 'The schedule; null for NOTIFIED. Unchanged if omitted.' }),
    stackId: t.id({
      description:
        'The stack that provides the credentials; null for none. Unchanged if omitted. HOURLY and DAILY need one.',
    }),
  }),
});

const UpdatePayload = builder.objectRef<{ readonly server: ServerRow }>('UpdateServerRefreshPayload').implement({
  description: 'The automatic refresh of a server’s tools was changed.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server.', resolve: ({ server }) => server }),
  }),
});

builder.mutationField('updateServerRefresh', (t) =>
  t.field({
    type: UpdatePayload,
    nullable: true,
    description: 'Sets when a private MCP server’s tools are refreshed automatically.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The server and the schedule.' }) },
    resolve: async (_root, { input: { serverId, stackId, ...input } }, { app }) => ({
      server: await updateServerRefresh(app, await serverNamed(app, serverId), {
        ...input,
        ...(stackId !== undefined && { stackId: orNull(stackId, toStackId) }),
      }),
    }),
  }),
);

const SelectionInput = builder.inputType('ToolSelectionInput', {
  description: 'The fields of the result that a GraphQL API’s tool selects.',
  fields: (t) => ({
    tool: t.string({ required: true, description: 'The tool’s name at the API, as `Tool.name`.' }),
    selection: t.string({ description: 'The fields, as in `{ id owner { login } }`; null for the default ones.' }),
  }),
});

const RefreshInput = builder.inputType('RefreshServerToolsInput', {
  description: 'A private server to refresh, and the fields that its tools select.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack that provides the credentials.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
    endUser: t.string({ description: 'The end user who provides the credentials; the stack by default.' }),
    selections: t.field({
      type: [SelectionInput],
      description: 'For a GraphQL API: the fields that tools select from now on, also after later refreshes.',
    }),
  }),
});

const RefreshPayload = builder.objectRef<RefreshedServer>('RefreshServerToolsPayload').implement({
  description: 'A server listed its tools again. Stacks keep their enabled tools.',
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
      'Refreshes the tools of a private MCP server or GraphQL API with a stack’s credentials. Use it for servers that list tools only after a sign-in, and to select other fields of a GraphQL API.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: RefreshInput, required: true, description: 'The server.' }) },
    resolve: async (_root, { input: { stackId, serverId, endUser, selections } }, { app }) =>
      refreshServerTools(app, toStackId(stackId), await placedServerNamed(app, toStackId(stackId), serverId), {
        endUser,
        selections: Object.fromEntries((selections ?? []).map(({ tool, selection }) => [tool, selection ?? null])),
      }),
  }),
);
