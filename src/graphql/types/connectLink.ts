import { type ConnectUrl, createConnectLink } from '../../core/credentials/connectLink.ts';
import { builder } from '../builder.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';

const CreateInput = builder.inputType('CreateConnectLinkInput', {
  description: 'A credential to sign in for.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name, as the stack has it.' }),
    fieldId: t.id({ required: true, description: 'A field with `canConnect`.' }),
    endUser: t.string({
      description:
        'Who signs in: an end user’s id, 1 to 128 visible ASCII characters. For the stack itself when left out.',
    }),
  }),
});

const CreatePayload = builder.objectRef<ConnectUrl>('CreateConnectLinkPayload').implement({
  description: 'A person can sign in.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'The address to open in a browser. It works once; whoever has it can sign in, so give it to one person.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
  }),
});

builder.mutationField('createConnectLink', (t) =>
  t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Makes a one-time address at which a person signs in with a service, instead of pasting a credential.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The credential.' }) },
    resolve: (_root, { input: { stackId, serverId, ...input } }, { app }) =>
      createConnectLink(app, stackId, serverId, input),
  }),
);
