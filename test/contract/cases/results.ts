import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { LARGE_TEXT } from '../scene.ts';
import { detail, error } from './matchers.ts';

const ECHO = { method: 'POST', path: '/v1/stacks/{stack}/tools/shop_echo/invoke' } as const;
const LIST = { method: 'POST', path: '/v1/stacks/{stack}/tools/shop_list/invoke' } as const;
const CALL = { method: 'POST', path: '/s/{client}/call_tool' } as const;
const READ = { method: 'GET', path: '/v1/stacks/{stack}/results/{result}' } as const;
const OWN = { method: 'GET', path: '/s/{client}/results/{ownResult}' } as const;

const INVALID = detail('Invalid request parameters');
const HANDLE = expect.stringMatching(/^result_[0-9a-f-]{36}$/);
const JSON_TEXT = JSON.stringify({ text: LARGE_TEXT });
// 9 bytes of JSON, then 100 characters of two bytes.
const FIRST = { offset: 0, next_offset: 500, total_bytes: 1_202, text: JSON_TEXT.slice(0, 400) };
const refusedRequest = (path: string, message: unknown) => ({
  status: 400,
  body: INVALID,
  answers: { 'x-validation-errors': expect.stringContaining(`{"path":"${path}","message":"${String(message)}`) },
});

const selections: readonly Case[] = [
  {
    label: 'answers what is selected',
    ...ECHO,
    send: { tool_input: { text: 'hi' }, select: '{said: body, at: path}' },
    status: 200,
    body: { result: { said: '{"text":"hi"}', at: '/echo' } },
  },
  {
    label: 'answers an object whatever is selected',
    ...LIST,
    send: { tool_input: {}, select: 'data[-1]' },
    status: 200,
    body: { result: { data: 2 } },
  },
  {
    label: 'selects for agents',
    ...CALL,
    send: { tool_name: 'shop_list', tool_input: {}, select: 'data[0]' },
    status: 200,
    body: { result: { data: 1 } },
  },
  {
    label: 'answers the whole of a result that the expression does not fit',
    ...LIST,
    send: { tool_input: {}, select: 'length(data[0])' },
    status: 200,
    body: { result: { select_error: expect.stringContaining('length'), data: { data: [1, 2] } } },
  },
  {
    label: 'selects for each call of a batch',
    method: 'POST',
    path: '/v1/stacks/{stack}/tools/invoke_batch',
    send: { calls: [{ tool_id: 'shop_list', tool_input: {}, select: 'data[1]' }] },
    status: 200,
    body: { results: [{ result: { data: 2 } }] },
  },
  {
    label: 'requires an expression',
    ...LIST,
    send: { tool_input: {}, select: 'a[' },
    ...refusedRequest('/select', 'must be a JMESPath expression'),
  },
  {
    label: 'refuses an expression that lengthens a text',
    ...LIST,
    send: { tool_input: {}, select: "pad_left('a', `1000000000`)" },
    ...refusedRequest('/select', 'must not use the function pad_left'),
  },
  { label: 'wants text', ...LIST, send: { tool_input: {}, select: ['data'] }, ...refusedRequest('/select', '') },
  ...[0, 255, 4_194_305, 1_000.5, '1000'].map(
    (max_bytes): Case => ({
      label: `requires a valid size: not ${JSON.stringify(max_bytes)}`,
      ...LIST,
      send: { tool_input: {}, max_bytes },
      ...refusedRequest('/max_bytes', ''),
    }),
  ),
];

const parts: readonly Case[] = [
  {
    label: 'returns a small result completely',
    ...LIST,
    send: { tool_input: {}, max_bytes: 256 },
    status: 200,
    body: { result: { data: [1, 2] } },
  },
  {
    label: 'returns the first part of a large result, with a handle',
    ...ECHO,
    send: { tool_input: { text: 'x'.repeat(1_000) }, max_bytes: 300 },
    status: 200,
    body: {
      result: {
        handle: HANDLE,
        offset: 0,
        next_offset: 300,
        total_bytes: expect.any(Number),
        text: expect.stringMatching(/^\{"method":"POST".{284}$/),
      },
    },
  },
  {
    label: 'returns the first part to agents',
    ...CALL,
    send: { tool_name: 'shop_echo', tool_input: { text: 'x'.repeat(1_000) }, select: 'body', max_bytes: 256 },
    status: 200,
    body: { result: expect.objectContaining({ handle: HANDLE, next_offset: 256 }) },
  },
  { label: 'reads the first part', ...READ, status: 200, body: { handle: '{result}', ...FIRST } },
  {
    label: 'reads the last part',
    ...READ,
    path: `${READ.path}?offset=1000`,
    status: 200,
    body: {
      handle: '{result}',
      offset: 1_000,
      next_offset: null,
      total_bytes: 1_202,
      text: JSON_TEXT.slice(900),
    },
  },
  {
    label: 'reads nothing after the end',
    ...READ,
    path: `${READ.path}?offset=5000`,
    status: 200,
    body: { handle: '{result}', offset: 1_202, next_offset: null, total_bytes: 1_202, text: '' },
  },
  ...['-1', 'x', '', '1e3', '99999999999'].map(
    (offset): Case => ({
      label: `requires a valid offset: not ${offset}`,
      ...READ,
      path: `${READ.path}?offset=${offset}`,
      status: 400,
      body: INVALID,
    }),
  ),
  { label: 'reads an agent’s own result', ...OWN, status: 200, body: { handle: '{ownResult}', ...FIRST } },
  {
    label: 'requires a valid offset',
    ...OWN,
    path: `${OWN.path}?offset=x`,
    status: 400,
    body: error('Invalid request parameters'),
  },
  {
    label: 'continues reading through a tool',
    ...CALL,
    send: { tool_name: 'read_result', tool_input: { handle: '{ownResult}', offset: 1_201 } },
    status: 200,
    body: { result: { handle: '{ownResult}', offset: 1_201, next_offset: null, total_bytes: 1_202, text: '}' } },
  },
  {
    label: 'reports an internal error to an agent',
    ...OWN,
    path: '/s/{damagedClient}/results/x',
    as: { bearer: '{damagedToken}' },
    status: 500,
    body: error('Internal error'),
  },
  {
    label: 'shows an agent no result of the account',
    ...OWN,
    path: '/s/{client}/results/{result}',
    status: 404,
    body: error('Result {result} not found'),
  },
  {
    label: 'shows the account no result of an agent',
    ...READ,
    path: '/v1/stacks/{stack}/results/{ownResult}',
    status: 404,
    body: detail('Result {ownResult} not found'),
  },
  {
    label: 'shows no result through another stack',
    ...READ,
    path: '/v1/stacks/{empty}/results/{result}',
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: detail('Result {result} not found'),
  },
  {
    label: 'shows another end user no result',
    ...READ,
    headers: { 'x-end-user': 'bob' },
    status: 404,
    body: detail('Result {result} not found'),
  },
  { label: 'shows another account no result', ...READ, as: 'stranger', status: 404, body: detail('Stack not found') },
  { label: 'requires a credential', ...READ, as: 'nobody', status: 401, body: detail('Unauthorized') },
  { label: 'wants a token', ...OWN, as: 'nobody', status: 401, body: error('Invalid or missing token') },
  {
    label: 'says when we fail',
    ...READ,
    path: '/v1/stacks/{damaged}/results/{result}',
    headers: { 'x-unused': '{stack}' },
    status: 500,
    body: detail('Failed to read result'),
  },
];

export const RESULT_CASES: readonly Case[] = [...selections, ...parts];
