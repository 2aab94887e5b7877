import { toEndpointId, toServiceAccountId } from '../../core/kernel/ids.ts';
import { countServiceAccounts, listServiceAccounts } from '../../core/machines/machineLists.ts';
import { storedKeys, thumbprintOf } from '../../core/machines/publicKeys.ts';
import {
  createServiceAccount,
  findServiceAccount,
  type IssuedServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
  updateServiceAccount,
} from '../../core/machines/serviceAccount.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownEndpointOf } from '../found.ts';
import { BY_AGE_OR_NAME, ordered, orderOf, withFilter } from '../ordering.ts';
import { countsBelow, pagesBelow } from '../pagesBelow.ts';
import { edgeOf, pageOf, TOTAL_COUNT } from '../paging.ts';
import { Actor } from './actor.ts';
import { ClientEndpoint } from './endpoint.ts';
import { MAKER } from './maker.ts';
import { Node } from './node.ts';

export const ServiceAccount = builder.prismaObject('ServiceAccount', {
  interfaces: [Node, Actor],
  description:
    'A program that signs in without a browser at the token endpoint, `/oauth/token`. It gets stack tokens of its client endpoint, each valid for 15 minutes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, `machine_…`, which is its OAuth `client_id`.' }),
    endpointId: t.exposeID('endpointId', { description: 'The id of the client endpoint that its tokens are for.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its owner.' }),
    endUser: t.exposeString('endUser', {
      nullable: true,
      description: 'The end user of all calls by its tokens; null if each call may name one.',
    }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that its tokens may use; `*` matches any text. Empty for all tools of the stack.',
    }),
    networks: t.exposeStringList('networks', {
      description: 'The IP addresses and ranges from which it may sign in and its tokens may be used; empty for any.',
    }),
    hasSecret: t.boolean({
      description: 'Whether it has a secret; false for a client that signs with its private key.',
      select: { secretHash: true },
      resolve: ({ secretHash }) => secretHash !== null,
    }),
    thumbprints: t.stringList({
      description: 'The SHA-256 thumbprints (RFC 7638) of its public keys; empty for a client with a secret.',
      select: { publicKeys: true },
      resolve: ({ publicKeys }) => Promise.all(storedKeys(publicKeys).map(thumbprintOf)),
    }),
    makerId: t.exposeID('makerId', {
      nullable: true,
      description:
        'The id of the person who created it, or of the API key if no person is known; null for the operator.',
    }),
    makerName: t.string({ ...MAKER, select: { makerId: true } }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it and its tokens expire; null for never.',
    }),
    rotatedAt: t.expose('rotatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its secret or keys were last replaced; null for never.',
    }),
  }),
});

/** A page of service accounts, shared by all fields that list them. */
export const ServiceAccountPage = builder.connectionObject(
  {
    type: ServiceAccount,
    ...pageOf('ServiceAccount', 'service accounts'),
    fields: (t) => ({ totalCount: t.int(TOTAL_COUNT) }),
  },
  edgeOf('ServiceAccount', 'service accounts'),
);

const ServiceAccountOrder = orderOf('ServiceAccount', 'service accounts', BY_AGE_OR_NAME);

const ServiceAccountFilter = builder.inputType('ServiceAccountFilter', {
  description: 'Conditions on service accounts, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Text in the name, ignoring case.' }),
    isInForce: t.boolean({ description: 'True for active ones, false for revoked or expired ones.' }),
  }),
});

/** Filter and order, at one endpoint or in a stack. */
export const serviceAccountArgs = builder.args((t) => ({
  filter: t.field({ type: ServiceAccountFilter, description: 'The service accounts to return; all by default.' }),
  orderBy: t.field({ type: ServiceAccountOrder, description: ordered('newest first') }),
}));

const clientsOf = pagesBelow(listServiceAccounts);
const countOf = countsBelow(countServiceAccounts);

builder.prismaObjectField(ClientEndpoint, 'serviceAccounts', (t) =>
  t.prismaConnection(
    {
      type: 'ServiceAccount',
      cursor: 'id',
      nullable: true,
      description: 'The service accounts that get its tokens.',
      args: serviceAccountArgs,
      totalCount: ({ id }, { filter }, context, info) => countOf(filter ?? {}, id, context, info),
      resolve: (load, { id }, { orderBy, filter }, context, info) =>
        clientsOf(withFilter(load, orderBy, filter), id, context, info),
    },
    ServiceAccountPage,
  ),
);

builder.queryField('serviceAccount', (t) =>
  t.prismaField({
    type: 'ServiceAccount',
    nullable: true,
    description: 'One service account of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'Its id, `machine_…`.' }) },
    resolve: (load, _root, { id }, { app }) => findServiceAccount(app, toServiceAccountId(id), load),
  }),
);

const PUBLIC_KEYS =
  'Its public keys, a JWK or a JWK Set of at most 3 (RFC 7517): RSA, P-256, P-384, P-521 or Ed25519. If omitted, it gets a secret.';

