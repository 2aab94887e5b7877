import type { Case } from '../case.ts';
import { SHOP_NAME } from '../shop.ts';
import { detail, message } from './matchers.ts';

const SET = { method: 'PUT', path: '/v1/stacks/{bare}/servers/shop/credentials' } as const;
const STATUS = { method: 'GET', path: '/v1/stacks/{bare}/servers/shop/credentials' } as const;
const REMOVE = { method: 'DELETE', path: '/v1/stacks/{stack}/servers/shop/credentials/shop_key' } as const;

const UPDATED = { status: 200, body: message('Credentials updated for server shop') } as const;
const INVALID = { status: 400, body: detail('Invalid credential format') } as const;
const NO_STACK = { status: 404, body: detail('Stack not found') } as const;
const BY_NAME = encodeURIComponent(SHOP_NAME);
const KEY = { credentials: { shop_key: 'k' } };
const BOTH = { credentials: { shop_key: 'k', shop_region: 'r' } };

const states = (shop_key: string, shop_region: string) => ({
  status: 200,
  body: {
    required_credentials: { shop_key },
    optional_credentials: { shop_region },
    all_credentials_added: shop_key === 'added' && shop_region === 'added',
    required_credentials_added: shop_key === 'added',
  },
});

const sets: readonly Case[] = [
  { label: 'stores a value', ...SET, send: KEY, ...UPDATED },
  { label: 'stores several', ...SET, send: BOTH, ...UPDATED },
  { label: 'replaces a value', ...SET, send: KEY, after: [{ ...SET, send: BOTH }], ...UPDATED },
  { label: 'takes 16 KiB', ...SET, send: { credentials: { shop_key: 'k'.repeat(16_384) } }, ...UPDATED },
  { label: 'accepts any text, including NUL', ...SET, send: '{"credentials":{"shop_key":"\\u0000 ü 🧰"}}', ...UPDATED },
  {
    label: 'accepts the server’s name in the path',
    ...SET,
    path: `/v1/stacks/{bare}/servers/${BY_NAME}/credentials`,
    send: KEY,
    ...UPDATED,
  },
  { label: 'refuses more than 16 KiB', ...SET, send: { credentials: { shop_key: 'k'.repeat(16_385) } }, ...INVALID },
  { label: 'counts bytes', ...SET, send: { credentials: { shop_key: 'ü'.repeat(8_193) } }, ...INVALID },
  { label: 'refuses an unknown field', ...SET, send: { credentials: { shop_key: 'k', other: 'x' } }, ...INVALID },
  {
    label: 'refuses __proto__ as a field',
    ...SET,
    send: '{"credentials":{"shop_key":"k","__proto__":"x"}}',
    ...INVALID,
  },
  { label: 'refuses an empty value', ...SET, send: { credentials: { shop_key: '' } }, ...INVALID },
  { label: 'refuses a number', ...SET, send: { credentials: { shop_key: 5 } }, ...INVALID },
  { label: 'refuses null', ...SET, send: { credentials: { shop_key: null } }, ...INVALID },
  { label: 'refuses an empty object', ...SET, send: { credentials: {} }, ...INVALID },
  { label: 'refuses a list', ...SET, send: { credentials: ['k'] }, ...INVALID },
  { label: 'refuses a text', ...SET, send: { credentials: 'shop_key=k' }, ...INVALID },
  { label: 'wants credentials', ...SET, send: {}, ...INVALID },
  { label: 'wants a body', ...SET, ...INVALID },
  { label: 'wants JSON', ...SET, send: '{"credentials":', ...INVALID },
  { label: 'wants an object', ...SET, send: 'null', ...INVALID },
  {
    label: 'stores nothing when one field is invalid',
    ...STATUS,
    after: [{ ...SET, send: { credentials: { shop_key: 'k', other: 'x' } }, status: 400 }],
    ...states('missing', 'missing'),
  },
  {
    label: 'requires a server in the stack',
    ...SET,
    path: '/v1/stacks/{bare}/servers/corner/credentials',
    send: KEY,
    status: 404,
    body: detail('Server corner not found'),
  },
  {
    label: 'refuses before it reads the body',
    ...SET,
    path: '/v1/stacks/{bare}/servers/corner/credentials',
    send: '{',
    status: 404,
    body: detail('Server corner not found'),
  },
  {
    label: 'does not find a foreign stack',
    ...SET,
    path: '/v1/stacks/{theirs}/servers/shop/credentials',
    send: KEY,
    ...NO_STACK,
  },
  {
    label: 'does not find a random stack',
    ...SET,
    path: '/v1/stacks/{random}/servers/shop/credentials',
    send: KEY,
    ...NO_STACK,
  },
  { label: 'requires a credential', ...SET, as: 'nobody', send: KEY, status: 401, body: detail('Unauthorized') },
];

