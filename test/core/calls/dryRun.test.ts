import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { isRecord } from '../../../src/core/lib/json.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from '../../mcp/kit.ts';

type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

const SECRET = 'c0ffee5ecret';
const field = (placement: object) => ({ id: 'key', name: 'Key', required: true, secret: true, placement });
/** Every place that a credential can take. */
const PLACES: Readonly<Record<string, object>> = {
  header: { in: 'header', name: 'X-Key' },
  bearer: { in: 'header', name: 'Authorization', template: 'Bearer {key}' },
  basic: { in: 'header', name: 'Authorization', template: 'Basic {key:|base64}' },
  query: { in: 'query', name: 'api_key' },
  body: { in: 'body', name: 'api_key' },
  path: { in: 'path', name: 'key' },
};
const text = { type: 'string' };
const request = (own: object) => ({ kind: 'template', path: '/items/{id}', ...own });
/** Every way to send an input. */
const REQUESTS: Readonly<Record<string, object>> = {
  get: request({ method: 'GET', query: { q: '{note}' }, headers: { 'x-note': '{note}' } }),
  json: request({ method: 'POST', body: { note: '{note}', fixed: [1, true] } }),
  form: request({ method: 'PUT', body: { note: '{note}' }, bodyEncoding: 'form' }),
  delete: request({ method: 'DELETE' }),
};
const INPUT = { id: 'a b/ü', note: 'two words & more' };

const toolOf = (name: string, own: object, isInPath: boolean) => ({
  name,
  inputSchema: { type: 'object', properties: { id: text, note: text }, required: ['id'] },
  request: isInPath ? { ...own, path: '/items/{id}/{key}' } : own,
});
const documentOf = (place: string, origin: string) => ({
  id: `at-${place}`,
  name: `At ${place}`,
  credentials: [field(PLACES[place] ?? {})],
  connector: { kind: 'http' as const, baseUrl: `${origin}/base` },
  tools: Object.entries(REQUESTS).map(([name, own]) => toolOf(name, own, place === 'path')),
});

const SEARCH = { path: '/search', query: { q: '{call_key}' }, found: '/data/0' };
/** Ways to send a key of ours, which a search finds after a lost response (`reconcile.ts`). */
const KEYED: Readonly<Record<string, object>> = {
  body: { body: { note: '{note}', metadata: ['{call_key}'] } },
  header: { headers: { 'x-note': 'key {call_key}' } },
  query: { query: { note: '{call_key}' } },
  path: { path: '/items/{call_key}' },
  key: { reconcile: { ...SEARCH, key: { in: 'header', name: 'X-Ours' } } },
  service: { idempotencyKey: { in: 'header', name: 'X-Theirs' } },
};
const keyedDocument = (origin: string) => ({
  ...documentOf('header', origin),
  id: 'keyed',
  tools: Object.entries(KEYED).map(([name, own]) =>
    toolOf(name, { ...request({ method: 'POST' }), reconcile: SEARCH, ...own }, false),
  ),
});

const received: Received[] = [];
const server = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = '', url = '', headers } = incoming;
  received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
  response.setHeader('content-type', 'application/json').end('{"done":true}');
});
let world: World;
let endpoint: Endpoint;
let origin: string;

beforeAll(async () => {
  const port = await listenOnLoopback(server);
  origin = `http://127.0.0.1:${port}`;
  world = await startWorld({ egressAllow: `127.0.0.1:${port}` });
  const { ctx } = world.account;
  const documents = [
    ...Object.keys(PLACES).map((place) => documentOf(place, origin)),
    { ...documentOf('header', origin), id: 'empty' },
    keyedDocument(origin),
  ];
  endpoint = await makeEndpoint(ctx, world.url, 'dry runs', []);
  for (const document of documents) {
    await world.saveServer(document);
    await addServerToStack(ctx, endpoint.stackId, { serverId: document.id, enableAllTools: true });
  }
  for (const id of [...Object.keys(PLACES).map((place) => `at-${place}`), 'keyed'])
    await setCredentials(ctx, endpoint.stackId, toServerId(id), { credentials: { key: SECRET } });
});
afterAll(async () => {
  await world?.close();
  server.close();
});

/** One call over a surface, with or without `dry_run`; returns the result, or the refusal as text. */
type Surface = (tool: string, input: object, isDryRun: boolean) => Promise<unknown>;

