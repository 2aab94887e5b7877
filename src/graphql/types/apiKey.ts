import {
  type CreatedApiKey,
  countApiKeys,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../core/accounts/apiKey.ts';
import { updateApiKey } from '../../core/accounts/updateApiKey.ts';
import { toApiKeyId } from '../../core/kernel/ids.ts';
import { KEYS_WRITE, type RequestedScope, roleOfKey, scopesOfKey } from '../../core/kernel/roles.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { BY_USE, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { Actor } from './actor.ts';
import { MAKER } from './maker.ts';
import { Node } from './node.ts';
import { RoleEnum, StackRole, StackRoleInput, stackRolesOf } from './role.ts';

const SCOPE_VALUES = {
  READ: { value: 'read', description: 'See everything in the account except secrets.' },
  WRITE: { value: 'write', description: 'See and change stacks, servers, credentials and endpoints.' },
  INVOKE: { value: 'invoke', description: 'List and call tools.' },
  ADMIN: { value: 'admin', description: 'See everything, manage people, keys and rules, and decide on pending calls.' },
  KEYS_WRITE: { value: KEYS_WRITE, description: 'The name of `ADMIN` before roles existed.' },
} as const satisfies Record<string, { value: RequestedScope; description: string }>;

const KeyScopeEnum = builder.enumType('KeyScope', {
  description: 'A scope that restricts an API key to part of its role’s rights.',
  values: SCOPE_VALUES,
});

export const ApiKey = builder.prismaObject('ApiKey', {
  interfaces: [Node, Actor],
  description: 'A credential for this API. The key itself is shown once, at creation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The key’s id, `key_…`.' }),
    name: t.exposeString('name', { description: 'Its display name, chosen by its owner.' }),
    display: t.exposeString('display', { description: 'Its first ten characters, which identify the key to people.' }),
    role: t.field({ type: RoleEnum, description: 'Its role in the account.', resolve: roleOfKey }),
    stackRoles: t.field({
      type: [StackRole],
      description: 'Additional roles in individual stacks.',
      resolve: stackRolesOf,
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description:
        'The scopes that restrict its role. For a key without scopes, holds `KEYS_WRITE` if its role can manage people, keys and rules.',
      resolve: (key) => [...scopesOfKey(key)],
    }),
    tools: t.exposeStringList('tools', {
      description: 'The tool ids that it may call; `*` matches any text. Empty for all tools.',
    }),
    networks: t.exposeStringList('networks', {
      description: 'The IP addresses and ranges from which it may be used; empty for any.',
    }),
    callsMax: t.exposeInt('callsMax', {
      nullable: true,
      description: 'The maximum number of calls in total; null for no limit.',
    }),
    calls: t.exposeInt('calls', {
      description: 'The number of calls it has made; always 0 without a call limit.',
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
      description: 'When it stops working; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null if it wasn’t.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'About when it was last used; null for never.',
    }),
  }),
});

const ApiKeyOrder = orderOf('ApiKey', 'API keys', BY_USE);

const ApiKeyFilter = builder.inputType('ApiKeyFilter', {
  description: 'Conditions on API keys, all of which apply.',
  fields: (t) => ({
    search: t.string({ description: 'Text in the name, ignoring case.' }),
    isInForce: t.boolean({
      description: 'True for active ones, false for revoked or expired ones.',
    }),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.prismaConnection(
    {
      type: 'ApiKey',
      cursor: 'id',
      nullable: true,
      description: 'The API keys of the account, revoked ones included.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: ApiKeyFilter, description: 'The API keys to return; all by default.' }),
        orderBy: t.arg({ type: ApiKeyOrder, description: ordered('newest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countApiKeys(app, filter ?? {}),
      resolve: (load, _root, { orderBy, filter }, { app }) =>
        listApiKeys(app, load, orderBy ?? undefined, filter ?? {}),
    },
    pageOf('ApiKey', 'API keys'),
    edgeOf('ApiKey', 'API keys'),
  ),
);

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires; never by default.' }),
    role: t.field({
      type: RoleEnum,
      description:
        'The key’s role, which can’t exceed its creator’s rights. Defaults to the lowest role that has all `scopes`, or to developer without scopes.',
    }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'Additional roles in individual stacks, at most 100. Without `role`, it has no other rights.',
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
        'IP addresses and ranges in CIDR notation from which it may be used, at most 20. Defaults to any, or to those of the key that creates it.',
    }),
    callsMax: t.int({ description: 'The maximum number of calls in total; no limit by default.' }),
  }),
});

const UpdateApiKeyInput = builder.inputType('UpdateApiKeyInput', {
  description: 'A change to an API key. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'The key’s id, `key_…`.' }),
    name: t.string({ description: '1 to 100 characters.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires; null for never.' }),
    role: t.field({
      type: RoleEnum,
      description: 'Its role, which can’t exceed the caller’s rights. Not for the key of a command-line login.',
    }),
    stackRoles: t.field({
      type: [StackRoleInput],
      description: 'Roles in individual stacks, at most 100, which replace the earlier ones; null for none.',
    }),
    scopes: t.field({
      type: [KeyScopeEnum],
      description: 'The scopes that restrict its role; null for no restriction.',
    }),
    tools: t.stringList({ description: 'The tool ids that it may call; `*` matches any text. Null for all.' }),
    networks: t.stringList({ description: 'IP addresses and ranges from which it may be used; null for any.' }),
    callsMax: t.int({ description: 'The maximum number of calls in total; null for no limit.' }),
  }),
});

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'An API key to revoke.',
  fields: (t) => ({ apiKeyId: t.id({ required: true, description: 'The key’s id, `key_…`.' }) }),
});

const CreateApiKeyPayload = builder.objectRef<CreatedApiKey>('CreateApiKeyPayload').implement({
  description: 'An API key was created.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The new key.', resolve: ({ apiKey }) => apiKey }),
    key: t.exposeString('key', { description: 'The credential itself, shown only once.' }),
  }),
});

type Revoked = { readonly apiKey: typeof ApiKey.$inferType };

const UpdateApiKeyPayload = builder.objectRef<Revoked>('UpdateApiKeyPayload').implement({
  description: 'An API key was changed.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key as it is now.', resolve: ({ apiKey }) => apiKey }),
  }),
});

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
    description: 'Creates an API key.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
    resolve: (_root, { input }, { app }) => createApiKey(app, input),
  }),
  updateApiKey: t.field({
    type: UpdateApiKeyPayload,
    nullable: true,
    description:
      'Changes an API key from its next request on. The key itself stays the same. A revoked key can’t be changed.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateApiKeyInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { apiKeyId, ...change } }, { app }) => ({
      apiKey: await updateApiKey(app, toApiKeyId(apiKeyId), change),
    }),
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    nullable: true,
    description:
      'Revokes an API key at once. You can’t undo this. A key may revoke itself, and a person may revoke the keys of their logins. Revoking the key of a higher role requires that role’s rights.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_root, { input }, { app }) => ({ apiKey: await revokeApiKey(app, toApiKeyId(input.apiKeyId)) }),
  }),
}));
