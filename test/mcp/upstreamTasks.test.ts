import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createRunningCalls } from '../../src/core/calls/callUpstream.ts';
import { TASKS } from '../../src/core/calls/upstreamTask.ts';
import { cancelJob, startJob } from '../../src/core/jobs/job.ts';
import { startJobRunner } from '../../src/core/jobs/jobRunner.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { JobId } from '../../src/core/kernel/ids.ts';
import { type SeenRequest, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld } from '../harness/world.ts';
import { callStateless } from './askingServer.ts';
import { makeEndpoint } from './kit.ts';

type Members = Readonly<Record<string, unknown>>;

/** A server of the stateless revision that makes a task of each call, and lets the test decide how tasks go on. */
const build = (): McpServer => {
  const server = new McpServer({ name: 'tasks', version: '1' }, { capabilities: { extensions: { [TASKS]: {} } } });
  server.registerTool('work', {}, () => ({ content: [] }));
  return server;
};
const upstream = await startUpstream('modern', build);
const world = await startWorld({ egressAllow: new URL(upstream.url).host });
const { ctx } = world.account;
const tools = [{ name: 'work', description: '', inputSchema: { type: 'object' } }];
const connector = { kind: 'mcp-http' as const, url: upstream.url, headers: {} };
const endpoint = await makeEndpoint(ctx, world.url, 'tasks', [{ id: 'tasks', name: 'Tasks', connector, tools }]);
const runners: ReturnType<typeof startJobRunner>[] = [];
const stop = async (runner: ReturnType<typeof startJobRunner>, drainMs = 0) =>
  runner.stop({ drainMs, hurry: new AbortController().signal });
afterAll(async () => {
  await world.close();
  await upstream.close();
});

/** How each request for a task is answered; the last one repeats. */
let states: Members[] = [];
let requests: { readonly method: string; readonly params: Members }[] = [];
const counted = (method: string) => requests.filter((each) => each.method === method).length;
const seen = (request: SeenRequest): Response | null => {
  if (!request.rpc.startsWith('tasks/') && request.rpc !== 'tools/call') return null;
  const { id, params } = JSON.parse(request.body);
  requests.push({ method: request.rpc, params });
  const reply = (result: Members) => Response.json({ jsonrpc: '2.0', id, result });
  const task = { taskId: 'task-7', createdAt: new Date(), lastUpdatedAt: new Date(), ttlMs: null, pollIntervalMs: 1 };
  if (request.rpc === 'tools/call') return reply({ resultType: 'task', ...task, status: 'working' });
  if (request.rpc !== 'tasks/get') return reply({ resultType: 'complete' });
  const state = (states.length > 1 ? states.shift() : states[0]) ?? {};
  if (typeof state['http'] === 'number') return new Response(null, { status: state['http'] });
  if (state['rpc']) return Response.json({ jsonrpc: '2.0', id, error: state['rpc'] });
  return reply({ resultType: 'complete', ...task, ...state });
};
const result = { content: [{ type: 'text', text: 'worked' }] };
const working = { status: 'working' };
const completed = { status: 'completed', result };

beforeEach(() => {
  [states, requests] = [[completed], []];
  upstream.intercept = seen;
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await stop(runner);
});

const call = (more: Members = {}, capabilities: object = {}) =>
  callStateless(endpoint, { name: 'tasks_work', ...more }, capabilities);

