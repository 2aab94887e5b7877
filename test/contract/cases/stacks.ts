import type { Case } from '../case.ts';
import { SHOP_NAME } from '../shop.ts';
import { detail, message, NEW_STACK_ID, stackBody, TIME } from './matchers.ts';

const LIST = { method: 'GET', path: '/v1/stacks' } as const;
const CREATE = { method: 'POST', path: '/v1/stacks' } as const;
const UPDATE = { method: 'PUT', path: '/v1/stacks/{empty}' } as const;
const DELETE = { method: 'DELETE', path: '/v1/stacks/{stack}' } as const;

const REQUIRED = { status: 400, body: detail('Stack name is required') } as const;
const INVALID = { status: 400, body: detail('Invalid request parameters') } as const;
const BAD_UPDATE = { status: 400, body: detail('Invalid configuration parameters') } as const;
const NOT_FOUND = { status: 404, body: detail('Stack not found') } as const;

const created = (name: string) => ({ send: { stack_name: name }, status: 200, body: stackBody(NEW_STACK_ID, name) });

const lists: readonly Case[] = [
  { label: 'a new account has no stacks: a bare empty array', ...LIST, status: 200, body: [] },
  {
    label: 'lists complete stacks, oldest first, with names, server ids and enabled tools in the server’s order',
    ...LIST,
    // `{empty}` and `{bare}` are created in this order.
    after: [{ method: 'PUT', path: '/v1/stacks/{empty}', send: { configuration: { analytics_enabled: true } } }],
    status: 200,
    body: [
      stackBody('{empty}', 'Empty', true),
      {
        ...stackBody('{bare}', 'Bare'),
        servers: [{ server_id: 'shop', server_name: SHOP_NAME, enabled_tools: ['shop_echo', 'shop_text'] }],
      },
    ],
  },
  {
    label: 'does not list another account’s stacks',
    ...LIST,
    mentions: '{theirs}',
    status: 200,
    body: [],
  },
  { label: 'ignores query parameters', ...LIST, path: '/v1/stacks?stack_name=x&body=y', status: 200, body: [] },
  {
    label: 'accepts a content type without a body, as clients send on every request',
    ...LIST,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: [],
  },
  { label: 'requires a credential', ...LIST, as: 'nobody', status: 401, body: detail('Unauthorized') },
];

