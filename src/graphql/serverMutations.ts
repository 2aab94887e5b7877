import { removeServer, type SavedServer, saveServer } from '../core/catalog/saveServer.ts';
import { builder } from './builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from './errors.ts';
import { Server } from './marketplaceServer.ts';

const ImportServerInput = builder.inputType('ImportServerInput', {
  description: 'A server of the account’s own.',
  fields: (t) => ({
    document: t.field({
      type: 'JSON',
      required: true,
      description: 'The server document: id, name, credentials, connector and tools. One with the same id is replaced.',
    }),
  }),
});

const ImportServerPayload = builder.objectRef<SavedServer>('ImportServerPayload').implement({
  description: 'A server was imported.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
    isChanged: t.exposeBoolean('isChanged', { description: 'False when the same document was there already.' }),
    toolCount: t.exposeInt('toolCount', { description: 'How many tools it offers.' }),
  }),
});

const RemoveServerInput = builder.inputType('RemoveServerInput', {
  description: 'A private server to remove.',
  fields: (t) => ({ serverId: t.id({ required: true, description: 'The server’s id.' }) }),
});

const RemoveServerPayload = builder.objectRef<{ readonly slug: string }>('RemoveServerPayload').implement({
  description: 'A private server is gone.',
  fields: (t) => ({ serverId: t.exposeID('slug', { description: 'The id it had.' }) }),
});

builder.mutationFields((t) => ({
  importServer: t.field({
    type: ImportServerPayload,
    nullable: true,
    description: 'Adds a private server from its document, or replaces it. Stacks keep what they enabled of it.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: ImportServerInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input }, { app }) => saveServer(app, input.document),
  }),
  removeServer: t.field({
    type: RemoveServerPayload,
    nullable: true,
    description: 'Removes a private server that no stack holds any more.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError] },
    args: { input: t.arg({ type: RemoveServerInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input }, { app }) => removeServer(app, input.serverId),
  }),
}));
