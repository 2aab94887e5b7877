import type { Ctx } from '../../core/context.ts';
import { type CredentialChange, removeCredential, setCredentials } from '../../core/credentials/credential.ts';
import { getCredentialStatus } from '../../core/credentials/status.ts';
import { STACK_ITSELF } from '../../core/endUser.ts';
import { builder } from '../builder.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';
import { CredentialStatus } from './credential.ts';

type Changed = CredentialChange & { readonly stackId: string };

const statusOf = (app: Ctx, { stackId, serverId, endUser }: Changed) =>
  getCredentialStatus(app, stackId, serverId, endUser === STACK_ITSELF ? null : endUser);

const END_USER = 'Whose: an end user’s id, 1 to 128 visible ASCII characters; the stack’s own when left out.';

const SetCredentialsInput = builder.inputType('SetCredentialsInput', {
  description: 'Credentials of a server in a stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name, as the stack has it.' }),
    credentials: t.field({
      type: 'JSON',
      required: true,
      description: 'An object from field id to value, text of at most 16 KiB. Fields that it does not name stay.',
    }),
    endUser: t.string({ description: END_USER }),
  }),
});

const RemoveCredentialInput = builder.inputType('RemoveCredentialInput', {
  description: 'A stored credential to remove.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name, as the stack has it.' }),
    fieldId: t.id({ required: true, description: 'The field whose value to remove.' }),
    endUser: t.string({ description: END_USER }),
  }),
});

const SetCredentialsPayload = builder.objectRef<Changed>('SetCredentialsPayload').implement({
  description: 'Credentials were stored.',
  fields: (t) => ({
    serverId: t.exposeID('serverId', { description: 'The server.' }),
    fieldIds: t.idList({ description: 'The fields that were set.', resolve: ({ fieldIds }) => [...fieldIds] }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'What is stored now.',
      resolve: (changed, _args, { app }) => statusOf(app, changed),
    }),
  }),
});

const RemoveCredentialPayload = builder.objectRef<Changed>('RemoveCredentialPayload').implement({
  description: 'A credential is no longer stored.',
  fields: (t) => ({
    serverId: t.exposeID('serverId', { description: 'The server.' }),
    fieldIds: t.idList({ description: 'The field that was removed.', resolve: ({ fieldIds }) => [...fieldIds] }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'What is stored now.',
      resolve: (changed, _args, { app }) => statusOf(app, changed),
    }),
  }),
});

builder.mutationFields((t) => ({
  setCredentials: t.field({
    type: SetCredentialsPayload,
    nullable: true,
    description: 'Seals and stores credentials of a server in a stack, all of them or none.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError] },
    args: { input: t.arg({ type: SetCredentialsInput, required: true, description: 'The credentials.' }) },
    resolve: async (_root, { input: { stackId, serverId, ...input } }, { app }) => ({
      ...(await setCredentials(app, stackId, serverId, input)),
      stackId,
    }),
  }),
  removeCredential: t.field({
    type: RemoveCredentialPayload,
    nullable: true,
    description: 'Removes one stored credential. Removing one that is not stored changes nothing.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError] },
    args: { input: t.arg({ type: RemoveCredentialInput, required: true, description: 'The credential.' }) },
    resolve: async (_root, { input: { stackId, serverId, fieldId, endUser } }, { app }) => ({
      ...(await removeCredential(app, stackId, serverId, fieldId, endUser)),
      stackId,
    }),
  }),
}));
