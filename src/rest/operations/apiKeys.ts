import { type CreatedApiKey, createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../../core/accounts/apiKey.ts';
import { toApiKeyId } from '../../core/kernel/ids.ts';
import { requestedScopeNames, roleNames, roleOfKey, STACK_ROLE_NAMES, scopesOfKey } from '../../core/kernel/roles.ts';
import { toStackRoles } from '../../core/kernel/stackRoles.ts';
import { isRecord } from '../../core/lib/json.ts';
import { list, text, wholeObject } from '../openapi/parts.ts';
import { INVALID, message, type Noun, operation, pagedList, place, type RequestDoc, ref } from '../operation.ts';
import {
  bodyFields,
  ENDS,
  IN_PAGES,
  LIFE_EXAMPLE,
  lifeBody,
  ONCE,
  REACH,
  REACH_EXAMPLE,
  reachBody,
  reachInput,
  SHOWN_NAME,
  STORED_LIFE,
  STORED_REACH,
} from './keyFields.ts';
import { NAME_INPUT, NO_STACK, STACK_ID } from './stacks.ts';

const KEYS = place('/v1/api_keys', {});
const KEY = place('/v1/api_keys/{api_key_id}', { api_key_id: 'The API key, by its id, `key_…`.' });
const TAG = 'API keys';
const NO_KEY = 'API key not found';

const KEY_ID = 'key_0199f3c2-9c41-7f76-8e93-5c3f8d70b144';
const EXAMPLE = {
  api_key_id: KEY_ID,
  name: 'CI',
  display: 'ty_4kRt9Zq',
  role: 'developer',
  stack_roles: [{ stack_id: STACK_ID, role: 'admin' }],
  scopes: [],
  ...REACH_EXAMPLE,
  ...LIFE_EXAMPLE,
  expires_at: null,
};

const CREATE: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      name: { ...NAME_INPUT, description: 'The display name.' },
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'When it expires; never by default.',
      },
      role: {
        type: 'string',
        enum: roleNames,
        description: 'The key’s role, which can’t exceed its creator’s rights.',
      },
      scopes: list(
        { type: 'string', enum: requestedScopeNames },
        'The scopes that restrict its role; unrestricted by default.',
      ),
      stack_roles: list(
        {
          type: 'object',
          properties: { stack_id: { type: 'string' }, role: { type: 'string', enum: STACK_ROLE_NAMES } },
          required: ['stack_id', 'role'],
        },
        'Additional roles in individual stacks. Without `role`, it has no other rights.',
      ),
      ...REACH,
    },
    required: ['name'],
  },
  example: { name: 'CI', role: 'developer', stack_roles: [{ stack_id: STACK_ID, role: 'admin' }] },
};

const SCHEMA = {
  api_key_id: text('Unique identifier, `key_…`.'),
  name: SHOWN_NAME,
  display: text('Its first ten characters, which identify the key to people.'),
  role: { type: 'string', enum: roleNames, description: 'Its role in the account.' },
  stack_roles: list(ref('StackRole'), 'Additional roles in individual stacks.'),
  scopes: list(
    { type: 'string' },
    'The scopes that restrict its role: `read`, `write`, `invoke`, `admin`. For a key without scopes, holds `keys:write` if its role can manage people, keys and rules.',
  ),
  ...STORED_REACH,
  ...STORED_LIFE,
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** An RFC 3339 time as a date; anything else unchanged, for the verb to reject. */
function timeInput(value: unknown): unknown {
  if (typeof value !== 'string' || !TIME.test(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time;
}

const keyBody = (key: CreatedApiKey['apiKey']) => ({
  api_key_id: key.id,
  name: key.name,
  display: key.display,
  role: roleOfKey(key),
  stack_roles: [...toStackRoles(key.stackRoles)].map(([stack_id, role]) => ({ stack_id, role })),
  scopes: scopesOfKey(key),
  ...reachBody(key),
  ...lifeBody(key),
});

export const apiKeyOperations: Noun = {
  schemas: {
    StackRole: wholeObject('The role of an API key in one stack.', {
      stack_id: text('The stack.'),
      role: { type: 'string', enum: STACK_ROLE_NAMES, description: 'Its role in the stack.' },
    }),
    ApiKey: wholeObject('The record of an API key. The key itself is not stored.', SCHEMA),
    NewApiKey: wholeObject('A new API key.', { ...SCHEMA, key: text(ONCE) }),
  },
  operations: [
    pagedList({
      id: 'list_api_keys',
      ...KEYS,
      right: 'read',
      failure: 'Failed to list API keys',
      tag: TAG,
      summary: 'List API keys',
      description: `The API keys of the account, revoked ones included, ${IN_PAGES}.`,
      success: { description: 'The keys.', schema: { type: 'array', items: ref('ApiKey') }, example: [EXAMPLE] },
      showsForbidden: true,
      read: (ctx, _params, page) => listApiKeys(ctx, page),
      bodyOf: keyBody,
    }),
    operation({
      id: 'create_api_key',
      method: 'POST',
      ...KEYS,
      right: 'admin',
      failure: 'Failed to create API key',
      showsIssues: 'of body',
      tag: TAG,
      summary: 'Create an API key',
      description:
        'Creates an API key of the account. The key is shown only in this answer, and can’t exceed the rights of the key that creates it.',
      request: CREATE,
      isMadeOnce: true,
      success: { description: 'The key.', schema: ref('NewApiKey'), example: { ...EXAMPLE, key: 'ty_4kRt9Zq…' } },
      badRequest: [INVALID],
      showsForbidden: true,
      notFound: [NO_STACK],
      run: async (ctx, _params, body) => {
        const fields = bodyFields(body);
        const { name, role, scopes, stack_roles: roles, expires_at: expiresAt } = fields;
        const stackRoles = Array.isArray(roles)
          ? roles.map((each: unknown) => (isRecord(each) ? { stackId: each['stack_id'], role: each['role'] } : each))
          : roles;
        const { apiKey, key } = await createApiKey(ctx, {
          name,
          role,
          scopes,
          stackRoles,
          expiresAt: timeInput(expiresAt),
          ...reachInput(fields),
        });
        return { ...keyBody(apiKey), key };
      },
    }),
    operation({
      id: 'get_api_key',
      method: 'GET',
      ...KEY,
      right: 'read',
      failure: 'Failed to get API key',
      tag: TAG,
      summary: 'Get an API key',
      description: 'An API key, including a revoked one. The key itself cannot be read back.',
      success: { description: 'The key’s record.', schema: ref('ApiKey'), example: EXAMPLE },
      showsForbidden: true,
      notFound: [NO_KEY],
      run: async (ctx, { api_key_id }) => keyBody(await getApiKey(ctx, toApiKeyId(api_key_id))),
    }),
    operation({
      id: 'revoke_api_key',
      method: 'DELETE',
      ...KEY,
      right: 'admin',
      failure: 'Failed to revoke API key',
      tag: TAG,
      summary: 'Revoke an API key',
      description: `${ENDS} Its record stays. Revoking it again also succeeds. Any key may revoke itself.`,
      success: message('The key is revoked.', `API key ${KEY_ID} revoked`),
      showsForbidden: true,
      notFound: [NO_KEY],
      run: async (ctx, { api_key_id }) => ({
        message: `API key ${(await revokeApiKey(ctx, toApiKeyId(api_key_id))).id} revoked`,
      }),
    }),
  ],
};
