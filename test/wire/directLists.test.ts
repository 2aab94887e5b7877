import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
let stackId = '';
let agentPath = '';
let token = '';
const lines: string[] = [];

beforeAll(async () => {
  world = await startWorld({ log: { write: (line) => void lines.push(line) } });
  const tools = ['first', 'second'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const connector = { kind: 'http', baseUrl: 'http://shop.test' };
  await world.saveServer({ id: 'shop', name: 'Shop', connector, tools });
  const stack = await createStack(world.account.ctx, { name: 'lists' });
  await addServerToStack(world.account.ctx, stack.id, { serverId: 'shop', enableAllTools: true });
  const made = await createClientEndpoint(world.account.ctx, { stackId: stack.id, name: 'lists' });
  stackId = stack.id;
  agentPath = `/s/${made.endpoint.clientId}/list_tools`;
  token = made.token;
  // From now on, the credentials are cached.
  await Promise.all([read(agentPath, token), read('/v1/stacks', world.account.apiKey)]);
});
afterAll(() => world.close());

async function read(path: string, shown: string, headers = {}) {
  const sent = { authorization: `Bearer ${shown}`, 'x-request-id': 'same', ...headers };
  const response = await fetch(world.url + path, { headers: sent });
  const { date: _date, 'x-ratelimit-reset': _reset, ...rest } = Object.fromEntries(response.headers);
  return { status: response.status, headers: rest, body: await response.text() };
}

test.each<[string, string, object?]>([
  ['a list', ''],
  ['a list in a format', 'schema=openai'],
  ['a list in every format that leaves tools out', 'schema=gemini'],
  ['a format that is none', 'schema=nothing'],
  ['a list that the caller has', '', { 'if-none-match': '*' }],
  ['a list that the caller had', '', { 'if-none-match': '"old"' }],
  ['a content type without a body', '', { 'content-type': 'text/plain' }],
  ['an end user’s id that is none', '', { 'x-end-user': ' ' }],
])('%s gets the same response as from the framework', async (_name, query, headers = {}) => {
  const lists = [
    [agentPath, token],
    [`/v1/stacks/${stackId}/tools`, world.account.apiKey],
    ['/v1/stacks/stack_00000000-0000-4000-8000-000000000000/tools', world.account.apiKey],
  ] as const;
  for (const [path, shown] of lists) {
    const direct = await read(`${path}${query && `?${query}`}`, shown, headers);
    // The framework handles queries with any other parameter.
    expect(direct).toEqual(await read(`${path}?${query}&more=1`, shown, headers));
  }
});

test('the log has the path without its query', async () => {
  // The framework handles queries with any other parameter.
  for (const [requestId, query] of Object.entries({ direct: 'schema=openai', framework: 'schema=openai&more=1' })) {
    await read(`${agentPath}?${query}`, token, { 'x-request-id': requestId });
    const logged = () => lines.map((line) => JSON.parse(line)).find(({ reqId }) => reqId === requestId);
    await eventually(`${requestId} is logged`, async () => logged() !== undefined);
    expect(logged()).toMatchObject({ msg: 'request', path: agentPath });
  }
});
