import type { Case } from '../case.ts';
import { detail, shopError } from './matchers.ts';

const BATCH = { method: 'POST', path: '/v1/stacks/{stack}/tools/invoke_batch' } as const;
const INVALID = { status: 400, body: detail('Invalid request parameters') } as const;
const TEXT = { tool_id: 'shop_text', tool_input: {} };
const TEXT_RESULT = { result: { text: 'cé' } };
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

export const BATCH_CASES: readonly Case[] = [
  {
    label: 'answers each call in order, as if it were alone',
    ...BATCH,
    send: {
      calls: [
        TEXT,
        { tool_id: 'shop_echo', tool_input: { text: 1 } },
        { tool_id: 'no_such', tool_input: {} },
        { tool_id: 'shop_broken', tool_input: {} },
        { tool_id: 'shop_list', tool_input: '{}' },
      ],
    },
    status: 200,
    body: {
      results: [
        TEXT_RESULT,
        {
          status: 400,
          detail: 'Invalid input parameters for tool shop_echo',
          issues: [{ path: '/text', message: 'must be string' }],
        },
        { status: 404, detail: 'Tool no_such not found in stack' },
        {
          status: 500,
          detail: 'Tool execution failed: the upstream answered 500: no luck at http://x.test/',
          ...shopError(500),
        },
        { result: { data: [1, 2] } },
      ],
    },
  },
  {
    label: 'takes fifty calls',
    ...BATCH,
    send: { calls: times(50, TEXT) },
    status: 200,
    body: { results: times(50, TEXT_RESULT) },
  },
  { label: 'takes no more', ...BATCH, send: { calls: times(51, TEXT) }, ...INVALID },
  { label: 'wants a call', ...BATCH, send: { calls: [] }, ...INVALID },
  { label: 'wants a list', ...BATCH, send: { calls: TEXT }, ...INVALID },
  { label: 'wants calls', ...BATCH, send: {}, ...INVALID },
  { label: 'wants tools', ...BATCH, send: { calls: [{ tool_input: {} }] }, ...INVALID },
  { label: 'wants objects as calls', ...BATCH, send: { calls: [null] }, ...INVALID },
  { label: 'wants JSON', ...BATCH, send: '{', ...INVALID },
  { label: 'wants a body', ...BATCH, ...INVALID },
  {
    label: 'knows no foreign stack, whatever the body',
    ...BATCH,
    path: '/v1/stacks/{theirs}/tools/invoke_batch',
    send: '{',
    status: 404,
    body: detail('Stack not found'),
  },
  { label: 'requires a credential', ...BATCH, as: 'nobody', send: '{', status: 401, body: detail('Unauthorized') },
  {
    label: 'says when we fail',
    ...BATCH,
    path: '/v1/stacks/{damaged}/tools/invoke_batch',
    send: { calls: [TEXT] },
    status: 500,
    body: detail('Tool execution failed'),
  },
];
