import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { TOOLS_PER_PAGE } from '../../src/mcp/list.ts';
import { startWorld } from '../harness/world.ts';
import { callOf, mcpServer, message, object, openDemo, rpc, sum, tool } from './demo.ts';
import { makeEndpoint, post } from './kit.ts';

const { world, upstream, endpoint, other, client, reset, close } = await openDemo();
beforeEach(reset);
afterAll(close);

describe.each([
  { mode: 'legacy', era: 'legacy', revision: '2025-11-25' },
  { mode: 'auto', era: 'modern', revision: '2026-07-28' },
] as const)('a client of revision $revision', ({ mode, era, revision }) => {
  it('connects', async () => {
    const connected = await client(mode);
    expect(connected.getProtocolEra()).toBe(era);
    expect(connected.getNegotiatedProtocolVersion()).toBe(revision);
    expect(connected.getServerVersion()).toMatchObject({ name: 'toolyard' });
  });

  it('lists the tools unchanged, in the order of the stack', async () => {
    const { tools } = await (await client(mode)).listTools();
    expect(tools.slice(0, 2)).toEqual([
      {
        name: 'demo_echo',
        title: 'Echo',
        description: 'Says it again',
        inputSchema: message,
        annotations: { readOnlyHint: true },
      },
      { name: 'demo_sum', description: '', inputSchema: object, outputSchema: sum },
    ]);
    const names = tools.map(({ name }) => name);
    expect(names.slice(2, 7)).toEqual(['demo_fail', 'demo_steps', 'demo_wait', 'demo_gone', 'web_object']);
    expect((await (await client(mode)).listTools()).tools.map(({ name }) => name)).toEqual(names);
  });

  const text = (value: unknown) => [{ type: 'text', text: value }];
  const CASES = [
    { name: 'demo_echo', input: { message: 'hi' }, result: { content: text('hi') } },
    { name: 'echo', input: { message: 'by its own name' }, result: { content: text('by its own name') } },
    { name: 'demo_sum', input: {}, result: { content: text('3'), structuredContent: { sum: 3 } } },
    { name: 'demo_fail', input: {}, result: { content: text('out of paper'), isError: true } },
    { name: 'web_object', input: {}, result: { content: text('{"a":1}'), structuredContent: { a: 1 } } },
    { name: 'web_list', input: {}, result: { content: text('[1,2]'), structuredContent: { data: [1, 2] } } },
    { name: 'web_text', input: {}, result: { content: text('plain') } },
    { name: 'web_image', input: {}, result: { content: [{ type: 'image', data: 'cG5n', mimeType: 'image/png' }] } },
    {
      name: 'web_binary',
      input: {},
      result: {
        content: [{ type: 'resource', resource: { uri: 'result:body', mimeType: 'application/zip', blob: 'AP8=' } }],
      },
    },
    {
      name: 'web_broken',
      input: {},
      result: {
        content: text(expect.stringContaining('502')),
        structuredContent: { error: expect.objectContaining({ code: 'upstream_error' }) },
        isError: true,
      },
    },
    { name: 'keyed_anything', input: {}, result: { content: text(expect.stringContaining('api_key')), isError: true } },
    { name: 'demo_echo', input: {}, result: { content: text(expect.stringContaining('message')), isError: true } },
    { name: 'demo_gone', input: {}, result: { content: text(expect.stringContaining('gone')), isError: true } },
  ];

  it.each(CASES)('calls $name with $input', async ({ name, input, result }) => {
    const { _meta, ...called } = await (await client(mode)).callTool({ name, arguments: input });
    expect(called).toEqual(result);
  });

  it('gets a protocol error for an unknown tool', async () => {
    const calling = (await client(mode)).callTool({ name: 'absent', arguments: {} });
    await expect(calling).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('absent') });
  });

  it('receives progress', async () => {
    const seen: object[] = [];
    const onprogress = (progress: object) => void seen.push(progress);
    await (await client(mode)).callTool({ name: 'demo_steps', arguments: {} }, { onprogress });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ]);
  });

  it('cancels the call at the upstream by disconnecting', async () => {
    const controller = new AbortController();
    const connected = await client(mode);
    const calling = connected.callTool({ name: 'demo_wait', arguments: {} }, { signal: controller.signal });
    const outcome = expect(calling).rejects.toBeDefined();
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started']), 20_000);
    controller.abort();
    await connected.close();
    await outcome;
    await vi.waitFor(() => expect(upstream.noticed).toEqual(['started', 'cancelled']), 20_000);
  });
});

