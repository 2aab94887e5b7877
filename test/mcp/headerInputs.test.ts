import { afterAll, expect, it } from 'vitest';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld } from '../harness/world.ts';
import { connect, makeEndpoint, post } from './kit.ts';

const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const upstream = await startUpstream('modern');
afterAll(async () => {
  await world.close();
  await upstream.close();
});

const region = { type: 'string', 'x-mcp-header': 'Region' } as const;
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [
  {
    id: 'demo',
    name: 'Demo',
    connector: { kind: 'mcp-http', url: upstream.url },
    tools: [
      {
        name: 'regional',
        description: 'Says where',
        inputSchema: { type: 'object', properties: { region }, required: ['region'] },
      },
    ],
  },
]);

const calls = () => upstream.requests.filter(({ rpc }) => rpc === 'tools/call');

it('an input that a tool wants in a header is already in the first request to its server', async () => {
  const client = await connect(endpoint, { pin: '2026-07-28' });
  await client.listTools();
  const { content } = await client.callTool({ name: 'demo_regional', arguments: { region: 'Köln' } });
  expect(content).toEqual([{ type: 'text', text: 'in Köln' }]);
  expect(calls().map(({ headers }) => headers.get('mcp-param-region'))).toEqual(['=?base64?S8O2bG4=?=']);
  await client.close();
});

const modern = (more: object) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: {
    name: 'demo_regional',
    arguments: { region: 'eu' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
      ...more,
    },
  },
});
const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'demo_regional' };

// The second request needs a stream, so the SDK handles it.
it.each([{}, { progressToken: 1 }])(
  'a client whose header differs from its input is refused, and nothing is sent: %j',
  async (more) => {
    const before = calls().length;
    for (const headers of [named, { ...named, 'mcp-param-region': 'us' }]) {
      const refused = await post(endpoint, modern(more), { headers });
      expect(refused).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_020 } } });
    }
    expect(calls()).toHaveLength(before);
    const good = await post(endpoint, modern(more), { headers: { ...named, 'mcp-param-region': 'eu' } });
    expect(good.body).toMatchObject({ result: { content: [{ text: 'in eu' }] } });
  },
);

it('a client of an older revision without such headers needs none', async () => {
  const client = await connect(endpoint, 'legacy');
  const { content } = await client.callTool({ name: 'demo_regional', arguments: { region: 'eu' } });
  expect(content).toEqual([{ type: 'text', text: 'in eu' }]);
  await client.close();
});
