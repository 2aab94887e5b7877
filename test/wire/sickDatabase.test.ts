import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { openPool } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../harness/postgres.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../mcp/kit.ts';
import { locked, SICKENING, SICKNESSES } from './sicknesses.ts';

let postgres: FaultyPostgres;
let admin: Pool;
let upstream: Server;
let world: World;
let endpoint: Endpoint;
let calls = 0;
let tried = 0;

const METRICS_TOKEN = 'scrape-token-0123456789';

const TOOL = {
  name: 'ping',
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'POST', path: '/' },
};

beforeAll(async () => {
  postgres = await startFaultyPostgres();
  upstream = createServer((_request, response) => {
    calls += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listenOnLoopback(upstream);
  world = await startWorld({
    databaseUrl: postgres.url,
    egressAllow: `127.0.0.1:${port}`,
    config: { metricsToken: METRICS_TOKEN },
  });
  const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${port}` };
  await world.saveServer({ id: 'demo', name: 'Demo', connector, tools: [TOOL] });
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'sick', []);
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId: 'demo', enableAllTools: true });
  admin = openPool(postgres.url);
  // An idle operator connection must stay open: if it closed, the service could take its slot.
  admin.options.idleTimeoutMillis = 0;
  await admin.query(SICKENING);
});
afterAll(async () => {
  await world?.close();
  await admin?.end();
  await postgres.close();
  upstream.close();
});

type Shown = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

async function send(path: string, bearer: string, json?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.url}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      accept: 'application/json, text/event-stream',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text, headers: response.headers };
}

const key = () => ({ 'idempotency-key': randomUUID() });
const v1 = (path: string, json?: unknown, headers?: Record<string, string>) =>
  send(`/v1/stacks${path}`, world.account.apiKey, json, headers);
const s = (path: string, json?: unknown, headers?: Record<string, string>) =>
  send(`/s/${endpoint.clientId}${path}`, endpoint.token, json, headers);
const graphql = (query: string) => send('/graphql', world.account.apiKey, { query });
const mcp = (method: string, params: object) => s('/mcp', { jsonrpc: '2.0', id: 1, method, params });
const CALL = { tool_name: 'demo_ping', tool_input: {} };

type Way = { readonly name: string; readonly isWrite: boolean; readonly v1?: string; ask(): ReturnType<typeof send> };

/** Each surface, with a read and a write. Nothing of the stack is cached at that point. */
const WAYS: readonly Way[] = [
  { name: 'REST list', isWrite: false, v1: 'Failed to list stacks', ask: () => v1('') },
  { name: 'REST create', isWrite: true, v1: 'Failed to create stack', ask: () => v1('', { stack_name: randomUUID() }) },
  {
    name: 'REST invoke',
    isWrite: true,
    v1: 'Tool execution failed',
    ask: () => v1(`/${endpoint.stackId}/tools/demo_ping/invoke`, { tool_input: {} }, key()),
  },
  { name: '/s list', isWrite: false, ask: () => s('/list_tools') },
  { name: '/s call', isWrite: true, ask: () => s('/call_tool', CALL, key()) },
  { name: 'GraphQL query', isWrite: false, ask: () => graphql('{ stacks { totalCount } }') },
  {
    name: 'GraphQL mutation',
    isWrite: true,
    ask: () => graphql(`mutation { createStack(input: { name: "${randomUUID()}" }) { __typename } }`),
  },
  { name: 'MCP list', isWrite: false, ask: () => mcp('tools/list', {}) },
  {
    name: 'MCP call',
    isWrite: true,
    ask: () =>
      mcp('tools/call', { name: 'demo_ping', arguments: {}, _meta: { 'toolyard/idempotency_key': randomUUID() } }),
  },
  { name: 'MCP call that the SDK answers', isWrite: true, ask: () => answerStateless() },
];

/** A call with responses to an elicitation, which isn't a plain message. */
function answerStateless() {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    'toolyard/idempotency_key': randomUUID(),
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'demo_ping' };
  const params = { name: 'demo_ping', arguments: {}, inputResponses: {}, _meta };
  return s('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
}

/** Drops the stack's snapshot, so that the next read uses the database. */
const forget = () => world.edge.deps.changes.publishLocally([{ kind: 'tools', id: endpoint.stackId }]);

async function ask(ways: readonly Way[]): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const way of ways) {
    forget();
    const { status, retryAfter, text } = await way.ask();
    shown.push({ status, retryAfter, text });
  }
  tried += ways.length;
  return shown;
}

const refusal = (way: Way, retryAfter: number): Shown => ({
  status: way.v1 === undefined ? 503 : 500,
  retryAfter: String(retryAfter),
  text: expect.stringContaining(way.v1 === undefined ? 'Service unavailable' : `{"detail":"${way.v1}"}`),
});

/** Waits until the service reports, also to Prometheus, that it's ready for calls but refuses writes. */
const readyWithout = (writes: string) =>
  eventually('it says that it is ready, but not for writes', async () => {
    const response = await fetch(`${world.url}/readyz`);
    const status = `${response.status} ${response.headers.get('x-toolyard-writes')} ${await response.text()}`;
    const metrics = await send('/metrics', METRICS_TOKEN);
    const gauges = [...metrics.text.matchAll(/^toolyard_(?:ready|database_(?:up|writable)) \d$/gm)].join(', ');
    return (
      status.startsWith(`200 ${writes} {"status":"ready","database":"ok","writes":"${writes}"`) &&
      gauges === 'toolyard_ready 1, toolyard_database_up 1, toolyard_database_writable 0'
    );
  });

/** Waits until every surface works again. */
async function well(): Promise<void> {
  let last: readonly Shown[] = [];
  const isWell = async () => {
    last = await ask(WAYS);
    return last.every(({ status }) => status < 300);
  };
  await eventually('it is well', isWell, 30_000).catch((error: unknown) => {
    throw new Error(JSON.stringify(last, null, 1), { cause: error });
  });
}

it.each(SICKNESSES)('$name: every surface reports it, with a retry time, and recovers', async (sickness) => {
  await well();
  const before = calls;
  const heal = await sickness.begin({ postgres, admin });
  const stopped = WAYS.filter(({ isWrite }) => isWrite || sickness.only !== 'writes');
  const shown = await ask(stopped)
    .finally(() => sickness.writes !== undefined && readyWithout(sickness.writes))
    .finally(heal);
  const named = (all: readonly Shown[]) => all.map((each, at) => ({ name: stopped[at]?.name, ...each }));
  expect(named(shown)).toEqual(named(stopped.map((way) => refusal(way, sickness.retryAfter))));
  expect(calls, 'no call went out').toBe(before);
});

it('reports a write as unknown if its commit broke, but not if it broke earlier', async () => {
  await well();
  const create = (name: string) => v1('', { stack_name: name });
  const made = await create('dies at commit');
  expect([made.status, made.text, made.headers.get('x-outcome')]).toEqual([
    500,
    '{"detail":"Failed to create stack"}',
    'unknown',
  ]);
  // The broken connection may have returned to the pool before anyone noticed its end.
  await well();
  const mutation = await graphql('mutation { createStack(input: { name: "dies too" }) { __typename } }');
  expect([mutation.status, mutation.headers.get('x-outcome')], mutation.text).toEqual([503, 'unknown']);
  expect(mutation.text).toContain('the outcome of the change is unknown');
  expect(mutation.text).toContain('"outcome":"UNKNOWN"');
  const heal = await locked('pg_terminate_backend')({ postgres, admin });
  const before = await create('never begun').finally(heal);
  expect([before.status, before.headers.get('x-outcome')]).toEqual([500, null]);
  process.stdout.write(`sick database: ${tried} requests, in ${SICKNESSES.length} sicknesses, ${WAYS.length} ways\n`);
});
