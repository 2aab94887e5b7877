import { expect } from 'vitest';
import type { Case } from '../case.ts';
import { ECHO_INPUT } from '../shop.ts';
import { detail } from './matchers.ts';

const LIST = { method: 'GET', path: '/v1/stacks/{bare}/tools' } as const;

const NO_STACK = { status: 404, body: detail('Stack not found') } as const;
const NOTHING = { type: 'object', properties: {} };
const ETAG = expect.stringMatching(/^"[\w-]+"$/);

export const TOOL_LIST_CASES: readonly Case[] = [
  {
    label: 'lists enabled tools only, by default with input_schema and the server’s id',
    ...LIST,
    status: 200,
    body: {
      tools: [
        { name: 'shop_echo', description: 'Says it again.', input_schema: ECHO_INPUT, server: 'shop' },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING, server: 'shop' },
      ],
    },
    answers: { etag: ETAG },
  },
  {
    label: 'lists as openai',
    ...LIST,
    path: '/v1/stacks/{bare}/tools?schema=openai',
    status: 200,
    body: {
      tools: [
        {
          type: 'function',
          function: { name: 'shop_echo', description: 'Says it again.', parameters: ECHO_INPUT },
        },
        { type: 'function', function: { name: 'shop_text', description: 'Answers text.', parameters: NOTHING } },
      ],
    },
  },
  {
    label: 'lists as anthropic',
    ...LIST,
    path: '/v1/stacks/{bare}/tools?schema=anthropic',
    status: 200,
    body: {
      tools: [
        { name: 'shop_echo', description: 'Says it again.', input_schema: ECHO_INPUT },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING },
      ],
    },
  },
  {
    label: 'sends nothing to a caller with a cached list',
    ...LIST,
    headers: { 'if-none-match': 'W/"old", *' },
    status: 304,
    body: '',
    answers: { etag: ETAG },
  },
  {
    label: 'sends the list to a caller with an outdated one',
    method: 'GET',
    path: '/v1/stacks/{empty}/tools',
    headers: { 'if-none-match': '"old"' },
    status: 200,
    body: { tools: [] },
  },
  {
    label: 'shows a change immediately',
    ...LIST,
    after: [{ ...LIST }, { method: 'PUT', path: '/v1/stacks/{bare}/servers/shop/tools', send: { enabled_tools: [] } }],
    status: 200,
    body: { tools: [] },
  },
  {
    label: 'refuses an unknown format',
    ...LIST,
    path: `${LIST.path}?schema=xml`,
    status: 400,
    body: detail('Invalid schema xml'),
  },
  {
    label: 'refuses an empty format',
    ...LIST,
    path: `${LIST.path}?schema=`,
    status: 400,
    body: detail('Invalid schema '),
  },
  {
    label: 'refuses an inherited property as a format',
    ...LIST,
    path: `${LIST.path}?schema=__proto__`,
    status: 400,
    body: detail('Invalid schema __proto__'),
  },
  {
    label: 'is exact',
    ...LIST,
    path: `${LIST.path}?schema=OpenAI`,
    status: 400,
    body: detail('Invalid schema OpenAI'),
  },
  {
    label: 'accepts only one format',
    ...LIST,
    path: `${LIST.path}?schema=openai&schema=openai`,
    status: 400,
    body: detail('Invalid schema openai,openai'),
  },
  { label: 'does not find a foreign stack', ...LIST, path: '/v1/stacks/{theirs}/tools', ...NO_STACK },
  { label: 'refuses before it checks the format', ...LIST, path: '/v1/stacks/{random}/tools?schema=xml', ...NO_STACK },
  { label: 'does not find a deleted stack', ...LIST, path: '/v1/stacks/{deleted}/tools', ...NO_STACK },
  { label: 'knows no NUL', ...LIST, path: '/v1/stacks/%00/tools', ...NO_STACK },
  { label: 'refuses another account’s key', ...LIST, as: 'stranger', ...NO_STACK },
  { label: 'requires a credential', ...LIST, as: 'nobody', status: 401, body: detail('Unauthorized') },
  {
    label: 'says when we fail',
    ...LIST,
    path: '/v1/stacks/{damaged}/tools',
    status: 500,
    body: detail('Failed to get tools'),
  },
];