const reads: readonly Case[] = [
  { label: 'starts without stored fields', ...STATUS, ...states('missing', 'missing') },
  { label: 'lists the required field', ...STATUS, after: [{ ...SET, send: KEY }], ...states('added', 'missing') },
  { label: 'shows all', ...STATUS, after: [{ ...SET, send: BOTH }], ...states('added', 'added') },
  {
    label: 'keeps fields that a later update omits',
    ...STATUS,
    after: [
      { ...SET, send: { credentials: { shop_region: 'r' } } },
      { ...SET, send: KEY },
    ],
    ...states('added', 'added'),
  },
  {
    label: 'accepts the name shown in the stack list',
    ...STATUS,
    path: `/v1/stacks/{bare}/servers/${BY_NAME}/credentials`,
    ...states('missing', 'missing'),
  },
  {
    label: 'is complete when a server needs no credential',
    ...STATUS,
    path: '/v1/stacks/{empty}/servers/corner/credentials',
    after: [{ method: 'POST', path: '/v1/stacks/{empty}/servers', send: { server_id: 'corner' } }],
    status: 200,
    body: {
      required_credentials: {},
      optional_credentials: {},
      all_credentials_added: true,
      required_credentials_added: true,
    },
  },
  {
    label: 'requires a server in the stack',
    ...STATUS,
    path: '/v1/stacks/{bare}/servers/corner/credentials',
    status: 404,
    body: detail('Server corner not found in stack {bare}'),
  },
  {
    label: 'decodes a name once',
    ...STATUS,
    path: '/v1/stacks/{bare}/servers/a%252Fb%2Fc%20%C3%BC/credentials',
    status: 404,
    body: detail('Server a%2Fb/c ü not found in stack {bare}'),
  },
  {
    label: 'accepts dots as a name',
    ...STATUS,
    path: '/v1/stacks/{bare}/servers/%2e%2e/credentials',
    status: 404,
    body: detail('Server .. not found in stack {bare}'),
  },
  {
    label: 'knows no NUL',
    ...STATUS,
    path: '/v1/stacks/{bare}/servers/%00/credentials',
    status: 404,
    body: detail('Server \u0000 not found in stack {bare}'),
  },
  {
    label: 'accepts a broken escape literally',
    ...STATUS,
    path: '/v1/stacks/{bare}/servers/100%/credentials',
    status: 404,
    body: detail('Server 100% not found in stack {bare}'),
  },
  {
    label: 'does not find a foreign stack',
    ...STATUS,
    path: '/v1/stacks/{theirs}/servers/shop/credentials',
    ...NO_STACK,
  },
  {
    label: 'does not find a deleted stack',
    ...STATUS,
    path: '/v1/stacks/{deleted}/servers/shop/credentials',
    ...NO_STACK,
  },
  { label: 'requires a credential', ...STATUS, as: 'nobody', status: 401, body: detail('Unauthorized') },
];

const removes: readonly Case[] = [
  {
    label: 'removes a value',
    ...REMOVE,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: message('Credential shop_key removed from server shop'),
  },
  {
    label: 'removes it again',
    ...REMOVE,
    after: [REMOVE],
    status: 200,
    body: message('Credential shop_key removed from server shop'),
  },
  {
    label: 'leaves it missing',
    ...STATUS,
    path: '/v1/stacks/{stack}/servers/shop/credentials',
    after: [REMOVE],
    ...states('missing', 'missing'),
  },
  {
    label: 'refuses fields that the server does not have',
    ...REMOVE,
    path: '/v1/stacks/{stack}/servers/shop/credentials/other',
    status: 404,
    body: detail('Credential other not found in server shop'),
  },
  {
    label: 'requires a server in the stack',
    ...REMOVE,
    path: '/v1/stacks/{stack}/servers/corner/credentials/shop_key',
    status: 404,
    body: detail('Server corner not found in stack {stack}'),
  },
  {
    label: 'does not find a foreign stack',
    ...REMOVE,
    path: '/v1/stacks/{theirs}/servers/shop/credentials/shop_key',
    ...NO_STACK,
  },
  { label: 'requires a credential', ...REMOVE, as: 'nobody', status: 401, body: detail('Unauthorized') },
];

export const CREDENTIAL_CASES: readonly Case[] = [...sets, ...reads, ...removes];
