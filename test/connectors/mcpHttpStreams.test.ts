import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { echo, idOf, openMcpHttp } from './mcpHttpKit.ts';
import { textOf } from './stdioKit.ts';

const { start, closeUpstreams, close } = openMcpHttp();
afterEach(closeUpstreams);
afterAll(close);

const headers = { 'content-type': 'text/event-stream' };

describe('a call ends', () => {
  it.each(['server/discover', 'tools/call'])('at the deadline when %s gets no answer', async (rpc) => {
    const { call, upstream } = await start('both');
    const never = new Promise<Response>(() => undefined);
    upstream.intercept = (seen) => (seen.rpc === rpc ? never : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('at the deadline when the negotiation is answered with a stream that never ends', async () => {
    const { call, upstream } = await start('both');
    upstream.intercept = ({ rpc }) => (rpc ? new Response(new ReadableStream({}), { headers }) : null);
    const outcome = await call('echo', { ...echo, signal: AbortSignal.timeout(100) });
    expect(outcome.kind).toBe('cancelled');
  });

  it('with the answer of a stream that was broken off and taken up again', async () => {
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

  it('after the upstream asked something of its client', async () => {
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
    await vi.waitFor(() => expect(answers()).toHaveLength(2), 5_000);
    expect(answers()).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 'p', result: {} },
        { jsonrpc: '2.0', id: 'r', error: { code: -32_601, message: 'Method not found' } },
      ]),
    );
  });
});
