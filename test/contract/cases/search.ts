import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { ECHO_INPUT } from '../shop.ts';
import { detail, error, shopError } from './matchers.ts';

const AGENT = { bearer: '{searchToken}' } as const;
const LIST = '/s/{searchClient}/list_tools';
const CALL = { method: 'POST', path: '/s/{searchClient}/call_tool', as: AGENT } as const;
const NOTHING = { type: 'object', properties: {} };

const meta = (name: string) => expect.objectContaining({ name, description: expect.any(String) });
const META = ['search_tools', 'get_tool', 'call_tool'].map(meta);
const PINNED = { name: 'shop_text', description: 'Answers text.', inputSchema: NOTHING };
const ECHO = {
  name: 'shop_echo',
  description: 'Says it again.',
  server: 'shop',
  credentials: 'added',
  approval: 'not_required',
  input_schema: ECHO_INPUT,
};
const callOf = (tool_name: string, tool_input: unknown) => ({ ...CALL, send: { tool_name, tool_input } });

const lists: readonly Case[] = [
  {
    label: 'lists the search tools and pinned tools at an endpoint in search mode',
    method: 'GET',
    path: LIST,
    as: AGENT,
    status: 200,
    body: { tools: [...META, PINNED] },
  },
  {
    label: 'lists all tools on request',
    method: 'GET',
    path: `${LIST}?mode=full`,
    as: AGENT,
    status: 200,
    body: {
      tools: [{ name: 'shop_echo', description: 'Says it again.', inputSchema: ECHO_INPUT }, PINNED],
    },
  },
  ...['openai', 'anthropic', 'openai_responses', 'gemini', 'mcp', 'vercel', 'langchain'].map(
    (format): Case => ({
      label: `lists them as ${format}`,
      method: 'GET',
      path: `${LIST}?schema=${format}`,
      as: AGENT,
      status: 200,
      body: { tools: [expect.anything(), expect.anything(), expect.anything(), expect.anything()] },
    }),
  ),
  {
    label: 'lists the search tools on request',
    method: 'GET',
    path: '/v1/stacks/{stack}/tools?mode=search&schema=anthropic',
    status: 200,
    body: { tools: META },
  },
  {
    label: 'defers all tools that are not pinned',
    method: 'GET',
    path: `${LIST}?mode=full&schema=anthropic&defer=true`,
    as: AGENT,
    status: 200,
    body: {
      tools: [
        { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
        { name: 'shop_echo', description: 'Says it again.', input_schema: ECHO_INPUT, defer_loading: true },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING },
      ],
    },
  },
  {
    label: 'refuses to defer in a format without tool search',
    method: 'GET',
    path: `${LIST}?schema=openai&defer=true`,
    as: AGENT,
    status: 400,
    body: error('Invalid defer: use it with anthropic or openai_responses'),
  },
  {
    label: 'refuses a mistyped defer',
    method: 'GET',
    path: '/v1/stacks/{stack}/tools?defer=yes',
    status: 400,
    body: detail('Invalid defer: use true or false'),
  },
  {
    label: 'refuses an unknown mode',
    method: 'GET',
    path: '/v1/stacks/{stack}/tools?mode=all',
    status: 400,
    body: detail('Invalid mode all'),
  },
  {
    label: 'refuses an unknown mode',
    method: 'GET',
    path: `${LIST}?mode=`,
    as: AGENT,
    status: 400,
    body: error('Invalid mode '),
  },
];

const calls: readonly Case[] = [
  {
    label: 'finds a tool by its description',
    ...callOf('search_tools', { query: 'repeat what I say again' }),
    status: 200,
    body: { result: { tools: [ECHO] } },
  },
  {
    label: 'finds nothing without a match',
    ...callOf('search_tools', { query: 'xylophone' }),
    status: 200,
    body: { result: { tools: [] } },
  },
  {
    label: 'finds nothing in an unknown server',
    ...callOf('search_tools', { query: 'echo', server: 'corner' }),
    status: 200,
    body: { result: { tools: [] } },
  },
  {
    label: 'wants a query',
    ...callOf('search_tools', { limit: 0 }),
    status: 400,
    body: error('Invalid input parameters for tool search_tools'),
    answers: { 'x-validation-errors': expect.stringContaining('query') },
  },
  {
    label: 'shows one complete tool',
    ...callOf('get_tool', { tool_name: 'shop_echo' }),
    status: 200,
    body: { result: { ...ECHO, title: 'Echo' } },
  },
  {
    label: 'names a tool that it cannot show',
    ...callOf('get_tool', { tool_name: 'shop_list' }),
    status: 400,
    body: error('Tool shop_list not found: search for it with search_tools'),
  },
  {
    label: 'selects from a tool’s result',
    ...callOf('call_tool', { tool_name: 'shop_echo', tool_input: { text: 'hi' }, select: '{said: body}' }),
    status: 200,
    body: { result: { said: '{"text":"hi"}' } },
  },
  {
    label: 'returns the first part of a large result, with a handle',
    ...callOf('call_tool', { tool_name: 'shop_echo', tool_input: { text: 'x'.repeat(1_000) }, max_bytes: 256 }),
    status: 200,
    body: {
      result: expect.objectContaining({ handle: expect.stringMatching(/^result_/), offset: 0, next_offset: 256 }),
    },
  },
  {
    label: 'requires a valid part size',
    ...callOf('call_tool', { tool_name: 'shop_echo', tool_input: {}, max_bytes: 255 }),
    status: 400,
    body: error('Invalid input parameters for tool call_tool'),
    answers: { 'x-validation-errors': expect.stringContaining('"path":"/max_bytes"') },
  },
  ...[{ text: 'hi' }, '{"text":"hi"}'].map(
    (tool_input): Case => ({
      label: `calls a tool with ${typeof tool_input} input`,
      ...callOf('call_tool', { tool_name: 'shop_echo', tool_input }),
      status: 200,
      body: { result: expect.objectContaining({ body: '{"text":"hi"}' }) },
    }),
  ),
  {
    label: 'validates a call against the tool’s own schema',
    ...callOf('call_tool', { tool_name: 'shop_echo', tool_input: { text: 1 } }),
    status: 400,
    body: error('Invalid input parameters for tool shop_echo'),
    answers: { 'x-validation-errors': '[{"path":"/text","message":"must be string"}]' },
  },
  {
    label: 'calls no search tool through another',
    ...callOf('call_tool', { tool_name: 'call_tool', tool_input: { tool_name: 'shop_text', tool_input: {} } }),
    status: 400,
    body: error('Tool call_tool not found: search for it with search_tools'),
  },
  {
    label: 'also calls a tool by its own name',
    ...callOf('shop_text', {}),
    status: 200,
    body: { result: { text: 'cé' } },
  },
  {
    label: 'finds tools for the account, with the state of their credentials',
    method: 'POST',
    path: '/v1/stacks/{bare}/tools/search_tools/invoke',
    send: { tool_input: { query: 'echo', limit: 1 } },
    status: 200,
    body: { result: { tools: [{ ...ECHO, credentials: 'missing', missing_credentials: ['shop_key'] }] } },
  },
  {
    label: 'calls a tool for the account',
    method: 'POST',
    path: '/v1/stacks/{stack}/tools/call_tool/invoke?mode=search',
    send: { tool_input: { tool_name: 'shop_broken', tool_input: {} } },
    status: 500,
    body: {
      ...detail('Tool execution failed: the upstream answered 500: no luck at http://x.test/'),
      ...shopError(500),
    },
  },
];

export const SEARCH_CASES: readonly Case[] = [...lists, ...calls];
