import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, HTTPMethods, InjectOptions } from 'fastify';
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

it.each(['/v1x', '/nothing', '/sx'])('returns the documented error for %s, which no surface serves', async (path) => {
  const response = await fetch(world.url + path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ detail: 'Not found' });
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

it('shows a person at an unknown address a page with links', async () => {
  const response = await fetch(`${world.url}/nothing`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain('<a href="/">dashboard</a>');
});

it('shows a person the dashboard at the root, or how to build it', async () => {
  const response = await fetch(`${world.url}/`, { headers: { accept: 'text/html' } });
  expect(response.url).toBe(`${world.url}/`);
  expect(await response.text()).toMatch(/<title>Toolyard<\/title>|npm run build/);
});

it('is live and ready', async () => {
  expect(await (await fetch(`${world.url}/livez`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${world.url}/readyz`)).json()).toEqual({
    status: 'ready',
    database: 'ok',
    writes: 'ok',
    changes: 'live',
    carrier: 'listen',
    serves: 'memory',
    limits: 'ok',
  });
});

it.each(['/livez', '/readyz'])('answers HEAD %s like GET, without the body', async (path) => {
  const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(world.url + path, { method })));
  const headers = (response?: Response) => [response?.status, response?.headers.get('content-length')];
  expect(headers(head)).toEqual(headers(get));
  expect(head?.status).toBe(200);
  expect(await head?.text()).toBe('');
});

/** Methods and addresses of all routes, with a name in place of each parameter. */
function routesOf(app: FastifyInstance): readonly (readonly [HTTPMethods, string])[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods = ''] = /^([│ ]*)[├└]── (\S*) ?(?:\((.*)\))?/.exec(line) ?? [];
      if (indent === undefined) return [];
      const depth = indent.length / 4;
      const path = (depth === 0 ? '' : above[depth - 1]) + part;
      above[depth] = path;
      const url = path.replaceAll(/:\w+|\*/g, 'some');
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [[method as HTTPMethods, url] as const]));
    });
}

const TRIED = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic eA==' }, { 'x-api-key': 'x' }];
const BODIES = [
  { type: 'application/x-www-form-urlencoded', payload: 'grant_type=client_credentials' },
  { type: 'application/json', payload: '{"query":"{ viewer { account { id } } }"}' },
];

type Way = { readonly credential: object; readonly type?: string; readonly payload?: string };
/** Each credential without a body, and each body without a credential. */
const WAYS: readonly Way[] = [
  ...TRIED.map((credential) => ({ credential })),
  ...BODIES.map((body) => ({ credential: {}, ...body })),
];

/** A request of each route with each invalid credential, and with each body. */
const requestsTo = (app: FastifyInstance): InjectOptions[] =>
  routesOf(app).flatMap(([method, url]) =>
    WAYS.filter(({ type }) => type === undefined || !['GET', 'HEAD'].includes(method)).map(
      ({ credential, type, payload }) => ({
        ...{ method, url, ...(payload && { payload }) },
        headers: { ...credential, ...(type && { 'content-type': type }), host: new URL(world.url).host },
      }),
    ),
  );

it('names an authentication method in every route’s 401', async () => {
  const metrics = { token: 'scraper', read: () => Promise.resolve(''), watchHealth: () => undefined };
  const edge = { ...world.edge, metrics, publicUrl: () => world.url };
  const app = await createApp(edge, { log: pino({ level: 'silent' }), proxyHops: 0, isStopping: () => false });
  const refused: string[] = [];
  const silent: InjectOptions[] = [];
  for (const request of requestsTo(app)) {
    const { statusCode, headers } = await app.inject(request);
    if (statusCode === 401) refused.push(`${request.method} ${request.url}`);
    if (statusCode === 401 && headers['www-authenticate'] === undefined) silent.push(request);
  }
  await app.close();
  expect(silent).toEqual([]);
  const some = ['POST /oauth/token', 'POST /graphql', 'GET /metrics', 'POST /s/some/mcp', 'GET /v1/stacks'];
  expect(refused).toEqual(expect.arrayContaining(some));
  expect(new Set(refused).size).toBeGreaterThan(25);
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
])('answers %s in the documented format', async (_name, sent, status, detail) => {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ detail });
});

it('closes the connection of a response that starts during shutdown, even for an earlier request', async () => {
  const connector = { kind: 'http', baseUrl: 'http://127.0.0.1:1' };
  const tools = [{ name: 'ping', inputSchema: {}, request: { kind: 'template', method: 'GET', path: '/' } }];
  await world.saveServer({ id: 'nobody', name: 'Nobody', connector, tools });
  const endpoint = await makeEndpoint(world.account.ctx, world.url, 'stopping', []);
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId: 'nobody', enableAllTools: true });
  const states: boolean[] = [];
  const options = { log: pino({ level: 'silent' }), proxyHops: 0, isStopping: () => !states.shift() };
  const app = await createApp({ ...world.edge, publicUrl: () => world.url }, options);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' };
  // Caches its token, so that the fast path answers the next request.
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
