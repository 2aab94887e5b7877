import { gzipSync } from 'node:zlib';
import type { Case } from '../case.ts';
import { detail, error } from './matchers.ts';

const NOT_FOUND = { status: 404, body: detail('Not found') } as const;
const TOO_LARGE = 'Request body too large';
const NOT_JSON = 'Content-Type must be application/json';

/** A body just over 1 MiB. */
const LARGE = JSON.stringify({ stack_name: 'x'.repeat(1_048_576) });

/** Every operation that takes a body. */
const WITH_BODY = [
  { method: 'POST', path: '/v1/stacks' },
  { method: 'PUT', path: '/v1/stacks/{empty}' },
  { method: 'POST', path: '/v1/stacks/{empty}/servers' },
  { method: 'PUT', path: '/v1/stacks/{bare}/servers/shop/tools' },
  { method: 'PUT', path: '/v1/stacks/{bare}/servers/shop/credentials' },
  { method: 'POST', path: '/v1/stacks/{bare}/tools/shop_echo/invoke' },
  { method: 'POST', path: '/s/{client}/call_tool' },
] as const;

const say = (path: string, text: string) => (path.startsWith('/s/') ? error(text) : detail(text));

const bodies: readonly Case[] = WITH_BODY.flatMap(({ method, path }) => [
  { says: 'refuses a body over 1 MiB', method, path, send: LARGE, status: 413, body: say(path, TOO_LARGE) },
  {
    says: 'refuses a form',
    method,
    path,
    send: 'stack_name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    body: say(path, NOT_JSON),
  },
  {
    says: 'refuses a packed body',
    method,
    path,
    send: gzipSync('{}'),
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    body: say(path, 'Content-Encoding is not supported'),
  },
]);

const CREATE = { method: 'POST', path: '/v1/stacks' } as const;
const REQUIRED = { status: 400, body: detail('Stack name is required') } as const;

