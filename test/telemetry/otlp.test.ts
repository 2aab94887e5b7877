import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findHits, piece } from '../../scripts/canary/scan.ts';
import { needlesOf, newCanary } from '../../scripts/canary/secrets.ts';
import { readConfig } from '../../src/config/config.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';
import { factsOf, startReceiver } from './receiver.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SECRETS = { key: newCanary('a credential'), header: newCanary('OTEL_EXPORTER_OTLP_HEADERS') };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let remote: McpUpstream;
let upstream: Server;
let port: number;
let world: World;
let stackId: string;
/** The `traceparent` of each request to the upstream. */
const traceparents: (string | undefined)[] = [];

const request = (path: string) => ({ kind: 'template', method: 'GET', path, headers: { 'x-key': '{credential:key}' } });
const tool = (name: string, path: string) => ({ name, inputSchema: { type: 'object' }, request: request(path) });

beforeAll(async () => {
  receiver = await startReceiver();
  remote = await startUpstream('both');
  upstream = createServer(({ headers, url }, response) => {
    traceparents.push(headers['traceparent']?.toString());
    // A careless upstream that leaks the key in its errors.
    response.writeHead(url === '/fail' ? 503 : 200, { 'content-type': 'application/json' });
    if (url === '/break') return void response.write('{', () => response.destroy());
    response.end(JSON.stringify({ error: `no ${headers['x-key']}` }));
  });
  port = await listenOnLoopback(upstream);
  const { otlp } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRETS.header.value}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
  });
  world = await startWorld({ config: { otlp }, egressAllow: `127.0.0.1:${port},${new URL(remote.url).host}` });
  const { ctx } = world.account;
  await world.saveServer({
    id: 'bank',
    name: 'Bank',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
    credentials: [{ id: 'key', name: 'Key', description: 'A key', required: true, secret: true }],
    tools: [tool('pay', '/pay'), tool('fail', '/fail'), tool('break', '/break')],
  });
  await world.saveServer({
    id: 'remote',
    name: 'Remote',
    connector: { kind: 'mcp-http', url: remote.url },
    tools: [{ name: 'sum', inputSchema: { type: 'object' } }],
  });
  const stack = await createStack(ctx, { name: 'traced' });
  stackId = stack.id;
  for (const serverId of ['bank', 'remote']) await addServerToStack(ctx, stack.id, { serverId, enableAllTools: true });
  await setCredentials(ctx, stack.id, toServerId('bank'), { credentials: { key: SECRETS.key.value } });
});
afterAll(async () => {
  await world?.close();
  upstream?.close();
  await remote?.close();
  await receiver?.close();
});

const call = async (name: string, traceparent?: string, requestId?: string, server = 'bank'): Promise<number> => {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/${server}_${name}/invoke`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.account.apiKey}`,
      'content-type': 'application/json',
      ...(traceparent !== undefined && { traceparent }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
    },
    body: JSON.stringify({ tool_input: {} }),
  });
  return response.status;
};

const spansOf = (requestId: string) => {
  const all = receiver.spans();
  const server = all.find((span) => factsOf(span)['toolyard.request.id'] === requestId);
  return { server, client: all.find(({ parentSpanId }) => parentSpanId === server?.spanId && server !== undefined) };
};

it('sends spans of the call and its upstream, in the caller’s trace', async () => {
  expect(await call('pay', `00-${TRACE_ID}-${CALLER}-01`, 'traced-1')).toBe(200);
  await eventually('the spans arrive', async () => spansOf('traced-1').client !== undefined);
  const { server, client } = spansOf('traced-1');
  expect(server).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER, name: 'tools/call bank_pay', kind: 2 });
  expect(server?.status).toBeUndefined();
  expect(traceparents.at(-1)).toBe(`00-${TRACE_ID}-${client?.spanId}-01`);
  expect(client).toMatchObject({ traceId: TRACE_ID, name: 'GET bank_pay', kind: 3 });
  expect(server && factsOf(server)).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'bank_pay',
    'toolyard.account.id': world.account.id,
    'toolyard.surface': 'account_api',
    'toolyard.outcome': 'ok',
    'toolyard.decision': 'allowed',
  });
  expect(client && factsOf(client)).toMatchObject({
    'toolyard.connector': 'http',
    'toolyard.attempts': '1',
    'server.address': '127.0.0.1',
    'server.port': String(port),
    'http.request.method': 'GET',
    'network.transport': 'tcp',
    'http.response.status_code': '200',
  });
  const times = [
    server?.startTimeUnixNano,
    client?.startTimeUnixNano,
    client?.endTimeUnixNano,
    server?.endTimeUnixNano,
  ];
  expect(times).toEqual(times.toSorted());
});

