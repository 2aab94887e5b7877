import { GraphQLError } from 'graphql';
import { BOUNDS } from '../../core/kernel/bounds.ts';
import { duplicateServer } from '../../core/marketplace/duplicateServer.ts';
import { exportJson } from '../../core/marketplace/exportJson.ts';
import { exportServer } from '../../core/marketplace/exportServer.ts';
import { type ImportResult, importServer } from '../../core/marketplace/importServer.ts';
import { isRefreshable, type RefreshedServer } from '../../core/marketplace/refreshTools.ts';
import { removeServer } from '../../core/marketplace/saveServer.ts';
import { updateServer } from '../../core/marketplace/updateServer.ts';
import { SERVER_CATEGORIES } from '../../core/servers/document.ts';
import { countToolsByServer, MARKETPLACE } from '../../core/servers/server.ts';
import { listToolsOfServers } from '../../core/servers/toolsOfServers.ts';
import type { Server as ServerRow } from '../../generated/prisma/client.ts';
import { batched } from '../batched.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { CredentialValueInput, OLD_VALUES, withValues } from '../credentialValues.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { type DeferredValues, withPlaceholders } from '../execution/writtenValues.ts';
import { inOrder, ordered } from '../ordering.ts';
import { pagesBelow } from '../pagesBelow.ts';
import { SERVER_PREFIX, serverNamed } from '../references.ts';
import { Node } from './node.ts';
import { ServerCategory } from './serverCategory.ts';
import { ServerSourceInput } from './serverSource.ts';
import { Tool, ToolOrder, ToolPage } from './tool.ts';

// A document contains all tools of a server, so it costs as much as a full page of rows.
const DOCUMENT_COST = 100;
export const HELD_COUNT = 'The number of enabled tools with changes that await review in `toolChanges`.';
const IN_ORDER = { orderBy: { position: 'asc' } } as const;

const toolsOf = pagesBelow(listToolsOfServers);
const toolCountOf = batched(countToolsByServer);

/** Stored JSON text beyond this many bytes goes into the response unparsed, because parsing it takes long. */
const LARGE_BYTES = 131_072;

/**
 * Limit for all large documents in one response: as much as an account may store, so that aliases can't multiply it.
 */
const DOCUMENTS_BYTES_MAX = BOUNDS.max_servers_bytes.max;
const documentBytes = new WeakMap<DeferredValues, number>();

