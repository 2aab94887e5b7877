import { afterAll, beforeEach, expect, it } from 'vitest';
import { tryPolicyRule } from '../../../src/core/policies/dryRun.ts';
import { updateStack } from '../../../src/core/stacks/stack.ts';
import { eventually } from '../../harness/eventually.ts';
import { post } from '../../mcp/kit.ts';
import { openBank } from './kit.ts';

const { world, endpoint, rules, deleteRules, anotherKey, close } = await openBank();
afterAll(close);
beforeEach(() => deleteRules());
const { ctx, apiKey } = world.account;
const token = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
if (!token) throw new Error('the token is good');
const { stackId } = endpoint;

async function get(path: string, credential: string): Promise<unknown> {
  const response = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${credential}` } });
  return response.json();
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const inSearchMode = { ...endpoint, url: `${endpoint.url}?mode=search` };
const searched = (name: string, input: object) => post(inSearchMode, rpc('tools/call', { name, arguments: input }));

/** Every list that a caller sees: as an agent, and with an API key. */
const LISTS: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
  'GET /s/…/list_tools': () => get(`/s/${endpoint.clientId}/list_tools`, endpoint.token),
  'MCP tools/list': async () => (await post(endpoint, rpc('tools/list'))).body,
  search_tools: async () => (await searched('search_tools', { query: 'close pay read bank', limit: 20 })).body,
  'GET /v1/…/tools': (key) => get(`/v1/stacks/${stackId}/tools`, key),
  'GraphQL definitions': async (key) => {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ stack(id: "${stackId}") { tools { definitions } } }` }),
    });
    return response.json();
  },
};

const TOOLS = ['bank_read', 'bank_pay', 'bank_close', 'old_act'];
const shown = (list: unknown): string[] =>
  TOOLS.filter((name) => JSON.stringify(list).includes(`"${name}"`) || JSON.stringify(list).includes(`\\"${name}\\"`));

it.each(Object.entries(LISTS))('%s shows the tools that the caller may call at all', async (_name, list) => {
  expect(shown(await list(apiKey))).toEqual(TOOLS);
  await rules(
    { effect: 'deny', destructive: true },
    { effect: 'deny', tools: ['bank_pay'], condition: 'has(input.amount)' },
    { effect: 'ask', tools: ['bank_read'] },
  );
  expect(shown(await list(apiKey))).toEqual(['bank_read', 'bank_pay']);
  await rules({ effect: 'deny', isDefault: true }, { effect: 'allow', stackId, tools: ['*_read', 'old_*'] });
  expect(shown(await list(apiKey))).toEqual(['bank_read', 'old_act']);
});

it('each caller sees their own list', async () => {
  const { id, key } = await anotherKey();
  await rules(
    { effect: 'deny', callers: [id], tools: ['bank_*'] },
    { effect: 'deny', callers: [token.endpointId], tools: ['old_*'] },
  );
  const lists = [
    get(`/v1/stacks/${stackId}/tools`, key),
    get(`/v1/stacks/${stackId}/tools`, apiKey),
    get(`/s/${endpoint.clientId}/list_tools`, endpoint.token),
  ];
  expect((await Promise.all(lists)).map(shown)).toEqual([['old_act'], TOOLS, ['bank_read', 'bank_pay', 'bank_close']]);
  expect(JSON.stringify((await searched('get_tool', { tool_name: 'old_act' })).body)).toContain('not found');
  expect(JSON.stringify((await searched('call_tool', { tool_name: 'old_act', tool_input: {} })).body)).toContain(
    'denies the call',
  );
});

it('a dry run counts the call records that a rule would have matched', async () => {
  await updateStack(ctx, stackId, { configuration: { isRecorded: true } });
  const call = (tool: string, amount: number) =>
    post(endpoint, rpc('tools/call', { name: tool, arguments: { amount } }));
  for (const [tool, amount] of [
    ['bank_pay', 1],
    ['bank_pay', 2],
    ['bank_read', 1],
    ['old_act', 1],
  ] as const)
    await call(tool, amount);
  await rules({ effect: 'deny', tools: ['bank_close'], stackId });
  await call('bank_close', 1);
  await eventually('the calls are recorded', async () => (await ctx.db.callRecord.count({ where: { stackId } })) === 5);
  const tried = async (rule: object) => {
    const { callCount, groups, isComplete, unrecordedStackCount } = await tryPolicyRule(ctx, {
      name: 'tried',
      ...rule,
    });
    expect([isComplete, unrecordedStackCount]).toEqual([true, 0]);
    return [
      callCount,
      ...groups.map(({ toolId, callCount: calls, isCertain }) => `${calls} ${toolId}${isCertain ? '' : '?'}`),
    ];
  };
  expect(await tried({ effect: 'deny', readOnly: false })).toEqual([4, '2 bank_pay', '1 old_act']);
  expect(await tried({ effect: 'ask', servers: ['bank'], condition: 'input.amount > 1' })).toEqual([
    4,
    '2 bank_pay?',
    '1 bank_read?',
  ]);
  expect(await tried({ effect: 'deny', callers: [token.endpointId], tools: ['*pay'] })).toEqual([4, '2 bank_pay']);
  expect(await tried({ effect: 'deny', callers: [token.tokenId], tools: ['*pay'] })).toEqual([4, '2 bank_pay?']);
  expect(await tried({ effect: 'allow' })).toEqual([1, '1 bank_close']);
});
