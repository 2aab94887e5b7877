import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/limits/classes.ts';
import { TOOLS_PER_PAGE } from '../../src/mcp/list.ts';
import { startWorld } from '../harness/world.ts';
import { callOf, mcpServer, openDemo, rpc, tool } from './demo.ts';
import { makeEndpoint, post } from './kit.ts';

const { world, upstream, endpoint, other, client, reset, close } = await openDemo();
beforeEach(reset);
afterAll(close);

describe('without an official client', () => {
  it('every message stands alone: no handshake, any session id', async () => {
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

  it('each of many clients with the same ids gets its own answer', async () => {
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
    { says: 'no JSON', body: '{', answer: { error: { code: -32_700 } } },
    { says: 'a batch', body: [callOf('demo_echo')], answer: { error: { code: -32_600 } } },
    { says: 'no object', body: '1', answer: { error: { code: -32_600 } } },
    {
      says: 'a cursor that is not ours',
      body: rpc('tools/list', { cursor: 'x' }),
      answer: { error: { code: -32_602 } },
    },
    { says: 'a method that does not exist', body: rpc('resources/list'), answer: { error: { code: -32_601 } } },
  ];
  it.each(REFUSED)('$says is refused in the protocol', async ({ body, answer }) => {
    expect((await post(endpoint, body)).body).toMatchObject({ jsonrpc: '2.0', ...answer });
  });

  it('long lists come in pages that belong to one version of the stack', async () => {
    const tools = Array.from({ length: TOOLS_PER_PAGE + 2 }, (_, i) => tool(`t${i}`));
    const many = { id: 'many', name: 'Many', connector: { kind: 'mcp-http', url: upstream.url } as const, tools };
    const long = await makeEndpoint(world.account.ctx, world.url, 'long', [many]);
    const first = await post(long, rpc('tools/list'));
    expect(first.body).toMatchObject({ result: { tools: expect.any(Array), nextCursor: expect.any(String) } });
    const { tools: all } = await (await client('auto', long)).listTools();
    expect(all.map(({ name }) => name)).toEqual(tools.map(({ name }) => `many_${name}`));
  });
});

describe('at the door', () => {
  const ask = rpc('tools/list');
  const from = (url: string, token: string) => ({ url, token });

  it.each([
    { says: 'no token', to: () => from(endpoint.url, '') },
    { says: 'a token of another client', to: () => from(endpoint.url, other.token) },
    { says: 'an API key', to: () => from(endpoint.url, world.account.apiKey) },
    { says: 'an unknown client', to: () => from(`${world.url}/s/client_absent/mcp`, endpoint.token) },
  ])('$says: 401', async ({ to }) => {
    const answer = await post(to(), ask);
    expect(answer).toMatchObject({ status: 401, body: { error: 'Invalid or missing token' } });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/);
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
  });

  it.each([
    { says: 'GET', send: { method: 'GET' }, status: 405, error: 'Method not allowed' },
    { says: 'DELETE', send: { method: 'DELETE' }, status: 405, error: 'Method not allowed' },
    {
      says: 'another page',
      send: { headers: { origin: 'https://evil.example' } },
      status: 403,
      error: 'Origin not allowed',
    },
    { says: 'a page of no origin', send: { headers: { origin: 'null' } }, status: 403, error: 'Origin not allowed' },
    {
      says: 'another content type',
      send: { headers: { 'content-type': 'text/plain' } },
      status: 415,
      error: 'Content-Type must be application/json',
    },
  ])('$says: $status', async ({ send, status, error }) => {
    const answer = await post(endpoint, ask, send);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
  });

  it('too large a body: 413, but only for who may ask', async () => {
    const body = JSON.stringify({ ...ask, padding: 'x'.repeat(2 << 20) });
    expect(await post(endpoint, body)).toMatchObject({ status: 413, body: { error: 'Request body too large' } });
    expect((await post(from(endpoint.url, ''), body)).status).toBe(401);
  });

  it('our own page may ask', async () => {
    expect((await post(endpoint, ask, { headers: { origin: world.url } })).status).toBe(200);
  });

  it('what the body says is counted, whatever the headers say', async () => {
    const strict = await startWorld({
      limits: { ...DOCUMENTED_LIMITS, call_tool: 1, list_tools: 5 },
      egressAllow: '127.0.0.0/8',
    });
    const limited = await makeEndpoint(strict.account.ctx, strict.url, 'limited', [mcpServer(upstream.url)]);
    const headers = { 'mcp-method': 'tools/list' };
    const call = callOf('demo_echo', { message: 'hi' });
    expect((await post(limited, call, { headers })).headers.get('x-ratelimit-limit')).toBe('1');
    const refused = await post(limited, call, { headers });
    expect(refused).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(limited, rpc('tools/list'))).headers.get('x-ratelimit-limit')).toBe('5');
    await strict.close();
  });
});
