import type { Case } from '../case.ts';
import { because, INVALID, idOf, KEY, keyBody } from './accessBodies.ts';
import { detail, message, TIME, TIME_OR_NONE } from './matchers.ts';

const KEYS = { method: 'POST', path: '/v1/api_keys' } as const;

const newKey = (name: string, held: object = {}) => ({ ...keyBody(idOf('key'), name, held), key: KEY });

export const API_KEY_CASES: readonly Case[] = [
  { label: 'makes one', ...KEYS, send: { name: 'New' }, status: 200, body: newKey('New') },
  {
    label: 'accepts a role, an expiry and restrictions',
    ...KEYS,
    send: {
      ...{ name: 'New', role: 'auditor', scopes: ['read'], expires_at: '2999-01-01T00:00:00Z' },
      ...{
        tools: ['shop_*'],
        networks: ['10.0.0.0/8'],
        calls_max: 5,
        stack_roles: [{ stack_id: '{stack}', role: 'admin' }],
      },
    },
    status: 200,
    body: newKey('New', {
      ...{ role: 'auditor', scopes: ['read'], expires_at: '2999-01-01T00:00:00.000Z' },
      ...{
        tools: ['shop_*'],
        networks: ['10.0.0.0/8'],
        calls_max: 5,
        stack_roles: [{ stack_id: '{stack}', role: 'admin' }],
      },
    }),
  },
  { label: 'wants a name', ...KEYS, send: {}, ...INVALID, answers: because('/name') },
  { label: 'wants an object', ...KEYS, send: '[]', ...INVALID },
  ...['tomorrow', '2999-02-31', '2999-01-01', '2001-01-01T00:00:00Z', 4_102_444_800].map(
    (expires_at): Case => ({
      label: `refuses the expiry ${expires_at}`,
      ...{ ...KEYS, send: { name: 'New', expires_at } },
      ...INVALID,
      answers: because('/expires_at'),
    }),
  ),
  {
    label: 'refuses a role in another account’s stack',
    ...KEYS,
    send: { name: 'New', stack_roles: [{ stack_id: '{theirs}', role: 'admin' }] },
    status: 404,
    body: detail('Stack not found'),
  },
  {
    label: 'lists the account’s keys, newest first, without their secrets',
    ...{ method: 'GET', path: '/v1/api_keys', mentions: '{keyId}{theirKeyId}' },
    status: 200,
    body: [
      keyBody('{keyId}', 'CI'),
      keyBody(idOf('key'), 'First key', { role: 'owner', scopes: ['keys:write'], last_used_at: TIME_OR_NONE }),
    ],
  },
  {
    label: 'shows one',
    ...{ method: 'GET', path: '/v1/api_keys/{keyId}' },
    status: 200,
    body: keyBody('{keyId}', 'CI'),
  },
  {
    label: 'revokes a key and keeps its record',
    ...{ method: 'GET', path: '/v1/api_keys/{keyId}' },
    after: [{ method: 'DELETE', path: '/v1/api_keys/{keyId}' }],
    status: 200,
    body: keyBody('{keyId}', 'CI', { revoked_at: TIME }),
  },
  {
    label: 'revokes again',
    ...{ method: 'DELETE', path: '/v1/api_keys/{keyId}' },
    after: [{ method: 'DELETE', path: '/v1/api_keys/{keyId}' }],
    status: 200,
    body: message('API key {keyId} revoked'),
  },
];
