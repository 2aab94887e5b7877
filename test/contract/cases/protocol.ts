import type { Case } from '../case.ts';
import { LARGE } from './bodies.ts';
import { detail, error } from './matchers.ts';

const NOT_FOUND = { status: 404, body: detail('Not found') } as const;
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
].map((path) => ({ label: `knows no ${path}`, method: 'GET', path, ...NOT_FOUND }));

const METHODS: readonly (readonly [string, string, string])[] = [
  ['PATCH', '/v1/stacks', 'GET, HEAD, POST'],
  ['DELETE', '/v1/stacks', 'GET, HEAD, POST'],
  ['OPTIONS', '/v1/stacks', 'GET, HEAD, POST'],
  ['PATCH', '/v1/stacks/{random}', 'DELETE, GET, HEAD, PUT'],
  ['POST', '/v1/servers', 'GET, HEAD'],
  ['GET', '/v1/stacks/{random}/servers', 'POST'],
  ['GET', '/v1/stacks/../servers', 'POST'],
  ['GET', '/v1/stacks/{random}/servers/shop', 'DELETE'],
  ['GET', '/v1/stacks/{random}/servers/shop/tools', 'PUT'],
  ['POST', '/v1/stacks/{random}/servers/shop/credentials', 'GET, HEAD, PUT'],
  ['PUT', '/v1/stacks/{random}/servers/shop/credentials/x', 'DELETE'],
  ['POST', '/v1/stacks/{random}/tools', 'GET, HEAD'],
  ['GET', '/v1/stacks/{random}/tools/x/invoke', 'POST'],
  ['PROPFIND', '/v1/stacks', 'GET, HEAD, POST'],
];

const methods: readonly Case[] = [
  ...METHODS.map(([method, path, allow]) => ({
    label: `allows no ${method} on ${path}`,
    method,
    path,
    status: 405,
    body: detail('Method not allowed'),
    answers: { allow },
  })),
  {
    label: 'answers HEAD as GET, without a body',
    method: 'HEAD',
    path: '/v1/stacks',
    status: 200,
    body: '',
    answers: { 'content-type': 'application/json; charset=utf-8' },
  },
  {
    label: 'has no webhooks',
    method: 'POST',
    path: '/v1/webhook',
    send: { subscription: 'x', url: 'http://x.test' },
    ...NOT_FOUND,
  },
  {
    label: 'says 405 before it reads a body',
    method: 'PATCH',
    path: '/v1/stacks',
    send: LARGE,
    headers: { 'content-type': 'text/plain' },
    status: 405,
    body: detail('Method not allowed'),
  },
  {
    label: 'authenticates first',
    method: 'GET',
    path: '/v1/nope',
    as: 'nobody',
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    label: 'authenticates first, here too',
    method: 'PATCH',
    path: '/v1/stacks',
    as: 'nobody',
    status: 401,
    body: detail('Unauthorized'),
  },
  {
    label: 'allows no POST',
    method: 'POST',
    path: '/s/{client}/list_tools',
    send: {},
    status: 405,
    body: error('Method not allowed'),
    answers: { allow: 'GET, HEAD' },
  },
  {
    label: 'allows no GET',
    method: 'GET',
    path: '/s/{client}/call_tool',
    status: 405,
    body: error('Method not allowed'),
    answers: { allow: 'POST' },
  },
  {
    label: 'knows no other path of an endpoint',
    method: 'GET',
    path: '/s/{client}/nope',
    as: 'agent',
    status: 404,
    body: error('Not found'),
  },
  {
    label: 'authenticates agents first',
    method: 'GET',
    path: '/s/{client}/nope',
    as: 'nobody',
    status: 401,
    body: error('Invalid or missing token'),
  },
  {
    label: 'knows no agents without an endpoint',
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
).map(([label, as]) => ({
  label: `refuses ${label}`,
  method: 'GET',
  path: '/v1/stacks',
  as,
  status: 401,
  body: detail('Unauthorized'),
}));

const others: readonly Case[] = [
  {
    label: 'takes the scheme in any case',
    method: 'GET',
    path: '/v1/stacks',
    as: { authorization: 'bearer {apiKey}' },
    status: 200,
    body: [],
  },
  {
    label: 'gives back a sane request id',
    method: 'GET',
    path: '/v1/stacks',
    headers: { 'x-request-id': 'Run_1.a-b' },
    status: 200,
    body: [],
    answers: { 'x-request-id': 'Run_1.a-b' },
  },
];

export const PROTOCOL_CASES: readonly Case[] = [...paths, ...methods, ...keys, ...others];
