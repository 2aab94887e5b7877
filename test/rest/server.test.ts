import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { rotateSigningKey } from '../../src/core/endpoints/signingKey.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { openApiText } from '../../src/rest/openapi/document.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';
import { registerRest } from '../../src/rest/server.ts';
import { collectRoutes } from '../../src/wire/routes.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { eventually } from '../harness/eventually.ts';

const lines: string[] = [];
const log = { write: (line: string) => lines.push(line) };
const { api, world, close } = await startApiWorld({ config: { callTimeoutMs: 1_500 }, log });
afterAll(close);

const toolOf = (name: string, path: string) => ({
  name,
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'GET', path },
});
const TOOLS = [toolOf('slow', '/slow/headers'), toolOf('drip', '/slow/drip')];

beforeAll(async () => {
  await world.saveServer({ id: 'slow', name: 'Slow', connector: { kind: 'http', baseUrl: api.url }, tools: TOOLS });
});

async function slowStack(): Promise<string> {
  const { id } = await createStack(world.account.ctx, { name: crypto.randomUUID() });
  await addServerToStack(world.account.ctx, id, { serverId: 'slow', enableAllTools: true });
  return id;
}

const toolRequest = (stack: string, tool = 'slow') => ({
  method: 'POST',
  headers: { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' },
  url: `${world.url}/v1/stacks/${stack}/tools/slow_${tool}/invoke`,
  body: '{"tool_input":{}}',
});

test('a tool whose upstream hangs or never ends fails with a message, and its upstream request ends', async () => {
  const before = api.countAbandoned();
  const fails = async (tool: string) => {
    const { url, ...init } = toolRequest(await slowStack(), tool);
    const response = await fetch(url, init);
    expect(response.status, tool).toBe(500);
    expect(await response.json()).toEqual({
      detail: expect.stringMatching(/^Tool execution failed: the upstream did not answer within 1\.5 seconds/),
      outcome: 'unknown',
      is_repeatable: true,
    });
  };
  // In parallel, because each call lasts until its deadline.
  await Promise.all(['slow', 'drip'].map(fails));
  await eventually('the requests upstream have ended', () => api.countAbandoned() >= before + 2);
});

test('a caller that disconnects ends the call at the upstream', async () => {
  const { url, method, headers, body } = toolRequest(await slowStack());
  const before = api.requests.length;
  const outgoing = request(url, { method, headers });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  await once(outgoing, 'finish');
  await eventually('the call is upstream', () => api.requests.length > before);
  outgoing.destroy();
  await eventually('the call is cancelled', () => lines.some((line) => line.includes('"outcome":"cancelled"')));
});

/** The OpenAPI document as a client at `host` receives it. */
async function readDescription(host: string): Promise<string> {
  const clientRequest = request(`${world.url}/openapi.json`, { headers: { host } }).end();
  const [response] = await once(clientRequest, 'response');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  return text(response);
}

test('the OpenAPI document matches the committed one, for anyone, and names the caller’s address', async () => {
  const committed = readFileSync('openapi.json', 'utf8');
  expect(committed).toBe(openApiText());
  const { host, port } = new URL(world.url);
  const own = [host, `localhost:${port}`, `[::1]:${port}`].map((name) => [name, `http://${name}`] as const);
  const others = ['evil.test', `evil.test:${port}`, 'localhost:1', '"><script>', ''];
  const cases = [...own, ...others.map((name) => [name, world.url] as const)];
  for (const [name, address] of cases)
    expect(await readDescription(name), name).toBe(committed.replace('"url": "/"', `"url": "${address}"`));
  process.stdout.write(`openapi.json named its address to ${cases.length} hosts\n`);
});

test(`does not start if any of ${OPERATIONS.length} operations has no implementation`, async () => {
  const start = async () => {
    const app = Fastify();
    collectRoutes(app);
    await registerRest(app, { ...world.edge, publicUrl: () => world.url });
  };
  for (const operation of OPERATIONS) {
    const { run, answer, handle, read } = operation;
    for (const name of ['run', 'answer', 'handle', 'read']) Reflect.deleteProperty(operation, name);
    await expect(start()).rejects.toThrow(`The operation ${operation.id} has no implementation`);
    Object.assign(operation, {
      ...(run && { run }),
      ...(answer && { answer }),
      ...(handle && { handle }),
      ...(read && { read }),
    });
  }
  await start();
});

test('publishes the token signing keys, but not their private halves', async () => {
  const stackId = await slowStack();
  const read = async (): Promise<unknown> => (await fetch(`${world.url}/.well-known/jwks.json`)).json();
  await read();
  await createClientEndpoint(world.account.ctx, { stackId: toStackId(stackId), name: 'Agent' });
  expect(await read()).toEqual({
    keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: expect.any(String), x: expect.any(String) }],
  });
});

