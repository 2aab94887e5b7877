import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld } from '../harness/world.ts';
import { makeEndpoint, post } from './kit.ts';

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: { form: {} } };
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const held: (() => void)[] = [];
const release = () => held.splice(0).forEach((each) => void each());
let calls = 0;

/** A server that knows no tasks. Its calls wait until the test releases them. */
function build(): McpServer {
  const server = new McpServer({ name: 'slow', version: '1.0.0' });
  const gate = () => new Promise<void>((resolve) => void held.push(resolve));
  server.registerTool('plain', {}, () => text('at once'));
  server.registerTool('wait', {}, async () => {
    calls += 1;
    await gate();
    return text(`call ${calls}`);
  });
  server.registerTool('ask', {}, async ({ mcpReq }) => {
    if (mcpReq.inputResponses) return text(JSON.stringify(mcpReq.inputResponses));
    await gate();
    const form = (message: string) => inputRequired.elicit({ message, requestedSchema: z.object({ n: z.number() }) });
    return inputRequired({ inputRequests: { rows: form('Rows?'), seats: form('Seats?') } });
  });
  return server;
}

const upstream = await startUpstream('modern', build);
const world = await startWorld({ egressAllow: new URL(upstream.url).host, runsJobs: true });
afterAll(async () => {
  release();
  await world.close();
  await upstream.close();
});
const tools = ['plain', 'wait', 'ask'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
const connector = { kind: 'mcp-http' as const, url: upstream.url, headers: {} };
const documents = [{ id: 'slow', name: 'Slow', connector, tools }];
const { ctx } = world.account;
const ours = await makeEndpoint(ctx, world.url, 'ours', documents);
const theirs = await makeEndpoint(world.otherAccount.ctx, world.url, 'theirs', documents);
const sibling = await createClientEndpoint(ctx, { stackId: ours.stackId, name: 'sibling' });
const siblingTarget = { token: sibling.token, url: `${world.url}/s/${sibling.endpoint.clientId}/mcp` };

type Params = Readonly<Record<string, unknown>>;

async function ask(method: string, params: Params, capabilities: object = TASKS, to: typeof siblingTarget = ours) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const named = { 'mcp-method': method, 'mcp-name': String(params['name'] ?? params['taskId']) };
  const headers = { 'mcp-protocol-version': '2026-07-28', ...named };
  const { body } = await post(to, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, { headers });
  const object = z.record(z.string(), z.any());
  const { result, error } = z.object({ result: object.optional(), error: object.optional() }).parse(body);
  return result ?? { error };
}
const call = (name: string, more: Params = {}, capabilities: object = TASKS) =>
  ask('tools/call', { name: `slow_${name}`, arguments: {}, ...more }, capabilities);
const get = (taskId: string) => ask('tasks/get', { taskId });
async function once(taskId: string, status: string) {
  await eventually(`task ${status}`, async () => (await get(taskId))['status'] === status);
  return get(taskId);
}

it('a short call creates no task', async () => {
  expect(await call('plain')).toMatchObject({ resultType: 'complete', content: [{ text: 'at once' }] });
  expect(await ctx.db.job.count()).toBe(0);
});

it.each([
  ['', {}],
  [' with progress', { _meta: { progressToken: 1 } }],
])('a slow call becomes a task, and is made once%s', async (_name, more) => {
  calls = 0;
  const { taskId, ...created } = await call('wait', more);
  expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) });
  expect(created).not.toHaveProperty('content');
  expect(await get(taskId)).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
  release();
  expect(await once(taskId, 'completed')).toMatchObject({ result: { content: [{ text: 'call 1' }] } });
  expect(calls).toBe(1);
});

it('a task ends when its client cancels it', async () => {
  const { taskId } = await call('wait');
  expect(await ask('tasks/cancel', { taskId })).toEqual({ resultType: 'complete', _meta: expect.anything() });
  expect(await once(taskId, 'cancelled')).not.toHaveProperty('result');
  expect(await ask('tasks/cancel', { taskId })).toMatchObject({ resultType: 'complete' });
  release();
});

it('an elicitation in a task can be answered in parts', async () => {
  const { taskId } = await call('ask');
  release();
  const { inputRequests } = await once(taskId, 'input_required');
  expect(Object.keys(inputRequests)).toEqual(['rows', 'seats']);
  const answer = (n: number) => ({ action: 'accept', content: { n } });
  const update = (inputResponses: object) => ask('tasks/update', { taskId, inputResponses });
  await update({ other: answer(0), rows: answer(1) });
  const left = await get(taskId);
  expect([left['status'], Object.keys(left['inputRequests'])]).toEqual(['input_required', ['seats']]);
  // A second answer to the same request changes nothing.
  await update({ rows: answer(7), seats: answer(2) });
  const { result } = await once(taskId, 'completed');
  expect(JSON.parse(result.content[0].text)).toEqual({ rows: answer(1), seats: answer(2) });
});

it('a task of another caller is answered like one that does not exist', async () => {
  const { taskId } = await call('wait');
  const unknown = { error: { code: -32_602, message: 'Task not found' } };
  const random = `${taskId.slice(0, -4)}0000`;
  let tried = 0;
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const more = method === 'tasks/update' ? { inputResponses: {} } : {};
    for (const [id, to] of [
      [taskId, theirs],
      [taskId, siblingTarget],
      [random, ours],
      ['1', ours],
    ] as const) {
      expect(await ask(method, { taskId: id, ...more }, TASKS, to), `${method} ${id}`).toEqual(unknown);
      tried += 1;
    }
  }
  process.stdout.write(`${tried} requests about tasks of others\n`);
  expect(await get(taskId)).toMatchObject({ status: 'working' });
  release();
  await once(taskId, 'completed');
});

it('a client without the extension waits for the result, and cannot use tasks', async () => {
  const { taskId } = await call('wait');
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const requiredCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const more = method === 'tasks/update' ? { inputResponses: {} } : {};
    expect(await ask(method, { taskId, ...more }, {})).toMatchObject({
      error: { code: -32_021, data: { requiredCapabilities } },
    });
  }
  release();
  const before = held.length;
  const waiting = call('wait', {}, {});
  await eventually('call', () => held.length > before);
  release();
  expect(await waiting).toMatchObject({ resultType: 'complete', content: [{ type: 'text' }] });
});
