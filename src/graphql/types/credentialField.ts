import { toDestinationServer } from '../../core/credentials/destination.ts';
import { type SignInNeeds, signInNeeds } from '../../core/credentials/oauthClient.ts';
import { basicHalves, templatesOf } from '../../core/credentials/pasted.ts';
import { toServerId } from '../../core/kernel/ids.ts';
import { findCredentialField } from '../../core/servers/server.ts';
import { builder } from '../builder.ts';
import { namedId } from '../globalId.ts';
import { Node } from './node.ts';

const SignInNeedsType = builder.objectRef<SignInNeeds>('SignInNeeds').implement({
  description: 'The requirements for a sign-in with a service.',
  fields: (t) => ({
    redirectUrl: t.exposeString('redirectUrl', {
      nullable: true,
      description: 'The redirect URL to register at the service; null if no person signs in.',
    }),
    providerUrl: t.exposeString('providerUrl', {
      nullable: true,
      description: 'The site of the service where people sign in; null if it is discovered only during the sign-in.',
    }),
    scopes: t.stringList({
      description: 'The requested scopes.',
      resolve: ({ scopes }) => [...scopes],
    }),
    clientFieldIds: t.idList({
      description: 'The fields for the id and secret of your OAuth application; empty if none is needed.',
      resolve: ({ clientFieldIds }) => [...clientFieldIds],
    }),
  }),
});

export const CredentialField = builder.prismaObject('CredentialField', {
  interfaces: [Node],
  description: 'A credential that a server needs or can use.',
  fields: (t) => ({
    id: t.id({
      description: 'The field’s id, `field_…`. Fields of other servers may share its `fieldId`.',
      resolve: ({ serverId, fieldId }) => namedId('field', serverId, fieldId),
    }),
    fieldId: t.exposeID('fieldId', { description: 'The field’s key, used to set credentials.' }),
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
    mayBeEmpty: t.boolean({
      description: 'Whether the value can be empty, like a user name or password of HTTP Basic.',
      select: { server: { select: { connector: true, fields: true } } },
      resolve: ({ fieldId, server }) => basicHalves(templatesOf(toDestinationServer(server))).has(fieldId),
    }),
    link: t.exposeString('link', {
      nullable: true,
      description: 'The page where people create the value; null if the server’s document names none.',
    }),
    signIn: t.field({
      type: SignInNeedsType,
      nullable: true,
      description: 'The requirements for signing in; null if the value can only be pasted.',
      resolve: (field, _args, { app }) => signInNeeds(app, field),
    }),
  }),
});

builder.queryField('credentialField', (t) =>
  t.prismaField({
    type: 'CredentialField',
    nullable: true,
    description:
      'One credential that a server needs or can use; null if the account can’t use the server, or the server has no such field.',
    extensions: { limitClass: 'default' },
    args: {
      serverId: t.arg.id({ required: true, description: 'The server’s id.' }),
      id: t.arg.id({ required: true, description: 'The field’s key, used to set credentials.' }),
    },
    resolve: (load, _root, { serverId, id }, { app }) => findCredentialField(app, toServerId(serverId), id, load),
  }),
);
