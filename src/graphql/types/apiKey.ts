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
  KEYS_WRITE: { value: KEYS_WRITE, description: 'The name of `ADMIN` in releases before roles.' },
} as const satisfies Record<string, { value: GivenScope; description: string }>;

const KeyScopeEnum = builder.enumType('KeyScope', {
  description: 'A scope that restricts an API key to part of its role’s permissions.',
  values: SCOPE_VALUES,
});

export const ApiKey = builder.prismaObject('ApiKey', {
  interfaces: [Node],
  description: 'A credential of this API. Its text is shown once, when it is made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The key’s id, `key_…`.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its owner.' }),
    display: t.exposeString('display', { description: 'Its first ten characters, to tell keys apart.' }),
    role: t.field({ type: RoleEnum, description: 'Its role in the account.', resolve: roleOfKey }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'Additional roles in individual stacks.',
      resolve: stackRolesOf,
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description:
        'The scopes that restrict its role. A key without scopes has `KEYS_WRITE` where it may manage ' +
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
    calls: t.exposeInt('calls', {
      description: 'The number of calls it has made if it has a call limit; otherwise 0.',
    }),
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
        'The key’s role, which can’t exceed its creator’s permissions. Defaults to the lowest role that has all `scopes`, or to a developer’s role without scopes.',
    }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'Additional roles in individual stacks, at most 100. Without `role` it may nothing else.',
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description:
        'The scopes that restrict its role; unrestricted by default. `KEYS_WRITE` alone gives it its creator’s role.',
    }),
    tools: t.stringList({
      description:
        'The tool ids that it may call, at most 100; `*` matches any text. Defaults to all tools, or to those of the key that creates it.',
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
  description: 'An API key was revoked.',
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
      'Ends an API key at once and for good. A key may revoke itself, and a person may revoke the keys of their logins. Revoking the key of a higher role requires that role’s permissions.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_root, { input }, { app }) => ({ apiKey: await revokeApiKey(app, toApiKeyId(input.apiKeyId)) }),
  }),
}));
