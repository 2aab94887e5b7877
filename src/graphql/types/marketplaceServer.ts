import { exportServer } from '../../core/marketplace/exportServer.ts';
import { isRefreshable } from '../../core/marketplace/refreshTools.ts';
import { countServers, findServer, listServers, MARKETPLACE } from '../../core/marketplace/server.ts';
import { builder } from '../builder.ts';
import { edgeOf, pageOf } from '../paging.ts';

// It reads all tools: as much as a full page of them.
const DOCUMENT_COST = 100;
const IN_ORDER = { orderBy: { position: 'asc' } } as const;

builder.prismaObject('CredentialField', {
  description: 'A credential that a server needs or can use.',
  fields: (t) => ({
    id: t.exposeID('fieldId', { description: 'The key of this field when credentials are set.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What it is and where to get it.' }),
    required: t.exposeBoolean('required', { description: 'Whether the tools may not work without it.' }),
    secret: t.exposeBoolean('secret', { description: 'Whether forms should hide it.' }),
  }),
});

export const Server = builder.prismaObject('Server', {
  description: 'A marketplace entry, or a private server of the account: a set of tools and the credentials they need.',
  fields: (t) => ({
    id: t.exposeID('slug', { description: 'The server’s id, such as `google-calendar`.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    homepage: t.exposeString('homepage', { nullable: true, description: 'Where to read more.' }),
    isVerified: t.exposeBoolean('verified', {
      description: 'Whether its definition was tried against the live service.',
    }),
    isPrivate: t.boolean({
      description: 'True for a server that only this account sees.',
      resolve: ({ owner }) => owner !== MARKETPLACE,
    }),
    isRefreshable: t.boolean({
      description: 'Whether `refreshServerTools` can ask it for its tools again: a private MCP server.',
      resolve: (server, _args, { app }) => isRefreshable(app, server),
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'The OAuth scopes or permissions that its credentials need.',
    }),
    tools: t.relatedConnection(
      'tools',
      {
        cursor: 'id',
        totalCount: true,
        description: 'The tools it offers, in its own order.',
        query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
      },
      pageOf('Tool', 'tools of a server'),
      edgeOf('Tool', 'tools of a server'),
    ),
    credentialFields: t.relation('fields', {
      description: 'The credentials it declares, required ones and optional ones, in its own order.',
      query: IN_ORDER,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The document that a server of the account’s own can be imported from again; null for the marketplace’s.',
      complexity: DOCUMENT_COST,
      resolve: ({ owner, slug }, _args, { app }) => (owner === MARKETPLACE ? null : exportServer(app, slug)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first imported.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its definition last changed.' }),
  }),
});

builder.queryFields((t) => ({
  servers: t.prismaConnection(
    {
      type: 'Server',
      cursor: 'id',
      nullable: true,
      description: 'The servers that can be added to a stack: the marketplace and the account’s own.',
      extensions: { limitClass: 'default' },
      args: {
        search: t.arg.string({ description: 'Text in the id, name, description or tool names, in any case.' }),
      },
      totalCount: (_root, { search }, { app }) => countServers(app, search ?? undefined),
      resolve: (load, _root, { search }, { app }) => listServers(app, search ?? undefined, load),
    },
    pageOf('Server', 'servers'),
    edgeOf('Server', 'servers'),
  ),
  server: t.prismaField({
    type: 'Server',
    nullable: true,
    description: 'One server; null when there is none with this id that the account may see.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The server’s id, such as `gmail`.' }) },
    resolve: (load, _root, { id }, { app }) => findServer(app, id, load),
  }),
}));
