import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';
import { makeEndpoint, post } from './kit.ts';

/** Each passed-through method's request with the stack's names, and the server's response. */
const METHODS: Readonly<Record<string, { readonly params: object; readonly result: object }>> = {
  'resources/list': { params: {}, result: { resources: [] } },
  'resources/templates/list': { params: {}, result: { resourceTemplates: [] } },
  'resources/read': { params: { uri: 'test://note' }, result: { contents: [] } },
  'prompts/list': { params: {}, result: { prompts: [] } },
  'prompts/get': { params: { name: 'ask' }, result: { messages: [] } },
  'completion/complete': {
    params: { ref: { type: 'ref/prompt', name: 'ask' }, argument: { name: 'a', value: 'b' } },
    result: { completion: { values: [] } },
  },
};
const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { resources: {}, prompts: {}, completions: {}, tools: {} },
    serverInfo: { name: 'traced', version: '1' },
  },
  ...Object.fromEntries(Object.entries(METHODS).map(([method, { result }]) => [method, result])),
};

type UpstreamRequest = { readonly method: string; readonly header: unknown; readonly meta: unknown };
const received: UpstreamRequest[] = [];
const upstream = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse((await text(request)) || '{}');
  received.push({ method, header: request.headers['traceparent'], meta: params?._meta?.traceparent });
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const result = RESULTS[method];
  const answer = result ? { result } : { error: { code: -32_601, message: 'no such method' } };
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
const url = `http://127.0.0.1:${await listenOnLoopback(upstream)}/mcp`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'traced', [
  {
    id: 'traced',
    name: 'Traced',
    toolPrefix: false,
    connector: { kind: 'mcp-http', url, passThrough: ['resources', 'prompts'] },
  },
]);
afterAll(async () => {
  await world.close();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  received.length = 0;
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = (span: string): string => `00-${TRACE}-${span}-01`;
const ofTrace = expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));

async function ask(method: string, header: string | null, meta: string | null): Promise<UpstreamRequest | undefined> {
  const params = { ...METHODS[method]?.params, ...(meta && { _meta: { traceparent: meta } }) };
  const headers = header === null ? {} : { traceparent: header };
  const { body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method, params }, { headers });
  expect(body).toMatchObject({ result: METHODS[method]?.result });
  return received.findLast((each) => each.method === method);
}

const parent = traceparent('b7ad6b7169203331');

describe.each(Object.keys(METHODS))('%s', (method) => {
  it.each([
    ['as a header', parent, null],
    ['in _meta', null, parent],
    ['in _meta, which wins', `00-${'1'.repeat(32)}-b7ad6b7169203331-01`, parent],
  ])('passes on a trace sent %s, with its own span', async (_how, header, meta) => {
    const seen = await ask(method, header, meta);
    expect(seen).toMatchObject({ header: ofTrace, meta: ofTrace });
    expect(seen?.meta).toBe(seen?.header);
    expect(seen?.meta).not.toBe(parent);
  });

  it('starts no trace itself', async () => {
    expect(await ask(method, null, null)).toEqual({ method, header: undefined, meta: undefined });
    expect(await ask(method, 'no trace', null)).toEqual({ method, header: undefined, meta: undefined });
  });
});
