import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { revokeStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { registerMcp } from '../../src/mcp/server.ts';
import { directRoutes } from '../../src/rest/direct.ts';
import { serveDirectly } from '../../src/wire/direct.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { silentLog } from '../harness/log.ts';

const { world, api, close } = await startApiWorld();
afterAll(close);

const schema = { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false };
const get = (name: string, path: string) => ({
  name,
  inputSchema: schema,
  request: { kind: 'template', method: 'GET', path },
});

let stackId = '';
let clientId = '';
let token = '';

beforeAll(async () => {
  const tools = [get('echo', '/echo'), get('broken', '/status/500'), get('large', '/huge?bytes=262144')];
  await world.saveServer({ id: 'shop', name: 'Shop', connector: { kind: 'http', baseUrl: api.url }, tools });
  const stack = await createStack(world.account.ctx, { name: 'direct' });
  await addServerToStack(world.account.ctx, stack.id, { serverId: 'shop', enableAllTools: true });
  const made = await createClientEndpoint(world.account.ctx, { stackId: stack.id, name: 'direct' });
  stackId = stack.id;
  clientId = made.endpoint.clientId;
  token = made.token;
  // From now on, the credentials are cached.
  await Promise.all([agentCall('{}'), accountCall('shop_echo', '{}')]);
});

type Sent = { readonly path: string; readonly token: string; readonly body: string; readonly type?: string };

async function send({ path, token: shown, body, type = 'application/json' }: Sent, headers = {}, url = world.url) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${shown}`, 'content-type': type, 'x-request-id': 'same', ...headers },
    body,
  });
  // Parts that change with time.
  const { date: _date, 'x-ratelimit-reset': _reset, ...rest } = Object.fromEntries(response.headers);
  return { status: response.status, headers: rest, body: await response.text() };
}

const agentCall = (body: string, headers = {}, type?: string) =>
  send({ path: `/s/${clientId}/call_tool`, token, body, ...(type && { type }) }, headers);
const accountCall = (tool: string, body: string, headers = {}, type?: string) => {
  const path = `/v1/stacks/${stackId}/tools/${tool}/invoke`;
  return send({ path, token: world.account.apiKey, body, ...(type && { type }) }, headers);
};

const DEEP = `{"tool_input":${'['.repeat(200)}${']'.repeat(200)}}`;
// The framework handles content types with a charset.
const BY_FRAMEWORK = 'application/json; charset=utf-8';

test.each<[string, string, string, object?]>([
  ['a result', 'shop_echo', '{"tool_input":{"count":1}}'],
  ['a large result', 'shop_large', '{"tool_input":{}}'],
  ['a failed call', 'shop_broken', '{"tool_input":{}}'],
  ['an input that does not fit', 'shop_echo', '{"tool_input":{"count":"many","more":1}}'],
  ['an unknown tool', 'shop_nothing', '{"tool_input":{}}'],
  ['no JSON', 'shop_echo', '{"tool_input":'],
  ['a JSON text that is too deep', 'shop_echo', DEEP],
  ['a list', 'shop_echo', '[]'],
  ['a selection', 'shop_echo', '{"tool_input":{},"select":"path"}'],
  ['a selection that is none', 'shop_echo', '{"tool_input":{},"select":"]["}'],
  ['an end user', 'shop_echo', '{"tool_input":{}}', { 'x-end-user': 'ann' }],
  ['an end user’s id that is none', 'shop_echo', '{"tool_input":{}}', { 'x-end-user': ' ' }],
  ['an id of a request that is none', 'shop_echo', '[]', { 'x-request-id': 'same', 'idempotency-key': '' }],
])('%s gets the same response as from the framework', async (_name, tool, body, headers = {}) => {
  const named = body.replace(/^\{/, `{"tool_name":"${tool}",`);
  expect(await accountCall(tool, body, headers)).toEqual(await accountCall(tool, body, headers, BY_FRAMEWORK));
  expect(await agentCall(named, headers)).toEqual(await agentCall(named, headers, BY_FRAMEWORK));
});

const TOOL = { name: 'shop_echo', arguments: {} };

test.each<[string, object | string, object?]>([
  ['a list', { id: 1, method: 'tools/list' }],
  ['a call', { id: 'a', method: 'tools/call', params: TOOL }],
  ['a failed call', { id: 2, method: 'tools/call', params: { ...TOOL, name: 'shop_broken' } }],
  ['arguments that do not fit', { id: 3, method: 'tools/call', params: { ...TOOL, arguments: { count: 'many' } } }],
  ['arguments as text', { id: 3, method: 'tools/call', params: { ...TOOL, arguments: '{"count":2}' } }],
  ['an unknown tool', { id: 4, method: 'tools/call', params: { name: 'nothing' } }],
  ['a call that asks for progress', { id: 5, method: 'tools/call', params: { ...TOOL, _meta: { progressToken: 1 } } }],
  ['an unknown method', { id: 6, method: 'tools/none' }],
  ['a handshake', { id: 7, method: 'ping' }],
  ['a notification', { method: 'notifications/initialized' }],
  ['no JSON', '{"jsonrpc":'],
  ['a batch', '[]'],
  ['a client that takes no streams', { id: 8, method: 'tools/list' }, { accept: 'application/json' }],
  ['another page', { id: 9, method: 'tools/call', params: TOOL }, { origin: 'https://other.example' }],
  ['an unknown revision', { id: 9, method: 'tools/list' }, { 'mcp-protocol-version': '1999-01-01' }],
])('the MCP message %s gets the same response as from the framework', async (_name, message, more = {}) => {
  const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
  const headers = { accept: 'application/json, text/event-stream', ...more };
  const call = { path: `/s/${clientId}/mcp`, token, body };
  expect(await send(call, headers)).toEqual(await send({ ...call, type: BY_FRAMEWORK }, headers));
});

/** A server with the direct path, whose framework always responds with 418. */
async function startDirectOnly(isStopping = false): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => reply.code(418).send());
  const edge = { ...world.edge, publicUrl: () => world.url };
  const routes = [...directRoutes(edge), await registerMcp(app, edge)];
  serveDirectly(app, edge, { log: silentLog, proxyHops: 0, isStopping: () => isStopping }, routes);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

test('only plain calls of cached callers bypass the framework', async () => {
  const direct = await startDirectOnly();
  const path = `/s/${clientId}/call_tool`;
  const call = { path, token, body: '{"tool_name":"shop_echo","tool_input":{}}' };
  const other = await createClientEndpoint(world.account.ctx, { stackId: toStackId(stackId), name: 'other' });
  const status = async (sent: Sent, headers = {}) => (await send(sent, headers, direct.url)).status;
  expect(await status(call)).toBe(200);
  const list = async (path: string, shown: string) =>
    (await fetch(direct.url + path, { headers: { authorization: `Bearer ${shown}` } })).status;
  expect(await list(`/s/${clientId}/list_tools`, token)).toBe(200);
  expect(await list(`/v1/stacks/${stackId}/tools?schema=openai`, world.account.apiKey)).toBe(200);
  const left: [string, number][] = [
    ['a list in a mode', await list(`/s/${clientId}/list_tools?mode=search`, token)],
    ['a list with a token of another endpoint', await list(`/s/${other.endpoint.clientId}/list_tools`, token)],
    ['a list of other things', await list('/v1/stacks', world.account.apiKey)],
    ['another media type', await status({ ...call, type: BY_FRAMEWORK })],
    ['an encoded body', await status(call, { 'content-encoding': 'gzip' })],
    ['a large body', await status({ ...call, body: `{"tool_name":"${'x'.repeat(40_000)}"}` })],
    ['a query', await status({ ...call, path: `${path}?mode=search` })],
    ['an escaped path', await status({ ...call, path: path.replace('client_', 'client%5f') })],
    ['an unknown token', await status({ ...call, token: `${token}x` })],
    [
      'a token that nobody has shown yet',
      await status({ ...call, path: `/s/${other.endpoint.clientId}/call_tool`, token: other.token }),
    ],
    ['a token of another endpoint', await status({ ...call, path: `/s/${other.endpoint.clientId}/call_tool` })],
    ['an API key', await status({ ...call, token: world.account.apiKey })],
    [
      'a token at the account’s address',
      await status({ ...call, path: `/v1/stacks/${stackId}/tools/shop_echo/invoke` }),
    ],
  ];
  await direct.close();
  expect(left.filter(([, code]) => code !== 418)).toEqual([]);
});

test('of MCP, plain lists and calls bypass the framework', async () => {
  const direct = await startDirectOnly();
  const status = async (message: object, more = {}) => {
    const headers = { accept: 'application/json, text/event-stream', ...more };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    return (await send({ path: `/s/${clientId}/mcp`, token, body }, headers, direct.url)).status;
  };
  // The first message loads the response code.
  await send({ path: `/s/${clientId}/mcp`, token, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
  const params = { name: 'shop_echo', arguments: {} };
  expect([
    await status({ method: 'tools/list' }),
    await status({ method: 'tools/call', params }),
    await status({ method: 'ping' }),
    await status({ method: 'tools/call', params: { ...params, _meta: { progressToken: 1 } } }),
    await status({ method: 'tools/list' }, { accept: 'text/event-stream' }),
    await status({ method: 'tools/list' }, { accept: 'application/json' }),
  ]).toEqual([200, 200, 418, 418, 418, 200]);
  await direct.close();
});

test('a stopping service leaves every call to the framework, which closes connections', async () => {
  const direct = await startDirectOnly(true);
  const path = `/s/${clientId}/call_tool`;
  expect((await send({ path, token, body: '{"tool_name":"shop_echo"}' }, {}, direct.url)).status).toBe(418);
  await direct.close();
});

test('a revoked token is refused immediately', async () => {
  const made = await createClientEndpoint(world.account.ctx, { stackId: toStackId(stackId), name: 'revoked' });
  const call = {
    path: `/s/${made.endpoint.clientId}/call_tool`,
    token: made.token,
    body: '{"tool_name":"shop_echo","tool_input":{}}',
  };
  expect((await send(call)).status).toBe(200);
  expect((await send(call)).status).toBe(200);
  await revokeStackToken(world.account.ctx, made.tokenRecord.id);
  expect((await send(call)).status).toBe(401);
});

test('a sender that leaves before its body is complete makes no call and affects nobody', async () => {
  const before = api.requests.length;
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST /s/${clientId}/call_tool HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${token}`;
  socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"tool_name":"shop_echo"`);
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await once(socket, 'close');
  expect((await agentCall('{"tool_name":"shop_echo","tool_input":{}}')).status).toBe(200);
  expect(api.requests.length).toBe(before + 1);
});

test('reads bodies that arrive in pieces completely, one after the other on a connection', async () => {
  const body = '{"tool_name":"shop_echo","tool_input":{"count":7}}';
  const head = [
    `POST /s/${clientId}/call_tool HTTP/1.1`,
    'host: here',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    .setNoDelay(true)
    .setEncoding('utf8');
  await once(socket, 'connect');
  for (const cut of [0, 1, 20, body.length - 1]) {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, cut)}`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(body.slice(cut));
    const [answer] = await once(socket, 'data');
    expect(String(answer).split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  }
  socket.destroy();
});
