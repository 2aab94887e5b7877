import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, InMemoryServerEventBus, McpServer } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startWorld } from '../harness/world.ts';
import { connect, type DocumentInput, type Endpoint, makeEndpoint } from './kit.ts';

const NOTE = 'test://note';
const WAIT = { timeout: 20_000 };

/** Servers of the older revisions and the subscriptions that they have. */
const subscribed = new Map<McpServer, Set<string>>();
const bus = new InMemoryServerEventBus();

function buildServer(isOffering: boolean): McpServer {
  const capabilities = { resources: { subscribe: isOffering } };
  const server = new McpServer({ name: 'notes', version: '1.0.0' }, { capabilities });
  server.registerResource('note', NOTE, {}, ({ href: uri }) => ({ contents: [{ uri, text: 'a note' }] }));
  const uris = new Set<string>();
  subscribed.set(server, uris);
  if (!isOffering) return server;
  server.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (uri.includes('refused')) throw new ProtocolError(-32_602, `No ${uri}`);
    uris.add(uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    uris.delete(uri);
    return {};
  });
  return server;
}

/** Changes a resource of every server. */
async function change(uri: string): Promise<void> {
  bus.publish({ kind: 'resource_updated', uri });
  const watching = [...subscribed].filter(([, uris]) => uris.has(uri));
  await Promise.all(watching.map(([{ server }]) => server.sendResourceUpdated({ uri }).catch(() => undefined)));
}

const older = await startUpstream('sessions', () => buildServer(true));
const plain = await startUpstream('sessions', () => buildServer(false));
const modern = await startUpstream();
const handler = createMcpHandler(() => buildServer(true), { bus, legacy: 'reject' });
modern.intercept = ({ method, url, headers, body }) =>
  handler.fetch(new Request(`http://localhost${url}`, { method, headers, ...(body !== '' && { body }) }));
/** A server of both eras that offers subscriptions only in sessions. */
const both = await startUpstream('sessions', () => buildServer(true));
const unwatched = createMcpHandler(() => buildServer(false), { legacy: 'reject' });
both.intercept = async ({ method, url, headers, body }) =>
  headers.get('mcp-protocol-version') === '2026-07-28'
    ? unwatched.fetch(new Request(`http://localhost${url}`, { method, headers, ...(body !== '' && { body }) }))
    : null;

const database = await createTestDatabase();
const options = { egressAllow: '127.0.0.0/8', databaseUrl: database.url };
const [world, other] = await Promise.all([startWorld(options), startWorld(options)]);
const passThrough: 'resources'[] = ['resources'];
const documents: readonly DocumentInput[] = Object.entries({ older, modern, plain, both }).map(([id, { url }]) => ({
  ...{ id, name: id, connector: { kind: 'mcp-http', url, passThrough } },
  tools: [{ name: 'none', description: '', inputSchema: { type: 'object' } }],
}));
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', documents);
const clients: Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all([world.close(), other.close()]);
  await Promise.all([older.close(), plain.close(), modern.close(), both.close(), database.close()]);
});

/** A client and the updates that it has received. */
async function watcher(to: Endpoint, mode: 'legacy' | 'auto') {
  const client = await connect(to, mode);
  clients.push(client);
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  const watch = async (uri: string): Promise<void> => {
    if (mode === 'legacy') await client.subscribeResource({ uri });
    else
      expect((await client.listen({ resourceSubscriptions: [uri] })).honoredFilter.resourceSubscriptions).toEqual([
        uri,
      ]);
  };
  return { client, heard, watch };
}

/** An older client whose stream is on another instance than its requests. */
async function connectApart({ url, token }: Endpoint, elsewhere: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const route: typeof fetch = (address, init) => fetch(init?.method === 'GET' ? elsewhere : address, init);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch: route }));
  return client;
}

