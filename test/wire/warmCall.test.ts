import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createClosers } from '../../src/start/closers.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'plain', version: '1' },
  },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
};

const closers = createClosers();
afterAll(() => closers.close());

// Responds without promises, so that all counted ones are the service's.
const upstream = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const { id, method } = body === '' ? {} : JSON.parse(body);
    if (method === undefined) return response.writeHead(405).end();
    if (id === undefined && method.startsWith('notifications/')) return response.writeHead(202).end();
    const result = RESULTS[method];
    const answer = result ? { result } : { error: { code: -32_601, message: 'Method not found' } };
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
});
const port = await listenOnLoopback(upstream);
closers.add(async () => {
  upstream.closeAllConnections();
  upstream.close();
});
const world = await startWorld({ egressAllow: `127.0.0.1:${port}` });
closers.add(() => world.close());

const origin = `http://127.0.0.1:${port}`;
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const request = { kind: 'template', method: 'POST', path: '/', body: { method: 'tools/call', text: '{text}' } };
await world.saveServer({
  ...{ id: 'mcp', name: 'MCP', connector: { kind: 'mcp-http', url: `${origin}/mcp` } },
  tools: [{ name: 'say', description: 'Says it', inputSchema }],
});
await world.saveServer({
  ...{ id: 'http', name: 'HTTP', connector: { kind: 'http', baseUrl: origin } },
  tools: [{ name: 'say', description: 'Says it', inputSchema, request }],
});
const { ctx, apiKey } = world.account;
const { id: stackId } = await createStack(ctx, { name: 'warm' });
for (const serverId of ['mcp', 'http']) await addServerToStack(ctx, stackId, { serverId, enableAllTools: true });
const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'warm' });

const input = { text: 'hi' };
type Call = { readonly path: string; readonly token: string; readonly body: object };

const onEndpoint = (tool: string): Call => ({
  path: `/s/${endpoint.clientId}/call_tool`,
  token,
  body: { tool_name: tool, tool_input: input },
});
const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mcp_say', arguments: input } };

const { hostname, port: servedAt } = new URL(world.url);
const socket = connect({ host: hostname, port: Number(servedAt), noDelay: true });
await once(socket, 'connect');
closers.add(async () => void socket.destroy());

/** The promises that the process creates during one call. */
async function promisesOf({ path, token: bearer, body }: Call): Promise<number> {
  const json = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${bearer}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(json)}`,
  ];
  let promises = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') promises += 1;
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  socket.once('data', (bytes: Buffer) => {
    hook.disable();
    const answer = bytes.toString();
    if (answer.startsWith('HTTP/1.1 200') && answer.includes('done')) resolve(promises);
    else reject(new Error(answer));
  });
  hook.enable();
  socket.write(`${head.join('\r\n')}\r\n\r\n${json}`);
  return promise;
}

const CALLS = 30;

// Each promise costs memory and a turn of the microtask queue. A step that ends immediately needs none.
// `await` creates every second one.
test.each([
  { name: 'call_tool of an MCP server', call: onEndpoint('mcp_say'), max: 42 },
  { name: 'call_tool of an HTTP API', call: onEndpoint('http_say'), max: 42 },
  {
    name: 'invoke',
    call: { path: `/v1/stacks/${stackId}/tools/mcp_say/invoke`, token: apiKey, body: { tool_input: input } },
    max: 44,
  },
  { name: 'tools/call', call: { path: `/s/${endpoint.clientId}/mcp`, token, body: message }, max: 48 },
])('a warm $name creates few promises', async ({ call, max }) => {
  const counts: number[] = [];
  for (let index = 0; index < CALLS; index += 1) counts.push(await promisesOf(call));
  // Timers of the service may create some during a call.
  const fewest = Math.min(...counts);
  expect(fewest).toBeLessThanOrEqual(max);
});
