import { type ImportedAndSaved, importServer } from '../../core/marketplace/importServer.ts';
import { removeServer } from '../../core/marketplace/saveServer.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { Server } from './marketplaceServer.ts';
import { ToolRefusal } from './refreshTools.ts';
import { ServerSourceInput } from './serverSource.ts';

const ImportServerInput = builder.inputType('ImportServerInput', {
  description: 'A server of the account’s own: either its document, or a source to read it from.',
  fields: (t) => ({
    document: t.field({
      type: 'JSON',
      description:
        'The server document: id, name, credentials, connector and tools. One of the account’s own with the same id is replaced.',
    }),
    source: t.field({ type: ServerSourceInput, description: 'Where it is described.' }),
    id: t.id({
      description:
        'With `source`: the id it is to have. Left out, it is from the source, and no other server is replaced or hidden.',
    }),
    name: t.string({ description: 'With `source`: its name for people. Left out, from the source.' }),
    credentials: t.field({
      type: 'JSON',
      description: 'With `source`: values of credential fields by field id, used once and not stored.',
    }),
    digest: t.string({
      description: 'With `source`: the digest of its preview. Saves what was previewed, or nothing.',
    }),
  }),
});

const ImportServerPayload = builder.objectRef<ImportedAndSaved>('ImportServerPayload').implement({
  description: 'A server was imported.',
  fields: (t) => ({
    server: t.field({ type: Server, description: 'The server as it is now.', resolve: ({ server }) => server }),
    isChanged: t.exposeBoolean('isChanged', { description: 'False when the same document was there already.' }),
    toolCount: t.exposeInt('toolCount', { description: 'How many tools it offers.' }),
    refused: t.field({
      type: [ToolRefusal],
      description: 'Tools of the source that cannot be offered, or only with a simplified input.',
      resolve: ({ warnings }) => [...warnings],
    }),
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
    description: 'Adds a private server, or replaces it. Stacks keep what they enabled of it.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError, AlreadyExistsError] },
    args: { input: t.arg({ type: ImportServerInput, required: true, description: 'The server.' }) },
    resolve: (_root, { input }, { app }) => importServer(app, input),
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
