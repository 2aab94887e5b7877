import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it.each(['/v1x', '/nothing', '/sx'])(
  'answers %s, which belongs to no surface, in the documented form',
  async (path) => {
    const response = await fetch(world.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: 'Not found' });
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  },
);

it('answers a person at an unknown address with a page that leads on', async () => {
  const response = await fetch(`${world.url}/nothing`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain('<a href="/">dashboard</a>');
});

it('shows a person the dashboard at the bare address, or how to build it', async () => {
  const response = await fetch(`${world.url}/`, { headers: { accept: 'text/html' } });
  expect(response.url).toBe(`${world.url}/`);
  expect(await response.text()).toMatch(/<title>Toolyard<\/title>|npm run build/);
});

it('is alive and ready', async () => {
  expect(await (await fetch(`${world.url}/livez`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${world.url}/readyz`)).json()).toEqual({
    status: 'ready',
    database: 'ok',
    writes: 'ok',
    changes: 'live',
    serves: 'memory',
    limits: 'ok',
  });
});

it.each(['/livez', '/readyz'])('answers HEAD %s as GET, without the body', async (path) => {
  const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(world.url + path, { method })));
  const headers = (response?: Response) => [response?.status, response?.headers.get('content-length')];
  expect(headers(head)).toEqual(headers(get));
  expect(head?.status).toBe(200);
  expect(await head?.text()).toBe('');
});

it.each([
  ['an unknown method', 'FOO /v1/stacks HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Invalid request parameters'],
  ['no HTTP', 'garbage\r\n\r\n', 400, 'Invalid request parameters'],
  [
    'headers without end',
    `GET /v1/stacks HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request headers too large',
  ],
])('answers %s in the documented form', async (_what, sent, status, detail) => {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ detail });
});

it('ends the connection of an answer that begins when it is to stop, though its request came before', async () => {
  const connector = { kind: 'http', baseUrl: 'http://127.0.0.1:1' };
  const tools = [{ name: 'ping', inputSchema: {}, request: { kind: 'template', method: 'GET', path: '/' } }];
  await world.saveServer({ id: 'nobody', name: 'Nobody', connector, tools });
  const endpoint = await makeEndpoint(world.account.ctx, world.url, 'stopping', []);
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId: 'nobody', enableAllTools: true });
  const states: boolean[] = [];
  const options = { log: pino({ level: 'silent' }), proxyHops: 0, isReady: () => states.shift() ?? false };
  const app = await createApp({ ...world.edge, publicUrl: () => world.url }, options);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' };
  // Its token is in memory from now on, so that the next one is answered without the framework.
  const call = { method: 'POST', headers, body: '{"tool_name":"nobody_ping","tool_input":{}}' };
  await fetch(`${world.url}/s/${endpoint.clientId}/call_tool`, call);
  for (const [name, init] of Object.entries({ call_tool: call, list_tools: { headers } })) {
    states.push(true);
    const answer = await fetch(`${url}/s/${endpoint.clientId}/${name}`, init);
    expect({ name, connection: answer.headers.get('connection'), states }).toEqual({
      ...{ name, connection: 'close', states: [] },
    });
    await answer.text();
  }
  await app.close();
});