const creates: readonly Case[] = [
  { label: 'creates a stack without servers or call recording', ...CREATE, ...created('Support') },
  {
    label: 'accepts the configuration',
    ...CREATE,
    send: { stack_name: 'Counted', configuration: { analytics_enabled: true } },
    status: 200,
    body: stackBody(NEW_STACK_ID, 'Counted', true),
  },
  {
    label: 'accepts an empty configuration',
    ...CREATE,
    ...created('Plain'),
    send: { stack_name: 'Plain', configuration: {} },
  },
  {
    label: 'ignores unknown keys',
    ...CREATE,
    ...created('Keys'),
    send: '{"stack_name":"Keys","__proto__":{"a":1},"x":2}',
  },
  {
    label: 'does not let a query parameter override the body',
    ...CREATE,
    path: '/v1/stacks?stack_name=Query',
    ...created('Body'),
  },
  { label: 'uses the last of duplicate keys', ...CREATE, ...created('B'), send: '{"stack_name":"A","stack_name":"B"}' },
  { label: 'accepts a name of 1 character', ...CREATE, ...created('x') },
  { label: 'accepts a name of 100 characters', ...CREATE, ...created('n'.repeat(100)) },
  { label: 'counts characters, not code units', ...CREATE, ...created('🧰'.repeat(100)) },
  { label: 'stores a name unchanged', ...CREATE, ...created('  Ünïcode / "quoted" \\ {braces} \n ') },
  { label: 'refuses 101 characters', ...CREATE, send: { stack_name: 'n'.repeat(101) }, ...INVALID },
  { label: 'refuses 101 emoji', ...CREATE, send: { stack_name: '🧰'.repeat(101) }, ...INVALID },
  { label: 'wants a name', ...CREATE, send: {}, ...REQUIRED },
  { label: 'refuses a name of null', ...CREATE, send: { stack_name: null }, ...REQUIRED },
  { label: 'refuses an empty name', ...CREATE, send: { stack_name: '' }, ...REQUIRED },
  { label: 'refuses a blank name', ...CREATE, send: { stack_name: ' \t\n\u00a0' }, ...REQUIRED },
  { label: 'does not coerce a number', ...CREATE, send: { stack_name: 1 }, ...INVALID },
  { label: 'does not coerce a list', ...CREATE, send: { stack_name: ['a'] }, ...INVALID },
  { label: 'refuses NUL in a name', ...CREATE, send: '{"stack_name":"a\\u0000b"}', ...INVALID },
  { label: 'refuses a lone surrogate', ...CREATE, send: '{"stack_name":"a\\ud800b"}', ...INVALID },
  {
    label: 'requires an object as configuration',
    ...CREATE,
    send: { stack_name: 'a', configuration: 'x' },
    ...INVALID,
  },
  { label: 'refuses null as configuration', ...CREATE, send: { stack_name: 'a', configuration: null }, ...INVALID },
  {
    label: 'does not coerce "true"',
    ...CREATE,
    send: { stack_name: 'a', configuration: { analytics_enabled: 'true' } },
    ...INVALID,
  },
  { label: 'wants a body', ...CREATE, ...REQUIRED },
  { label: 'wants JSON', ...CREATE, send: '{"stack_name":', ...REQUIRED },
  { label: 'wants UTF-8', ...CREATE, send: Buffer.from('{"stack_name":"\xff"}', 'latin1'), ...REQUIRED },
  { label: 'requires an object, not a list', ...CREATE, send: [{ stack_name: 'a' }], ...REQUIRED },
  { label: 'requires an object, not null', ...CREATE, send: 'null', ...REQUIRED },
  { label: 'requires an object, not a text', ...CREATE, send: '"stack_name"', ...REQUIRED },
  {
    label: 'refuses a name taken in the account',
    ...CREATE,
    send: { stack_name: 'Empty' },
    mentions: '{empty}',
    status: 400,
    body: detail('Stack Empty already exists'),
  },
  {
    label: 'accepts a name taken only in another account',
    ...CREATE,
    mentions: '{theirs}',
    ...created('Theirs'),
  },
  { label: 'requires a credential', ...CREATE, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const updates: readonly Case[] = [
  { label: 'renames', ...UPDATE, send: { stack_name: 'New' }, status: 200, body: stackBody('{empty}', 'New') },
  {
    label: 'accepts its own name',
    ...UPDATE,
    send: { stack_name: 'Empty' },
    status: 200,
    body: stackBody('{empty}', 'Empty'),
  },
  {
    label: 'changes only the configuration',
    ...UPDATE,
    send: { configuration: { analytics_enabled: true } },
    status: 200,
    body: stackBody('{empty}', 'Empty', true),
  },
  { label: 'accepts an empty object', ...UPDATE, send: {}, status: 200, body: stackBody('{empty}', 'Empty') },
  { label: 'accepts a missing body', ...UPDATE, status: 200, body: stackBody('{empty}', 'Empty') },
  {
    label: 'does not set servers',
    ...UPDATE,
    path: '/v1/stacks/{stack}',
    send: {},
    status: 200,
    body: stackBody('{stack}', 'Work'),
  },
  { label: 'refuses an empty name', ...UPDATE, send: { stack_name: '' }, ...BAD_UPDATE },
  { label: 'refuses a blank name', ...UPDATE, send: { stack_name: '  ' }, ...BAD_UPDATE },
  { label: 'refuses null as a name', ...UPDATE, send: { stack_name: null }, ...BAD_UPDATE },
  { label: 'refuses a number as a name', ...UPDATE, send: { stack_name: 5 }, ...BAD_UPDATE },
  { label: 'refuses 101 characters', ...UPDATE, send: { stack_name: 'n'.repeat(101) }, ...BAD_UPDATE },
  { label: 'refuses NUL in a name', ...UPDATE, send: '{"stack_name":"\\u0000"}', ...BAD_UPDATE },
  { label: 'refuses a lone surrogate', ...UPDATE, send: '{"stack_name":"\\udfff"}', ...BAD_UPDATE },
  { label: 'does not coerce 1', ...UPDATE, send: { configuration: { analytics_enabled: 1 } }, ...BAD_UPDATE },
  { label: 'requires an object as configuration', ...UPDATE, send: { configuration: [] }, ...BAD_UPDATE },
  { label: 'wants JSON', ...UPDATE, send: 'stack_name=New', ...BAD_UPDATE },
  { label: 'requires an object, not a list', ...UPDATE, send: [], ...BAD_UPDATE },
  { label: 'requires an object, not null', ...UPDATE, send: 'null', ...BAD_UPDATE },
  {
    label: 'refuses the name of another stack of the account',
    ...UPDATE,
    send: { stack_name: 'Bare' },
    mentions: '{bare}',
    status: 400,
    body: detail('Stack Bare already exists'),
  },
  { label: 'does not find a random id', ...UPDATE, path: '/v1/stacks/{random}', send: {}, ...NOT_FOUND },
  { label: 'does not find another account’s stack', ...UPDATE, path: '/v1/stacks/{theirs}', send: {}, ...NOT_FOUND },
  { label: 'does not find a deleted stack', ...UPDATE, path: '/v1/stacks/{deleted}', send: {}, ...NOT_FOUND },
  {
    label: 'reveals nothing to another account through an invalid body',
    ...UPDATE,
    path: '/v1/stacks/{theirs}',
    send: '{',
    ...NOT_FOUND,
  },
  { label: 'does not find a stack by name', ...UPDATE, path: '/v1/stacks/Empty', send: {}, ...NOT_FOUND },
  { label: 'knows no NUL', ...UPDATE, path: '/v1/stacks/%00', send: {}, ...NOT_FOUND },
  { label: 'accepts a broken escape literally', ...UPDATE, path: '/v1/stacks/%zz', send: {}, ...NOT_FOUND },
  { label: 'accepts invalid UTF-8 bytes literally', ...UPDATE, path: '/v1/stacks/%ff', send: {}, ...NOT_FOUND },
  { label: 'accepts dots as an id', ...UPDATE, path: '/v1/stacks/..', send: {}, ...NOT_FOUND },
  { label: 'accepts a very long id', ...UPDATE, path: `/v1/stacks/${'x'.repeat(8_000)}`, send: {}, ...NOT_FOUND },
  { label: 'requires a credential', ...UPDATE, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const deletes: readonly Case[] = [
  {
    label: 'deletes a stack with its contents',
    ...DELETE,
    status: 200,
    body: message('Stack {stack} deleted successfully'),
  },
  {
    label: 'accepts a content type without a body, as clients send',
    ...DELETE,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: message('Stack {stack} deleted successfully'),
  },
  { label: 'removes the stack from the list', ...LIST, after: [DELETE], status: 200, body: [] },
  { label: 'deletes once', ...DELETE, path: '/v1/stacks/{deleted}', ...NOT_FOUND },
  { label: 'does not find a random id', ...DELETE, path: '/v1/stacks/{random}', ...NOT_FOUND },
  { label: 'does not find another account’s stack', ...DELETE, path: '/v1/stacks/{theirs}', ...NOT_FOUND },
  { label: 'knows no NUL', ...DELETE, path: '/v1/stacks/a%00', ...NOT_FOUND },
  { label: 'requires a credential', ...DELETE, as: 'nobody', status: 401, body: detail('Unauthorized') },
  {
    label: 'frees the name',
    ...CREATE,
    after: [
      { ...UPDATE, send: { stack_name: 'Work' } },
      { method: 'DELETE', path: '/v1/stacks/{empty}' },
    ],
    ...created('Work'),
  },
  {
    label: 'times are UTC',
    ...CREATE,
    ...created('Time'),
    body: { ...stackBody(NEW_STACK_ID, 'Time'), created_at: TIME },
  },
];

export const STACK_CASES: readonly Case[] = [...lists, ...creates, ...updates, ...deletes];