describe('without an official client', () => {
  it('every message is independent: no handshake, any session id', async () => {
    const headers = { 'mcp-session-id': 'of-another-server' };
    const answer = await post(endpoint, callOf('demo_echo', { message: 'hi' }), { headers });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: 7, result: { content: [{ type: 'text', text: 'hi' }] } });
    expect(answer.headers.has('mcp-session-id')).toBe(false);
  });

  it('arguments may be an object as JSON text', async () => {
    const call = (text: string) => rpc('tools/call', { name: 'demo_echo', arguments: text });
    const answer = await post(endpoint, call('{"message":"as text"}'));
    expect(answer.body).toMatchObject({ id: 7, result: { content: [{ type: 'text', text: 'as text' }] } });
    expect((await post(endpoint, call('[]'))).body).toMatchObject({ error: { code: -32_602 } });
  });

  it('many clients with the same ids each get their own response', async () => {
    const calls = Array.from({ length: 40 }, (_, i) => post(endpoint, callOf('demo_echo', { message: `canary ${i}` })));
    const bodies = await Promise.all(calls);
    expect(bodies.map(({ body }) => JSON.stringify(body).match(/canary \d+/)?.[0])).toEqual(
      bodies.map((_, i) => `canary ${i}`),
    );
  });

  it('no client sees another stack', async () => {
    const { body } = await post(other, rpc('tools/list'));
    expect(JSON.stringify(body)).toContain('demo_echo');
    expect(JSON.stringify(body)).not.toContain('web_object');
    expect((await post(other, callOf('web_object'))).body).toMatchObject({ error: { code: -32_602 } });
  });

  const REFUSED = [
    { label: 'no JSON', body: '{', answer: { error: { code: -32_700 } } },
    { label: 'a batch', body: [callOf('demo_echo')], answer: { error: { code: -32_600 } } },
    { label: 'no object', body: '1', answer: { error: { code: -32_600 } } },
    {
      label: 'a cursor that is not ours',
      body: rpc('tools/list', { cursor: 'x' }),
      answer: { error: { code: -32_602 } },
    },
    { label: 'a method that does not exist', body: rpc('prompts/list'), answer: { error: { code: -32_601 } } },
  ];
  it.each(REFUSED)('$label is refused with a protocol error', async ({ body, answer }) => {
    expect((await post(endpoint, body)).body).toMatchObject({ jsonrpc: '2.0', ...answer });
  });

  it('long lists have pages that belong to one version of the stack', async () => {
    const tools = Array.from({ length: TOOLS_PER_PAGE + 2 }, (_, i) => tool(`t${i}`));
    const many = { id: 'many', name: 'Many', connector: { kind: 'mcp-http', url: upstream.url } as const, tools };
    const long = await makeEndpoint(world.account.ctx, world.url, 'long', [many]);
    const first = await post(long, rpc('tools/list'));
    expect(first.body).toMatchObject({ result: { tools: expect.any(Array), nextCursor: expect.any(String) } });
    const { tools: all } = await (await client('auto', long)).listTools();
    expect(all.map(({ name }) => name)).toEqual(tools.map(({ name }) => `many_${name}`));
  });
});

describe('authentication and headers', () => {
  const ask = rpc('tools/list');
  const from = (url: string, token: string) => ({ url, token });

  it.each([
    { label: 'no token', to: () => from(endpoint.url, '') },
    { label: 'a token of another client', to: () => from(endpoint.url, other.token) },
    { label: 'an API key', to: () => from(endpoint.url, world.account.apiKey) },
    { label: 'an unknown client', to: () => from(`${world.url}/s/client_absent/mcp`, endpoint.token) },
  ])('$label: 401', async ({ to }) => {
    const answer = await post(to(), ask);
    expect(answer).toMatchObject({ status: 401, body: { error: 'Invalid or missing token' } });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/);
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
  });

  it.each([
    { label: 'GET', send: { method: 'GET' }, status: 405, error: 'Method not allowed' },
    { label: 'DELETE', send: { method: 'DELETE' }, status: 405, error: 'Method not allowed' },
    {
      label: 'another page',
      send: { headers: { origin: 'https://evil.example' } },
      status: 403,
      error: 'Origin not allowed',
    },
    { label: 'a page of no origin', send: { headers: { origin: 'null' } }, status: 403, error: 'Origin not allowed' },
    {
      label: 'another content type',
      send: { headers: { 'content-type': 'text/plain' } },
      status: 415,
      error: 'Content-Type must be application/json',
    },
  ])('$label: $status', async ({ send, status, error }) => {
    const answer = await post(endpoint, ask, send);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
  });

  it('a body that is too large: 413, but only for authenticated callers', async () => {
    const body = JSON.stringify({ ...ask, padding: 'x'.repeat(2 << 20) });
    expect(await post(endpoint, body)).toMatchObject({ status: 413, body: { error: 'Request body too large' } });
    expect((await post(from(endpoint.url, ''), body)).status).toBe(401);
  });

  it('our own page may send requests', async () => {
    expect((await post(endpoint, ask, { headers: { origin: world.url } })).status).toBe(200);
  });

  it("the body's content is counted, regardless of the headers", async () => {
    const strict = await startWorld({
      limits: { ...DOCUMENTED_LIMITS, call_tool: 1, list_tools: 5 },
      egressAllow: '127.0.0.0/8',
    });
    const limited = await makeEndpoint(strict.account.ctx, strict.url, 'limited', [mcpServer(upstream.url)]);
    const headers = { 'mcp-method': 'tools/list' };
    const call = callOf('demo_echo', { message: 'hi' });
    expect((await post(limited, call, { headers })).headers.get('x-ratelimit-limit')).toBe('1');
    const refused = await post(limited, call, { headers });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    const error = {
      code: -32_000,
      message: expect.stringMatching(
        new RegExp(
          `^Too many requests: try again in ${seconds} s\\. The limit call_tool \\(tool calls of this endpoint\\) is 1`,
        ),
      ),
      data: { retryAfterSeconds: seconds },
    };
    expect(refused).toMatchObject({ status: 429, body: { jsonrpc: '2.0', id: null, error } });
    expect((await post(limited, rpc('tools/list'))).headers.get('x-ratelimit-limit')).toBe('5');
    await strict.close();
  });
});
