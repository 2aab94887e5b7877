import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { textOf, toolCall } from '../stdio/stdioKit.ts';
import { echo, idOf, openMcpHttp } from './mcpHttpKit.ts';
import type { SeenRequest } from './mcpUpstream.ts';

const { start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

describe('the outcome of a call', () => {
  const sse = (...data: string[]) =>
    new Response(data.map((line) => `data: ${line}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const json = (body: string, status = 200, headers = {}) =>
    new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
  const rpcError = (seen: SeenRequest, code: number) =>
    JSON.stringify({ jsonrpc: '2.0', id: idOf(seen), error: { code, message: 'told so' } });

  type Case = { label: string; answer: (seen: SeenRequest) => Response; outcome: object };
  const CASES: Case[] = [
    { label: '401', answer: () => json('{}', 401), outcome: { kind: 'upstream_refused', status: 401 } },
    { label: '403', answer: () => json('{}', 403), outcome: { kind: 'upstream_refused', status: 403 } },
    {
      label: '429 with seconds',
      answer: () => json('{}', 429, { 'retry-after': '7' }),
      outcome: { kind: 'upstream_rate_limited', retryAfterSeconds: 7 },
    },
    {
      label: '429 with a date gone by',
      answer: () => json('{}', 429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
      outcome: { kind: 'upstream_rate_limited', retryAfterSeconds: 0 },
    },
    { label: '503', answer: () => json('{}', 503), outcome: { kind: 'upstream_error', status: 503 } },
    { label: 'garbage', answer: () => json('not json'), outcome: { kind: 'bad_answer' } },
    {
      label: 'a page',
      answer: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      outcome: { kind: 'bad_answer' },
    },
    {
      label: 'another id',
      answer: () => json('{"jsonrpc":"2.0","id":-1,"result":{"content":[]}}'),
      outcome: { kind: 'bad_answer' },
    },
    { label: 'over 4 MiB', answer: () => json(JSON.stringify('x'.repeat(5 << 20))), outcome: { kind: 'bad_answer' } },
    { label: 'over 4 MiB in a stream', answer: () => sse('x'.repeat(5 << 20)), outcome: { kind: 'bad_answer' } },
    { label: 'a stream without an answer', answer: () => sse('{}'), outcome: { kind: 'bad_answer' } },
    {
      label: 'no content',
      answer: (s) => json(`{"jsonrpc":"2.0","id":${idOf(s)},"result":{}}`),
      outcome: { kind: 'bad_answer' },
    },
    {
      label: 'a fault',
      answer: (s) => json(rpcError(s, -32_603)),
      outcome: { kind: 'upstream_error', message: expect.stringContaining('told so') },
    },
    {
      label: 'refused arguments',
      answer: (s) => json(rpcError(s, -32_602)),
      outcome: { kind: 'tool_error', message: 'told so' },
    },
    {
      label: 'refused arguments as 400',
      answer: (s) => json(rpcError(s, -32_602), 400),
      outcome: { kind: 'tool_error' },
    },
    {
      label: 'a question that only a person can answer',
      answer: (s) =>
        json(`{"jsonrpc":"2.0","id":${idOf(s)},"result":{"resultType":"input_required","inputRequests":{}}}`),
      outcome: { kind: 'bad_answer' },
    },
  ];

  it.each(CASES)('$label', async ({ answer, outcome }) => {
    const { call, upstream } = await start('both');
    upstream.intercept = (seen) => (seen.rpc === 'tools/call' ? answer(seen) : null);
    expect(await call('echo', echo)).toMatchObject(outcome);
  });

  it.each([
    { label: 'refuses the credentials', status: 401, kind: 'upstream_refused' },
    { label: 'rate-limited', status: 429, kind: 'upstream_rate_limited' },
    { label: 'is broken', status: 500, kind: 'upstream_error' },
    { label: 'is something else', status: 404, kind: 'upstream_error' },
  ])('reports an upstream that $label from the start', async ({ status, kind }) => {
    const { call, upstream } = await start('both');
    upstream.intercept = () => new Response('no', { status });
    expect((await call('echo', echo)).kind).toBe(kind);
  });

  it('is a success with an upstream that fails on unknown requests', async () => {
    const { call, upstream } = await start('sessions');
    upstream.intercept = ({ rpc }) => (rpc === 'server/discover' ? new Response('boom', { status: 500 }) : null);
    expect(textOf(await call('echo', echo))).toBe('hi');
  });

  it('is unreachable', async () => {
    const { call } = await start('both');
    await closeUpstreams();
    expect((await call('echo', echo)).kind).toBe('unreachable');
  });

  it('is a refusal for an address that the rules forbid', async () => {
    const { http } = await start('both');
    const call = toolCall({ kind: 'mcp-http', url: 'http://169.254.169.254/latest' }, 'echo', echo);
    expect((await http.call(call)).kind).toBe('address_refused');
  });

  it('explains why an upstream’s tools can’t be listed', async () => {
    const { http, upstream, connector } = await start('both');
    upstream.intercept = () => new Response('no', { status: 401 });
    const asking = http.discover({
      serverId: toServerId('s'),
      connector,
      credentials: [],
      signal: AbortSignal.timeout(5_000),
    });
    await expect(asking).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('401') });
  });
});

const headers = { 'content-type': 'text/event-stream' };

describe('a call ends', () => {
  it.each(['server/discover', 'tools/call'])('at the deadline if %s gets no response', async (rpc) => {
    const { call, upstream } = await start('both');
    const never = new Promise<Response>(() => undefined);
    upstream.intercept = (seen) => (seen.rpc === rpc ? never : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('at the deadline if the negotiation gets a stream that never ends', async () => {
    const { call, upstream } = await start('both');
    upstream.intercept = ({ rpc }) => (rpc ? new Response(new ReadableStream({}), { headers }) : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('with the response of a stream that broke off and resumed', async () => {
    const { call, upstream } = await start('sessions');
    let id = 0;
    upstream.intercept = (seen) => {
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

  it('after a stream broke off twice, waiting each time for the pause that it requested once', async () => {
    const { call, upstream } = await start('sessions');
    let id = 0;
    const resumedAt: number[] = [];
    const result = { content: [{ type: 'text', text: 'later' }] };
    const resumed: Record<string, () => string> = {
      e1: () => 'id: e2\ndata: \n\n',
      e2: () => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`,
    };
    upstream.intercept = (seen) => {
      const next = resumed[seen.headers.get('last-event-id') ?? ''];
      if (next) {
        resumedAt.push(performance.now());
        return new Response(next(), { headers });
      }
      if (seen.rpc !== 'tools/call') return null;
      id = idOf(seen);
      return new Response('retry: 500\nid: e1\ndata: \n\n', { headers });
    };
    expect(textOf(await call('echo', echo))).toBe('later');
    const [first = 0, second = 0] = resumedAt;
    // Timers may fire a little early.
    expect(second - first).toBeGreaterThan(490);
  });

  it('after the upstream sent its client a request', async () => {
    const { call, upstream } = await start('sessions');
    upstream.intercept = (seen) => {
      if (seen.rpc !== 'tools/call') return null;
      const answer = JSON.stringify({ jsonrpc: '2.0', id: idOf(seen), result: { content: [] } });
      const ask = (id: string, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method });
      const events = [ask('p', 'ping'), ask('r', 'roots/list'), answer];
      return new Response(events.map((data) => `data: ${data}\n\n`).join(''), { headers });
    };
    expect((await call('echo', echo)).kind).toBe('ok');
    const answers = () => upstream.requests.filter(({ rpc }) => rpc === 'answer').map(({ body }) => JSON.parse(body));
    await vi.waitFor(() => expect(answers()).toHaveLength(2), 20_000);
    expect(answers()).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 'p', result: {} },
        { jsonrpc: '2.0', id: 'r', error: { code: -32_601, message: 'Method not found' } },
      ]),
    );
  });
});
