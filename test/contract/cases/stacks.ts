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
  { says: 'a new account has no stacks: a bare empty array', ...LIST, status: 200, body: [] },
  {
    says: 'lists complete stacks, oldest first, with names, server ids and enabled tools in the server’s order',
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
    says: 'does not list another account’s stacks',
    ...LIST,
    mentions: '{theirs}',
    status: 200,
    body: [],
  },
  { says: 'ignores query parameters', ...LIST, path: '/v1/stacks?stack_name=x&body=y', status: 200, body: [] },
  {
    says: 'accepts a content type without a body, as clients send on every request',
    ...LIST,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: [],
  },
  { says: 'requires a credential', ...LIST, as: 'nobody', status: 401, body: detail('Unauthorized') },
];

const creates: readonly Case[] = [
  { says: 'creates a stack without servers or call recording', ...CREATE, ...created('Support') },
  {
    says: 'accepts the configuration',
    ...CREATE,
    send: { stack_name: 'Counted', configuration: { analytics_enabled: true } },
    status: 200,
    body: stackBody(NEW_STACK_ID, 'Counted', true),
  },
  {
    says: 'accepts an empty configuration',
    ...CREATE,
    ...created('Plain'),
    send: { stack_name: 'Plain', configuration: {} },
  },
  {
    says: 'ignores unknown keys',
    ...CREATE,
    ...created('Keys'),
    send: '{"stack_name":"Keys","__proto__":{"a":1},"x":2}',
  },
  {
    says: 'does not let a query parameter override the body',
    ...CREATE,
    path: '/v1/stacks?stack_name=Query',
    ...created('Body'),
  },
  { says: 'uses the last of duplicate keys', ...CREATE, ...created('B'), send: '{"stack_name":"A","stack_name":"B"}' },
  { says: 'accepts a name of 1 character', ...CREATE, ...created('x') },
  { says: 'accepts a name of 100 characters', ...CREATE, ...created('n'.repeat(100)) },
  { says: 'counts characters, not code units', ...CREATE, ...created('🧰'.repeat(100)) },
  { says: 'stores a name unchanged', ...CREATE, ...created('  Ünïcode / "quoted" \\ {braces} \n ') },
  { says: 'refuses 101 characters', ...CREATE, send: { stack_name: 'n'.repeat(101) }, ...INVALID },
  { says: 'refuses 101 emoji', ...CREATE, send: { stack_name: '🧰'.repeat(101) }, ...INVALID },
  { says: 'wants a name', ...CREATE, send: {}, ...REQUIRED },
  { says: 'refuses a name of null', ...CREATE, send: { stack_name: null }, ...REQUIRED },
  { says: 'refuses an empty name', ...CREATE, send: { stack_name: '' }, ...REQUIRED },
  { says: 'refuses a blank name', ...CREATE, send: { stack_name: ' \t\n\u00a0' }, ...REQUIRED },
  { says: 'does not coerce a number', ...CREATE, send: { stack_name: 1 }, ...INVALID },
  { says: 'does not coerce a list', ...CREATE, send: { stack_name: ['a'] }, ...INVALID },
  { says: 'refuses NUL in a name', ...CREATE, send: '{"stack_name":"a\\u0000b"}', ...INVALID },
  { says: 'refuses a lone surrogate', ...CREATE, send: '{"stack_name":"a\\ud800b"}', ...INVALID },
  { says: 'requires an object as configuration', ...CREATE, send: { stack_name: 'a', configuration: 'x' }, ...INVALID },
  { says: 'refuses null as configuration', ...CREATE, send: { stack_name: 'a', configuration: null }, ...INVALID },
  {
    says: 'does not coerce "true"',
    ...CREATE,
    send: { stack_name: 'a', configuration: { analytics_enabled: 'true' } },
    ...INVALID,
  },
  { says: 'wants a body', ...CREATE, ...REQUIRED },
  { says: 'wants JSON', ...CREATE, send: '{"stack_name":', ...REQUIRED },
  { says: 'wants UTF-8', ...CREATE, send: Buffer.from('{"stack_name":"\xff"}', 'latin1'), ...REQUIRED },
  { says: 'requires an object, not a list', ...CREATE, send: [{ stack_name: 'a' }], ...REQUIRED },
  { says: 'requires an object, not null', ...CREATE, send: 'null', ...REQUIRED },
  { says: 'requires an object, not a text', ...CREATE, send: '"stack_name"', ...REQUIRED },
  {
    says: 'refuses a name taken in the account',
    ...CREATE,
    send: { stack_name: 'Empty' },
    mentions: '{empty}',
    status: 400,
    body: detail('Stack Empty already exists'),
  },
  {
    says: 'accepts a name taken only in another account',
    ...CREATE,
    mentions: '{theirs}',
    ...created('Theirs'),
  },
  { says: 'requires a credential', ...CREATE, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const updates: readonly Case[] = [
  { says: 'renames', ...UPDATE, send: { stack_name: 'New' }, status: 200, body: stackBody('{empty}', 'New') },
  {
    says: 'accepts its own name',
    ...UPDATE,
    send: { stack_name: 'Empty' },
    status: 200,
    body: stackBody('{empty}', 'Empty'),
  },
  {
    says: 'changes only the configuration',
    ...UPDATE,
    send: { configuration: { analytics_enabled: true } },
    status: 200,
    body: stackBody('{empty}', 'Empty', true),
  },
  { says: 'accepts an empty object', ...UPDATE, send: {}, status: 200, body: stackBody('{empty}', 'Empty') },
  { says: 'accepts a missing body', ...UPDATE, status: 200, body: stackBody('{empty}', 'Empty') },
  {
    says: 'does not set servers',
    ...UPDATE,
    path: '/v1/stacks/{stack}',
    send: {},
    status: 200,
    body: stackBody('{stack}', 'Work'),
  },
  { says: 'refuses an empty name', ...UPDATE, send: { stack_name: '' }, ...BAD_UPDATE },
  { says: 'refuses a blank name', ...UPDATE, send: { stack_name: '  ' }, ...BAD_UPDATE },
  { says: 'refuses null as a name', ...UPDATE, send: { stack_name: null }, ...BAD_UPDATE },
  { says: 'refuses a number as a name', ...UPDATE, send: { stack_name: 5 }, ...BAD_UPDATE },
  { says: 'refuses 101 characters', ...UPDATE, send: { stack_name: 'n'.repeat(101) }, ...BAD_UPDATE },
  { says: 'refuses NUL in a name', ...UPDATE, send: '{"stack_name":"\\u0000"}', ...BAD_UPDATE },
  { says: 'refuses a lone surrogate', ...UPDATE, send: '{"stack_name":"\\udfff"}', ...BAD_UPDATE },
  { says: 'does not coerce 1', ...UPDATE, send: { configuration: { analytics_enabled: 1 } }, ...BAD_UPDATE },
  { says: 'requires an object as configuration', ...UPDATE, send: { configuration: [] }, ...BAD_UPDATE },
  { says: 'wants JSON', ...UPDATE, send: 'stack_name=New', ...BAD_UPDATE },
  { says: 'requires an object, not a list', ...UPDATE, send: [], ...BAD_UPDATE },
  { says: 'requires an object, not null', ...UPDATE, send: 'null', ...BAD_UPDATE },
  {
    says: 'refuses the name of another stack of the account',
    ...UPDATE,
    send: { stack_name: 'Bare' },
    mentions: '{bare}',
    status: 400,
    body: detail('Stack Bare already exists'),
  },
  { says: 'does not find a random id', ...UPDATE, path: '/v1/stacks/{random}', send: {}, ...NOT_FOUND },
  { says: 'does not find another account’s stack', ...UPDATE, path: '/v1/stacks/{theirs}', send: {}, ...NOT_FOUND },
  { says: 'does not find a deleted stack', ...UPDATE, path: '/v1/stacks/{deleted}', send: {}, ...NOT_FOUND },
  {
    says: 'reveals nothing to another account through an invalid body',
    ...UPDATE,
    path: '/v1/stacks/{theirs}',
    send: '{',
    ...NOT_FOUND,
  },
  { says: 'does not find a stack by name', ...UPDATE, path: '/v1/stacks/Empty', send: {}, ...NOT_FOUND },
  { says: 'knows no NUL', ...UPDATE, path: '/v1/stacks/%00', send: {}, ...NOT_FOUND },
  { says: 'accepts a broken escape literally', ...UPDATE, path: '/v1/stacks/%zz', send: {}, ...NOT_FOUND },
  { says: 'accepts invalid UTF-8 bytes literally', ...UPDATE, path: '/v1/stacks/%ff', send: {}, ...NOT_FOUND },
  { says: 'accepts dots as an id', ...UPDATE, path: '/v1/stacks/..', send: {}, ...NOT_FOUND },
  { says: 'accepts a very long id', ...UPDATE, path: `/v1/stacks/${'x'.repeat(8_000)}`, send: {}, ...NOT_FOUND },
  { says: 'requires a credential', ...UPDATE, as: 'nobody', send: {}, status: 401, body: detail('Unauthorized') },
];

const deletes: readonly Case[] = [
  {
    says: 'deletes a stack with its contents',
    ...DELETE,
    status: 200,
    body: message('Stack {stack} deleted successfully'),
  },
  {
    says: 'accepts a content type without a body, as clients send',
    ...DELETE,
    headers: { 'content-type': 'application/json' },
    status: 200,
    body: message('Stack {stack} deleted successfully'),
  },
  { says: 'removes the stack from the list', ...LIST, after: [DELETE], status: 200, body: [] },
  { says: 'deletes once', ...DELETE, path: '/v1/stacks/{deleted}', ...NOT_FOUND },
  { says: 'does not find a random id', ...DELETE, path: '/v1/stacks/{random}', ...NOT_FOUND },
  { says: 'does not find another account’s stack', ...DELETE, path: '/v1/stacks/{theirs}', ...NOT_FOUND },
  { says: 'knows no NUL', ...DELETE, path: '/v1/stacks/a%00', ...NOT_FOUND },
  { says: 'requires a credential', ...DELETE, as: 'nobody', status: 401, body: detail('Unauthorized') },
  {
    says: 'frees the name',
    ...CREATE,
    after: [
      { ...UPDATE, send: { stack_name: 'Work' } },
      { method: 'DELETE', path: '/v1/stacks/{empty}' },
    ],
    ...created('Work'),
  },
  {
    says: 'times are UTC',
    ...CREATE,
    ...created('Time'),
    body: { ...stackBody(NEW_STACK_ID, 'Time'), created_at: TIME },
  },
];

export const STACK_CASES: readonly Case[] = [...lists, ...creates, ...updates, ...deletes];