function requireCapacity(written: DeferredValues, bytes: number): void {
  const sum = (documentBytes.get(written) ?? 0) + bytes;
  documentBytes.set(written, sum);
  // A single document is always returned.
  if (sum === bytes || sum <= DOCUMENTS_BYTES_MAX) return;
  const message = `These documents are more than ${DOCUMENTS_BYTES_MAX} bytes together: ask for fewer at a time`;
  throw new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** A private server's document, or a placeholder for a large one; null for a marketplace server. */
async function serverDocument(
  { owner, slug, bytes }: Pick<ServerRow, 'owner' | 'slug' | 'bytes'>,
  { app, isStream, turn, written }: GraphqlContext,
) {
  if (owner === MARKETPLACE) return null;
  if (isStream || (bytes > 0 && bytes < LARGE_BYTES)) return exportServer(app, slug);
  requireCapacity(written, bytes);
  await turn.acquire();
  return withPlaceholders(written, await exportJson(app, slug));
}

export const Server = builder.prismaObject('Server', {
  interfaces: [Node],
  description: 'A marketplace entry, or a private server of the account: a set of tools and the credentials they need.',
  fields: (t) => ({
    id: t.id({
      description: 'The server’s id, `server_…`, which is never reused.',
      resolve: ({ id }) => `${SERVER_PREFIX}${id}`,
    }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    description: t.exposeString('description', { description: 'Its purpose.' }),
    category: t.field({
      type: ServerCategory,
      nullable: true,
      description: 'Its category; null if its document doesn’t name one.',
      resolve: ({ category }) => SERVER_CATEGORIES.find((known) => known === category) ?? null,
    }),
    homepage: t.exposeString('homepage', { nullable: true, description: 'Its home page.' }),
    isVerified: t.exposeBoolean('verified', {
      description: 'Whether its definition was tested against the live service.',
    }),
    isPrivate: t.boolean({
      description: 'True for a server that only this account sees.',
      resolve: ({ owner }) => owner !== MARKETPLACE,
    }),
    digest: t.exposeString('digest', {
      description: 'SHA-256 of its document, in hex. Reviews of its changed tools refer to it.',
    }),
    isRefreshable: t.boolean({
      description: 'Whether `refreshServerTools` can list its tools again. True for a private MCP server.',
      resolve: (server, _args, { app }) => isRefreshable(app, server),
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'The OAuth scopes or permissions that its credentials need.',
    }),
    credentialFields: t.relation('fields', {
      description: 'The credentials it declares, required and optional, in the server’s order.',
      query: IN_ORDER,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The document of a private server, to import it elsewhere; null for a marketplace server.',
      complexity: DOCUMENT_COST,
      resolve: (server, _args, context) => serverDocument(server, context),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first imported.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its definition last changed.' }),
  }),
});

builder.prismaObjectField(Server, 'tools', (t) =>
  t.prismaConnection(
    {
      type: Tool,
      cursor: 'id',
      nullable: true,
      description: 'The tools it offers.',
      args: { orderBy: t.arg({ type: ToolOrder, description: ordered('the server’s order') }) },
      totalCount: async ({ id }, _args, context) => (await toolCountOf(context, id)) ?? 0,
      resolve: (load, { id }, { orderBy }, context, info) => toolsOf(inOrder(load, orderBy), id, context, info),
    },
    ToolPage,
  ),
);

builder.prismaObjectField(Server, 'slug', (t) =>
  t.exposeString('slug', { description: 'Its slug in REST, in stacks and for agents, such as `google-calendar`.' }),
);

builder.prismaObjectField(Server, 'instructions', (t) =>
  t.exposeString('instructions', {
    nullable: true,
    description: 'Its instructions to models about all of its tools. Agents receive their stack’s version over MCP.',
  }),
);

const ImportServerInput = builder.inputType('ImportServerInput', {
  description: 'A private server: either its document, or a source to read it from.',
  fields: (t) => ({
    document: t.field({
      type: 'JSON',
      description:
        'The server document: id, name, credentials, connector and tools. Replaces a private server with the same id.',
    }),
    source: t.field({ type: ServerSourceInput, description: 'The source of its description.' }),
    id: t.id({
      description:
        'With `source`: the server’s id. By default, it comes from the source, and the import never replaces or hides another server.',
    }),
    name: t.string({ description: 'With `source`: its display name; by default from the source.' }),
    credentialValues: t.field({
      type: [CredentialValueInput],
      description: 'With `source`: credentials to list its tools, used once and not stored.',
    }),
    credentials: t.field({
      type: 'JSON',
      description: 'Alias of `credentialValues`, which takes precedence: an object from field id to value.',
      ...OLD_VALUES,
    }),
    digest: t.string({
      description:
        'With `source`: the digest of its preview. The import saves exactly the previewed server, or nothing.',
    }),
  }),
});

const ImportServerPayload = builder.objectRef<ImportResult>('ImportServerPayload').implement({
  description: 'A server was imported.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
    isChanged: t.exposeBoolean('isChanged', { description: 'False if the document was unchanged.' }),
    toolCount: t.exposeInt('toolCount', { description: 'How many tools it offers.' }),
    heldCount: t.exposeInt('heldCount', { description: HELD_COUNT }),
    refused: t.field({
      type: [ToolRefusal],
      description: 'Tools of the source that can’t be offered, or only with a simplified input.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

const DuplicateServerInput = builder.inputType('DuplicateServerInput', {
  description: 'A server to copy, and the copy’s id and name.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server to copy.' }),
    id: t.id({
      required: true,
      description: 'The id of the copy, such as `slack-work`: lower case letters, digits and hyphens.',
    }),
    name: t.string({ description: 'The name of the copy, 1 to 200 characters; the server’s name by default.' }),
  }),
});

const DuplicateServerPayload = builder.objectRef<Pick<ImportResult, 'server'>>('DuplicateServerPayload').implement({
  description: 'A server was duplicated.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The copy.', resolve: ({ server }) => server }),
  }),
});

