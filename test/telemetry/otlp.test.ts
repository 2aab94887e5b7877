import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findHits, piece } from '../../scripts/canary/scan.ts';
import { needlesOf, newCanary } from '../../scripts/canary/secrets.ts';
import { readConfig } from '../../src/config.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';
import { factsOf, startReceiver } from './receiver.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SECRETS = { key: newCanary('a credential'), header: newCanary('OTEL_EXPORTER_OTLP_HEADERS') };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let upstream: Server;
let world: World;
let stackId: string;
/** The `traceparent` of each request to the upstream. */
const told: (string | undefined)[] = [];

const request = (path: string) => ({ kind: 'template', method: 'GET', path, headers: { 'x-key': '{credential:key}' } });
const tool = (name: string, path: string) => ({ name, inputSchema: { type: 'object' }, request: request(path) });

beforeAll(async () => {
  receiver = await startReceiver();
  upstream = createServer(({ headers, url }, response) => {
    told.push(headers['traceparent']?.toString());
    // A careless upstream that leaks the key in its errors.
    response.writeHead(url === '/fail' ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: `no ${headers['x-key']}` }));
  });
  const port = await listenOnLoopback(upstream);
  const { otlp } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRETS.header.value}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
  });
  world = await startWorld({ config: { otlp }, egressAllow: `127.0.0.1:${port}` });
  const { ctx } = world.account;
  await world.saveServer({
    id: 'bank',
    name: 'Bank',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
    credentials: [{ id: 'key', name: 'Key', description: 'A key', required: true, secret: true }],
    tools: [tool('pay', '/pay'), tool('fail', '/fail')],
  });
  const stack = await createStack(ctx, { name: 'traced' });
  stackId = stack.id;
  await addServerToStack(ctx, stack.id, { serverId: 'bank', enableAllTools: true });
  await setCredentials(ctx, stack.id, toServerId('bank'), { credentials: { key: SECRETS.key.value } });
});
afterAll(async () => {
  await world?.close();
  upstream?.close();
  await receiver?.close();
});

const call = async (name: string, traceparent?: string, requestId?: string): Promise<number> => {
  const response = await fetch(`${world.url}/v1/stacks/${stackId}/tools/bank_${name}/invoke`, {
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
  expect(told.at(-1)).toBe(`00-${TRACE_ID}-${client?.spanId}-01`);
  expect(client).toMatchObject({ traceId: TRACE_ID, name: 'upstream', kind: 3 });
  expect(server && factsOf(server)).toMatchObject({
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
  expect(spansOf('unsampled').server).toBeUndefined();
});

it('sends the same metrics as /metrics, without that page', async () => {
  expect((await fetch(`${world.url}/metrics`)).status).toBe(404);
  const countOf = () => receiver.metrics().get('toolyard_tool_call_seconds')?.histogram?.dataPoints ?? [];
  await eventually('the calls are counted', async () => countOf().length === 2);
  const [ok] = countOf().filter((point) => factsOf(point)['outcome'] === 'ok');
  expect(ok && factsOf(ok)).toEqual({ connector: 'http', outcome: 'ok' });
  expect(ok?.bucketCounts).toHaveLength((ok?.explicitBounds?.length ?? 0) + 1);
  expect(ok?.bucketCounts?.reduce((sum, count) => sum + Number(count), 0)).toBe(2);
  expect(ok?.count).toBe('2');
  const calls = receiver.metrics().get('toolyard_tool_calls_total')?.sum;
  expect(calls).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
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
