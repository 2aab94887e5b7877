import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PassedRequest } from '../../../src/core/calls/connector.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { textOf } from '../../../src/core/lib/json.ts';
import { LARGE_BYTES } from '../../../src/core/results/largeOutput.ts';
import type { ToolOutcome } from '../../../src/core/results/outcome.ts';
import { exposed } from '../../../src/core/results/worker.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { idOf, openMcpHttp } from './mcpHttpKit.ts';

/* Responses whose length an upstream chooses. None of them may be parsed on the event loop. */

const kit = openMcpHttp();
const parse = vi.spyOn(JSON, 'parse');
const longest = (): number => Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));
beforeEach(() => void parse.mockClear());
afterEach(() => kit.closeUpstreams());
afterAll(() => kit.close());

/** An upstream that responds to one method with its own result, as JSON or as an event. */
async function answering(method: string, result: (page: number) => string, isStream = false) {
  const own = await kit.start('sessions');
  let page = 0;
  own.upstream.intercept = (seen) => {
    if (seen.rpc !== method) return null;
    const json = `{"result":${result(page++)},"jsonrpc":"2.0","id":${idOf(seen)}}`;
    const type = isStream ? 'text/event-stream' : 'application/json';
    return new Response(isStream ? `data: ${json}\n\n` : json, { headers: { 'content-type': type } });
  };
  return own;
}

const EXACT = '12345678901234567890.50';
const SECRET = 'the-secret-of-the-call';
const FILLER = JSON.stringify(Array.from({ length: 30_000 }, (_, at) => ({ at })));

const jsonOf = (outcome: ToolOutcome): string => {
  if (!('output' in outcome) || outcome.output?.type !== 'large') throw new Error(`not large: ${outcome.kind}`);
  return textOf(outcome.output.json);
};

it.each([false, true])('a large result keeps its numbers and loses its secrets (as an event: %s)', async (isStream) => {
  const structured = `{"id":${EXACT},"echoed":"${SECRET}","rows":${FILLER}}`;
  const own = await answering('tools/call', () => `{"content":[],"structuredContent":${structured}}`, isStream);
  const outcome = await own.call('sum', { secrets: [SECRET] });
  expect(outcome.kind).toBe('ok');
  expect(jsonOf(outcome)).toContain(`{"id":${EXACT},"echoed":"[redacted]","rows":[{"at":0}`);
  expect(longest()).toBeLessThan(LARGE_BYTES);
});

it('a large message of a failed tool is shortened, and has no secrets', async () => {
  const text = `${SECRET} ${'x'.repeat(LARGE_BYTES)}`;
  const own = await answering('tools/call', () => JSON.stringify({ content: [{ type: 'text', text }], isError: true }));
  const outcome = await own.call('sum', { secrets: [SECRET] });
  expect(outcome).toMatchObject({ kind: 'tool_error', message: expect.stringMatching(/^\[redacted\] x{3000,4000}$/) });
});

const tool = (at: number) => ({ name: `t${at}`, description: 'd'.repeat(1_000), inputSchema: { type: 'object' } });

it('a long tool list is read in steps, and an endless one is refused', async () => {
  const listing = async (pages: number) => {
    const own = await answering('tools/list', (page) =>
      JSON.stringify({
        tools: Array.from({ length: 500 }, (_, at) => tool(page * 500 + at)),
        ...(page + 1 < pages && { nextCursor: String(page) }),
      }),
    );
    const { connector, http } = own;
    const signal = AbortSignal.timeout(20_000);
    return http.discover({ serverId: toServerId('a'), connector, credentials: [], signal });
  };
  const { tools } = await listing(3);
  expect([tools.length, tools[1_499]]).toEqual([1_500, tool(1_499)]);
  parse.mockClear();
  await expect(listing(Number.POSITIVE_INFINITY)).rejects.toThrow('max_server_tools');
  expect(longest()).toBeLessThan(LARGE_BYTES);
});

it('a passed resource may be long, but not have very many values', async () => {
  const read = async (contents: unknown) => {
    const { connector, http } = await answering('resources/read', () => JSON.stringify({ contents }));
    const request: PassedRequest = {
      ...toolCall(connector, ''),
      method: 'resources/read',
      params: { uri: 'test://x' },
    };
    return http.pass(request);
  };
  const contents = [{ uri: 'test://x', text: 'x'.repeat(1_000_000) }];
  expect(await read(contents)).toEqual({ kind: 'ok', result: { contents } });
  expect(await read(JSON.parse(FILLER))).toMatchObject({
    kind: 'bad_answer',
    message: expect.stringContaining('20000 values'),
  });
});

it('links of a large result point to the stack', () => {
  const link = { type: 'resource_link', uri: 'test://x', name: 'x' };
  const json = Buffer.from(JSON.stringify({ type: 'mcp', content: [link, { type: 'text', text: 'test://x' }] }));
  expect(JSON.parse(textOf(exposed({ json, slug: toServerId('a'), isPrefixed: true })))).toEqual({
    type: 'mcp',
    content: [
      { ...link, uri: 'toolyard://a/test://x' },
      { type: 'text', text: 'test://x' },
    ],
  });
});
