import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';
import { post } from './kit.ts';

/* Resource URIs, such as pages of MCP Apps: a client reads the server's bytes. */

const ADDRESSES = [
  ...[
    'ui://app/page.html',
    'ui://app/a%20b',
    'ui://app/a b',
    'ui://app/é',
    'ui://APP/Page',
    'ui://app/?a=1&b=%2F#x',
    'ui:///',
  ],
  ...[
    'ui://app/%75%69',
    'ui://app/a//b/../c',
    'ui://app/{id}',
    'ui://m/x',
    'ui://n/x',
    'ui:opaque',
    'file:///a%5Cb',
    'x://[::1]:80/',
  ],
  ...['ui://app/a+b', "ui://app/'()*!", 'ui://app/😀', 'ui://app/%', `ui://app/${'x'.repeat(900)}`],
];
const META = z.record(z.string(), z.unknown());
const LIST = z.object({
  result: z.object({ resources: z.array(z.object({ uri: z.string(), name: z.string(), _meta: META })) }),
});
const READ = z.object({ result: z.object({ contents: z.array(z.record(z.string(), z.unknown())) }) });
const read: string[] = [];
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { id, method, params } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  if (method === 'resources/read') read.push(params.uri);
  const meta = { ui: { csp: { connectDomains: ['https://a.test'] }, prefersBorder: true } };
  const results: Record<string, object> = {
    initialize: {
      ...{ protocolVersion: '2025-06-18', capabilities: { tools: {}, resources: {} } },
      serverInfo: { name: 'n', version: '1' },
    },
    'resources/list': {
      resources: ADDRESSES.map((uri, at) => ({
        uri,
        name: String(at),
        mimeType: 'text/html;profile=mcp-app',
        _meta: meta,
      })),
    },
    'resources/read': {
      contents: [{ uri: params?.uri, mimeType: 'text/html;profile=mcp-app', text: '<p>é</p>', _meta: meta }],
    },
  };
  const result = results[method];
  response.setHeader('content-type', 'application/json');
  return response.end(
    JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32_601, message: 'no' } }) }),
  );
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});

describe.each([1, 2])('in a stack of %s servers', (count) => {
  const to = { url: '', token: '' };
  let listed: z.infer<typeof LIST>['result']['resources'] = [];
  beforeAll(async () => {
    const { ctx } = world.account;
    const stack = await createStack(ctx, { name: String(count) });
    for (const id of ['m', 'n'].slice(0, count)) {
      const connector = { kind: 'mcp-http', url: `${origin}/mcp`, passThrough: ['resources'] } as const;
      await world.saveServer({
        id: `${id}${count}`,
        name: id,
        connector,
        tools: [{ name: 't', inputSchema: { type: 'object' } }],
      });
      await addServerToStack(ctx, stack.id, { serverId: `${id}${count}`, enableAllTools: true });
    }
    const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'm' });
    Object.assign(to, { url: `${world.url}/s/${endpoint.clientId}/mcp`, token });
    const { body } = await post(to, { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} });
    listed = LIST.parse(body).result.resources;
  });

  it('every URI is listed once, and leads to the same URI at its server', async () => {
    process.stdout.write(`${listed.length} addresses\n`);
    expect(listed).toHaveLength(ADDRESSES.length * count);
    expect(new Set(listed.map(({ uri }) => uri)).size).toBe(listed.length);
    const wrong: unknown[] = [];
    for (const { uri, name, _meta } of listed) {
      read.length = 0;
      const { body } = await post(to, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
      const [content] = READ.parse(body).result.contents;
      const isSame = read.length === 1 && read[0] === ADDRESSES[Number(name)];
      if (!isSame || !JSON.stringify(content ?? {}).includes(JSON.stringify(uri)))
        wrong.push({ uri, read: [...read], body });
      expect(content).toMatchObject({ mimeType: 'text/html;profile=mcp-app', text: '<p>é</p>', _meta });
    }
    expect(wrong).toEqual([]);
  });
});
