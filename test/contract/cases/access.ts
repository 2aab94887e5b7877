import type { Case } from '../case.ts';
import { SHOP_NAME } from '../shop.ts';
import { because, endpointBody, INVALID, idOf, JWT, tokenBody } from './accessBodies.ts';
import { detail, message, stackBody, TIME } from './matchers.ts';

const ENDPOINTS = { method: 'POST', path: '/v1/stacks/{stack}/endpoints' } as const;
const TOKENS = { method: 'POST', path: '/v1/endpoints/{endpointId}/tokens' } as const;
const AGENT = endpointBody('{endpointId}', '{stack}', 'Agent');
const TOKEN = tokenBody('{tokenId}', '{endpointId}', 'Agent');

const stacks: readonly Case[] = [
  {
    label: 'shows one stack as the listing does',
    ...{ method: 'GET', path: '/v1/stacks/{bare}' },
    status: 200,
    body: {
      ...stackBody('{bare}', 'Bare'),
      servers: [{ server_id: 'shop', server_name: SHOP_NAME, enabled_tools: ['shop_echo', 'shop_text'] }],
    },
  },
  {
    label: 'shows a stack without servers',
    ...{ method: 'GET', path: '/v1/stacks/{empty}' },
    status: 200,
    body: stackBody('{empty}', 'Empty'),
  },
];

const firstToken = (held: object = {}) => ({ ...tokenBody(idOf('token'), idOf('endpoint'), 'New', held), token: JWT });
const newEndpoint = (mode = 'full', held: object = {}) => ({
  ...endpointBody(idOf('endpoint'), '{stack}', 'New', mode),
  first_token: firstToken(held),
});

const endpoints: readonly Case[] = [
  { label: 'makes one with its first token', ...ENDPOINTS, send: { name: 'New' }, status: 200, body: newEndpoint() },
  {
    label: 'takes a mode, an end user and no end',
    ...ENDPOINTS,
    send: { name: 'New', mode: 'search', end_user: 'u-1', never_expires: true },
    status: 200,
    body: newEndpoint('search', { end_user: 'u-1', expires_at: null }),
  },
  { label: 'wants a name', ...ENDPOINTS, send: {}, ...INVALID, answers: because('/name') },
  { label: 'wants an object', ...ENDPOINTS, send: ['New'], ...INVALID },
  { label: 'wants a body', ...ENDPOINTS, ...INVALID },
  {
    label: 'names what is wrong as the body does',
    ...ENDPOINTS,
    send: { name: 'New', expires_in_days: 0 },
    ...INVALID,
    answers: because('/expires_in_days'),
  },
  { label: 'knows no mode x', ...ENDPOINTS, send: { name: 'New', mode: 'x' }, ...INVALID, answers: because('/mode') },
  {
    label: 'refuses two ends',
    ...ENDPOINTS,
    send: { name: 'New', expires_in_days: 1, never_expires: true },
    ...INVALID,
  },
  {
    label: 'lists those of a stack',
    ...{ method: 'GET', path: '/v1/stacks/{stack}/endpoints', mentions: '{client}' },
    status: 200,
    body: [AGENT],
  },
  { label: 'lists none', method: 'GET', path: '/v1/stacks/{empty}/endpoints', status: 200, body: [] },
  {
    label: 'shows one',
    method: 'GET',
    path: '/v1/endpoints/{endpointId}',
    mentions: '{stack}',
    status: 200,
    body: AGENT,
  },
  {
    label: 'changes name and mode',
    ...{ method: 'PUT', path: '/v1/endpoints/{endpointId}', mentions: '{stack}' },
    send: { name: 'Renamed', mode: 'search' },
    status: 200,
    body: { ...AGENT, name: 'Renamed', mode: 'search' },
  },
  {
    label: 'changes nothing without a body',
    ...{ method: 'PUT', path: '/v1/endpoints/{endpointId}', mentions: '{stack}' },
    status: 200,
    body: AGENT,
  },
  {
    label: 'refuses an empty name',
    ...{ method: 'PUT', path: '/v1/endpoints/{endpointId}', mentions: '{stack}' },
    send: { name: '' },
    ...INVALID,
    answers: because('/name'),
  },
  {
    label: 'deletes one',
    ...{ method: 'DELETE', path: '/v1/endpoints/{endpointId}', mentions: '{stack}' },
    status: 200,
    body: message('Client endpoint {endpointId} deleted'),
  },
  {
    label: 'deletes once',
    ...{ method: 'DELETE', path: '/v1/endpoints/{endpointId}', mentions: '{stack}' },
    after: [{ method: 'DELETE', path: '/v1/endpoints/{endpointId}' }],
    status: 404,
    body: detail('Client endpoint not found'),
  },
  {
    label: 'ends its tokens',
    ...{ method: 'GET', path: '/s/{client}/list_tools' },
    after: [{ method: 'DELETE', path: '/v1/endpoints/{endpointId}' }],
    status: 401,
    body: { error: 'Invalid or missing token' },
  },
];

const newToken = (name: string, held: object = {}) => ({
  ...tokenBody(idOf('token'), '{endpointId}', name, held),
  token: JWT,
});

const tokens: readonly Case[] = [
  {
    label: 'issues one with the endpoint’s name',
    ...TOKENS,
    status: 200,
    body: newToken('Agent'),
    mentions: '{stack}',
  },
  {
    label: 'takes its reach',
    ...TOKENS,
    mentions: '{stack}',
    send: { name: 'Held', tools: ['shop_*'], networks: ['127.0.0.0/8'], calls_max: 3, expires_in_days: 1 },
    status: 200,
    body: newToken('Held', { tools: ['shop_*'], networks: ['127.0.0.0/8'], calls_max: 3 }),
  },
  { label: 'wants an object', ...TOKENS, mentions: '{stack}', send: 'null', ...INVALID },
  {
    label: 'refuses no calls',
    ...TOKENS,
    mentions: '{stack}',
    send: { calls_max: 0 },
    ...INVALID,
    answers: because('/calls_max'),
  },
  {
    label: 'lists those of an endpoint, never the token itself',
    ...{ method: 'GET', path: '/v1/endpoints/{endpointId}/tokens' },
    mentions: '{client}{tokenId}',
    status: 200,
    body: [TOKEN],
  },
  { label: 'shows one', method: 'GET', path: '/v1/tokens/{tokenId}', mentions: '{stack}', status: 200, body: TOKEN },
  {
    label: 'revokes a key and keeps its record',
    ...{ method: 'GET', path: '/v1/tokens/{tokenId}', mentions: '{stack}' },
    after: [{ method: 'DELETE', path: '/v1/tokens/{tokenId}' }],
    status: 200,
    body: { ...TOKEN, revoked_at: TIME },
  },
  {
    label: 'revokes again',
    ...{ method: 'DELETE', path: '/v1/tokens/{tokenId}', mentions: '{stack}' },
    after: [{ method: 'DELETE', path: '/v1/tokens/{tokenId}' }],
    status: 200,
    body: message('Stack token {tokenId} revoked'),
  },
  {
    label: 'knows no revoked token',
    ...{ method: 'GET', path: '/s/{client}/list_tools' },
    after: [{ method: 'DELETE', path: '/v1/tokens/{tokenId}' }],
    status: 401,
    body: { error: 'Invalid or missing token' },
  },
];

export const ACCESS_CASES: readonly Case[] = [...stacks, ...endpoints, ...tokens];