const types: readonly Case[] = [
  {
    says: 'takes parameters and any case',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
    ...REQUIRED,
  },
  { says: 'takes a type without a body', ...CREATE, headers: { 'content-type': 'text/plain' }, ...REQUIRED },
  {
    says: 'takes no other JSON',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'application/ld+json' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    says: 'takes no list of types',
    ...CREATE,
    send: {},
    headers: { 'content-type': 'application/json, text/plain' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    says: 'takes no empty type',
    ...CREATE,
    send: {},
    headers: { 'content-type': '' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    says: 'checks the type before it looks for the stack',
    method: 'PUT',
    path: '/v1/stacks/{random}',
    send: 'x',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    body: detail(NOT_JSON),
  },
  {
    says: 'authenticates before it reads a body',
    ...CREATE,
    as: 'nobody',
    send: LARGE,
    status: 401,
    body: detail('Unauthorized'),
  },
];

const paths: readonly Case[] = [
  '/v1',
  '/v1/',
  '/v1/nope',
  '/v1/stacks/',
  '/v1/Stacks',
  '/v1//stacks',
  '/v1/stacks/{random}/tools/',
  '/v1/openapi.json',
  '/v1/webhook/{random}',
  '/v1/%zz',
].map((path) => ({ says: `knows no ${path}`, method: 'GET', path, ...NOT_FOUND }));

const METHODS: readonly (readonly [string, string, string])[] = [
  ['PATCH', '/v1/stacks', 'GET, POST'],
  ['DELETE', '/v1/stacks', 'GET, POST'],
  ['OPTIONS', '/v1/stacks', 'GET, POST'],
  ['GET', '/v1/stacks/{random}', 'PUT, DELETE'],
  ['POST', '/v1/servers', 'GET'],
  ['GET', '/v1/stacks/{random}/servers', 'POST'],
  ['GET', '/v1/stacks/../servers', 'POST'],
  ['GET', '/v1/stacks/{random}/servers/shop', 'DELETE'],
  ['GET', '/v1/stacks/{random}/servers/shop/tools', 'PUT'],
  ['POST', '/v1/stacks/{random}/servers/shop/credentials', 'PUT, GET'],
  ['PUT', '/v1/stacks/{random}/servers/shop/credentials/x', 'DELETE'],
  ['POST', '/v1/stacks/{random}/tools', 'GET'],
  ['GET', '/v1/stacks/{random}/tools/x/invoke', 'POST'],
  ['PROPFIND', '/v1/stacks', 'GET, POST'],
];

const methods: readonly Case[] = [
  ...METHODS.map(([method, path, allow]) => ({
    says: `allows no ${method} on ${path}`,
    method,
    path,
    status: 405,
    body: detail('Method not allowed'),
    answers: { allow },
  })),
  {
    says: 'allows no HEAD',
    method: 'HEAD',
    path: '/v1/stacks',
    status: 405,
    body: '',
    answers: { allow: 'GET, POST' },
  },
  {
    says: 'has no webhooks',
    method: 'POST',
    path: '/v1/webhook',
    send: { subscription: 'x', url: 'http://x.test' },
    ...NOT_FOUND,
  },
  {
    says: 'says 405 before it reads a body',
    method: 'PATCH',
    path: '/v1/stacks',
    send: LARGE,
    headers: { 'content-type': 'text/plain' },
    status: 405,
    body: detail('Method not allowed'),
  },
  {
    says: 'authenticates first',
    method: 'GET',
    path: '/v1/nope',
    as: 'nobody',
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    says: 'authenticates first, here too',
    method: 'PATCH',
    path: '/v1/stacks',
    as: 'nobody',
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    says: 'allows no POST',
    method: 'POST',
    path: '/s/{client}/list_tools',
    send: {},
    status: 405,
    body: error('Method not allowed'),
    answers: { allow: 'GET' },
  },
  {
    says: 'allows no GET',
    method: 'GET',
    path: '/s/{client}/call_tool',
    status: 405,
    body: error('Method not allowed'),
    answers: { allow: 'POST' },
  },
  {
    says: 'knows no other path of an endpoint',
    method: 'GET',
    path: '/s/{client}/nope',
    as: 'agent',
    status: 404,
    body: error('Not found'),
  },
  {
    says: 'authenticates agents first',
    method: 'GET',
    path: '/s/{client}/nope',
    as: 'nobody',
    status: 401,
    body: error('Invalid or missing token'),
  },
  {
    says: 'knows no agents without an endpoint',
    method: 'GET',
    path: '/s/',
    as: { bearer: '{token}' },
    status: 401,
    body: error('Invalid or missing token'),
  },
];

const keys: readonly Case[] = (
  [
    ['no key', 'nobody'],
    ['an unknown key', { bearer: 'ty_0000000000000000000000000000000000' }],
    ['a cut key', { authorization: 'Bearer {apiKey}x' }],
    ['a key in basic authentication', { authorization: 'Basic {apiKey}' }],
    ['a key without a scheme', { authorization: '{apiKey}' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a stack token', { bearer: '{token}' }],
  ] as const
).map(([says, as]) => ({
  says: `refuses ${says}`,
  method: 'GET',
  path: '/v1/stacks',
  as,
  status: 401,
  body: detail('Unauthorized'),
}));

const others: readonly Case[] = [
  {
    says: 'takes the scheme in any case',
    method: 'GET',
    path: '/v1/stacks',
    as: { authorization: 'bearer {apiKey}' },
    status: 200,
    body: [],
  },
  {
    says: 'gives back a sane request id',
    method: 'GET',
    path: '/v1/stacks',
    headers: { 'x-request-id': 'Run_1.a-b' },
    status: 200,
    body: [],
    answers: { 'x-request-id': 'Run_1.a-b' },
  },
];

export const PROTOCOL_CASES: readonly Case[] = [...bodies, ...types, ...paths, ...methods, ...keys, ...others];
