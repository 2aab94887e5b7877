import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEgress } from '../../src/connectors/egress.ts';
import { createMcpHttp } from '../../src/connectors/mcpHttp.ts';
import type { Connector } from '../../src/core/catalog/document.ts';
import type { OpenCredential, ToolCall } from '../../src/core/routing/connector.ts';
import { type McpUpstream, type SeenRequest, startUpstream, type UpstreamKind } from './mcpUpstream.ts';
import { isAlive, textOf, toolCall } from './stdioKit.ts';

const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
const opened: McpUpstream[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});
// The server SDK warns of the tool name that no header can carry.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterAll(() => egress.close());

async function world(kind: UpstreamKind = 'sessions') {
  const upstream = await startUpstream(kind);
  opened.push(upstream);
  const connector: Connector = { kind: 'mcp-http', url: upstream.url };
  const http = createMcpHttp({ egress });
  const call = (name: string, more: Partial<ToolCall> = {}) => http.call(toolCall(connector, name, more));
  return { upstream, connector, http, call };
}

const rpcs = ({ requests }: McpUpstream) => requests.map((request) => request.rpc || request.method);
const echo = { input: { message: 'hi' } };

describe.each<UpstreamKind>(['sessions', 'both', 'modern'])('an upstream that serves %s', (kind) => {
  it('is called', async () => {
    const { call } = await world(kind);
    expect(textOf(await call('echo', echo))).toBe('hi');
  });

  it('gives structured content', async () => {
    const { call } = await world(kind);
    expect(await call('sum')).toMatchObject({ kind: 'ok', output: { structuredContent: { sum: 3 } } });
  });

  it('says that a tool failed', async () => {
    const { call } = await world(kind);
    expect(await call('fail')).toMatchObject({ kind: 'tool_error', message: 'out of paper' });
  });

  it('says that a tool is unknown', async () => {
    const { call } = await world(kind);
    expect(await call('absent')).toMatchObject({ kind: 'tool_error', message: expect.stringContaining('absent') });
  });

  it('tells its progress', async () => {
    const { call } = await world(kind);
    const seen: object[] = [];
    expect(textOf(await call('steps', { onProgress: (progress) => seen.push(progress) }))).toBe('done');
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
  });

  it('hears that a call is cancelled', async () => {
    const { call, upstream } = await world(kind);
    const controller = new AbortController();
    const pending = call('wait', { signal: controller.signal });
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started']), 5_000);
    controller.abort();
    expect((await pending).kind).toBe('cancelled');
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started', 'cancelled']), 5_000);
  });

  it('runs a tool whose name no header can carry, and one that wants arguments in headers', async () => {
    const { call } = await world(kind);
    expect(textOf(await call('große größe'))).toBe('umlauts');
    expect(textOf(await call('regional', { input: { region: 'eu' } }))).toBe('in eu');
  });

  it('is asked for all its tools', async () => {
    const { http, connector } = await world(kind);
    const tools = await http.discover({
      serverId: 's',
      connector,
      credentials: [],
      signal: AbortSignal.timeout(5_000),
    });
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Says it again',
      inputSchema: expect.objectContaining({ type: 'object', required: ['message'] }),
      annotations: { readOnlyHint: true },
    });
    expect(tools.map((tool) => tool.name)).toContain('regional');
  });

  it('is negotiated with once for any number of calls', async () => {
    const { call, upstream } = await world(kind);
    await Promise.all(Array.from({ length: 10 }, () => call('echo', echo)));
    await call('echo', echo);
    const calls = rpcs(upstream).filter((rpc) => rpc === 'tools/call');
    const others = rpcs(upstream).filter((rpc) => rpc !== 'tools/call');
    expect(calls).toHaveLength(11);
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('sessions', () => {
  it.each<UpstreamKind>(['sessions', 'sessions-400'])(
    'are negotiated anew when the upstream lost them: %s',
    async (kind) => {
      const { call, upstream } = await world(kind);
      await call('echo', echo);
      upstream.forgetSessions();
      upstream.requests.splice(0);
      const outcomes = await Promise.all([call('echo', echo), call('echo', echo)]);
      expect(outcomes.map(textOf)).toEqual(['hi', 'hi']);
      expect(rpcs(upstream).filter((rpc) => rpc === 'initialize')).toHaveLength(1);
    },
  );

  it('are given up when the upstream loses every one', async () => {
    const { call, upstream } = await world();
    upstream.intercept = ({ rpc }) => (rpc === 'tools/call' ? new Response('gone', { status: 404 }) : null);
    expect(await call('echo', echo)).toMatchObject({ kind: 'upstream_error', status: 404 });
    expect(rpcs(upstream).filter((rpc) => rpc === 'tools/call')).toHaveLength(1);
  });

  it('are shared by no two accounts, stacks, servers or credentials', async () => {
    const { call, upstream, connector } = await world();
    const bearer = (value: string): OpenCredential[] => [
      { fieldId: 'key', value, placement: { in: 'header', name: 'Authorization', template: 'Bearer {key}' } },
    ];
    const owners: Partial<ToolCall>[] = [
      { credentials: bearer('a') },
      { credentials: bearer('b') },
      { accountId: 'acct_b', credentials: bearer('a') },
      { stackId: 'stack_b', credentials: bearer('a') },
      { serverId: 'server_b', credentials: bearer('a') },
    ];
    for (const owner of owners) await call('echo', { connector, ...echo, ...owner });
    const used = upstream.requests.filter((request) => request.rpc === 'tools/call').map(({ headers }) => headers);
    expect(new Set(used.map((headers) => headers.get('mcp-session-id'))).size).toBe(owners.length);
    expect(used.map((headers) => headers.get('authorization'))).toEqual([
      'Bearer a',
      'Bearer b',
      ...Array(3).fill('Bearer a'),
    ]);
  });

  it('survive an upstream that changes to the stateless revision', async () => {
    const { call, upstream } = await world('both');
    let isOld = true;
    upstream.intercept = ({ headers, rpc }) => {
      const isModern = headers.has('mcp-method');
      if (isOld && isModern) return new Response('what?', { status: 400 });
      if (!isOld && !isModern && rpc === 'tools/call') return new Response('old', { status: 400 });
      return null;
    };
    expect(textOf(await call('echo', echo))).toBe('hi');
    isOld = false;
    expect(textOf(await call('echo', echo))).toBe('hi');
  });
});

describe('addresses and headers', () => {
  const credential = (fieldId: string, value: string, placement: OpenCredential['placement'] = null) => ({
    fieldId,
    value,
    placement,
  });

  it('are filled from credentials, each encoded for its place', async () => {
    const { http, upstream } = await world('both');
    const url = `${upstream.url.replace('/mcp', '/{tenant}/mcp')}?v=1`;
    const connector: Connector = { kind: 'mcp-http', url, headers: { 'X-Tenant': 't {tenant}', 'X-None': '{absent}' } };
    const credentials = [
      credential('tenant', 'a/b?c'),
      credential('key', 's&3', { in: 'query', name: 'api_key' }),
      credential('unused', 'x'),
    ];
    const outcome = await http.call(toolCall(connector, 'echo', { ...echo, credentials }));
    expect(textOf(outcome)).toBe('hi');
    const last = upstream.requests.at(-1);
    expect(last?.url).toBe('/a%2Fb%3Fc/mcp?v=1&api_key=s%263');
    expect(last?.headers.get('x-tenant')).toBe('t a/b?c');
    expect(last?.headers.has('x-none')).toBe(false);
  });

  it('take a whole base address where the template starts with one', async () => {
    const { http, upstream } = await world('both');
    const connector: Connector = { kind: 'mcp-http', url: '{base}/mcp' };
    const credentials = [credential('base', new URL(upstream.url).origin)];
    expect(textOf(await http.call(toolCall(connector, 'echo', { ...echo, credentials })))).toBe('hi');
  });

  it.each([
    {
      says: 'a missing part of the address',
      url: 'http://127.0.0.1/{tenant}',
      credentials: [],
      outcome: { kind: 'missing_credentials', fieldIds: ['tenant'] },
    },
    {
      says: 'a credential that is no address',
      url: '{base}/mcp',
      credentials: [credential('base', 'evil canary')],
      outcome: { kind: 'tool_error' },
    },
    {
      says: 'a credential that would add a header',
      url: 'http://127.0.0.1/',
      credentials: [credential('key', 'a\r\nX-Evil: canary', { in: 'header', name: 'X-Key' })],
      outcome: { kind: 'tool_error' },
    },
  ])('$says: $outcome.kind, without its value', async ({ url, credentials, outcome }) => {
    const { http } = await world('both');
    const ended = await http.call(toolCall({ kind: 'mcp-http', url }, 'echo', { credentials }));
    expect(ended).toMatchObject(outcome);
    expect(JSON.stringify(ended)).not.toContain('canary');
  });

  it('keep the trailing slash and the query of the template', async () => {
    const { http, upstream } = await world('both');
    const connector: Connector = { kind: 'mcp-http', url: `${upstream.url}/?v=1&k={key}&none={absent}` };
    await http.call(toolCall(connector, 'echo', { ...echo, credentials: [credential('key', 'a b')] }));
    expect(upstream.requests.at(-1)?.url).toBe('/mcp/?v=1&k=a%20b');
  });
});

describe('how a call ends', () => {
  const sse = (...data: string[]) =>
    new Response(data.map((line) => `data: ${line}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const json = (body: string, status = 200, headers = {}) =>
    new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
  const idOf = ({ body }: SeenRequest): number => JSON.parse(body).id;
  const rpcError = (seen: SeenRequest, code: number) =>
    JSON.stringify({ jsonrpc: '2.0', id: idOf(seen), error: { code, message: 'told so' } });

  type Case = { says: string; answer: (seen: SeenRequest) => Response; outcome: object };
  const CASES: Case[] = [
    { says: '401', answer: () => json('{}', 401), outcome: { kind: 'upstream_refused', status: 401 } },
    { says: '403', answer: () => json('{}', 403), outcome: { kind: 'upstream_refused', status: 403 } },
    {
      says: '429 with seconds',
      answer: () => json('{}', 429, { 'retry-after': '7' }),
      outcome: { kind: 'upstream_rate_limited', retryAfterSeconds: 7 },
    },
    {
      says: '429 with a date gone by',
      answer: () => json('{}', 429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
      outcome: { kind: 'upstream_rate_limited', retryAfterSeconds: 0 },
    },
    { says: '503', answer: () => json('{}', 503), outcome: { kind: 'upstream_error', status: 503 } },
    { says: 'garbage', answer: () => json('not json'), outcome: { kind: 'bad_answer' } },
    {
      says: 'a page',
      answer: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      outcome: { kind: 'bad_answer' },
    },
    {
      says: 'another id',
      answer: () => json('{"jsonrpc":"2.0","id":-1,"result":{"content":[]}}'),
      outcome: { kind: 'bad_answer' },
    },
    { says: 'over 4 MiB', answer: () => json(JSON.stringify('x'.repeat(5 << 20))), outcome: { kind: 'bad_answer' } },
    { says: 'over 4 MiB in a stream', answer: () => sse('x'.repeat(5 << 20)), outcome: { kind: 'bad_answer' } },
    { says: 'a stream without an answer', answer: () => sse('{}'), outcome: { kind: 'bad_answer' } },
    {
      says: 'no content',
      answer: (s) => json(`{"jsonrpc":"2.0","id":${idOf(s)},"result":{}}`),
      outcome: { kind: 'bad_answer' },
    },
    {
      says: 'a fault',
      answer: (s) => json(rpcError(s, -32_603)),
      outcome: { kind: 'upstream_error', message: expect.stringContaining('told so') },
    },
    {
      says: 'refused arguments',
      answer: (s) => json(rpcError(s, -32_602)),
      outcome: { kind: 'tool_error', message: 'told so' },
    },
    {
      says: 'refused arguments as 400',
      answer: (s) => json(rpcError(s, -32_602), 400),
      outcome: { kind: 'tool_error' },
    },
    {
      says: 'a question that only a person can answer',
      answer: (s) =>
        json(`{"jsonrpc":"2.0","id":${idOf(s)},"result":{"resultType":"input_required","inputRequests":{}}}`),
      outcome: { kind: 'bad_answer' },
    },
  ];

  it.each(CASES)('$says', async ({ answer, outcome }) => {
    const { call, upstream } = await world('both');
    upstream.intercept = (seen) => (seen.rpc === 'tools/call' ? answer(seen) : null);
    expect(await call('echo', echo)).toMatchObject(outcome);
  });

  it.each([
    { says: 'refuses the credentials', status: 401, kind: 'upstream_refused' },
    { says: 'limits the rate', status: 429, kind: 'upstream_rate_limited' },
    { says: 'is broken', status: 500, kind: 'upstream_error' },
    { says: 'is something else', status: 404, kind: 'upstream_error' },
  ])('an upstream that $says from the start', async ({ status, kind }) => {
    const { call, upstream } = await world('both');
    upstream.intercept = () => new Response('no', { status });
    expect((await call('echo', echo)).kind).toBe(kind);
  });

  it('works with an upstream that falls over a request it does not know', async () => {
    const { call, upstream } = await world('sessions');
    upstream.intercept = ({ rpc }) => (rpc === 'server/discover' ? new Response('boom', { status: 500 }) : null);
    expect(textOf(await call('echo', echo))).toBe('hi');
  });

  it('unreachable', async () => {
    const { call, upstream } = await world('both');
    await upstream.close();
    opened.splice(0);
    expect((await call('echo', echo)).kind).toBe('unreachable');
  });

  it('an address that the rules forbid', async () => {
    const { http } = await world('both');
    const call = toolCall({ kind: 'mcp-http', url: 'http://169.254.169.254/latest' }, 'echo', echo);
    expect((await http.call(call)).kind).toBe('address_refused');
  });

  it.each(['server/discover', 'tools/call'])('at the deadline when %s gets no answer', async (rpc) => {
    const { call, upstream } = await world('both');
    const never = new Promise<Response>(() => undefined);
    upstream.intercept = (seen) => (seen.rpc === rpc ? never : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('at the deadline when the negotiation is answered with a stream that never ends', async () => {
    const { call, upstream } = await world('both');
    const headers = { 'content-type': 'text/event-stream' };
    upstream.intercept = ({ rpc }) => (rpc ? new Response(new ReadableStream({}), { headers }) : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('with the answer of a stream that was broken off and taken up again', async () => {
    const { call, upstream } = await world('sessions');
    let id = 0;
    upstream.intercept = (seen) => {
      const headers = { 'content-type': 'text/event-stream' };
      if (seen.method === 'GET' && seen.headers.get('last-event-id') === 'e1') {
        const result = { content: [{ type: 'text', text: 'later' }] };
        return new Response(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`, { headers });
      }
      if (seen.rpc !== 'tools/call') return null;
      id = idOf(seen);
      return new Response('id: e1\ndata: \n\n', { headers });
    };
    expect(textOf(await call('echo', echo))).toBe('later');
  });

  it('after the upstream asked something of its client', async () => {
    const { call, upstream } = await world('sessions');
    upstream.intercept = (seen) => {
      if (seen.rpc !== 'tools/call') return null;
      const answer = JSON.stringify({ jsonrpc: '2.0', id: idOf(seen), result: { content: [] } });
      const ask = (id: string, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method });
      return sse(ask('p', 'ping'), ask('r', 'roots/list'), answer);
    };
    expect((await call('echo', echo)).kind).toBe('ok');
    const answers = () => upstream.requests.filter(({ rpc }) => rpc === 'answer').map(({ body }) => JSON.parse(body));
    await vi.waitFor(() => expect(answers()).toHaveLength(2), 5_000);
    expect(answers()).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 'p', result: {} },
        { jsonrpc: '2.0', id: 'r', error: { code: -32_601, message: 'Method not found' } },
      ]),
    );
  });

  it('says why an upstream cannot be asked for its tools', async () => {
    const { http, upstream, connector } = await world('both');
    upstream.intercept = () => new Response('no', { status: 401 });
    const asking = http.discover({ serverId: 's', connector, credentials: [], signal: AbortSignal.timeout(5_000) });
    await expect(asking).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('401') });
  });
});

