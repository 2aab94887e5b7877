import {
  type CreatedApiKey,
  countApiKeys,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../core/accounts/apiKey.ts';
import { toApiKeyId } from '../../core/ids.ts';
import { type GivenScope, KEYS_WRITE, roleOfKey, scopesOfKey } from '../../core/roles.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { BY_USE, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Node } from './node.ts';
import { RoleEnum, StackRole, StackRoleInput, stackRolesOf } from './role.ts';

const SCOPE_VALUES = {
  READ: { value: 'read', description: 'See all of the account but secrets.' },
  WRITE: { value: 'write', description: 'See and change stacks, servers, credentials and endpoints.' },
  INVOKE: { value: 'invoke', description: 'List and call tools.' },
  ADMIN: { value: 'admin', description: 'See all, manage people, keys and rules, and decide about calls that wait.' },
  KEYS_WRITE: { value: KEYS_WRITE, description: 'What releases before roles called `ADMIN`.' },
} as const satisfies Record<string, { value: GivenScope; description: string }>;

const KeyScopeEnum = builder.enumType('KeyScope', {
  description: 'Some of what a role may do, for an API key that is to do no more.',
  values: SCOPE_VALUES,
});

export const ApiKey = builder.prismaObject('ApiKey', {
  interfaces: [Node],
  description: 'A credential of this API. Its text is shown once, when it is made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The key’s id, `key_…`.' }),
    name: t.exposeString('name', { description: 'What its owner calls it.' }),
    display: t.exposeString('display', { description: 'Its first ten characters, to tell keys apart.' }),
    role: t.field({ type: RoleEnum, description: 'What it may do in the account.', resolve: roleOfKey }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'What else it may do in single stacks.',
      resolve: stackRolesOf,
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description:
        'What it is held to of all that its role may. A key that is held to none has `KEYS_WRITE` where it may manage ' +
        'people, keys and rules.',
      resolve: (key) => [...scopesOfKey(key)],
    }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that it may call, in which `*` stands for any text; empty for all tools.',
    }),
    networks: t.exposeStringList('networks', {
      description: 'The addresses and ranges that it works from; empty for any.',
    }),
    callsMax: t.exposeInt('callsMax', {
      nullable: true,
      description: 'How many calls it may make in all; null for any number.',
    }),
    calls: t.exposeInt('calls', { description: 'How many it has made, where there is a number; else 0.' }),
    makerId: t.exposeID('makerId', {
      nullable: true,
      description:
        'The id of the person who made it, or of the API key where no person is known; null for the operator.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it was not.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'About when it was last used; null for never.',
    }),
  }),
});

const ApiKeyOrder = orderOf('ApiKey', 'API keys', BY_USE);

builder.queryField('apiKeys', (t) =>
  t.prismaConnection(
    {
      type: 'ApiKey',
      cursor: 'id',
      nullable: true,
      description: 'The API keys of the account, revoked ones included.',
      extensions: { limitClass: 'default' },
      args: {
        search: t.arg.string({ description: 'Text in the name, in any case.' }),
        isInForce: t.arg.boolean({
          description: 'Only those that are neither revoked nor have ended, or only all others.',
        }),
        orderBy: t.arg({ type: ApiKeyOrder, description: ordered('newest first') }),
      },
      totalCount: (_root, { search, isInForce }, { app }) => countApiKeys(app, { search, isInForce }),
      resolve: (load, _root, { orderBy, search, isInForce }, { app }) =>
        listApiKeys(app, load, orderBy ?? undefined, { search, isInForce }),
    },
    pageOf('ApiKey', 'API keys'),
    edgeOf('ApiKey', 'API keys'),
  ),
);

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it shall stop working; never when left out.' }),
    role: t.field({
      type: RoleEnum,
      description:
        'What it may do, and nothing that whoever makes it may not: when left out the least that has all `scopes`, and a ' +
        'developer’s work without any.',
    }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'What else it may do in single stacks, at most 100. Without `role` it may nothing else.',
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description:
        'What it is held to of all that its role may; all when left out. `KEYS_WRITE` alone gives it the role of whoever ' +
        'makes it.',
    }),
    tools: t.stringList({
      description:
        'The tool ids that it may call, in which `*` stands for any text, at most 100; all when left out, or those of ' +
        'the key that makes it.',
    }),
    networks: t.stringList({
      description:
        'Addresses and ranges in CIDR notation that it works from, at most 20; any when left out, or those of the key ' +
        'that makes it.',
    }),
    callsMax: t.int({ description: 'How many calls it may make in all; any number when left out.' }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'An API key to revoke.',
  fields: (t) => ({ apiKeyId: t.id({ required: true, description: 'The key’s id, `key_…`.' }) }),
});

const CreateApiKeyPayload = builder.objectRef<CreatedApiKey>('CreateApiKeyPayload').implement({
  description: 'An API key was made.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The new key.', resolve: ({ apiKey }) => apiKey }),
    key: t.exposeString('key', { description: 'The credential itself. It is shown here and never again.' }),
  }),
});

type Revoked = { readonly apiKey: typeof ApiKey.$inferType };

const RevokeApiKeyPayload = builder.objectRef<Revoked>('RevokeApiKeyPayload').implement({
  description: 'An API key works no longer.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key.', resolve: ({ apiKey }) => apiKey }),
  }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    nullable: true,
    description: 'Makes an API key of the account.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
    resolve: (_root, { input }, { app }) => createApiKey(app, input),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    nullable: true,
    description:
      'Ends an API key at once and for good. Any key may revoke itself, any person those of their own logins, and a ' +
      'key of a role that may more nobody else.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_root, { input }, { app }) => ({ apiKey: await revokeApiKey(app, toApiKeyId(input.apiKeyId)) }),
  }),
}));
