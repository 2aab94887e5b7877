import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startWorld } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from './kit.ts';

const SECRET = 'a-very-secret-key';
const LEVEL = 'io.modelcontextprotocol/logLevel';

const LINES = [
  { level: 'debug', data: 'starts' },
  { level: 'info', logger: 'desk', data: { seat: 7, key: SECRET } },
  { level: 'error', data: `refused ${SECRET}` },
  { level: 'error', data: 'x'.repeat(9_000) },
] as const;

/** The messages that a client gets for each requested level. */
const HEARD: Readonly<Record<string, readonly object[]>> = {
  error: [{ level: 'error', data: 'refused [redacted]' }],
  info: [
    { level: 'info', logger: 'desk', data: { seat: 7, key: '[redacted]' } },
    { level: 'error', data: 'refused [redacted]' },
  ],
};

/** A server that logs while a tool runs: always, as older ones do, or from the level that its client requests. */
function loggingServer(): McpServer {
  const server = new McpServer({ name: 'logs', version: '1.0.0' }, { capabilities: { logging: {} } });
  const content = [{ type: 'text' as const, text: 'done' }];
  server.registerTool('log', {}, async ({ mcpReq }) => {
    const isModern = mcpReq.envelope !== undefined;
    for (const { level, data, ...more } of LINES) {
      const params = { level, data, ...more };
      if (!isModern) await mcpReq.notify({ method: 'notifications/message', params });
      else await mcpReq.log(level, data, 'logger' in more ? more.logger : undefined);
    }
    return { content };
  });
  server.registerTool('flood', {}, async ({ mcpReq }) => {
    for (let at = 0; at < 300; at += 1) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data: at } });
    }
    return { content };
  });
  server.registerTool('climb', {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    for (let progress = 1; progress <= 1_100; progress += 1) {
      const params = { progressToken, progress, message: progress <= 100 ? 'y'.repeat(1_000) : 'up' };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    return { content };
  });
  return server;
}

const database = await createTestDatabase();
const world = await startWorld({ egressAllow: '127.0.0.0/8', databaseUrl: database.url });
const other = await startWorld({ egressAllow: '127.0.0.0/8', databaseUrl: database.url });
afterAll(async () => {
  await world.close();
  await other.close();
  await database.close();
});

/** The session and the messages in the response to a request: the events of a stream, or plain JSON. */
async function send({ url, token }: Pick<Endpoint, 'url' | 'token'>, body: object, headers: Record<string, string>) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });
  const text = await answer.text();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  const session = answer.headers.get('mcp-session-id') ?? '';
  return { session, messages: events.length > 0 ? events : [JSON.parse(text)] };
}

type Older = { readonly session?: string; readonly token?: string; readonly url?: string };

/** The session and the messages in the response to a request in the revisions with a handshake. */
const ask = (endpoint: Endpoint, method: string, params: object, { session, ...own }: Older = {}) =>
  send({ ...endpoint, ...own }, { method, params }, session ? { 'mcp-session-id': session } : {});
const HANDSHAKE = { protocolVersion: '2025-06-18', clientInfo: { name: 'test', version: '1' } };

/** The messages in the response to a call in the stateless revision. */
async function call(endpoint: Endpoint, name: string, more: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  const body = { method: 'tools/call', params: { name, arguments: {}, _meta } };
  return (await send(endpoint, body, headers)).messages;
}

const logged = (messages: readonly { method?: string; params?: object }[]) =>
  messages.filter(({ method }) => method === 'notifications/message').map(({ params }) => params);

