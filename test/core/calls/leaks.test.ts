import { afterAll, beforeAll, expect, it } from 'vitest';
import { canariesFor, FIELDS, type HostileServer, httpServers, mcpServers } from '../../../scripts/canary/documents.ts';
import { findHits, piece } from '../../../scripts/canary/scan.ts';
import { needlesOf } from '../../../scripts/canary/secrets.ts';
import { startUpstream, type Upstream } from '../../../scripts/canary/upstream.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const canaries = { http: canariesFor('http', FIELDS.http), mcp: canariesFor('mcp', FIELDS.mcp) };
const valuesOf = (kind: keyof typeof canaries) => Object.values(canaries[kind]).map(({ value }) => value);
const needles = needlesOf(Object.values(canaries).flatMap((kind) => Object.values(kind)));

// Leaks that scrubbing only the connector's message would miss: parts of secrets, and data that never becomes a result.
const HTTP = ['cut_400', 'cut_500', 'status_400', 'status_500', 'declared', 'text_500'];
const MCP = ['error_cut', 'rpc_cut', 'rpc_internal', 'progress'];

let upstream: Upstream;
let world: World;
let endpoint: Endpoint;
let servers: readonly HostileServer[];

beforeAll(async () => {
  upstream = await startUpstream(() => ({ http: valuesOf('http'), mcp: valuesOf('mcp'), openapi: [] }));
  world = await startWorld({ egressAllow: `127.0.0.1:${upstream.port}` });
  const { ctx } = world.account;
  endpoint = await makeEndpoint(ctx, world.url, 'hostile', []);
  const all = [...httpServers(upstream.origin, canaries.http), ...mcpServers(upstream.origin, canaries.mcp)];
  const names = [...HTTP.map((mode) => `http-${mode}`), ...MCP.map((tool) => `mcp-${tool}`)];
  servers = all.filter(({ id }) => names.some((name) => name.replaceAll('_', '-') === id));
  for (const { id, document, credentials } of servers) {
    await world.saveServer(document);
    await addServerToStack(ctx, endpoint.stackId, { serverId: id, enableAllTools: true });
    const values = Object.fromEntries(Object.entries(credentials).map(([field, { value }]) => [field, value]));
    await setCredentials(ctx, endpoint.stackId, toServerId(id), { credentials: values });
  }
});
afterAll(async () => {
  await world?.close();
  upstream?.close();
});

it.each([...HTTP, ...MCP])('an agent sees no part of a secret that the upstream returns: %s', async (mode) => {
  const [tool = ''] = servers.find(({ tools }) => tools.some((name) => name.endsWith(`_${mode}`)))?.tools ?? [];
  const params = { name: tool, arguments: {}, _meta: { progressToken: 1 } };
  const answer = await fetch(endpoint.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${endpoint.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const body = await answer.text();
  expect(body).toContain('[redacted]');
  expect(findHits('answer', [piece(mode, body)], needles)).toEqual([]);
});
