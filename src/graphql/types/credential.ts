import { type ConnectUrl, createConnectLink } from '../../core/credentials/connectLink.ts';
import { type CredentialChange, removeCredential, setCredentials } from '../../core/credentials/credential.ts';
import {
  type FieldState,
  type FieldStatus,
  getCredentialStatus,
  type OAuthState,
  type CredentialStatus as Status,
} from '../../core/credentials/status.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { STACK_ITSELF } from '../../core/kernel/endUser.ts';
import { type ServerId, type StackId, toStackId } from '../../core/kernel/ids.ts';
import { builder } from '../builder.ts';
import { CredentialValueInput, OLD_VALUES, withValues } from '../credentialValues.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { placedServerNamed } from '../references.ts';

const CredentialState = builder.enumType('CredentialState', {
  description: 'Whether a credential is stored.',
  values: {
    ADDED: { value: 'added', description: 'A value is stored.' },
    MISSING: { value: 'missing', description: 'No value is stored.' },
  } as const satisfies { [K in FieldState as Uppercase<K>]: { value: K; description: string } },
});

const OAuthStateEnum = builder.enumType('OAuthState', {
  description: 'The state of a sign-in with a service.',
  values: {
    CONNECTED: { value: 'connected', description: 'It works and renews itself.' },
    EXPIRING: { value: 'expiring', description: 'It works until `expiresAt` and can’t be renewed.' },
    RECONNECT_REQUIRED: { value: 'reconnect_required', description: 'A person has to sign in again.' },
  } as const satisfies { [K in OAuthState as Uppercase<K>]: { value: K; description: string } },
});

export const CredentialFieldStatus = builder.objectRef<FieldStatus>('CredentialFieldStatus').implement({
  description: 'Whether one credential field of a server holds a value.',
  fields: (t) => ({
    fieldId: t.exposeID('fieldId', { description: 'The field.' }),
    state: t.field({ type: CredentialState, description: 'Whether it holds a value.', resolve: ({ state }) => state }),
    isMoved: t.exposeBoolean('isMoved', {
      description: 'True if the address or use of the stored value has changed. Enter the value again.',
    }),
    canConnect: t.exposeBoolean('canConnect', {
      description: 'Whether a person can sign in for the value with `createConnectLink` instead of pasting one.',
    }),
    isShared: t.exposeBoolean('isShared', {
      description: 'True for a part of an OAuth application that stacks of the account share for the server.',
    }),
    oauthState: t.field({
      type: OAuthStateEnum,
      nullable: true,
      description: 'The state of the sign-in; null if none is stored.',
      resolve: ({ oauthState }) => oauthState,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the stored access token expires; null for unknown or never.',
    }),
  }),
});

export const CredentialStatus = builder.objectRef<Status>('CredentialStatus').implement({
  description: 'Which credentials of a server in a stack are stored. Never holds any part of their values.',
  fields: (t) => ({
    required: t.field({
      type: [CredentialFieldStatus],
      description: 'The fields that the tools require.',
      resolve: ({ fields }) => fields.filter(({ required }) => required),
    }),
    optional: t.field({
      type: [CredentialFieldStatus],
      description: 'The optional fields.',
      resolve: ({ fields }) => fields.filter(({ required }) => !required),
    }),
    hasAll: t.exposeBoolean('allAdded', { description: 'Whether every field holds a value.' }),
    hasRequired: t.exposeBoolean('requiredAdded', { description: 'Whether every required field holds a value.' }),
    allAdded: t.exposeBoolean('allAdded', {
      description: 'Alias of `hasAll`.',
      deprecationReason: 'Use `hasAll`.',
    }),
    requiredAdded: t.exposeBoolean('requiredAdded', {
      description: 'Alias of `hasRequired`.',
      deprecationReason: 'Use `hasRequired`.',
    }),
  }),
});

type Changed = CredentialChange & { readonly stackId: StackId };

const statusOf = (app: Ctx, { stackId, serverId, endUser }: Changed) =>
  getCredentialStatus(app, stackId, serverId, endUser === STACK_ITSELF ? null : endUser);

const END_USER = 'The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack.';

const PLACE = 'Use `stackServer { server { id slug } }`.';

const SetCredentialsInput = builder.inputType('SetCredentialsInput', {
  description: 'Credentials of a server in a stack.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
    credentialValues: t.field({
      type: [CredentialValueInput],
      description: 'The values to store, at least one. Other fields stay unchanged.',
    }),
    credentials: t.field({
      type: 'JSON',
      description: 'Alias of `credentialValues`, which takes precedence: an object from field id to value.',
      ...OLD_VALUES,
    }),
    endUser: t.string({ description: END_USER }),
  }),
});

const credentialInput = (name: string) =>
  builder.inputType(name, {
    description: 'A stored credential to delete.',
    fields: (t) => ({
      stackId: t.id({ required: true, description: 'The stack.' }),
      serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
      fieldId: t.id({ required: true, description: 'The credential field to clear.' }),
      endUser: t.string({ description: END_USER }),
    }),
  });
const DeleteCredentialInput = credentialInput('DeleteCredentialInput');
const RemoveCredentialInput = credentialInput('RemoveCredentialInput');

