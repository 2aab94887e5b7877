import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Ctx } from '../../src/core/context.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startFaultyPostgres } from '../harness/postgres.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
let stackId: string;
let url: string;
let agent: { url: string; token: string };
let calls = 0;
const waiting: (() => void)[] = [];

// Counts what arrives; `/wait` answers when the test says so.
const upstream = createServer((request, response) => {
  calls += 1;
  const number = calls;
  const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? '200');
  const answer = () => response.writeHead(status, { 'content-type': 'application/json' }).end(`{"call":${number}}`);
  if (request.url === '/wait') waiting.push(answer);
  else answer();
});

const tool = (name: string, path: string) => ({
  name,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  request: { kind: 'template', method: 'POST', path, body: { a: '{a}' } },
});

async function makeStack(ctx: Ctx, port: number): Promise<string> {
  const stack = await createStack(ctx, { name: randomUUID() });
  const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${port}` };
  const tools = [
    tool('pay', '/pay'),
    tool('wait', '/wait'),
    tool('limited', '/status/429'),
    tool('broken', '/status/500'),
  ];
  await world.saveServer({ id: 'bank', name: 'Bank', connector, tools });
  await addServerToStack(ctx, stack.id, { serverId: 'bank', enableAllTools: true });
  return stack.id;
}

let port: number;
beforeAll(async () => {
  port = await listenOnLoopback(upstream);
  world = await startWorld({ egressAllow: `127.0.0.1:${port}` });
  stackId = await makeStack(world.account.ctx, port);
  url = `${world.url}/v1/stacks/${stackId}/tools`;
  const { endpoint, token } = await createClientEndpoint(world.account.ctx, { stackId, name: 'Agent' });
  agent = { url: `${world.url}/s/${endpoint.clientId}/call_tool`, token };
});
afterAll(async () => {
  await world.close();
  upstream.closeAllConnections();
  upstream.close();
});

type Sent = { tool?: string; input?: unknown; key?: string; signal?: AbortSignal; apiKey?: string; endUser?: string };

async function invoke({ tool: name = 'bank_pay', input = { a: 1 }, key, signal, apiKey, endUser }: Sent) {
  const response = await fetch(`${url}/${name}/invoke`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey ?? world.account.apiKey}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(endUser && { 'x-end-user': endUser }),
    },
    body: JSON.stringify({ tool_input: input }),
    ...(signal && { signal }),
  });
  return { status: response.status, body: await response.json() };
}

async function callAsAgent(key: string) {
  const headers = {
    authorization: `Bearer ${agent.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const body = JSON.stringify({ tool_name: 'bank_pay', tool_input: { a: 1 } });
  const response = await fetch(agent.url, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

const db = () => world.edge.deps.db;
const refused = (text: string) => ({ status: 400, body: { detail: expect.stringContaining(text) } });

describe('a call with an Idempotency-Key', () => {
  it('is made once, and answered alike', async () => {
    const key = randomUUID();
    const first = await invoke({ key });
    expect(first).toEqual({ status: 200, body: { result: { call: calls } } });
    expect(await invoke({ key })).toEqual(first);
    expect(await invoke({})).toEqual({ status: 200, body: { result: { call: calls } } });
    expect(await invoke({ key })).toEqual(first);
  });

  it('is made once over the stack’s own address, too', async () => {
    const key = randomUUID();
    const before = calls;
    const first = await callAsAgent(key);
    expect(first.status).toBe(200);
    expect(await callAsAgent(key)).toEqual(first);
    // Another caller's key is another key.
    expect(await invoke({ key })).not.toEqual(first);
    expect(calls).toBe(before + 2);
  });

  it('keeps end users apart', async () => {
    const key = randomUUID();
    const answers = [
      await invoke({ key, endUser: 'ann' }),
      await invoke({ key, endUser: 'bob' }),
      await invoke({ key }),
    ];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(3);
  });

  it('that failed at the tool is answered alike', async () => {
    const key = randomUUID();
    const before = calls;
    const first = await invoke({ tool: 'bank_broken', key });
    expect(first.status).toBe(500);
    expect(await invoke({ tool: 'bank_broken', key })).toEqual(first);
    expect(calls).toBe(before + 1);
  });

  it.each([
    { says: 'was not let in upstream', tool: 'bank_limited', input: {}, tries: 2 },
    { says: 'broke a rule', tool: 'bank_pay', input: { a: 'x' }, tries: 0 },
  ])('that $says may be tried again', async ({ tool: name, input, tries }) => {
    const key = randomUUID();
    const before = calls;
    const first = await invoke({ tool: name, input, key });
    expect(await invoke({ tool: name, input, key })).toEqual(first);
    expect(calls).toBe(before + tries);
    expect(await db().idempotentCall.count({ where: { key } })).toBe(0);
  });

  it.each([
    { says: 'another input', change: { input: { a: 2 } } },
    { says: 'another tool', change: { tool: 'bank_broken' } },
  ])('is refused for $says', async ({ change }) => {
    const key = randomUUID();
    await invoke({ key });
    const before = calls;
    expect(await invoke({ key, ...change })).toEqual(refused('was used for another call'));
    expect(calls).toBe(before);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('wants a sound key: not %j', async (key) => {
    expect(await invoke({ key })).toEqual(refused('Invalid Idempotency-Key'));
  });

  it('is made by one of many who ask at once; the others hear that it runs', async () => {
    const key = randomUUID();
    const before = calls;
    const asked = Array.from({ length: 10 }, () => invoke({ tool: 'bank_wait', key }));
    await eventually('the call arrived', () => waiting.length === 1);
    const losers = await Promise.all(Array.from({ length: 3 }, () => invoke({ tool: 'bank_wait', key })));
    expect(losers).toEqual(Array(3).fill(refused('still running')));
    waiting.splice(0).forEach((answer) => void answer());
    const answers = await Promise.all(asked);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(calls).toBe(before + 1);
  });

  it('goes on when its caller hangs up, who may come back for the answer', async () => {
    const key = randomUUID();
    const controller = new AbortController();
    const gone = expect(invoke({ tool: 'bank_wait', key, signal: controller.signal })).rejects.toThrow();
    await eventually('the call arrived', () => waiting.length === 1);
    controller.abort();
    await gone;
    // The service runs in this process: answers that come later show that it has seen the connection close.
    for (let answers = 0; answers < 3; answers += 1) await invoke({ tool: 'none' });
    waiting.splice(0).forEach((answer) => void answer());
    const number = calls;
    await eventually('the answer is kept', async () => (await invoke({ tool: 'bank_wait', key })).status === 200);
    expect(await invoke({ tool: 'bank_wait', key })).toEqual({ status: 200, body: { result: { call: number } } });
    expect(calls).toBe(number);
  });

  it('whose process died is said, once, to have an unknown outcome', async () => {
    const key = randomUUID();
    await invoke({ key });
    await db().idempotentCall.updateMany({ where: { key }, data: { sealed: null } });
    expect(await invoke({ key })).toEqual(refused('still running'));
    await db().idempotentCall.updateMany({ where: { key }, data: { startedAt: new Date(Date.now() - 3_600_000) } });
    const before = calls;
    expect(await invoke({ key })).toEqual(refused('outcome of the call with this Idempotency-Key is unknown'));
    expect(calls).toBe(before);
    expect((await invoke({ key })).status).toBe(200);
  });

  it('whose stored answer was tampered with has an unknown outcome, too', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await invoke({ key: one });
    await invoke({ key: other });
    const moved = await db().idempotentCall.findFirstOrThrow({ where: { key: other } });
    await db().idempotentCall.updateMany({ where: { key: one }, data: { sealed: moved.sealed } });
    expect(await invoke({ key: one })).toEqual(refused('is unknown'));
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const first = await invoke({ key });
    await db().idempotentCall.updateMany({ where: { key }, data: { expiresAt: new Date() } });
    expect(await invoke({ key })).not.toEqual(first);
  });

  it('keeps no answer in the clear', async () => {
    const key = randomUUID();
    const { body } = await invoke({ key });
    const row = await db().idempotentCall.findFirstOrThrow({ where: { key } });
    expect(Buffer.from(row.sealed ?? []).toString('latin1')).not.toContain(JSON.stringify(body.result).slice(1, -1));
  });

  it('has one key of its own in a batch', async () => {
    const before = calls;
    const call = { tool_id: 'bank_pay', tool_input: {}, idempotency_key: randomUUID() };
    const send = async () => {
      const response = await fetch(`${url}/invoke_batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ calls: [call] }),
      });
      return response.json();
    };
    expect(await send()).toEqual(await send());
    expect(calls).toBe(before + 1);
  });
});

it('without its database a call with a key is not made, and one without is', async () => {
  const postgres = await startFaultyPostgres();
  const own = await startWorld({ databaseUrl: postgres.url, egressAllow: `127.0.0.1:${port}` });
  onTestFinished(async () => {
    await own.close();
    await postgres.close();
  });
  const [shared, sharedUrl] = [world, url];
  world = own;
  onTestFinished(() => {
    [world, url] = [shared, sharedUrl];
  });
  url = `${own.url}/v1/stacks/${await makeStack(own.account.ctx, port)}/tools`;
  expect((await invoke({})).status).toBe(200);
  await postgres.kill();
  const before = calls;
  expect(await invoke({ key: 'k' })).toEqual({ status: 503, body: { detail: 'Service unavailable' } });
  expect(calls).toBe(before);
  expect((await invoke({})).status).toBe(200);
});
