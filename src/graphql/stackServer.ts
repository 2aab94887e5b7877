import { prismaConnectionHelpers } from '@pothos/plugin-prisma';
import { credentialStatusOf } from '../core/credentials/credential.ts';
import { builder } from './builder.ts';
import { CredentialStatus } from './credential.ts';
import { edgeOf, PAGE_ROWS_DEFAULT, PAGE_ROWS_MAX, pageOf } from './paging.ts';
import { Tool } from './tool.ts';

const enabledTools = prismaConnectionHelpers(builder, 'EnabledTool', {
  cursor: 'stackServerId_toolKey',
  // The whole row: the helper sees what is asked below `edges`, not below `nodes`.
  select: () => ({ tool: true }),
  query: { orderBy: { tool: { position: 'asc' } } },
  resolveNode: ({ tool }) => tool,
  defaultSize: PAGE_ROWS_DEFAULT,
  maxSize: PAGE_ROWS_MAX,
});

/** Field ids alone: what is sealed stays in the database. */
const STATUS_COLUMNS = {
  credentials: { select: { fieldId: true } },
  server: { select: { fields: { orderBy: { position: 'asc' }, select: { fieldId: true, required: true } } } },
} as const;

export const StackServer = builder.prismaObject('StackServer', {
  description: 'A server in a stack, with its enabled tools and the state of its credentials.',
  fields: (t) => ({
    server: t.relation('server', { description: 'The server.' }),
    addedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added to the stack.' }),
    tools: t.connection(
      {
        type: Tool,
        description: 'The tools of this server that are enabled in the stack, in the server’s order.',
        select: (args, context, nestedSelection) => ({
          enabledTools: enabledTools.getQuery(args, context, nestedSelection),
        }),
        resolve: (placed, args, context) => enabledTools.resolve(placed.enabledTools, args, context, placed),
      },
      pageOf('StackServerTool', 'enabled tools of a server in a stack'),
      edgeOf('StackServerTool', 'enabled tools of a server in a stack'),
    ),
    toolCount: t.relationCount('enabledTools', { description: 'How many of its tools are enabled in the stack.' }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'Which of its credentials are stored. A stored value can be replaced, never read.',
      select: STATUS_COLUMNS,
      resolve: ({ server, credentials }) =>
        credentialStatusOf(server.fields, new Set(credentials.map(({ fieldId }) => fieldId))),
    }),
  }),
});