test('reads the keys once for parallel requests after a change', async () => {
  const url = `${world.url}/.well-known/jwks.json`;
  const before = await (await fetch(url)).text();
  await rotateSigningKey(world.operator);
  const reads = vi.spyOn(Client.prototype, 'query');
  const answers = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).text()));
  const queries = reads.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('signing_key'));
  reads.mockRestore();
  expect([new Set(answers).size, answers.includes(before), queries.length]).toEqual([1, false, 1]);
});

test('queries the database once for parallel readiness requests', async () => {
  const url = `${world.url}/readyz`;
  const reads = vi.spyOn(Client.prototype, 'query');
  const answers = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url)).status));
  const again = await fetch(url);
  const queries = reads.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('api_key'));
  reads.mockRestore();
  expect([new Set(answers), again.status, queries.length]).toEqual([new Set([200]), 200, 1]);
});

test('a list has the same bytes until the stack changes, then immediately different ones', async () => {
  const stack = await slowStack();
  const url = `${world.url}/v1/stacks/${stack}/tools?schema=openai`;
  const headers = { authorization: `Bearer ${world.account.apiKey}` };
  const first = await fetch(url, { headers });
  const etag = first.headers.get('etag') ?? '';
  const repeated = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  expect([repeated.status, await repeated.text()]).toEqual([304, '']);
  const removed = await fetch(`${world.url}/v1/stacks/${stack}/servers/slow`, { method: 'DELETE', headers });
  expect(removed.status).toBe(200);
  const changed = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  expect([changed.status, await changed.json()]).toEqual([200, { tools: [] }]);
});

test.for([['413'], ['401']])('a client that reads only after sending everything learns of its %s', async ([status]) => {
  const body = Buffer.alloc(8 * 1_048_576, 'x');
  const key = status === '401' ? 'wrong' : world.account.apiKey;
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1').pause();
  const head = [
    'POST /v1/stacks HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
  ];
  socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.write(body, () => resolve());
  await promise;
  const [answer] = await once(socket.resume(), 'data');
  socket.destroy();
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('concurrent creations with one name: exactly one succeeds', async () => {
  const headers = { authorization: `Bearer ${world.account.apiKey}`, 'content-type': 'application/json' };
  const create = async () =>
    (await fetch(`${world.url}/v1/stacks`, { method: 'POST', headers, body: '{"stack_name":"Only"}' })).status;
  const statuses = await Promise.all(Array.from({ length: 8 }, create));
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
});

test('reads the rest of a refused body slowly, while serving other requests', async () => {
  const body = Buffer.alloc(256 * 1_048_576);
  const { url, method, headers } = toolRequest(await slowStack());
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(url, { method, agent, headers: { ...headers, 'content-length': body.length } });
  outgoing.on('error', () => undefined).end(body);
  const [answer] = await once(outgoing, 'response');
  expect(answer.statusCode).toBe(413);
  // The service discards the body at 64 KiB per 10 ms, which takes most of a minute. If it read at full speed, the body
  // would be complete after these requests.
  const until = performance.now() + 1_000;
  for (let at = 0; at < 40 && performance.now() < until; at += 1)
    expect((await fetch(`${world.url}/openapi.json`)).status).toBe(200);
  expect(outgoing.writableFinished).toBe(false);
  agent.destroy();
});
