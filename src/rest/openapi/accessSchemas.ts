import type { JsonObject } from '../../core/lib/json.ts';
import { roleNames, STACK_ROLE_NAMES } from '../../core/roles.ts';
import { LIST_MODES } from '../../core/search/listMode.ts';
import { list, text, wholeObject } from './parts.ts';
import { timestamp } from './schemas.ts';
import { ref } from './types.ts';

const orNull = ({ type, ...schema }: JsonObject): JsonObject => ({ ...schema, type: [String(type), 'null'] });
const integer = (description: string): JsonObject => ({ type: 'integer', description });

const LIFE = {
  created_at: timestamp('UTC.'),
  expires_at: orNull(timestamp('When it stops working; null for never.')),
  revoked_at: orNull(timestamp('When it was revoked; null if it wasn’t.')),
  last_used_at: orNull(timestamp('About when it was last used; null for never.')),
};

const REACH = {
  tools: list({ type: 'string' }, 'The tool ids that it may use; `*` matches any text. Empty for all.'),
  networks: list({ type: 'string' }, 'The IP addresses and ranges from which it may be used; empty for any.'),
  calls_max: orNull(integer('The maximum number of calls in total; null for no limit.')),
  calls: integer('The number of calls it has made if it has a call limit; otherwise 0.'),
};

const ENDPOINT = {
  endpoint_id: text('Unique identifier, `endpoint_…`.'),
  client_id: text('The unguessable id in its address, `client_…`.'),
  stack_id: text('The stack whose tools it offers.'),
  name: text('Its display name, chosen by its owner.'),
  mode: {
    type: 'string',
    enum: LIST_MODES,
    description: 'The default mode of its tool list; agents may request another.',
  },
  url: { ...text('The base address of its `list_tools` and `call_tool`.'), format: 'uri' },
  created_at: timestamp('UTC.'),
};

const TOKEN = {
  token_id: text('Unique identifier, `token_…`.'),
  endpoint_id: text('The client endpoint that it is for.'),
  name: text('Its display name, chosen by its owner.'),
  end_user: orNull(text('The end user of all its calls; null if each call may name one.')),
  ...REACH,
  granted_by: orNull(text('The machine client or trusted issuer that it was issued to; null for any other.')),
  ...LIFE,
};

const STACK_ROLE = {
  stack_id: text('The stack.'),
  role: { type: 'string', enum: STACK_ROLE_NAMES, description: 'Its role in the stack.' },
};

const API_KEY = {
  api_key_id: text('Unique identifier, `key_…`.'),
  name: text('Its display name, chosen by its owner.'),
  display: text('Its first ten characters, which identify the key to people.'),
  role: { type: 'string', enum: roleNames, description: 'Its role in the account.' },
  stack_roles: list(ref('StackRole'), 'Additional roles in individual stacks.'),
  scopes: list(
    { type: 'string' },
    'The scopes that restrict its role: `read`, `write`, `invoke`, `admin`. A key without scopes has `keys:write` where it may manage people, keys and rules.',
  ),
  ...REACH,
  ...LIFE,
};

const ONCE = 'The credential itself, shown only this once.';

/** Bodies of credentials and endpoints (components/schemas). */
export const ACCESS_SCHEMAS: JsonObject = {
  ClientEndpoint: wholeObject(
    'An address for agents. A client with one of its tokens may use the tools of the stack.',
    ENDPOINT,
  ),
  NewClientEndpoint: wholeObject('A new client endpoint.', {
    ...ENDPOINT,
    first_token: ref('NewStackToken'),
  }),
  StackToken: wholeObject('The record of a stack token. The token itself is not stored.', TOKEN),
  NewStackToken: wholeObject('A new stack token.', { ...TOKEN, token: text(ONCE) }),
  StackRole: wholeObject('The role of an API key in one stack.', STACK_ROLE),
  ApiKey: wholeObject('The record of an API key. The key itself is not stored.', API_KEY),
  NewApiKey: wholeObject('A new API key.', { ...API_KEY, key: text(ONCE) }),
};