/** The payload of `setCredentials`. */
export const SetCredentialsPayload = builder.objectRef<Changed>('SetCredentialsPayload').implement({
  description: 'Credentials were stored.',
  fields: (t) => ({
    serverId: t.exposeID('serverId', { description: 'The server’s slug.', deprecationReason: PLACE }),
    fieldIds: t.idList({ description: 'The fields that were set.', resolve: ({ fieldIds }) => [...fieldIds] }),
    notes: t.stringList({
      description:
        'Corrections to the given values, such as removed spaces, quotes or a repeated `Bearer`. Empty if none.',
      resolve: ({ notes }) => [...notes],
    }),
    credentialStatus: t.field({
      type: CredentialStatus,
      description: 'The stored credentials after the change.',
      resolve: (changed, _args, { app }) => statusOf(app, changed),
    }),
  }),
});

const deletedPayload = (name: string, description: string) =>
  builder.objectRef<Changed>(name).implement({
    description,
    fields: (t) => ({
      serverId: t.exposeID('serverId', { description: 'The server’s slug.', deprecationReason: PLACE }),
      fieldIds: t.idList({ description: 'The field that was removed.', resolve: ({ fieldIds }) => [...fieldIds] }),
      credentialStatus: t.field({
        type: CredentialStatus,
        description: 'The stored credentials after the change.',
        resolve: (changed, _args, { app }) => statusOf(app, changed),
      }),
    }),
  });

/** The payload of `deleteCredential`. */
export const DeleteCredentialPayload = deletedPayload('DeleteCredentialPayload', 'A credential is no longer stored.');
/** Alias of `DeleteCredentialPayload` from release 0.1. */
export const RemoveCredentialPayload = deletedPayload(
  'RemoveCredentialPayload',
  'A credential is no longer stored. Alias from release 0.1.',
);

async function deleteStored(
  app: Ctx,
  input: {
    readonly stackId: string;
    readonly serverId: string;
    readonly fieldId: string;
    readonly endUser?: string | null | undefined;
  },
): Promise<Changed> {
  const stackId = toStackId(input.stackId);
  const serverId = await placedServerNamed(app, stackId, input.serverId);
  return { ...(await removeCredential(app, stackId, serverId, input.fieldId, input.endUser)), stackId };
}

builder.mutationFields((t) => ({
  setCredentials: t.field({
    type: SetCredentialsPayload,
    nullable: true,
    description: 'Encrypts and stores credentials of a server in a stack, all or none.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: SetCredentialsInput, required: true, description: 'The credentials.' }) },
    async resolve(
      _root,
      { input: { stackId: place, serverId, credentialValues: values, credentials: old, endUser } },
      { app },
    ) {
      const stackId = toStackId(place);
      const server = await placedServerNamed(app, stackId, serverId);
      const store = (credentials: unknown) => setCredentials(app, stackId, server, { credentials, endUser });
      const changed = values || old === undefined ? withValues(values ?? [], store) : store(old);
      return { ...(await changed), stackId };
    },
  }),
  deleteCredential: t.field({
    type: DeleteCredentialPayload,
    nullable: true,
    description: 'Deletes one stored credential. Deleting one that is not stored changes nothing.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteCredentialInput, required: true, description: 'The credential.' }) },
    resolve: (_root, { input }, { app }) => deleteStored(app, input),
  }),
  removeCredential: t.field({
    type: RemoveCredentialPayload,
    nullable: true,
    deprecationReason: 'Use `deleteCredential`, which does the same.',
    description: 'Alias of `deleteCredential` from release 0.1.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RemoveCredentialInput, required: true, description: 'The credential.' }) },
    resolve: (_root, { input }, { app }) => deleteStored(app, input),
  }),
}));

const CreateInput = builder.inputType('CreateConnectLinkInput', {
  description: 'A credential to sign in for.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack.' }),
    serverId: t.id({ required: true, description: 'The server’s id, or its exact name.' }),
    fieldId: t.id({ required: true, description: 'A field with `canConnect`.' }),
    endUser: t.string({
      description: 'The end user who signs in, 1 to 128 visible ASCII characters. Defaults to the stack itself.',
    }),
    signInScopes: t.stringList({
      description: 'The scopes to request, from `scopes` of the field’s `signIn`; all by default.',
    }),
  }),
});

type CreatedLink = ConnectUrl & { readonly stackId: StackId; readonly serverId: ServerId };

/** Payload of `createConnectLink`. */
export const CreateConnectLinkPayload = builder.objectRef<CreatedLink>('CreateConnectLinkPayload').implement({
  description: 'A connect link was created.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'The address to open in a browser. It works once. Anyone with the link can sign in, so give it to one person only.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
  }),
});

builder.mutationField('createConnectLink', (t) =>
  t.field({
    type: CreateConnectLinkPayload,
    nullable: true,
    description: 'Creates a one-time link where a person signs in with a service instead of pasting a credential.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The credential.' }) },
    resolve: async (_root, { input: { stackId, serverId, ...input } }, { app }) => {
      const stack = toStackId(stackId);
      const server = await placedServerNamed(app, stack, serverId);
      return { ...(await createConnectLink(app, stack, server, input)), stackId: stack, serverId: server };
    },
  }),
);