/** Changes a resource until a client hears of it: its stream, or its server's, may still be opening. */
const untilHeard = (heard: readonly string[], uri: string, shown: string) =>
  vi.waitFor(async () => {
    await change(uri);
    expect(heard).toContain(shown);
  }, WAIT);

describe.each(['legacy', 'auto'] as const)('a client in %s mode', (mode) => {
  it.each(['older', 'modern', 'both'])('receives updates of resources from a server: %s', async (server) => {
    const { client, heard, watch } = await watcher(endpoint, mode);
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true });
    await watch(`toolyard://${server}/${NOTE}`);
    await untilHeard(heard, NOTE, `toolyard://${server}/${NOTE}`);
    expect(new Set(heard)).toEqual(new Set([`toolyard://${server}/${NOTE}`]));
  });
});

it('an unsubscribed resource, or one whose client has left, is not watched at its server', async () => {
  const [leaving, staying] = [await watcher(endpoint, 'legacy'), await watcher(endpoint, 'legacy')];
  await leaving.watch('toolyard://older/test://left');
  await staying.watch('toolyard://older/test://kept');
  await untilHeard(staying.heard, 'test://kept', 'toolyard://older/test://kept');
  await leaving.client.close();
  await staying.client.unsubscribeResource({ uri: 'toolyard://older/test://kept' });
  const seen = () => older.requests.filter(({ method }) => method === 'DELETE').length;
  await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(2), WAIT);
  const before = staying.heard.length;
  await change('test://kept');
  await staying.watch('toolyard://older/test://last');
  await untilHeard(staying.heard, 'test://last', 'toolyard://older/test://last');
  expect(staying.heard.slice(before).filter((uri) => uri.endsWith('kept'))).toEqual([]);
});

it('a subscription reaches the session’s stream on another instance', async () => {
  const elsewhere = `${other.url}${new URL(endpoint.url).pathname}`;
  const client = await connectApart(endpoint, elsewhere);
  clients.push(client);
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  await client.subscribeResource({ uri: 'toolyard://older/test://far' });
  await untilHeard(heard, 'test://far', 'toolyard://older/test://far');
  await client.unsubscribeResource({ uri: 'toolyard://older/test://far' });
});

// The SDK's client reports -32002 of the older revisions as -32602.
it.each([
  ['toolyard://plain/test://note', -32_601],
  ['toolyard://older/test://refused', -32_602],
  ['toolyard://nowhere/test://note', -32_602],
])('%s is refused', async (uri, code) => {
  const { client } = await watcher(endpoint, 'legacy');
  await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ code });
  const newer = await watcher(endpoint, 'auto');
  const { honoredFilter } = await newer.client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
  expect(honoredFilter).toEqual({ toolsListChanged: true });
});

it('watches at most 16 resources through an endpoint, and those of a program', async () => {
  await world.saveServer({
    id: 'everything',
    name: 'Everything',
    connector: { kind: 'mcp-stdio', package: '@modelcontextprotocol/server-everything', passThrough },
    tools: [{ name: 'toggle-subscriber-updates', description: '', inputSchema: { type: 'object' } }],
  });
  const local = await makeEndpoint(world.account.ctx, world.url, 'local', []);
  await addServerToStack(world.account.ctx, local.stackId, { serverId: 'everything', enableAllTools: true });
  const { client, heard, watch } = await watcher(local, 'legacy');
  const uris = Array.from({ length: 16 }, (_, at) => `toolyard://everything/demo://resource/dynamic/text/${at}`);
  for (const uri of uris) await watch(uri);
  await client.callTool({ name: 'everything_toggle-subscriber-updates', arguments: {} });
  await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(uris)), WAIT);
  const [uri = ''] = uris;
  await expect(client.subscribeResource({ uri: `${uri}1` })).rejects.toMatchObject({ code: -32_602 });
  const second = await watcher(local, 'legacy');
  await expect(second.client.subscribeResource({ uri })).rejects.toThrow('max_resource_subscriptions');
});
