import { afterAll, beforeAll, expect, it } from 'vitest';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { connect, type Endpoint, makeEndpoint } from './kit.ts';

let world: World;
let endpoint: Endpoint;
const tools = ['one', 'two'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
const server = { id: 'demo', name: 'Demo', connector: { kind: 'mcp-http', url: 'http://127.0.0.1:9' } as const, tools };

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [server]);
});
afterAll(() => world?.close());

const enable = (...enabledTools: string[]) =>
  updateServerTools(world.account.ctx, endpoint.stackId, toServerId('demo'), { enabledTools });

async function listen() {
  const client = await connect(endpoint, 'auto');
  const heard: string[] = [];
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('changed'));
  await client.listen({ toolsListChanged: true });
  return { client, heard };
}

it('each change is sent once to each open stream, and none is lost', async () => {
  const streams = [await listen(), await listen(), await listen()];
  const states = [['demo_one'], ['demo_two'], ['demo_one', 'demo_two'], [], ['demo_one']];
  for (const [at, state] of states.entries()) {
    await enable(...state);
    for (const { heard } of streams) await eventually('it is told', () => heard.length > at);
    for (const { client } of streams)
      expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([...state].sort());
  }
  // The last one arrives after any duplicate of an earlier one.
  expect(streams.map(({ heard }) => heard.length)).toEqual(streams.map(() => states.length));
  await Promise.all(streams.map(({ client }) => client.close()));
});

it('a change without effect sends no notification', async () => {
  await enable('demo_one');
  const { client, heard } = await listen();
  await enable('demo_one');
  await enable('demo_two');
  await eventually('the change is told', () => heard.length > 0);
  await enable('demo_one');
  await eventually('the next is told', () => heard.length > 1);
  expect(heard).toHaveLength(2);
  await client.close();
});
