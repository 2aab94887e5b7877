import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { type McpUpstream, startUpstream, type UpstreamKind } from '../connectors/mcp/mcpUpstream.ts';
import { createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from './kit.ts';

const KINDS: readonly UpstreamKind[] = ['sessions', 'both', 'modern'];
const upstreams = new Map<UpstreamKind, McpUpstream>();
let [here, there]: World[] = [];
let endpoint: Endpoint;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  closeDatabase = () => database.close();
  for (const kind of KINDS) upstreams.set(kind, await startUpstream(kind));
  const options = { databaseUrl: database.url, egressAllow: '127.0.0.0/8' };
  [here, there] = [await startWorld(options), await startWorld(options)];
  const tools = ['wait', 'sum'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  const documents = [...upstreams].map(([id, { url }]) => ({
    ...{ id, name: id, tools },
    connector: { kind: 'mcp-http' as const, url },
  }));
  endpoint = await makeEndpoint(here.account.ctx, here.url, 'cancelled', documents);
});
afterAll(async () => {
  await here?.close();
  await there?.close();
  for (const upstream of upstreams.values()) await upstream.close();
  await closeDatabase();
});

const upstreamOf = (kind: UpstreamKind): McpUpstream => {
  const upstream = upstreams.get(kind);
  if (!upstream) throw new Error('not started');
  return upstream;
};
const heard = (kind: UpstreamKind, event: string, count: number) =>
  eventually(`${event} at ${kind}`, () => upstreamOf(kind).noticed.filter((each) => each === event).length >= count);
const urlAt = (where: string): string =>
  where === 'here' ? endpoint.url : endpoint.url.replace(here?.url ?? '', there?.url ?? '');

type SendOptions = {
  readonly where?: string;
  readonly session?: string | null;
  readonly token?: string;
  readonly signal?: AbortSignal;
};
const send = (message: object, { where = 'here', session, token = endpoint.token, signal }: SendOptions = {}) =>
  fetch(urlAt(where), {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
      ...(session && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal && { signal }),
  });

async function handshake(capabilities: object = {}, token = endpoint.token): Promise<string> {
  const params = { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'test', version: '1' } };
  const response = await send({ id: 0, method: 'initialize', params }, { token });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}
const call = (kind: UpstreamKind, id: unknown, more = {}) => ({
  ...{ id, method: 'tools/call' },
  params: { name: `${kind}_wait`, arguments: {}, ...more },
});
const cancelOf = (requestId: unknown) => ({
  method: 'notifications/cancelled',
  params: { requestId, reason: 'enough' },
});

const CAPABILITIES = {
  'not elicitable': {},
  'elicitable by forms': { elicitation: {} },
  'elicitable by both': { elicitation: { form: {}, url: {} } },
};
const STREAMS = { 'at once': {}, 'with progress': { _meta: { progressToken: 'p' } } };

describe('a message that cancels a call of an older client', () => {
  const rows = KINDS.flatMap((kind) =>
    ['here', 'there'].flatMap((where) =>
      Object.entries(CAPABILITIES).flatMap(([capability, capabilities]) =>
        Object.entries(STREAMS).map(([how, more], index) => ({
          kind,
          where,
          capability,
          capabilities,
          how,
          more,
          id: index === 0 ? 7 : 'a "7"',
        })),
      ),
    ),
  );
  it.each(someOf(rows, 8))(
    'reaches the call: upstream $kind, sent $where, a client that is $capability, response $how',
    async (row) => {
      const { kind, where, capabilities, more, id } = row;
      const { noticed } = upstreamOf(kind);
      noticed.length = 0;
      const session = await handshake(capabilities);
      const answer = send(call(kind, id, more), { session });
      await heard(kind, 'started', 1);
      const cancelled = await send(cancelOf(id), { where, session });
      expect([cancelled.status, await cancelled.text()]).toEqual([202, '']);
      await heard(kind, 'cancelled', 1);
      // A cancelled call gets no response.
      expect(await (await answer).text()).not.toMatch(/result|error/);
    },
  );
});

it('cancels no other request: of another id, type of id, session or token, or without a session', async () => {
  const kind = 'both';
  const { noticed } = upstreamOf(kind);
  noticed.length = 0;
  const [session, other] = [await handshake(), await handshake()];
  const row = await here?.account.ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } });
  const attenuated =
    row && here && (await createStackToken(here.account.ctx, { endpointId: row.id, tools: ['both_wait'] }));
  const controller = new AbortController();
  const answer = send(call(kind, 7), { session, signal: controller.signal }).catch(() => null);
  await heard(kind, 'started', 1);
  const wrong: readonly (readonly [unknown, SendOptions])[] = [
    [8, { session }],
    ['7', { session }],
    [null, { session }],
    [undefined, { session }],
    [7, { session: other }],
    [7, { session: `${session}x` }],
    [7, { session: null }],
    [7, { session, token: attenuated?.token ?? '' }],
  ];
  for (const [requestId, options] of wrong)
    for (const where of ['here', 'there'])
      expect((await send(cancelOf(requestId), { ...options, where })).status).toBe(202);
  // An accepted cancellation would have arrived before this one.
  const last = send(call(kind, 9), { session: other });
  await heard(kind, 'started', 2);
  await send(cancelOf(9), { session: other, where: 'there' });
  await last;
  await heard(kind, 'cancelled', 1);
  expect(noticed.filter((each) => each === 'cancelled')).toHaveLength(1);
  controller.abort();
  await answer;
  await heard(kind, 'cancelled', 2);
});

it('ignores finished and unknown requests, and lets an id be reused', async () => {
  const session = await handshake();
  for (const id of [1, 'never']) expect((await send(cancelOf(id), { session })).status).toBe(202);
  for (let round = 0; round < 2; round += 1) {
    const sum = { id: 1, method: 'tools/call', params: { name: 'both_sum', arguments: {} } };
    expect(await (await send(sum, { session })).json()).toMatchObject({
      id: 1,
      result: { structuredContent: { sum: 3 } },
    });
    expect((await send(cancelOf(1), { session })).status).toBe(202);
  }
});

async function connected(
  options: ClientOptions,
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${endpoint.token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit });
  await client.connect(transport);
  return { client, transport };
}

/** The way the official clients cancel. */
describe.each(['legacy', 'auto'] as const)('a client of mode %s', (mode) => {
  it.each(
    someOf(
      KINDS.flatMap((kind) => ['by its signal', 'by closing'].map((how) => ({ kind, how }))),
      3,
    ),
  )('stops a call at $kind $how', async ({ kind, how }) => {
    upstreamOf(kind).noticed.length = 0;
    const { client } = await connected({ versionNegotiation: { mode } });
    const stop = new AbortController();
    const result = client
      .callTool({ name: `${kind}_wait`, arguments: {} }, { signal: stop.signal })
      .catch(() => 'stopped');
    await heard(kind, 'started', 1);
    if (how === 'by its signal') stop.abort('enough');
    else await client.close();
    expect(await result).toBe('stopped');
    await heard(kind, 'cancelled', 1);
    await client.close();
  });
});
