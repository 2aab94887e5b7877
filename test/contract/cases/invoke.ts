import type { Case } from '../case.ts';
import { detail, shopError } from './matchers.ts';

const INVOKE = { method: 'POST', path: '/v1/stacks/{stack}/tools/shop_echo/invoke' } as const;

const NO_STACK = { status: 404, body: detail('Stack not found') } as const;
const INPUT = { tool_input: { text: 'hi', count: 2 } };

const invoke = (tool: string) => ({ ...INVOKE, path: `/v1/stacks/{stack}/tools/shop_${tool}/invoke` });

/** The reasons of a refusal, as in the additional header. */
export const issues = (...reasons: readonly { path: string; message: string }[]) => ({
  'x-validation-errors': JSON.stringify(reasons),
});

const refused = (...reasons: readonly { path: string; message: string }[]) => ({
  status: 400,
  body: detail('Invalid input parameters for tool shop_echo'),
  answers: issues(...reasons),
});

const results: readonly Case[] = [
  {
    label: 'returns an object unchanged',
    ...INVOKE,
    send: INPUT,
    status: 200,
    body: {
      result: { method: 'POST', path: '/echo', query: '', body: '{"text":"hi","count":2}', type: 'application/json' },
    },
  },
  {
    label: 'sends the credential',
    ...invoke('welcome'),
    send: { tool_input: {} },
    status: 200,
    body: { result: { welcome: true } },
  },
  {
    label: 'accepts an object as JSON text',
    ...INVOKE,
    send: { tool_input: '{"text":"hi"}' },
    status: 200,
    body: { result: { method: 'POST', path: '/echo', query: '', body: '{"text":"hi"}', type: 'application/json' } },
  },
  {
    label: 'returns a list as data',
    ...invoke('list'),
    send: { tool_input: {} },
    status: 200,
    body: { result: { data: [1, 2] } },
  },
  { label: 'gives text', ...invoke('text'), send: { tool_input: {} }, status: 200, body: { result: { text: 'cé' } } },
  {
    label: 'returns bytes as base64',
    ...invoke('binary'),
    send: { tool_input: {} },
    status: 200,
    body: { result: { data_base64: 'AQID', content_type: 'image/png' } },
  },
  {
    label: 'calls a real MCP server over stdio',
    ...INVOKE,
    path: '/v1/stacks/{mcp}/tools/everything_echo/invoke',
    send: { tool_input: { message: 'hello' } },
    status: 200,
    body: { result: { content: [{ type: 'text', text: 'Echo: hello' }] } },
  },
];

const refusals: readonly Case[] = [
  {
    label: 'says which property is missing',
    ...INVOKE,
    send: { tool_input: {} },
    ...refused({ path: '', message: "must have required property 'text'" }),
  },
  {
    label: 'does not coerce',
    ...INVOKE,
    send: { tool_input: { text: 'a', count: '2' } },
    ...refused({ path: '/count', message: 'must be integer' }),
  },
  {
    label: 'encodes reasons as ASCII',
    ...INVOKE,
    send: { tool_input: { text: 'a', mood: 'bad' } },
    status: 400,
    body: detail('Invalid input parameters for tool shop_echo'),
    answers: {
      'x-validation-errors': '[{"path":"/mood","message":"must be one of \\"glad\\", \\"gr\\u00fcn\\""}]',
    },
  },
  {
    label: 'wants tool_input',
    ...INVOKE,
    send: {},
    ...refused({ path: '', message: 'must be an object' }),
  },
  ...['', '{', '[]', 'null', '"{}"', '1'].map((text) => ({
    label: `requires an object, also as text: not ${text}`,
    ...INVOKE,
    send: { tool_input: text },
    ...refused({ path: '', message: 'must be an object' }),
  })),
  {
    label: 'validates an object sent as text',
    ...INVOKE,
    send: { tool_input: '{"text":"a","count":0}' },
    ...refused({ path: '/count', message: 'must be >= 1' }),
  },
  {
    label: 'wants no list',
    ...INVOKE,
    send: { tool_input: [] },
    ...refused({ path: '', message: 'must be an object' }),
  },
  {
    label: 'wants no null',
    ...INVOKE,
    send: { tool_input: null },
    ...refused({ path: '', message: 'must be an object' }),
  },
  { label: 'wants JSON', ...INVOKE, send: '{', ...refused({ path: '', message: 'must be an object' }) },
  { label: 'wants a body', ...INVOKE, ...refused({ path: '', message: 'must be an object' }) },
  {
    label: 'requires an object as body',
    ...INVOKE,
    send: 'null',
    ...refused({ path: '', message: 'must be an object' }),
  },
  {
    label: 'refuses a tool that is not enabled',
    ...INVOKE,
    path: '/v1/stacks/{bare}/tools/shop_list/invoke',
    send: { tool_input: {} },
    status: 404,
    body: detail('Tool shop_list not found in stack'),
  },
  {
    label: 'refuses an unknown tool, whatever the body',
    ...INVOKE,
    path: '/v1/stacks/{stack}/tools/no%2Fsuch/invoke',
    send: '{',
    status: 404,
    body: detail('Tool no/such not found in stack'),
  },
  {
    label: 'does not find a foreign stack',
    ...INVOKE,
    path: '/v1/stacks/{theirs}/tools/shop_echo/invoke',
    send: INPUT,
    ...NO_STACK,
  },
  {
    label: 'does not find a random stack',
    ...INVOKE,
    path: '/v1/stacks/{random}/tools/shop_echo/invoke',
    send: '{',
    ...NO_STACK,
  },
  { label: 'requires a credential', ...INVOKE, as: 'nobody', send: INPUT, status: 401, body: detail('Unauthorized') },
];

const failed = (tool: string, status: number, text: string): Omit<Case, 'label'> => ({
  ...invoke(tool),
  send: { tool_input: {} },
  status: 500,
  body: { ...detail(text), ...shopError(status) },
});

const failures: readonly Case[] = [
  {
    label: 'names the missing credentials',
    ...INVOKE,
    path: '/v1/stacks/{bare}/tools/shop_echo/invoke',
    send: INPUT,
    status: 500,
    body: detail('Tool execution failed: missing credentials: shop_key'),
  },
  {
    label: 'says that the upstream refused the call',
    ...failed('refused', 403, 'Tool execution failed: the upstream refused the call (403): no luck at http://x.test/'),
  },
  {
    label: 'says that the upstream limits the rate',
    ...failed(
      'limited',
      429,
      'Tool execution failed: the upstream rate-limited the call (429): no luck at http://x.test/',
    ),
    body: {
      ...detail('Tool execution failed: the upstream rate-limited the call (429): no luck at http://x.test/'),
      retry_after: 7,
      ...shopError(429),
    },
  },
  {
    label: 'quotes the upstream’s response',
    ...failed('broken', 500, 'Tool execution failed: the upstream answered 500: no luck at http://x.test/'),
  },
  {
    label: 'says when we fail',
    ...INVOKE,
    path: '/v1/stacks/{damaged}/tools/a/invoke',
    send: INPUT,
    status: 500,
    body: detail('Tool execution failed'),
  },
];

export const INVOKE_CASES: readonly Case[] = [...results, ...refusals, ...failures];
