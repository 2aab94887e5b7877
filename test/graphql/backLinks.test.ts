import { afterAll, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { newCallId, type StackId, toServerId, toToolId } from '../../src/core/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { rowsRead } from '../harness/rowsRead.ts';
import { startWorld } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const world = await startWorld();
afterAll(() => world.close());
const { db } = world.edge.deps;
const { id: accountId, apiKey, ctx } = world.account;

/** A call record of a tool, so many seconds old; null: by an API key. */
async function makeCall(stackId: StackId, toolId: string, callerId: string | null, at: number): Promise<string> {
  const [serverId = ''] = toolId.split('_');
  const names = { serverId: toServerId(serverId), toolId: toToolId(toolId) };
  const figures = { outcome: 'ok', latencyMs: 1, inputBytes: 1, outputBytes: 1 };
  const who = { callerKind: callerId === null ? 'apiKey' : 'agent', callerId: callerId ?? 'key_x' };
  const row = { id: newCallId(), accountId, stackId, at: new Date(Date.now() - at * 1_000) };
  return (await db.callRecord.create({ data: { ...row, ...names, ...figures, ...who } })).id;
}

it('goes from calls to their tools and tokens, and from endpoints to their stacks, in one query each', async () => {
  await saveServer(world.operator, serverDocument('shop', { tools: ['find', 'buy'] }));
  await saveServer(world.otherAccount.ctx, serverDocument('theirs', { tools: ['find'] }));
  const stack = await createStack(ctx, { name: 'work' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const [token] = await db.stackToken.findMany({ where: { endpointId: endpoint.id } });
  const theirStack = await createStack(world.otherAccount.ctx, { name: 'work' });
  const their = await createClientEndpoint(world.otherAccount.ctx, { stackId: theirStack.id, name: 'agent' });
  const [theirToken] = await db.stackToken.findMany({ where: { endpointId: their.endpoint.id } });
  const calls = [
    ['shop_find', token?.id ?? ''],
    ['shop_buy', token?.id ?? ''],
    ['shop_gone', null],
    ['theirs_find', theirToken?.id ?? ''],
  ] as const;
  for (const [at, [toolId, callerId]] of calls.entries()) await makeCall(stack.id, toolId, callerId, at);
  const query = '{ calls { nodes { toolId tool { id name } token { id name } endpoint { id } stack { id } } } }';
  const first = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
  const own = { id: token?.id, name: 'agent' };
  expect(first.result).toMatchObject({
    calls: {
      nodes: [
        { toolId: 'shop_find', tool: { id: 'shop_find', name: 'find' }, token: own },
        { toolId: 'shop_buy', tool: { id: 'shop_buy', name: 'buy' }, token: own },
        { toolId: 'shop_gone', tool: null, token: null },
        { toolId: 'theirs_find', tool: null, token: null },
      ],
    },
  });
  for (let at = 10; at < 25; at += 1) await makeCall(stack.id, 'shop_find', token?.id ?? '', at);
  const more = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
  expect(more.reads.length).toBeLessThanOrEqual(first.reads.length);
  const back = 'query ($id: ID!) { clientEndpoint(id: $id) { stack { id name } } }';
  expect(await dataOf(ask(world.url, apiKey, back, { id: endpoint.id }))).toEqual({
    clientEndpoint: { stack: { id: stack.id, name: 'work' } },
  });
});