const UpdateServerInput = builder.inputType('UpdateServerInput', {
  description: 'A change to a private server. Omitted fields stay unchanged; null removes a text.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: 'The server’s id, `server_…`.' }),
    slug: t.string({
      description: 'Its new slug, the prefix of its tools’ ids. It can change only while no stack uses the server.',
    }),
    name: t.string({ description: 'Its display name, 1 to 200 characters.' }),
    description: t.string({ description: 'Its purpose.' }),
    category: t.field({ type: ServerCategory, description: 'Its category.' }),
    homepage: t.string({ description: 'Its home page.' }),
    instructions: t.string({ description: 'Its instructions to models about all of its tools.' }),
  }),
});

const UpdateServerPayload = builder.objectRef<Pick<ImportResult, 'server'>>('UpdateServerPayload').implement({
  description: 'A private server was changed.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
  }),
});

const DeleteServerInput = builder.inputType('DeleteServerInput', {
  description: 'A private server to delete.',
  fields: (t) => ({ serverId: t.id({ required: true, description: 'The server’s id, `server_…`.' }) }),
});

/** Payload of `deleteServer`. */
export const DeleteServerPayload = builder.objectRef<ServerRow>('DeleteServerPayload').implement({
  description: 'A private server was deleted.',
  fields: (t) => ({
    serverId: t.id({ description: 'Its former id, `server_…`.', resolve: ({ id }) => `${SERVER_PREFIX}${id}` }),
    slug: t.exposeString('slug', { description: 'Its former slug, which is available again.' }),
  }),
});

const RemoveServerInput = builder.inputType('RemoveServerInput', {
  description: 'A private server to delete. Alias from release 0.1.',
  fields: (t) => ({ serverId: t.id({ required: true, description: 'The server’s id.' }) }),
});

const RemoveServerPayload = builder.objectRef<ServerRow>('RemoveServerPayload').implement({
  description: 'A private server was deleted. Alias from release 0.1.',
  fields: (t) => ({ serverId: t.exposeID('slug', { description: 'Its former slug.' }) }),
});

builder.mutationFields((t) => ({
  importServer: t.field({
    type: ImportServerPayload,
    nullable: true,
    description: 'Adds a private server, or replaces it. Stacks keep their enabled tools.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError, AlreadyExistsError] },
    args: { input: t.arg({ type: ImportServerInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input: { credentialValues: values, ...input } }, { app }) =>
      values
        ? withValues(values, (credentials) => importServer(app, { ...input, credentials }))
        : importServer(app, input),
  }),
  duplicateServer: t.field({
    type: DuplicateServerPayload,
    nullable: true,
    description:
      'Creates a private server from one that the caller can use. The copy has its own tool names and credentials, so a stack can hold both, for two accounts of one service. It does not follow later versions of the original.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError, AlreadyExistsError] },
    args: {
      input: t.arg({ type: DuplicateServerInput, required: true, description: 'The server, and the id of the copy.' }),
    },
    resolve: async (_root, { input: { serverId, ...input } }, { app }) =>
      duplicateServer(app, await serverNamed(app, serverId), input),
  }),
  updateServer: t.field({
    type: UpdateServerPayload,
    nullable: true,
    description:
      'Changes the slug and texts of a private server. Its tools come from `importServer` and `refreshServerTools`.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError, AlreadyExistsError] },
    args: { input: t.arg({ type: UpdateServerInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { serverId, ...change } }, { app }) => ({
      server: await updateServer(app, await serverNamed(app, serverId), change),
    }),
  }),
  deleteServer: t.field({
    type: DeleteServerPayload,
    nullable: true,
    description: 'Deletes a private server that isn’t in any stack.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteServerInput, required: true, description: 'The server.' }) },
    resolve: async (_root, { input }, { app }) => removeServer(app, await serverNamed(app, input.serverId)),
  }),
  removeServer: t.field({
    type: RemoveServerPayload,
    nullable: true,
    deprecationReason: 'Use `deleteServer`, which does the same.',
    description: 'Alias of `deleteServer` from release 0.1.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: RemoveServerInput, required: true, description: 'The server.' }) },
    resolve: async (_root, { input }, { app }) => removeServer(app, await serverNamed(app, input.serverId)),
  }),
}));

export const ToolRefusal = builder.objectRef<RefreshedServer['warnings'][number]>('ToolRefusal').implement({
  description: 'A tool of a server that can’t be offered.',
  fields: (t) => ({
    name: t.exposeString('tool', { description: 'Its name on the server; empty for the server as a whole.' }),
    reason: t.exposeString('reason', { description: 'Why it cannot be offered.' }),
  }),
});
