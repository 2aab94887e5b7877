import { prismaConnectionHelpers } from '@pothos/plugin-prisma';
import { credentialStatusOf, STATUS_COLUMNS, statusWhere } from '../../core/credentials/status.ts';
import { credentialOwner } from '../../core/endUser.ts';
import { type CredentialMode, credentialModeSchema } from '../../core/stacks/credentialMode.ts';
import { builder } from '../builder.ts';
import { edgeOf, PAGE_ROWS_DEFAULT, PAGE_ROWS_MAX, pageOf } from '../paging.ts';
import { CredentialStatus } from './credential.ts';
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

const FIELDS = { orderBy: { position: 'asc' }, select: { fieldId: true, required: true, oauth2: true } } as const;

export const CredentialModeEnum = builder.enumType('CredentialMode', {
  description: 'Whose credentials the calls of a server in a stack use.',
  values: {
    STACK: { value: 'stack', description: 'The stack’s own.' },
    USER: { value: 'user', description: 'Those of the end user that the call is for, and no others.' },
    USER_THEN_STACK: {
      value: 'user_then_stack',
      description: 'The end user’s once it has stored any for this server, else the stack’s; never a mixture.',
    },
  } as const satisfies { [K in CredentialMode as Uppercase<K>]: { value: K; description: string } },
});

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
    credentialMode: t.field({
      type: CredentialModeEnum,
      description: 'Whose credentials its calls use.',
      select: { credentialMode: true },
      resolve: ({ credentialMode }) => credentialModeSchema.parse(credentialMode),
    }),
    toolCount: t.relationCount('enabledTools', { description: 'How many of its tools are enabled in the stack.' }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'Which of its credentials are stored. A stored value can be replaced, never read.',
      args: { endUser: t.arg.string({ description: 'Whose: an end user’s id; the stack’s own when left out.' }) },
      select: ({ endUser }, { app }) => ({
        credentials: { where: statusWhere(credentialOwner(app, endUser)), select: STATUS_COLUMNS },
        server: { select: { fields: FIELDS } },
      }),
      resolve: ({ server, credentials }, { endUser }, { app }) =>
        credentialStatusOf(server.fields, credentials, { owner: credentialOwner(app, endUser), now: app.now() }),
    }),
  }),
});
