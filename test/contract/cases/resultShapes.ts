import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { detail, error, shopError } from './matchers.ts';

const LIST = { method: 'POST', path: '/v1/stacks/{stack}/tools/shop_list/invoke' } as const;
const CALL = { method: 'POST', path: '/s/{client}/call_tool' } as const;

const LIST_TEXT = '[1,2]';
const PROVIDERS = {
  openai: { content: [{ type: 'text', text: LIST_TEXT }] },
  openai_responses: { output: [{ type: 'input_text', text: LIST_TEXT }] },
  anthropic: { content: [{ type: 'text', text: LIST_TEXT }] },
  gemini: { response: { output: LIST_TEXT } },
  default: { data: [1, 2] },
};

/** Results in the shape named by `?result=`. */
export const RESULT_SHAPE_CASES: readonly Case[] = [
  ...Object.entries(PROVIDERS).flatMap(([name, result]): Case[] => [
    {
      label: `returns an application the result shape of ${name}`,
      ...LIST,
      path: `${LIST.path}?result=${name}`,
      send: { tool_input: {} },
      status: 200,
      body: { result },
    },
    {
      label: `returns an agent the result shape of ${name}`,
      ...CALL,
      path: `${CALL.path}?result=${name}`,
      send: { tool_name: 'shop_list', tool_input: {} },
      status: 200,
      body: { result },
    },
    {
      label: `returns a batch in the result shape of ${name}`,
      method: 'POST',
      path: `/v1/stacks/{stack}/tools/invoke_batch?result=${name}`,
      send: {
        calls: [
          { tool_id: 'shop_list', tool_input: {} },
          { tool_id: 'none', tool_input: {} },
        ],
      },
      status: 200,
      body: { results: [{ result }, { status: 404, detail: 'Tool none not found in stack' }] },
    },
  ]),
  {
    label: 'returns an image as an image',
    ...LIST,
    path: '/v1/stacks/{stack}/tools/shop_binary/invoke?result=anthropic',
    send: { tool_input: {} },
    status: 200,
    body: {
      result: {
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: expect.any(String) } }],
      },
    },
  },
  {
    label: 'shapes the selection',
    ...LIST,
    path: `${LIST.path}?result=anthropic`,
    send: { tool_input: {}, select: 'data[1]' },
    status: 200,
    body: { result: { content: [{ type: 'text', text: '{"data":2}' }] } },
  },
  {
    label: 'fails like a call without a shape',
    ...CALL,
    path: `${CALL.path}?result=openai`,
    send: { tool_name: 'shop_broken', tool_input: {} },
    status: 400,
    body: { error: expect.stringContaining('the upstream answered 500'), ...shopError(500) },
  },
  ...['xml', '', 'Anthropic', '__proto__', 'mcp'].flatMap((name): Case[] => [
    {
      label: `refuses the unknown shape "${name}"`,
      ...LIST,
      path: `${LIST.path}?result=${name}`,
      send: { tool_input: {} },
      status: 400,
      body: detail(`Invalid result ${name}`),
    },
    {
      label: `refuses an agent the unknown shape "${name}"`,
      ...CALL,
      path: `${CALL.path}?result=${name}`,
      send: { tool_name: 'shop_list', tool_input: {} },
      status: 400,
      body: error(`Invalid result ${name}`),
    },
  ]),
  {
    label: 'takes one shape',
    ...LIST,
    path: `${LIST.path}?result=openai&result=gemini`,
    send: { tool_input: {} },
    status: 400,
    body: detail('Invalid result openai,gemini'),
  },
];
