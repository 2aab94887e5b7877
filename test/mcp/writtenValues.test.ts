import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';

const OWN = '"_meta":{"n":12345678901234567890,"p":1.50}';
const LOG = '{"id":12345678901234567890,"p":1.50,"__proto__":{"x":1.0}}';
const reply = { result: '{"content":[]}' };
const RESULTS: Readonly<Record<string, string>> = {
  initialize:
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{},"prompts":{}},"serverInfo":{"name":"n","version":"1"}}',
  'resources/list': `{"resources":[{"uri":"x://a","name":"a","size":5.0,${OWN}}],${OWN}}`,
  'resources/read': `{"contents":[{"uri":"x://a","text":"t",${OWN}}],${OWN}}`,
  'prompts/list': `{"prompts":[{"name":"p",${OWN}}],${OWN}}`,
  'prompts/get': `{"messages":[{"role":"user","content":{"type":"text","text":"t",${OWN}}}],${OWN}}`,
};
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  const result = method === 'tools/call' ? reply.result : RESULTS[method];
  const answer = result ? `"result":${result}` : '"error":{"code":-32601,"message":"no"}';
  response.setHeader('content-type', 'text/event-stream');
  if (method === 'tools/call')
    response.write(
      `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${LOG}}}\n\n`,
    );
  return response.end(`data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}\n\n`);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});
const { apiKey, ctx } = world.account;
const ready = { stackId: '', clientId: '', token: '' };
beforeAll(async () => {
  const connector = { kind: 'mcp-http', url: `${origin}/mcp`, passThrough: ['resources', 'prompts'] };
  const outputSchema = { type: 'array', items: { type: 'integer' } };
  const tools = [{ name: 't', inputSchema: { type: 'object' }, outputSchema }];
  await world.saveServer({ id: 'm', name: 'm', toolPrefix: false, connector, tools });
  const stack = await createStack(ctx, { name: 'm' });
  await addServerToStack(ctx, stack.id, { serverId: 'm', enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'm' });
  Object.assign(ready, { stackId: stack.id, clientId: endpoint.clientId, token });
});

const ENVELOPE =
  '"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}';
type Era = 'legacy' | 'modern';

/** The response's message, as text. */
async function ask(era: Era, method: string, params: string, { meta = '', id = '1' } = {}): Promise<string> {
  const [, name] = /"(?:name|uri)":"([^"]+)"/.exec(params) ?? [];
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) };
  const own = [era === 'modern' ? ENVELOPE : '', meta].filter((part) => part !== '').join();
  const all = [params, ...(own === '' ? [] : [`"_meta":{${own}}`])].filter((part) => part !== '').join();
  const response = await fetch(`${world.url}/s/${ready.clientId}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ready.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'modern' ? modern : { 'mcp-protocol-version': '2025-06-18' }),
    },
    body: `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${all}}}`,
  });
  return response.text();
}
const ERAS: readonly Era[] = ['legacy', 'modern'];
const WAYS = ERAS.flatMap((era) => [[era, '', 'alone'] as const, [era, '"progressToken":1', 'over a stream'] as const]);

describe.each(WAYS)('a server’s own data, to clients of the %s revisions, %s %s', (era, meta) => {
  const call = (result: string) => {
    reply.result = result;
    return ask(era, 'tools/call', '"name":"t"', { meta });
  };

  it('keeps its numbers in content blocks, also of unknown kinds', async () => {
    const text = await call(
      `{"content":[{"type":"text","text":"x",${OWN}},{"type":"resource","resource":{"uri":"x://a","text":"t",${OWN}}},{"type":"new","a":1.50}],${OWN}}`,
    );
    expect(text.split('"n":12345678901234567890,"p":1.50')).toHaveLength(4);
    expect(text).toContain('{\\"type\\":\\"new\\",\\"a\\":1.50}');
    if (era === 'modern') expect(text).toContain('"io.modelcontextprotocol/serverInfo":{"name":"toolyard"');
  });

  it.each(['[1,2.50]', '"x"', '12345678901234567890', 'false', 'null', '[]'])(
    'may be structured content of any kind: %s',
    async (value) => {
      const text = await call(`{"content":[],"structuredContent":${value}}`);
      const expected = era === 'modern' ? value : `{"result":${value}}`;
      expect(text).toContain(`"structuredContent":${expected}`);
      expect(text).toContain(`"content":[{"type":"text","text":${JSON.stringify(value)}}]`);
      const answer = await call(`{"content":[{"type":"text","text":"said"}],"structuredContent":${value}}`);
      expect(answer).toContain('"content":[{"type":"text","text":"said"}]');
    },
  );
});

it.each(ERAS.flatMap((era) => Object.keys(RESULTS).map((method) => [method, era] as const)).slice(1))(
  '%s keeps the numbers in the server’s own data, to clients of the %s revisions',
  async (method, era) => {
    if (method === 'initialize') return;
    const params = { 'resources/read': '"uri":"x://a"', 'prompts/get': '"name":"p"' }[method] ?? '';
    const text = await ask(era, method, params);
    // Lists of several servers are merged, without each server's own members.
    expect(text.split('"n":12345678901234567890,"p":1.50')).toHaveLength(method.endsWith('/list') ? 2 : 3);
  },
);

it('log messages keep their numbers, too', async () => {
  reply.result = '{"content":[]}';
  const meta = '"io.modelcontextprotocol/logLevel":"debug"';
  expect(await ask('modern', 'tools/call', '"name":"t"', { meta })).toContain(`"data":${LOG}`);
});

it('REST returns structured content of any kind as data', async () => {
  reply.result = '{"content":[],"structuredContent":[1,2.50]}';
  const response = await fetch(`${world.url}/v1/stacks/${ready.stackId}/tools/t/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{"tool_input":{}}',
  });
  expect(await response.text()).toContain('{"data":[1,2.50]}');
});

it('a schema of such content is listed for clients that support it', async () => {
  expect(await ask('modern', 'tools/list', '')).toContain('"outputSchema":{"type":"array"');
  expect(await ask('legacy', 'tools/list', '')).not.toContain('outputSchema');
});

const REQUESTED_SCHEMA =
  '"requestedSchema":{"type":"object","properties":{"n":{"type":"number","default":1.50,"minimum":-12345678901234567890}}}';
it.each([
  ['alone', ''],
  ['over a stream', ',"progressToken":1'],
])('an elicitation keeps its numbers, %s', async (_how, more) => {
  reply.result = `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m",${REQUESTED_SCHEMA}}}},"requestState":"s"}`;
  const meta = `"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}${more}`;
  expect(await ask('modern', 'tools/call', '"name":"t"', { meta })).toContain(REQUESTED_SCHEMA);
});