describe.each(['sessions', 'both', 'modern'] as const)('the log of a server of kind %s', async (kind) => {
  const upstream = await startUpstream(kind, loggingServer);
  afterAll(() => upstream.close());
  const inputSchema = { type: 'object' };
  const tools = ['log', 'flood', 'climb'].map((name) => ({ name, description: '', inputSchema }));
  const credentials = [{ id: 'key', name: 'Key', description: '', required: true, secret: true }];
  const connector = { kind: 'mcp-http' as const, url: upstream.url, headers: { 'x-key': '{key}' } };
  const document = { id: `logs-${kind}`, name: 'Logs', connector, credentials, tools };
  const endpoint = await makeEndpoint(world.account.ctx, world.url, `logs ${kind}`, [document]);
  await setCredentials(world.account.ctx, endpoint.stackId, toServerId(document.id), { credentials: { key: SECRET } });

  it.each(Object.entries(HEARD))(
    'reaches a client that requests it from %s on, without secrets',
    async (level, heard) => {
      const messages = await call(endpoint, `${document.id}_log`, { [LEVEL]: level });
      expect(logged(messages)).toEqual(heard);
      expect(messages.at(-1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    },
  );

  it.each([{}, { elicitation: {} }])('reaches an older client from its level on, with %j', async (capabilities) => {
    const name = `${document.id}_log`;
    const { session, messages } = await ask(endpoint, 'initialize', { ...HANDSHAKE, capabilities });
    expect(messages[0]).toMatchObject({ result: { capabilities: { logging: {} } } });
    const heard = async (older: Older) => logged((await ask(endpoint, 'tools/call', { name }, older)).messages);
    for (const [level, lines] of Object.entries(HEARD)) {
      expect(await heard({})).toEqual([]);
      expect((await ask(endpoint, 'logging/setLevel', { level }, { session })).messages[0]).toMatchObject({
        result: {},
      });
      expect(await heard({ session })).toEqual(lines);
    }
    const { session: foreign } = await ask(endpoint, 'initialize', { ...HANDSHAKE, capabilities });
    expect(await heard({ session: foreign })).toEqual([]);
    const { ctx } = world.account;
    const { clientId } = endpoint;
    const row = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId } });
    const { token } = await createStackToken(ctx, { endpointId: row.id, tools: [name] });
    expect(await heard({ session, token })).toEqual([]);
    const url = endpoint.url.replace(world.url, other.url);
    await expect.poll(() => heard({ session, url })).toEqual(Object.values(HEARD).at(-1));
  });

  it('has no level that is unknown, or outside a session', async () => {
    const { session } = await ask(endpoint, 'initialize', { ...HANDSHAKE, capabilities: {} });
    const wrong = await ask(endpoint, 'logging/setLevel', { level: 'loud' }, { session });
    expect(wrong.messages).toMatchObject([{ error: { code: -32_602 } }]);
    const outside = await ask(endpoint, 'logging/setLevel', { level: 'info' });
    expect(outside.messages).toMatchObject([{ error: { code: -32_600 } }]);
  });

  it('does not reach a client that requests none, and ends at its limit', async () => {
    expect(await call(endpoint, `${document.id}_log`, {})).toHaveLength(1);
    const messages = logged(await call(endpoint, `${document.id}_flood`, { [LEVEL]: 'debug' }));
    expect(messages).toHaveLength(201);
    expect(messages.slice(199)).toEqual([
      { level: 'info', data: 199 },
      { level: 'warning', logger: 'toolyard', data: 'Further log messages of this call are omitted.' },
    ]);
  });

  it.each([
    ['climb', { progressToken: 'p' }],
    ['flood', { [LEVEL]: 'debug' }],
  ])('counts for byte quotas, like progress: %s', async (name, params) => {
    const { ctx } = world.account;
    const toolId = `${document.id}_${name}`;
    const quota = { bytes: 5_000, per: 'hour', of: 'caller' };
    const { id } = await createPolicyRule(ctx, { name: toolId, effect: 'deny', tools: [toolId], quota });
    // Without log messages, a call uses only a small part of the byte quota.
    await call(endpoint, toolId, {});
    expect(await call(endpoint, toolId, params)).not.toHaveLength(1);
    await expect.poll(() => call(endpoint, toolId, {}).then(JSON.stringify)).toContain('quota is used up');
    await deletePolicyRule(ctx, id);
  });

  it('has a limited number of progress notifications, without long tokens', async () => {
    const messages = await call(endpoint, `${document.id}_climb`, { progressToken: 'p' });
    const notices = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    expect(notices).toHaveLength(1_000);
    expect(notices.filter(({ message }) => message?.startsWith('y'))).toHaveLength(65);
    expect(notices[66]).toEqual({ progressToken: 'p', progress: 67 });
    expect(messages.at(-1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    const refused = { error: { code: -32_602, message: 'The progressToken has more than 256 characters' } };
    expect(await call(endpoint, `${document.id}_climb`, { progressToken: 'p'.repeat(257) })).toMatchObject([refused]);
  });
});
