import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echoServer } from '../clients/server.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

let database: TestDatabase;
let world: World;
let replica: World;
let upstream: McpUpstream;
let endpoint: Endpoint;

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, egressAllow: '127.0.0.0/8' };
  [world, replica] = [await startWorld(options), await startWorld(options)];
  upstream = await startUpstream('both');
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [echoServer(upstream.url)]);
});
afterAll(async () => {
  await world?.close();
  await replica?.close();
  await database?.close();
  await upstream?.close();
});

const clientInfo = { name: 'test', version: '1' };
const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

describe('a revision with a handshake', () => {
  const initialize = (protocolVersion: string) =>
    post(endpoint, rpc('initialize', { protocolVersion, clientInfo, capabilities: {} }));

  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is accepted, and its messages are served',
    async (revision) => {
      const agreed = await initialize(revision);
      expect(agreed).toMatchObject({ status: 200, body: { result: { protocolVersion: revision } } });
      // The client's next message may reach another instance, which never saw the handshake.
      const elsewhere = { ...endpoint, url: endpoint.url.replace(world.url, replica.url) };
      const headers = { 'mcp-protocol-version': revision };
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect((await post(elsewhere, initialized, { headers })).status).toBe(202);
      const call = rpc('tools/call', { name: 'demo_echo', arguments: { message: revision } });
      expect((await post(elsewhere, call, { headers })).body).toMatchObject({
        result: { content: [{ type: 'text', text: revision }] },
      });
    },
  );

  it('that is unknown gets a known one in response', async () => {
    expect((await initialize('1999-01-01')).body).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });
});

describe('the stateless revision', () => {
  const REVISION = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    post(endpoint, rpc(method, { ...params, _meta }), {
      headers: { 'mcp-protocol-version': REVISION, 'mcp-method': method, ...headers },
    });
  const call = { name: 'demo_echo', arguments: { message: 'hi' } };

  it('reports its capabilities without a handshake', async () => {
    const answer = await ask('server/discover');
    expect(answer).toMatchObject({ status: 200, body: { result: { resultType: 'complete' } } });
    expect(answer.body).toHaveProperty('result.supportedVersions', expect.arrayContaining([REVISION]));
  });

  it('returns lists that must not be cached or shared', async () => {
    expect((await ask('tools/list')).body).toMatchObject({
      result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [{ name: 'demo_echo' }] },
    });
  });

  it('returns complete results', async () => {
    expect((await ask('tools/call', call, { 'mcp-name': 'demo_echo' })).body).toMatchObject({
      result: { resultType: 'complete', content: [{ type: 'text', text: 'hi' }] },
    });
  });

  it.each([
    { label: 'another method', headers: { 'mcp-method': 'tools/list' } },
    { label: 'another tool', headers: { 'mcp-name': 'demo_other' } },
  ])('refuses a header that names $label than the body', async ({ headers }) => {
    const answer = await ask('tools/call', call, { 'mcp-name': 'demo_echo', ...headers });
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_020 } } });
  });

  it('refuses an unknown revision, and lists the known ones', async () => {
    const unknown = { ..._meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const headers = { 'mcp-protocol-version': '2030-01-01', 'mcp-method': 'tools/list' };
    expect(await post(endpoint, rpc('tools/list', { _meta: unknown }), { headers })).toMatchObject({
      status: 400,
      body: { error: { code: -32_022, data: { supported: expect.arrayContaining([REVISION]) } } },
    });
  });

  it('supports no other method', async () => {
    expect(await ask('tools/absent')).toMatchObject({ status: 404, body: { error: { code: -32_601 } } });
  });
});