describe('the reference server over streamable HTTP', () => {
  let server: ChildProcess;
  let connector: Connector;

  beforeAll(async () => {
    const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
    const port = await freePort();
    server = spawn(process.execPath, [program, 'streamableHttp'], { env: { PORT: String(port) }, stdio: 'pipe' });
    if (server.stderr) await once(server.stderr, 'data');
    connector = { kind: 'mcp-http', url: `http://127.0.0.1:${port}/mcp` };
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(isAlive(server.pid ?? 0)).toBe(false);
  });

  it('is listed and called, with progress', async () => {
    const http = createMcpHttp({ egress });
    const tools = await http.discover({
      serverId: 's',
      connector,
      credentials: [],
      signal: AbortSignal.timeout(5_000),
    });
    expect(tools.map((tool) => tool.name)).toContain('get-sum');
    expect(textOf(await http.call(toolCall(connector, 'get-sum', { input: { a: 2, b: 3 } })))).toContain('5');
    const steps: number[] = [];
    const outcome = await http.call(
      toolCall(connector, 'trigger-long-running-operation', {
        input: { duration: 0.02, steps: 2 },
        onProgress: ({ progress }) => steps.push(progress),
      }),
    );
    expect(outcome.kind).toBe('ok');
    expect(steps).toEqual([1, 2]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
