import type { Case } from '../case.ts';
import { CORNER_LISTED, SHOP_LISTED, SHOP_NAME } from '../shop.ts';
import { detail, message, stackBody } from './matchers.ts';

const LIST = { method: 'GET', path: '/v1/servers' } as const;
const ADD = { method: 'POST', path: '/v1/stacks/{empty}/servers' } as const;
const TOOLS = { method: 'PUT', path: '/v1/stacks/{stack}/servers/shop/tools' } as const;
const REMOVE = { method: 'DELETE', path: '/v1/stacks/{stack}/servers/shop' } as const;

const INVALID = { status: 400, body: detail('Invalid request parameters') } as const;
const NO_STACK = { status: 404, body: detail('Stack not found') } as const;
const BY_NAME = encodeURIComponent(SHOP_NAME);

const noServer = (server: string) => ({
  status: 404,
  body: detail(`Server ${server} not found in stack {stack}`),
});

const added = (count: number) => ({
  status: 200,
  body: message(`Server corner added to stack {empty} with ${count} tools enabled`),
});

const listed = (server_id: string, server_name: string, enabled_tools: readonly string[]) => ({
  server_id,
  server_name,
  enabled_tools,
});

const adds: readonly Case[] = [
  { label: 'adds with all tools', ...ADD, send: { server_id: 'corner', enable_all_tools: true }, ...added(2) },
  {
    label: 'adds with the listed tools, each once',
    ...ADD,
    send: { server_id: 'corner', enabled_tools: ['corner_close', 'corner_close'] },
    ...added(1),
  },
  { label: 'adds with no tools', ...ADD, send: { server_id: 'corner' }, ...added(0) },
  { label: 'adds with an empty list', ...ADD, send: { server_id: 'corner', enabled_tools: [] }, ...added(0) },
  {
    label: 'ignores the list when all tools are enabled',
    ...ADD,
    send: { server_id: 'corner', enable_all_tools: true, enabled_tools: ['nope'] },
    ...added(2),
  },
  {
    label: 'shows the added server in the list',
    method: 'GET',
    path: '/v1/stacks',
    after: [{ ...ADD, send: { server_id: 'corner', enabled_tools: ['corner_close', 'corner_open'] } }],
    status: 200,
    body: [
      { ...stackBody('{empty}', 'Empty'), servers: [listed('corner', 'Corner', ['corner_open', 'corner_close'])] },
    ],
  },
  {
    label: 'refuses a tool that the server lacks',
    ...ADD,
    send: { server_id: 'corner', enabled_tools: ['corner_open', 'shop_echo'] },
    status: 400,
    body: detail('Tool shop_echo not found in server corner'),
  },
  {
    label: 'refuses a server already in the stack',
    ...ADD,
    path: '/v1/stacks/{stack}/servers',
    send: { server_id: 'shop' },
    status: 400,
    body: detail('Server shop already exists in stack'),
  },
  {
    label: 'does not find an unknown server',
    ...ADD,
    send: { server_id: 'nowhere' },
    status: 404,
    body: detail('Server nowhere not found'),
  },
  {
    label: 'does not find a server by name here',
    ...ADD,
    send: { server_id: 'Corner' },
    status: 404,
    body: detail('Server Corner not found'),
  },
  { label: 'knows no empty id', ...ADD, send: { server_id: '' }, status: 404, body: detail('Server  not found') },
  {
    label: 'knows no NUL',
    ...ADD,
    send: '{"server_id":"a\\u0000"}',
    status: 404,
    body: detail('Server a\u0000 not found'),
  },
  { label: 'wants a server id', ...ADD, send: {}, ...INVALID },
  { label: 'requires a text as server id', ...ADD, send: { server_id: 7 }, ...INVALID },
  { label: 'does not coerce "true"', ...ADD, send: { server_id: 'corner', enable_all_tools: 'true' }, ...INVALID },
  {
    label: 'requires a list of tools',
    ...ADD,
    send: { server_id: 'corner', enabled_tools: 'corner_open' },
    ...INVALID,
  },
  { label: 'wants texts in it', ...ADD, send: { server_id: 'corner', enabled_tools: [1] }, ...INVALID },
  { label: 'wants JSON', ...ADD, send: '{]', ...INVALID },
  { label: 'wants a body', ...ADD, ...INVALID },
  { label: 'wants an object', ...ADD, send: ['corner'], ...INVALID },
  {
    label: 'does not find a random stack',
    ...ADD,
    path: '/v1/stacks/{random}/servers',
    send: { server_id: 'corner' },
    ...NO_STACK,
  },
  {
    label: 'does not find a foreign stack',
    ...ADD,
    path: '/v1/stacks/{theirs}/servers',
    send: { server_id: 'corner' },
    ...NO_STACK,
  },
  {
    label: 'reveals nothing to another account through an invalid body',
    ...ADD,
    path: '/v1/stacks/{theirs}/servers',
    send: 7,
    ...NO_STACK,
  },
  { label: 'does not find a deleted stack', ...ADD, path: '/v1/stacks/{deleted}/servers', send: {}, ...NO_STACK },
  { label: 'requires a credential', ...ADD, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const tools: readonly Case[] = [
  {
    label: 'replaces the enabled tools',
    ...TOOLS,
    send: { enabled_tools: ['shop_text', 'shop_list'] },
    status: 200,
    body: message('Server shop updated in stack {stack} with 2 tools enabled'),
  },
  {
    label: 'accepts the server’s name in the path',
    ...TOOLS,
    path: `/v1/stacks/{stack}/servers/${BY_NAME}/tools`,
    send: { enabled_tools: [] },
    status: 200,
    body: message('Server shop updated in stack {stack} with 0 tools enabled'),
  },
  {
    label: 'changes nothing when one tool is unknown',
    method: 'PUT',
    path: '/v1/stacks/{bare}/servers/shop/tools',
    send: { enabled_tools: ['shop_list', 'corner_open'] },
    status: 400,
    body: detail('Tool corner_open not found in server shop'),
  },
  { label: 'wants the list', ...TOOLS, send: {}, ...INVALID },
  { label: 'wants a list', ...TOOLS, send: { enabled_tools: 'shop_text' }, ...INVALID },
  { label: 'wants texts', ...TOOLS, send: { enabled_tools: [null] }, ...INVALID },
  { label: 'wants JSON', ...TOOLS, send: '', headers: { 'content-type': 'application/json' }, ...INVALID },
  {
    label: 'requires a server in the stack',
    ...TOOLS,
    path: '/v1/stacks/{stack}/servers/corner/tools',
    send: { enabled_tools: [] },
    ...noServer('corner'),
  },
  {
    label: 'does not find a foreign stack',
    ...TOOLS,
    path: '/v1/stacks/{theirs}/servers/shop/tools',
    send: '{',
    ...NO_STACK,
  },
  { label: 'requires a credential', ...TOOLS, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const removes: readonly Case[] = [
  {
    label: 'removes the server',
    ...REMOVE,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: message('Server shop removed from stack {stack}'),
  },
  {
    label: 'accepts the server’s name in the path',
    ...REMOVE,
    path: `/v1/stacks/{stack}/servers/${BY_NAME}`,
    status: 200,
    body: message('Server shop removed from stack {stack}'),
  },
  {
    label: 'leaves no tool behind',
    method: 'GET',
    path: '/v1/stacks/{stack}/tools',
    after: [REMOVE],
    status: 200,
    body: { tools: [] },
  },
  {
    label: 'deletes the credentials, too',
    method: 'GET',
    path: '/v1/stacks/{stack}/servers/shop/credentials',
    after: [REMOVE, { ...ADD, path: '/v1/stacks/{stack}/servers', send: { server_id: 'shop' } }],
    status: 200,
    body: {
      required_credentials: { shop_key: 'missing' },
      optional_credentials: { shop_region: 'missing' },
      all_credentials_added: false,
      required_credentials_added: false,
    },
  },
  { label: 'removes once', ...REMOVE, after: [REMOVE], ...noServer('shop') },
  { label: 'accepts dots as a name', ...REMOVE, path: '/v1/stacks/{stack}/servers/..', ...noServer('..') },
  { label: 'does not find a foreign stack', ...REMOVE, path: '/v1/stacks/{theirs}/servers/shop', ...NO_STACK },
  { label: 'does not find a random stack', ...REMOVE, path: '/v1/stacks/{random}/servers/shop', ...NO_STACK },
  { label: 'requires a credential', ...REMOVE, as: 'nobody', status: 401, body: detail('Unauthorized') },
];

/** The case of the whole marketplace; `everything` matches its document. */
export const marketplaceCase = (everything: unknown): Case => ({
  label: 'lists the complete marketplace, by id: a bare array',
  ...LIST,
  status: 200,
  body: [CORNER_LISTED, everything, SHOP_LISTED],
});

export const SERVER_CASES: readonly Case[] = [
  { label: 'requires a credential', ...LIST, as: 'nobody', status: 401, body: detail('Unauthorized') },
  ...adds,
  ...tools,
  ...removes,
];