async function send(path: string, token: string, body: object, own: Record<string, string> = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...own };
  const answer = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}
const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (isRecord(at) ? at[name] : Array.isArray(at) ? at[Number(name)] : undefined),
    value,
  );

const query = (isDryRun: boolean): string => (isDryRun ? '?dry_run=true' : '');
const SURFACES = {
  '/v1 invoke': async (tool, input, isDryRun) => {
    const path = `/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke${query(isDryRun)}`;
    const body = await send(path, world.account.apiKey, { tool_input: input });
    return memberOf(body, 'result') ?? body;
  },
  '/v1 invoke_batch': async (tool, input, isDryRun) => {
    const path = `/v1/stacks/${endpoint.stackId}/tools/invoke_batch${query(isDryRun)}`;
    const body = await send(path, world.account.apiKey, { calls: [{ tool_id: tool, tool_input: input }] });
    return memberOf(body, 'results', '0', 'result') ?? body;
  },
  '/s call_tool': async (tool, input, isDryRun) => {
    const path = `/s/${endpoint.clientId}/call_tool${query(isDryRun)}`;
    const body = await send(path, endpoint.token, { tool_name: tool, tool_input: input });
    return memberOf(body, 'result') ?? body;
  },
  'call_tool of search mode': async (tool, input, isDryRun) => {
    const path = `/s/${endpoint.clientId}/call_tool?mode=search&dry_run=${isDryRun}`;
    const inner = { tool_name: tool, tool_input: input, select: 'done', max_bytes: 256 };
    const body = await send(path, endpoint.token, { tool_name: 'call_tool', tool_input: inner });
    return memberOf(body, 'result') ?? body;
  },
  MCP: async (tool, input, isDryRun) => {
    const params = { name: tool, arguments: input, ...(isDryRun && { _meta: { 'toolyard/dry_run': true } }) };
    const { body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return memberOf(body, 'result', 'structuredContent') ?? body;
  },
  GraphQL: async (tool, toolInput, isDryRun) => {
    const document =
      'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { ... on InvokeToolPayload { result call { id } } ... on UserError { message } } }';
    const input = { stackId: endpoint.stackId, toolId: tool, toolInput, isDryRun };
    const body = await send('/graphql', world.account.apiKey, { query: document, variables: { input } });
    return memberOf(body, 'data', 'invokeTool', 'result') ?? body;
  },
} satisfies Readonly<Record<string, Surface>>;

const callsRecorded = () => world.account.ctx.db.callRecord.count({ where: { stackId: endpoint.stackId } });
const tools = Object.keys(PLACES).flatMap((place) => Object.keys(REQUESTS).map((name) => `at-${place}_${name}`));
const ownHeaders = (headers: Received['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-')));
const keyedTools = Object.keys(KEYED).map((name) => `keyed_${name}`);

it('sends nothing, and describes exactly the request that the call sends', async () => {
  let compared = 0;
  for (const tool of [...tools, ...keyedTools]) {
    received.length = 0;
    const key = randomUUID();
    const invoke = async (isDryRun: boolean) => {
      const path = `/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke${query(isDryRun)}`;
      return memberOf(
        await send(path, world.account.apiKey, { tool_input: INPUT }, { 'idempotency-key': key }),
        'result',
      );
    };
    const dry = await invoke(true);
    expect(received, tool).toEqual([]);
    expect(JSON.stringify(dry)).not.toContain(SECRET);
    expect(dry, tool).toMatchObject({ dry_run: true, decision: 'allow', would_send: true, missing_credentials: [] });
    await invoke(false);
    const [sent] = received;
    const unmasked = JSON.stringify(memberOf(dry, 'request'))
      .replaceAll(Buffer.from('MASKED_key:').toString('base64'), Buffer.from(`${SECRET}:`).toString('base64'))
      .replaceAll('MASKED_key', SECRET);
    const { method, url, headers, body } = JSON.parse(unmasked);
    expect({ method, url, body: body ?? '' }, tool).toEqual({
      method: sent?.method,
      url: origin + sent?.url,
      body: sent?.body,
    });
    expect(sent?.headers, tool).toMatchObject(headers);
    expect(headers, tool).toMatchObject(ownHeaders(sent?.headers ?? {}));
    compared += 1;
  }
  process.stdout.write(`requests compared with dry runs: ${compared}\n`);
});

