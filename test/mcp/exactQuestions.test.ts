import { createServer, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { countCases, holding, membersOf, NUMBERS } from '../core/calls/exactKit.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';

/* Numbers in a server's elicitations and in the responses. */

const { check, note, report } = countCases('numbers of questions');
afterAll(report);

/** A secret of the call, which must never appear. */
const SECRET = 'sk-canary-of-questions';
/** A form field for each number, and members that no revision defines. */
const fields = NUMBERS.map(
  (number, at) => `"n${at}":{"type":"number","minimum":${number},"maximum":${number},"default":${number}}`,
);
const params = `{"mode":"form","message":"With ${SECRET}?","requestedSchema":{"type":"object","properties":{${fields.join()},"e":{"type":"string","enum":["a"],"x":[${NUMBERS.join()}]}}},"_meta":{${holding('m')}},${holding('o')}}`;
const inputRequired = `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":${params}}},"requestState":"s"}`;
/** A person's answer. */
const answer = `{"action":"accept","content":{${membersOf('c').join()}},"_meta":{${holding('n')}}}`;

/** Responses that an upstream received, by its elicitation ids. */
const answers = new Map<string, (body: string) => void>();
let requestCount = 0;
/** The result of a request that first elicits; then its body is repeated with the response. */
function resultOf(method: string, body: string): string {
  if (method === 'initialize') return INITIALIZED;
  if (JSON.parse(body).params?.inputResponses === undefined) return inputRequired;
  const text = JSON.stringify(body);
  if (method === 'prompts/get') return `{"messages":[{"role":"user","content":{"type":"text","text":${text}}}]}`;
  if (method === 'resources/read') return `{"contents":[{"uri":"x://a","text":${text}}]}`;
  return `{"content":[{"type":"text","text":${text}}]}`;
}

/** Elicits on the stream of a waiting call; returns the call's result. */
async function askOpenly(response: ServerResponse): Promise<string> {
  requestCount += 1;
  const { promise, resolve } = Promise.withResolvers<string>();
  answers.set(`${requestCount}.5`, resolve);
  response.write(
    `data: {"jsonrpc":"2.0","id":${requestCount}.50,"method":"elicitation/create","params":${params}}\n\n`,
  );
  return `{"content":[{"type":"text","text":${JSON.stringify(await promise)}}]}`;
}

const CAPABILITIES = '{"tools":{},"resources":{},"prompts":{}}';
const INITIALIZED = `{"protocolVersion":"2025-06-18","capabilities":${CAPABILITIES},"serverInfo":{"name":"n","version":"1"}}`;
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { id, method } = body === '' ? {} : JSON.parse(body);
  if (id !== undefined && method === undefined) answers.get(String(id))?.(body);
  if (id === undefined || method === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
  response.setHeader('content-type', 'text/event-stream');
  const waits = request.url === '/waits' && method === 'tools/call';
  const result = waits ? await askOpenly(response) : resultOf(method, body);
  return response.end(`data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n\n`);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});

const fixture = fileURLToPath(new URL('../connectors/stdio/fixtures/questionServer.ts', import.meta.url));
const headers = { 'x-key': '{key}' };
const credentials = [{ id: 'key', name: 'Key', required: true }];
const CONNECTORS: Readonly<Record<string, object>> = {
  asks: { kind: 'mcp-http', url: `${origin}/asks`, headers, passThrough: ['resources', 'prompts'] },
  waits: { kind: 'mcp-http', url: `${origin}/waits`, headers },
  program: { kind: 'mcp-stdio', command: process.execPath, args: [fixture, inputRequired] },
};
const ready = { url: '', token: '' };
beforeAll(async () => {
  const { ctx } = world.account;
  const stack = await createStack(ctx, { name: 'q' });
  for (const [id, connector] of Object.entries(CONNECTORS)) {
    const tools = [{ name: 't', inputSchema: { type: 'object' } }];
    await world.saveServer({ id, name: id, connector, tools, ...('headers' in connector && { credentials }) });
    await addServerToStack(ctx, stack.id, { serverId: id, enableAllTools: true });
    if ('headers' in connector) await setCredentials(ctx, stack.id, toServerId(id), { credentials: { key: SECRET } });
  }
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'q' });
  Object.assign(ready, { url: `${world.url}/s/${endpoint.clientId}/mcp`, token });
});

const post = (body: string, headers: Record<string, string>) =>
  fetch(ready.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ready.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });
/** Unescapes quotes twice, because some messages contain another message as text. */
const unquoted = (text: string): string => text.replaceAll('\\"', '"').replaceAll('\\"', '"');

const expectQuestion = (place: string, text: string): void => {
  check(place, text, ['m', 'o']);
  expect(text).toContain(place.startsWith('program') ? SECRET : '[redacted]');
  const parts = [...fields, `"x":[${NUMBERS.join()}]`];
  const missing = parts.filter((part) => !text.includes(part));
  note(
    parts.length,
    missing.map((part) => `${place}: ${part}`),
  );
};
const expectAnswer = (place: string, text: string): void => {
  check(place, text, ['n']);
  const missing = membersOf('c').filter((part) => !text.includes(part));
  note(
    NUMBERS.length,
    missing.map((part) => `${place}: ${part}`),
  );
};

const ENVELOPE =
  '"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}';
const REQUESTS = [
  ['asks', 'tools/call', '"name":"asks_t"'],
  ['asks', 'prompts/get', '"name":"asks_p"'],
  ['asks', 'resources/read', '"uri":"toolyard://asks/x://a"'],
  ['program', 'tools/call', '"name":"program_t"'],
] as const;
const WAYS = ['', '"progressToken":1.50,'].flatMap((meta) => REQUESTS.map((request) => [...request, meta] as const));

it.each(WAYS)('of %s, %s: to a client of the stateless revision (%s, %s)', async (server, method, own, meta) => {
  const [, name = ''] = /:"(.+)"$/.exec(own) ?? [];
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name };
  const ask = async (more: string) => {
    const all = `${own},"_meta":{${meta}${ENVELOPE}}${more}`;
    return (await post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${all}}}`, headers)).text();
  };
  const place = `${server}, ${method}${meta === '' ? '' : ' over a stream'}`;
  const text = await ask('');
  expectQuestion(`${place}, question`, text);
  const [, state] = /"requestState":"([^"]+)"/.exec(text) ?? [];
  const answered = await ask(`,"inputResponses":{"a":${answer}},"requestState":"${state}"`);
  expectAnswer(`${place}, answer`, unquoted(answered));
});

it.each(Object.keys(CONNECTORS))('of %s: to a client of an older revision', async (server) => {
  const headers = { 'mcp-session-id': 'toolyard-form-00000000-0000-4000-8000-000000000000' };
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${server}_t","arguments":{}}}`;
  const response = await post(call, headers);
  let received = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const isFirst = !received.includes('\n\n');
    received += chunk;
    if (!isFirst || !received.includes('\n\n')) continue;
    expectQuestion(`${server}, question to an older client`, received);
    const [, id] = /"id":"([^"]+)"/.exec(received) ?? [];
    expect((await post(`{"jsonrpc":"2.0","id":"${id}","result":${answer}}`, headers)).status).toBe(202);
  }
  expectAnswer(`${server}, answer of an older client`, unquoted(received.slice(received.indexOf('\n\n'))));
});