it.each<[string, Members[], Members]>([
  ['completes', [working, completed], { content: [{ text: 'worked' }] }],
  ['fails', [{ status: 'failed', error: { code: -32_603, message: 'no paper' } }], { error: { message: 'no paper' } }],
  ['is cancelled there', [{ status: 'cancelled', statusMessage: 'too late' }], { isError: true }],
  ['can’t be read for a moment', [{ http: 503 }, working, { http: 429 }, completed], { content: [{ text: 'worked' }] }],
  ['has a result that reports a failure', [{ ...completed, result: { ...result, isError: true } }], { isError: true }],
])('a task that %s gives the call its result, with one call', async (_name, given, expected) => {
  states = given;
  expect(await call()).toMatchObject(expected);
  expect(counted('tools/call')).toBe(1);
  expect(requests[0]?.params).toMatchObject({
    _meta: { 'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } } },
  });
});

it('a task that the upstream no longer knows has an unknown outcome', async () => {
  states = [working, { rpc: { code: -32_602, message: 'Task not found' } }];
  const answer = await call();
  expect(JSON.stringify(answer)).toContain('could not be read: Task not found');
  expect(counted('tools/call')).toBe(1);
});

it('a task without a caller that can answer is cancelled when it asks for input', async () => {
  states = [{ status: 'input_required', inputRequests: { seats } }];
  expect(await call()).toMatchObject({ isError: true });
  expect(counted('tasks/cancel')).toBe(1);
});

const requestedSchema = { type: 'object', properties: { n: { type: 'number' } } };
const seats = { method: 'elicitation/create', params: { mode: 'form', message: 'Seats?', requestedSchema } };

it('a task continues after its caller answers its request for input', async () => {
  const capabilities = { elicitation: { form: {} } };
  states = [{ status: 'input_required', inputRequests: { seats } }];
  const asked = await call({}, capabilities);
  expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { seats } });
  states = [working, completed];
  const inputResponses = { seats: { action: 'accept', content: { n: 2 } } };
  const answered = await call({ inputResponses, requestState: asked['requestState'] }, capabilities);
  expect(answered).toMatchObject({ content: [{ text: 'worked' }] });
  expect(counted('tools/call')).toBe(1);
  expect(requests.find(({ method }) => method === 'tasks/update')?.params).toMatchObject({
    taskId: 'task-7',
    inputResponses,
  });
});

const stateOf = async (id: JobId) => (await world.operator.db.job.findUniqueOrThrow({ where: { id } })).state;

/** Starts an instance on the same database. */
const startInstance = () => {
  const instance: Ctx = {
    ...world.operator,
    runningCalls: createRunningCalls(),
    jobBell: { ring: () => undefined, hold: null },
  };
  runners.push(startJobRunner(instance));
};

/** A job that waits for its upstream’s task. */
async function startWaiting(idempotencyKey?: string) {
  states = [working];
  startInstance();
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const { id } = await startJob(ctx, endpoint.stackId, 'tasks_work', {}, key);
  await eventually('the task is asked for', async () => counted('tasks/get') > 1);
  return id;
}

it.each([undefined, 'key-1'])('another instance follows the task of a silent one (key %s)', async (key) => {
  const id = await startWaiting(key);
  startInstance();
  const { db } = world.operator;
  await eventually('it takes the job over', async () => {
    await db.$executeRaw`UPDATE job SET lease_until = now() WHERE id = ${id} AND run = 1`;
    await db.$executeRaw`UPDATE idempotent_call SET lease_until = now() WHERE sealed IS NULL`;
    return (await db.job.findUniqueOrThrow({ where: { id } })).run > 1;
  });
  states = [completed];
  await eventually('the job ends', async () => (await stateOf(id)) === 'succeeded');
  expect([counted('tools/call'), counted('tasks/cancel')]).toEqual([1, 0]);
});

it('cancelling a job cancels its task', async () => {
  const id = await startWaiting();
  await cancelJob(ctx, id, endpoint.stackId);
  await eventually('the task is cancelled', async () => counted('tasks/cancel') === 1);
  await eventually('the job ends', async () => (await stateOf(id)) === 'cancelled');
});

it.each([undefined, 'key-2'])('a stopped instance leaves its task to another (key %s)', async (key) => {
  const id = await startWaiting(key);
  const [first] = runners.splice(0);
  if (first) await stop(first);
  expect(await stateOf(id)).toBe('waiting');
  states = [completed];
  startInstance();
  await eventually('the job ends', async () => (await stateOf(id)) === 'succeeded');
  expect([counted('tools/call'), counted('tasks/cancel')]).toEqual([1, 0]);
});