it.each(Object.entries(SURFACES))('answers alike and records nothing: %s', async (_name, surface) => {
  const before = await callsRecorded();
  received.length = 0;
  expect(await surface('at-header_json', INPUT, true)).toEqual({
    dry_run: true,
    tool_id: 'at-header_json',
    decision: 'allow',
    would_send: true,
    message: null,
    missing_credentials: [],
    request: {
      method: 'POST',
      url: `${origin}/base/items/a%20b%2F%C3%BC`,
      headers: expect.objectContaining({ 'x-key': 'MASKED_key', 'content-type': 'application/json' }),
      body: '{"note":"two words & more","fixed":[1,true]}',
      body_bytes: 44,
    },
  });
  const missing = await surface('empty_json', INPUT, true);
  expect(missing).toMatchObject({
    would_send: false,
    message: 'missing credentials: key',
    missing_credentials: ['key'],
    request: null,
  });
  expect(JSON.stringify(await surface('at-header_json', { id: 7 }, true))).toMatch(
    /must be string|type|Invalid input/i,
  );
  expect(received).toEqual([]);
  expect(await callsRecorded()).toBe(before);
});

it('shows up to 64 KiB of a body, in whole characters', async () => {
  const properties = { id: text, note: text };
  const tool = { name: 'say', inputSchema: { type: 'object', properties } };
  const connector = { kind: 'mcp-http' as const, url: `${origin}/mcp` };
  await world.saveServer({ id: 'by-mcp', name: 'By MCP', credentials: [], connector, tools: [tool] });
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId: 'by-mcp', enableAllTools: true });
  const invoke = SURFACES['/v1 invoke'] ?? (() => Promise.reject(new Error('no surface')));
  for (const name of ['at-header_json', 'by-mcp_say'])
    for (const note of ['a', 'aü', 'ü', '世', '😀']) {
      const shown = memberOf(await invoke(name, { id: 'x', note: note.repeat(70_000) }, true), 'request');
      const body = String(memberOf(shown, 'body'));
      expect(memberOf(shown, 'body_bytes'), name).toBeGreaterThan(65_536);
      expect(body, name).not.toContain('\uFFFD');
      expect([0, 1, 2, 3], name).toContain(65_536 - Buffer.byteLength(body));
    }
});

it('decides as the rules do, without asking for an approval or using up a quota', async () => {
  const { ctx } = world.account;
  const tool = toToolId('at-bearer_get');
  const invoke = SURFACES['/s call_tool'];
  const rule = { tools: [tool], stackId: endpoint.stackId };
  await createPolicyRule(ctx, {
    ...rule,
    name: 'twice',
    effect: 'deny',
    quota: { calls: 2, per: 'hour', of: 'account' },
  });
  const decisions: unknown[] = [];
  for (let made = 0; made < 3; made += 1) decisions.push(memberOf(await invoke(tool, INPUT, true), 'decision'));
  await createPolicyRule(ctx, { ...rule, name: 'ask first', effect: 'ask' });
  const pending = await invoke(tool, INPUT, true);
  await createPolicyRule(ctx, { ...rule, name: 'never', effect: 'deny' });
  const denied = await invoke(tool, INPUT, true);
  expect([...decisions, memberOf(pending, 'decision'), memberOf(denied, 'decision')]).toEqual([
    'allow',
    'allow',
    'allow',
    'ask',
    'deny',
  ]);
  expect(memberOf(denied, 'message')).toBe('the rule “never” denies the call');
  expect([memberOf(pending, 'request'), memberOf(denied, 'request')]).toEqual([null, null]);
  expect(await ctx.db.approval.count({ where: { stackId: endpoint.stackId } })).toBe(0);
});

it('refuses any other value of dry_run, so that a typo makes no call', async () => {
  received.length = 0;
  const path = `/s/${endpoint.clientId}/call_tool`;
  const body = { tool_name: 'at-header_get', tool_input: INPUT };
  for (const value of ['1', 'yes', 'True', '', 'true&dry_run=true'])
    expect(await send(`${path}?dry_run=${value}`, endpoint.token, body)).toMatchObject({
      error: 'Invalid dry_run: use true or false',
    });
  expect(received).toEqual([]);
});