const CreateInput = builder.inputType('CreateServiceAccountInput', {
  description: 'A new program that signs in without a browser.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The client endpoint that its tokens are for, `endpoint_…`.' }),
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    endUser: t.string({
      description:
        'The end user of its tokens’ calls, 1 to 128 visible ASCII characters. If omitted, each call may name one.',
    }),
    tools: t.stringList({
      description: 'The tool ids that its tokens may use, at most 100; `*` matches any text. All by default.',
    }),
    networks: t.stringList({
      description:
        'IP addresses and ranges in CIDR notation from which it may sign in and its tokens may be used, at most 20; any by default.',
    }),
    publicKeys: t.field({ type: 'JSON', description: PUBLIC_KEYS }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it and its tokens expire; never by default.' }),
  }),
});

const SERVICE_ACCOUNT_ID = 'The service account’s id, `machine_…`.';

const UpdateInput = builder.inputType('UpdateServiceAccountInput', {
  description: 'A change to a service account. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    serviceAccountId: t.id({ required: true, description: SERVICE_ACCOUNT_ID }),
    name: t.string({ description: '1 to 100 characters.' }),
    endUser: t.string({ description: 'The end user of its tokens’ calls; null if each call may name one.' }),
    tools: t.stringList({ description: 'The tool ids that its tokens may use; `*` matches any text. Null for all.' }),
    networks: t.stringList({ description: 'IP addresses and ranges from which it may sign in; null for any.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it and its tokens expire; null for never.' }),
  }),
});

const RotateInput = builder.inputType('RotateServiceAccountInput', {
  description: 'A service account that gets a new secret or new keys.',
  fields: (t) => ({
    serviceAccountId: t.id({ required: true, description: SERVICE_ACCOUNT_ID }),
    publicKeys: t.field({ type: 'JSON', description: PUBLIC_KEYS }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The new expiry of the client and its tokens; null for never. Unchanged if omitted.',
    }),
  }),
});

const RevokeInput = builder.inputType('RevokeServiceAccountInput', {
  description: 'A service account to revoke.',
  fields: (t) => ({ serviceAccountId: t.id({ required: true, description: SERVICE_ACCOUNT_ID }) }),
});

const issuedPayload = (name: string, description: string) =>
  builder.objectRef<IssuedServiceAccount>(name).implement({
    description,
    fields: (t) => ({
      serviceAccount: t.field({
        type: ServiceAccount,
        description: 'The service account.',
        resolve: ({ client }) => client,
      }),
      secret: t.exposeString('secret', {
        nullable: true,
        description: 'Its OAuth `client_secret`, shown only once; null for a client with keys.',
      }),
    }),
  });
const CreatePayload = issuedPayload('CreateServiceAccountPayload', 'A service account was created.');
const RotatePayload = issuedPayload(
  'RotateServiceAccountPayload',
  'A service account has a new secret or new keys. Its old secret or keys and all its tokens were revoked.',
);

const UpdatePayload = builder
  .objectRef<{ readonly serviceAccount: typeof ServiceAccount.$inferType }>('UpdateServiceAccountPayload')
  .implement({
    description: 'A service account was changed.',
    fields: (t) => ({
      serviceAccount: t.field({
        type: ServiceAccount,
        description: 'The service account as it is now.',
        resolve: ({ serviceAccount }) => serviceAccount,
      }),
    }),
  });

const RevokePayload = builder
  .objectRef<Awaited<ReturnType<typeof revokeServiceAccount>>>('RevokeServiceAccountPayload')
  .implement({
    description: 'A service account and its tokens no longer work.',
    fields: (t) => ({
      serviceAccountId: t.exposeID('id', { description: 'Its former id.' }),
      endpoint: t.field({
        type: ClientEndpoint,
        description: 'The client endpoint that its tokens were for.',
        resolve: ({ endpointId }, _args, context) => ownEndpointOf(context, endpointId),
      }),
    }),
  });

builder.mutationFields((t) => ({
  createServiceAccount: t.field({
    type: CreatePayload,
    nullable: true,
    description: 'Creates a program that signs in without a browser, with a secret or its own keys.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The new service account.' }) },
    resolve: (_root, { input }, { app }) =>
      createServiceAccount(app, { ...input, endpointId: toEndpointId(input.endpointId) }),
  }),
  updateServiceAccount: t.field({
    type: UpdatePayload,
    nullable: true,
    description:
      'Changes a service account. Its secret and keys stay. Unless only the name changes, its tokens are revoked at once, and it signs in again.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { serviceAccountId, ...change } }, { app }) => ({
      serviceAccount: await updateServiceAccount(app, toServiceAccountId(serviceAccountId), change),
    }),
  }),
  rotateServiceAccount: t.field({
    type: RotatePayload,
    nullable: true,
    description:
      'Gives a service account a new secret or new keys. Its old secret or keys and all its tokens are revoked at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: RotateInput, required: true, description: 'The service account.' }) },
    resolve: (_root, { input: { serviceAccountId, ...input } }, { app }) =>
      rotateServiceAccount(app, toServiceAccountId(serviceAccountId), input),
  }),
  revokeServiceAccount: t.field({
    type: RevokePayload,
    nullable: true,
    description: 'Revokes a service account and all its tokens at once. You can’t undo this.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'The service account.' }) },
    resolve: (_root, { input }, { app }) => revokeServiceAccount(app, toServiceAccountId(input.serviceAccountId)),
  }),
}));
