import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../src/core/kernel/context.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { getSnapshot } from '../../src/core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../../src/core/snapshots/snapshot.ts';
import { answerDirectly, readPlain } from '../../src/mcp/direct.ts';
import { handleMcp } from '../../src/mcp/handle.ts';
import { wholeBody } from '../../src/wire/toolCall.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from './kit.ts';

let world: World;
let upstream: McpUpstream;
let ctx: Ctx;
let snapshot: StackSnapshot;

beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  upstream = await startUpstream('both');
  const inputSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
  const tools = [
    { name: 'echo', title: 'Echo', description: 'Says it again', inputSchema },
    ...['sum', 'fail'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } })),
  ];
  const server = { id: 'demo', name: 'Demo', connector: { kind: 'mcp-http', url: upstream.url } as const, tools };
  ctx = world.account.ctx;
  snapshot = await getSnapshot(ctx, (await makeEndpoint(ctx, world.url, 'direct', [server])).stackId);
});
afterAll(async () => {
  await world?.close();
  await upstream?.close();
});

const accept = 'application/json, text/event-stream';
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
type TestRequest = { headers: Record<string, string>; body: JsonObject };

const legacy = (method: string, params: JsonObject = {}): TestRequest => ({
  headers: { accept, 'mcp-protocol-version': '2025-06-18' },
  body: { jsonrpc: '2.0', id: 'a"b', method, params },
});
const modern = (method: string, params: JsonObject = {}): TestRequest => ({
  headers: {
    accept,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
  },
  body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } },
});
async function directly({ headers, body }: TestRequest) {
  const plain = readPlain(headers, body);
  return plain && wholeBody((await answerDirectly(plain, ctx, { snapshot, listed: snapshot, mode: 'full' })).body);
}

async function bySdk({ headers, body }: TestRequest): Promise<unknown> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const response = await handleMcp(new Request('http://localhost/mcp', init), body, ctx, {
    snapshot,
    listed: snapshot,
    mode: 'full',
  });
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

const MESSAGES = [
  { method: 'tools/list', params: {} },
  { method: 'tools/list', params: { cursor: 'not ours' } },
  { method: 'tools/call', params: { name: 'demo_echo', arguments: { message: 'hi' } } },
  { method: 'tools/call', params: { name: 'demo_echo', arguments: {} } },
  { method: 'tools/call', params: { name: 'demo_echo' } },
  { method: 'tools/call', params: { name: 'demo_sum', arguments: {} } },
  { method: 'tools/call', params: { name: 'demo_fail', arguments: {} } },
  { method: 'tools/call', params: { name: 'absent', arguments: {} } },
];

describe.each([
  { era: 'legacy', ask: legacy },
  { era: 'modern', ask: modern },
])('a plain $era message', ({ ask }) => {
  it.each(MESSAGES)('gets the same response as from the SDK: $method $params', async ({ method, params }) => {
    const direct = await directly(ask(method, params));
    expect(direct).not.toBeNull();
    expect(JSON.parse(String(direct))).toEqual(await bySdk(ask(method, params)));
  });
});

describe('any other message is left to the SDK', () => {
  const call = { name: 'demo_echo', arguments: { message: 'hi' } };
  const changed = ({ headers, body }: TestRequest, more: Partial<TestRequest>): TestRequest => ({
    headers: { ...headers, ...more.headers },
    body: { ...body, ...more.body },
  });
  const plain = modern('tools/call', call);
  const { 'io.modelcontextprotocol/clientInfo': _clientInfo, ...anonymous } = meta;

  it.each([
    { label: 'another method', request: legacy('initialize') },
    { label: 'a notification', request: { ...legacy('tools/list'), body: { jsonrpc: '2.0', method: 'tools/list' } } },
    { label: 'another JSON-RPC', request: changed(legacy('tools/list'), { body: { jsonrpc: '1.0' } }) },
    { label: 'progress', request: legacy('tools/call', { ...call, _meta: { progressToken: 1 } }) },
    { label: 'unknown params', request: legacy('tools/call', { ...call, task: {} }) },
    { label: 'no tool name', request: legacy('tools/call', { arguments: {} }) },
    { label: 'arguments that are no object', request: legacy('tools/call', { name: 'demo_echo', arguments: [] }) },
    {
      label: 'an unknown revision',
      request: changed(legacy('tools/list'), { headers: { 'mcp-protocol-version': '1999-01-01' } }),
    },
    {
      label: 'a client that reads nothing but streams',
      request: changed(legacy('tools/list'), { headers: { accept: 'text/event-stream' } }),
    },
    { label: 'a header that names another tool', request: changed(plain, { headers: { 'mcp-name': 'other' } }) },
    {
      label: 'a header that names another method',
      request: changed(plain, { headers: { 'mcp-method': 'tools/list' } }),
    },
    {
      label: 'a header of another revision',
      request: changed(plain, { headers: { 'mcp-protocol-version': '2025-06-18' } }),
    },
    { label: 'an envelope with a gap', request: changed(plain, { body: { params: { ...call, _meta: anonymous } } }) },
  ])('$label', async ({ request }) => {
    expect(await directly(request)).toBeNull();
  });
});
