import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { ECHO_INPUT } from '../shop.ts';
import { issues } from './invoke.ts';
import { error } from './matchers.ts';

const BARE = { bearer: '{bareToken}' } as const;
const LIST = { method: 'GET', path: '/s/{bareClient}/list_tools', as: BARE } as const;
const CALL = { method: 'POST', path: '/s/{client}/call_tool' } as const;

const NO_TOKEN = { status: 401, body: error('Invalid or missing token') } as const;
const INVALID = { status: 400, body: error('Invalid request parameters') } as const;
const NOTHING = { type: 'object', properties: {} };
const ECHO = { tool_name: 'shop_echo', tool_input: { text: 'hi' } };

const OWN_FORMAT = {
  tools: [
    { name: 'shop_echo', description: 'Says it again.', inputSchema: ECHO_INPUT },
    { name: 'shop_text', description: 'Answers text.', inputSchema: NOTHING },
  ],
};

const lists: readonly Case[] = [
  { label: 'lists with inputSchema', ...LIST, status: 200, body: OWN_FORMAT, answers: { etag: expect.any(String) } },
  { label: 'lists the same as default', ...LIST, path: `${LIST.path}?schema=default`, status: 200, body: OWN_FORMAT },
  {
    label: 'lists as openai',
    ...LIST,
    path: `${LIST.path}?schema=openai`,
    status: 200,
    body: {
      tools: [
        { type: 'function', function: { name: 'shop_echo', description: 'Says it again.', parameters: ECHO_INPUT } },
        { type: 'function', function: { name: 'shop_text', description: 'Answers text.', parameters: NOTHING } },
      ],
    },
  },
  {
    label: 'lists as anthropic',
    ...LIST,
    path: `${LIST.path}?schema=anthropic`,
    status: 200,
    body: {
      tools: [
        { name: 'shop_echo', description: 'Says it again.', input_schema: ECHO_INPUT },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING },
      ],
    },
  },
  { label: 'sends no cached list again', ...LIST, headers: { 'if-none-match': '*' }, status: 304, body: '' },
  {
    label: 'refuses an unknown format',
    ...LIST,
    path: `${LIST.path}?schema=stack`,
    status: 400,
    body: error('Invalid schema stack'),
  },
  {
    label: 'says when we fail',
    method: 'GET',
    path: '/s/{damagedClient}/list_tools',
    as: { bearer: '{damagedToken}' },
    status: 500,
    body: error('Internal error'),
  },
];

/** Every credential except the endpoint's own valid token. */
const REFUSED: readonly { readonly label: string; readonly as: Case['as']; readonly client?: string }[] = [
  { label: 'no token', as: 'nobody' },
  { label: 'an API key', as: { bearer: '{apiKey}' } },
  { label: 'no JWT', as: { bearer: 'abc' } },
  { label: 'a cut token', as: { bearer: '{token}x' } },
  { label: 'a token without its signature', as: { bearer: 'eyJhbGciOiJub25lIn0.e30.' } },
  { label: 'a revoked token', as: { bearer: '{revokedToken}' } },
  { label: 'another endpoint’s token', as: { bearer: '{bareToken}' } },
  { label: 'a token in basic authentication', as: { authorization: 'Basic {token}' } },
  { label: 'a token without a scheme', as: { authorization: '{token}' } },
  { label: 'an unknown client', as: 'agent', client: 'client_00000000-0000-4000-8000-000000000000' },
  { label: 'an invalid client id', as: 'agent', client: '%00' },
  { label: 'the client of a deleted stack', as: { bearer: '{goneToken}' }, client: '{goneClient}' },
];

const tokens: readonly Case[] = REFUSED.flatMap(({ label, as, client = '{client}' }) => [
  {
    label: `refuses ${label}`,
    method: 'GET',
    path: `/s/${client}/list_tools`,
    ...(as && { as }),
    mentions: '{token}{apiKey}',
    ...NO_TOKEN,
  },
  {
    label: `refuses ${label}, whatever the body`,
    method: 'POST',
    path: `/s/${client}/call_tool`,
    ...(as && { as }),
    send: '{',
    ...NO_TOKEN,
  },
]);

const calls: readonly Case[] = [
  {
    label: 'calls a tool',
    ...CALL,
    send: ECHO,
    status: 200,
    body: { result: { method: 'POST', path: '/echo', query: '', body: '{"text":"hi"}', type: 'application/json' } },
  },
  {
    label: 'accepts an object as JSON text',
    ...CALL,
    send: { ...ECHO, tool_input: '{"text":"hi"}' },
    status: 200,
    body: { result: { method: 'POST', path: '/echo', query: '', body: '{"text":"hi"}', type: 'application/json' } },
  },
  {
    label: 'requires an object, also as text',
    ...CALL,
    send: { ...ECHO, tool_input: '[]' },
    status: 400,
    body: error('Invalid input parameters for tool shop_echo'),
    answers: issues({ path: '', message: 'must be an object' }),
  },
  {
    label: 'ignores unknown keys',
    ...CALL,
    send: { ...ECHO, stack_id: '{theirs}' },
    status: 200,
    body: expect.anything(),
  },
  {
    label: 'says why an input is invalid',
    ...CALL,
    send: { tool_name: 'shop_echo', tool_input: { text: 1 } },
    status: 400,
    body: error('Invalid input parameters for tool shop_echo'),
    answers: issues({ path: '/text', message: 'must be string' }),
  },
  {
    label: 'wants tool_input',
    ...CALL,
    send: { tool_name: 'shop_text' },
    status: 400,
    body: error('Invalid input parameters for tool shop_text'),
    answers: issues({ path: '', message: 'must be an object' }),
  },
  { label: 'wants a tool name', ...CALL, send: { tool_input: {} }, ...INVALID },
  { label: 'requires a text as tool name', ...CALL, send: { tool_name: 1, tool_input: {} }, ...INVALID },
  { label: 'wants JSON', ...CALL, send: '{', ...INVALID },
  { label: 'wants a body', ...CALL, ...INVALID },
  { label: 'wants an object', ...CALL, send: [ECHO], ...INVALID },
  {
    label: 'refuses a tool that is not enabled',
    ...CALL,
    path: '/s/{bareClient}/call_tool',
    as: BARE,
    send: { tool_name: 'shop_list', tool_input: {} },
    status: 404,
    body: error('Tool shop_list not found'),
  },
  {
    label: 'refuses an unknown tool',
    ...CALL,
    send: { tool_name: 'constructor' },
    status: 404,
    body: error('Tool constructor not found'),
  },
  {
    label: 'says how a tool failed',
    ...CALL,
    path: '/s/{bareClient}/call_tool',
    as: BARE,
    send: ECHO,
    status: 400,
    body: error('Tool execution failed: missing credentials: shop_key'),
  },
  {
    label: 'says when we fail',
    ...CALL,
    path: '/s/{damagedClient}/call_tool',
    as: { bearer: '{damagedToken}' },
    send: ECHO,
    status: 500,
    body: error('Internal error'),
  },
];

export const AGENT_CASES: readonly Case[] = [...lists, ...tokens, ...calls];