it('marks a failed call, starts a missing trace, and exports no unsampled one', async () => {
  expect(await call('pay', `00-${TRACE_ID}-${CALLER}-00`, 'unsampled')).toBe(200);
  expect(await call('fail', undefined, 'failed')).toBe(500);
  await eventually('the spans arrive', async () => spansOf('failed').client !== undefined);
  const { server, client } = spansOf('failed');
  expect(server?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(server?.parentSpanId).toBeUndefined();
  expect([server?.status, client?.status]).toEqual([{ code: 2 }, { code: 2 }]);
  expect(server && factsOf(server)).toMatchObject({ 'error.type': 'upstream_error' });
  expect(client && factsOf(client)).toMatchObject({ 'error.type': '503' });
  expect(spansOf('unsampled').server).toBeUndefined();
});

it('names the upstream’s span by the tool of an MCP server', async () => {
  expect(await call('sum', undefined, 'over-mcp', 'remote')).toBe(200);
  await eventually('the spans arrive', async () => spansOf('over-mcp').client !== undefined);
  const { server, client } = spansOf('over-mcp');
  expect([server?.name, client?.name]).toEqual(['tools/call remote_sum', 'tools/call sum']);
  expect(client && factsOf(client)).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'sum',
    'server.address': '127.0.0.1',
    'server.port': new URL(remote.url).port,
    'http.response.status_code': '200',
  });
});

it('keeps the status of an answer that breaks off', async () => {
  expect(await call('break', undefined, 'broken')).toBe(500);
  await eventually('the spans arrive', async () => spansOf('broken').client !== undefined);
  const { client } = spansOf('broken');
  expect(client && factsOf(client)).toMatchObject({
    'http.response.status_code': '200',
    'error.type': expect.stringMatching(/^[a-z_]+$/),
  });
});

it('sends the same metrics as /metrics, without that page', async () => {
  expect((await fetch(`${world.url}/metrics`)).status).toBe(404);
  const countOf = () => receiver.metrics().get('toolyard_tool_call_seconds')?.histogram?.dataPoints ?? [];
  const okOf = () =>
    countOf().find((point) => factsOf(point)['outcome'] === 'ok' && factsOf(point)['connector'] === 'http');
  await eventually('the calls are counted', async () => okOf() !== undefined);
  const ok = okOf();
  expect(ok && factsOf(ok)).toEqual({ connector: 'http', outcome: 'ok' });
  expect(ok?.bucketCounts).toHaveLength((ok?.explicitBounds?.length ?? 0) + 1);
  expect(ok?.bucketCounts?.reduce((sum, count) => sum + Number(count), 0)).toBe(2);
  expect(ok?.count).toBe('2');
  const calls = receiver.metrics().get('toolyard_tool_calls_total')?.sum;
  expect(calls).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
  const units = [...receiver.metrics()].map(([name, { unit }]) => [name, unit]);
  expect(units.filter(([, unit]) => unit === undefined)).toEqual([]);
  expect(Object.fromEntries(units)).toMatchObject({
    toolyard_tool_call_seconds: 's',
    toolyard_cache_bytes: 'By',
    process_cpu_seconds_total: 's',
    toolyard_tool_calls_total: '1',
  });
  expect(receiver.metrics().get('toolyard_spans_dropped_total')?.sum?.dataPoints).toMatchObject([{ asDouble: 0 }]);
});

it('sends its resource attributes, the receiver’s key only to the receiver, and no other secret', () => {
  const [first] = receiver.received;
  expect(first?.headers).toMatchObject({
    authorization: `Bearer ${SECRETS.header.value}`,
    'content-type': 'application/json',
  });
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    [first?.path === '/v1/traces' ? 'resourceSpans' : 'resourceMetrics']: [{}],
  });
  expect(receiver.received.every(({ body }) => body.includes('"deployment.environment"'))).toBe(true);
  const pieces = receiver.received.map(({ path, body }) => piece(path, body));
  const secrets = [...Object.values(SECRETS), { name: 'an API key', value: world.account.apiKey }];
  expect(findHits('exported', pieces, needlesOf(secrets))).toEqual([]);
});
