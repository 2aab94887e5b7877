import { previewServer, type ServerPreview } from '../../core/marketplace/importServer.ts';
import type { CheckedServer, NamedTool } from '../../core/servers/checkServer.ts';
import { builder } from '../builder.ts';
import { CredentialValueInput, OLD_VALUES, withValues } from '../credentialValues.ts';
import { ForbiddenError, InvalidInputError } from '../errors.ts';
import { Server, ToolRefusal } from './marketplaceServer.ts';
import { ServerSourceInput } from './serverSource.ts';

const PreviewServerInput = builder.inputType('PreviewServerInput', {
  description: 'A server to preview before an import.',
  fields: (t) => ({
    source: t.field({ type: ServerSourceInput, required: true, description: 'The source of its description.' }),
    id: t.id({
      description:
        'The server’s id: lower case letters, digits, `-`. By default it comes from the title, address or name in the source, with a number if the marketplace has that id.',
    }),
    name: t.string({ description: 'Its display name, 1 to 200 characters; by default from the source.' }),
    credentialValues: t.field({
      type: [CredentialValueInput],
      description: 'Credentials for a server that requires them to list its tools. Used once and not stored.',
    }),
    credentials: t.field({
      type: 'JSON',
      description: 'Alias of `credentialValues`, which takes precedence: an object from field id to value.',
      ...OLD_VALUES,
    }),
  }),
});

const ToolPreview = builder.objectRef<NamedTool>('ToolPreview').implement({
  description: 'A tool that a server would offer.',
  fields: (t) => ({
    id: t.exposeID('toolId', { description: 'The name by which agents would call it.' }),
    name: t.string({ description: 'Its name on the server.', resolve: ({ tool }) => tool.name }),
    title: t.string({
      nullable: true,
      description: 'Its display name; null if the server provides none.',
      resolve: ({ tool }) => tool.title ?? null,
    }),
    description: t.string({
      description: 'Its description, which models use to choose tools.',
      resolve: ({ tool }) => tool.description,
    }),
    inputSchema: t.field({
      type: 'JSON',
      description: 'JSON Schema of its input.',
      resolve: ({ tool }) => tool.inputSchema,
    }),
    annotations: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Hints of the server, such as `readOnlyHint`. Don’t trust them blindly.',
      resolve: ({ tool }) => tool.annotations ?? null,
    }),
  }),
});

type Field = CheckedServer['document']['credentials'][number];

export const CredentialFieldPreview = builder.objectRef<Field>('CredentialFieldPreview').implement({
  description: 'A credential that a server would need or could use.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The field’s key, used to set credentials.' }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    description: t.exposeString('description', { description: 'A description that says where to get the value.' }),
    isRequired: t.exposeBoolean('required', {
      description: 'Whether the tools require it.',
    }),
    required: t.exposeBoolean('required', {
      description: 'Alias of `isRequired`.',
      deprecationReason: 'Use `isRequired`.',
    }),
    isSecret: t.exposeBoolean('secret', { description: 'Whether forms should hide it.' }),
    secret: t.exposeBoolean('secret', {
      description: 'Alias of `isSecret`.',
      deprecationReason: 'Use `isSecret`.',
    }),
    link: t.string({
      nullable: true,
      description: 'The page where people create the value; null if the document names none.',
      resolve: ({ link }) => link ?? null,
    }),
    canConnect: t.boolean({
      description: 'Whether a person can sign in for the value instead of pasting one.',
      resolve: ({ oauth2 }) => oauth2 !== undefined,
    }),
  }),
});

const ServerPreviewType = builder.objectRef<ServerPreview>('ServerPreview').implement({
  description: 'The server that an import would save. Nothing is saved yet.',
  fields: (t) => ({
    id: t.id({ description: 'The id the server would have.', resolve: ({ document }) => document.id }),
    name: t.string({ description: 'Its display name.', resolve: ({ document }) => document.name }),
    description: t.string({ description: 'Its purpose.', resolve: ({ document }) => document.description }),
    homepage: t.string({
      nullable: true,
      description: 'Its home page.',
      resolve: ({ document }) => document.homepage ?? null,
    }),
    document: t.field({
      type: 'JSON',
      description: 'The server document, which `importServer` saves as it is.',
      resolve: ({ document }) => document,
    }),
    digest: t.exposeString('digest', {
      description:
        'SHA-256 of the document, in hex. If you pass it to `importServer` with the same source, the import saves exactly this document or nothing. Use it for documents that exceed the request size.',
    }),
    toolCount: t.int({ description: 'How many tools it would offer.', resolve: ({ tools }) => tools.length }),
    tools: t.field({
      type: [ToolPreview],
      description: 'The tools it would offer, in its own order.',
      resolve: ({ tools }) => [...tools],
    }),
    credentialFields: t.field({
      type: [CredentialFieldPreview],
      description: 'The credentials it declares, in its own order.',
      resolve: ({ document }) => document.credentials,
    }),
  }),
});

builder.objectFields(ServerPreviewType, (t) => ({
  needsSignIn: t.boolean({
    description:
      'True for a server that lists its tools only after a sign-in. Import it, add it to a stack, connect it, then call `refreshServerTools`.',
    resolve: ({ document, tools }) =>
      tools.length === 0 && document.credentials.some(({ oauth2 }) => oauth2 !== undefined),
  }),
  refused: t.field({
    type: [ToolRefusal],
    description: 'Tools that could not be offered, or only with a simplified input.',
    resolve: ({ warnings }) => [...warnings],
  }),
  replaces: t.field({
    type: Server,
    nullable: true,
    description:
      'The account’s private server with this id, which the import would replace. Stacks keep their enabled tools.',
    resolve: ({ replaces }) => replaces,
  }),
  hides: t.field({
    type: Server,
    nullable: true,
    description: 'The marketplace server with this id, which the import would hide from the account.',
    resolve: ({ hides }) => hides,
  }),
  addedTools: t.idList({
    description: 'Tools that the replaced server doesn’t have. They start disabled in stacks.',
    resolve: ({ addedTools }) => [...addedTools],
  }),
  removedTools: t.idList({
    description: 'Tools of the replaced server that would be removed, also from stacks that enabled them.',
    resolve: ({ removedTools }) => [...removedTools],
  }),
  changedTools: t.idList({
    description:
      'Tools whose definition differs from the replaced server’s. If a change needs a review, stacks keep the earlier definition until then.',
    resolve: ({ changedTools }) => [...changedTools],
  }),
  isChanged: t.exposeBoolean('isChanged', { description: 'False if the document is unchanged.' }),
}));

const PreviewServerPayload = builder.objectRef<ServerPreview>('PreviewServerPayload').implement({
  description: 'A server was read from its source.',
  fields: (t) => ({
    server: t.field({
      type: ServerPreviewType,
      description: 'The server that would be saved.',
      resolve: (preview) => preview,
    }),
  }),
});

builder.mutationField('previewServer', (t) =>
  t.field({
    type: PreviewServerPayload,
    nullable: true,
    description:
      'Reads a server from an OpenAPI document, an MCP server, a registry entry or its own document. Returns the server that an import would save. Saves nothing. Issues with a path below `/source` concern the source. All others concern the document read from it.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: PreviewServerInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input: { credentialValues: values, ...input } }, { app }) =>
      values
        ? withValues(values, (credentials) => previewServer(app, { ...input, credentials }))
        : previewServer(app, input),
  }),
);
