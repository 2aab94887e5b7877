import type { Case } from '../case.ts';
import { ECHO_INPUT } from '../shop.ts';
import { detail } from './matchers.ts';

const AGENT = { bearer: '{renamedToken}' } as const;
const NOTHING = { type: 'object', properties: {} };
const INPUT = { tool_input: { text: 'hi' } };
const ECHOED = {
  result: { method: 'POST', path: '/echo', query: '', body: '{"text":"hi"}', type: 'application/json' },
};

/** A stack's tool names: in every list, and as alternatives in every call. */
export const RENAME_CASES: readonly Case[] = [
  {
    label: 'lists the stack’s own name and description',
    method: 'GET',
    path: '/v1/stacks/{renamed}/tools',
    status: 200,
    body: {
      tools: [
        { name: 'say', description: 'Repeats.', input_schema: ECHO_INPUT, server: 'shop' },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING, server: 'shop' },
      ],
    },
  },
  {
    label: 'lists the stack’s own name to agents',
    method: 'GET',
    path: '/s/{renamedClient}/list_tools?schema=anthropic',
    as: AGENT,
    status: 200,
    body: {
      tools: [
        { name: 'say', description: 'Repeats.', input_schema: ECHO_INPUT },
        { name: 'shop_text', description: 'Answers text.', input_schema: NOTHING },
      ],
    },
  },
  ...['say', 'shop_echo', 'echo'].flatMap((name): Case[] => [
    {
      label: `calls it as ${name}`,
      method: 'POST',
      path: `/v1/stacks/{renamed}/tools/${name}/invoke`,
      send: INPUT,
      status: 200,
      body: ECHOED,
    },
    {
      label: `lets agents call it as ${name}`,
      method: 'POST',
      path: '/s/{renamedClient}/call_tool',
      as: AGENT,
      send: { tool_name: name, ...INPUT },
      status: 200,
      body: ECHOED,
    },
  ]),
  {
    label: 'keeps the name when other tools are enabled',
    after: [
      {
        method: 'PUT',
        path: '/v1/stacks/{renamed}/servers/shop/tools',
        send: { enabled_tools: ['shop_echo', 'shop_list'] },
      },
    ],
    method: 'GET',
    path: '/v1/stacks/{renamed}/tools?schema=anthropic',
    status: 200,
    body: {
      tools: [
        { name: 'say', description: 'Repeats.', input_schema: ECHO_INPUT },
        { name: 'shop_list', description: 'Answers list.', input_schema: NOTHING },
      ],
    },
  },
  {
    label: 'forgets the name of a disabled tool',
    after: [
      { method: 'PUT', path: '/v1/stacks/{renamed}/servers/shop/tools', send: { enabled_tools: [] } },
      { method: 'PUT', path: '/v1/stacks/{renamed}/servers/shop/tools', send: { enabled_tools: ['shop_echo'] } },
    ],
    method: 'POST',
    path: '/v1/stacks/{renamed}/tools/say/invoke',
    send: INPUT,
    status: 404,
    body: detail('Tool say not found in stack'),
  },
  {
    label: 'shows tool ids in the list of stacks',
    method: 'PUT',
    path: '/v1/stacks/{renamed}/servers/shop/tools',
    send: { enabled_tools: ['say'] },
    status: 400,
    body: detail('Tool say not found in server shop'),
  },
];
