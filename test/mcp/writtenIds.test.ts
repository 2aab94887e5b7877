import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld } from '../harness/world.ts';

/* JSON-RPC 2.0, section 5: a response has the same id as its request. The same holds for progress tokens. */

const RESULTS: Readonly<Record<string, string>> = {
  initialize:
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{},"prompts":{}},"serverInfo":{"name":"n","version":"1"}}',
  'resources/read': '{"contents":[{"uri":"x://a","text":"t"}]}',
  'prompts/list': '{"prompts":[{"name":"p"}]}',
  'prompts/get': '{"messages":[]}',
  'tools/call': '{"content":[]}',
};
const asks: { question: string; answers: string[]; answered(): void } = {
  question: '',
  answers: [],
  answered: () => undefined,
};
const eventOf = (members: string): string => `data: {"jsonrpc":"2.0",${members}}\n\n`;
const upstream = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { id, method, params } = body === '' ? {} : JSON.parse(body);
  if (id === undefined || method === undefined) {
    if (id !== undefined) asks.answers.push(body);
    response.writeHead(request.method === 'POST' ? 202 : 405).end();
    return asks.answered();
  }
  response.setHeader('content-type', 'text/event-stream');
  await beforehand(response, JSON.stringify(params?._meta?.progressToken));
  const result = RESULTS[method];
  const answer = result ? `"result":${result}` : '"error":{"code":-32601,"message":"no"}';
  response.end(eventOf(`"id":${JSON.stringify(id)},${answer}`));
});

async function beforehand(response: ServerResponse, token: string | undefined): Promise<void> {
  if (token !== undefined) {
    const params = `{"progressToken":${token},"progress":1.50,"total":2.0}`;
    response.write(eventOf(`"method":"notifications/progress","params":${params}`));
  }
  if (asks.question === '') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  asks.answered = resolve;
  response.write(eventOf(asks.question));
  await promise;
}
const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: new URL(origin).host });
afterAll(async () => {
  await world.close();
  upstream.close();
});
const ready = { clientId: '', token: '' };
beforeAll(async () => {
  const { ctx } = world.account;
  const connector = { kind: 'mcp-http', url: `${origin}/mcp`, passThrough: ['resources', 'prompts'] };
  const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
  const tools = [
    { name: 't', inputSchema: { type: 'object' } },
    { name: 'h', inputSchema: { type: 'object', properties } },
  ];
  await world.saveServer({ id: 'm', name: 'm', toolPrefix: false, connector, tools });
  const stack = await createStack(ctx, { name: 'm' });
  await addServerToStack(ctx, stack.id, { serverId: 'm', enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'm' });
  Object.assign(ready, { clientId: endpoint.clientId, token });
});

const ENVELOPE =
  '"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}';
const ERAS = ['legacy', 'modern'] as const;
type Era = (typeof ERAS)[number];
type Sent = { readonly params?: string; readonly meta?: string; readonly id?: string; readonly session?: string };

function headersOf(era: Era, method: string, { params = '', session }: Sent): Record<string, string> {
  const [, name] = /"(?:name|uri)":"([^"]+)"/.exec(params) ?? [];
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) };
  return {
    authorization: `Bearer ${ready.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session && { 'mcp-session-id': session }),
    ...(era === 'modern' ? modern : { 'mcp-protocol-version': '2025-06-18' }),
  };
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join();

/** Sends a message, and reads its response until it's complete or contains `until`. */
async function ask(era: Era, method: string, sent: Sent, until = /$^/) {
  const { params = '', meta = '', id } = sent;
  const own = joined(era === 'modern' ? ENVELOPE : '', meta);
  const all = joined(params, own === '' ? '' : `"_meta":{${own}}`);
  const leaving = new AbortController();
  const response = await fetch(`${world.url}/s/${ready.clientId}/mcp`, {
    method: 'POST',
    signal: leaving.signal,
    headers: headersOf(era, method, sent),
    body: `{${joined('"jsonrpc":"2.0"', id === undefined ? '' : `"id":${id}`, `"method":"${method}"`)},"params":{${all}}}`,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (until.test(text)) break;
  }
  leaving.abort();
  return { status: response.status, text };
}

const IDS = [
  ...['12345678901234567890', '-12345678901234567890', '9007199254740993', '9007199254740992', '1.5', '-0.25'],
  ...['1.0', '1.50', '1e3', '1E400', '-0', '0.1e-7', `1${'0'.repeat(230)}`, '0', '7', '"a"', '"12345678901234567890"'],
  ...['""', '"\\u0041\\n"'],
];
const INIT = '"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}';
const SESSION = 'toolyard-form-00000000-0000-4000-8000-000000000000';
const QUESTIONS: Readonly<Record<string, readonly [era: Era, method: string, sent: Sent, status?: number]>> = {
  'a list': ['legacy', 'tools/list', {}],
  'a list, stateless': ['modern', 'tools/list', {}],
  'a call': ['legacy', 'tools/call', { params: '"name":"t"' }],
  'a call, stateless': ['modern', 'tools/call', { params: '"name":"t"' }],
  'a call that may ask': ['legacy', 'tools/call', { params: '"name":"t"', session: SESSION }],
  'a call with progress': ['legacy', 'tools/call', { params: '"name":"t"', meta: '"progressToken":1' }],
  'a call with progress, stateless': ['modern', 'tools/call', { params: '"name":"t"', meta: '"progressToken":1' }],
  'an unknown tool': ['legacy', 'tools/call', { params: '"name":"unknown"' }],
  'an unknown tool, stateless': ['modern', 'tools/call', { params: '"name":"unknown"' }],
  'headers that disagree': ['modern', 'tools/call', { params: '"name":"h","arguments":{"region":"eu"}' }, 400],
  'a handshake': ['legacy', 'initialize', { params: INIT }],
  ping: ['legacy', 'ping', {}],
  discovery: ['modern', 'server/discover', {}],
  'a resource': ['legacy', 'resources/read', { params: '"uri":"x://a"' }],
  'a resource, stateless': ['modern', 'resources/read', { params: '"uri":"x://a"' }],
  prompts: ['legacy', 'prompts/list', {}],
  'a prompt, stateless': ['modern', 'prompts/get', { params: '"name":"p"' }],
  'an unknown method': ['legacy', 'tasks/none', {}],
  'an unknown method, stateless': ['modern', 'tasks/none', {}, 404],
  'a bad cursor': ['legacy', 'tools/list', { params: '"cursor":"x"' }],
  'parameters that are none': ['legacy', 'tools/call', { params: '"name":1' }],
};
/** The value of a member in a JSON text, as written. */
const written = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,}"]+)`, 'g'))].map(([, value = '']) => value);
const same = (id: string): string => (id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id);

/** Checks each id, and prints how many were tried. */
async function ofEachId(wrongWith: (id: string) => Promise<unknown>): Promise<void> {
  const wrong: unknown[] = [];
  for (const id of IDS) {
    const problem = await wrongWith(id);
    if (problem !== null) wrong.push({ id, problem });
  }
  process.stdout.write(`${IDS.length} ids\n`);
  expect(wrong).toEqual([]);
}

it.each(Object.entries(QUESTIONS))('the response to %s has the id of its request', (_label, request) =>
  ofEachId(async (id) => {
    const [era, method, sent, status = 200] = request;
    const answer = await ask(era, method, { ...sent, id });
    const isSame = written(answer.text, 'id').join() === same(id) && !answer.text.includes('number:');
    return isSame && answer.status === status ? null : answer;
  }),
);

it('a stream of changes is identified by its id', () =>
  ofEachId(async (id) => {
    const sent = { id, params: '"notifications":{"toolsListChanged":true}' };
    const { text } = await ask('modern', 'subscriptions/listen', sent, /\n\n/);
    return written(text, 'io.modelcontextprotocol/subscriptionId').join() === same(id) ? null : text;
  }));

it("an upstream's request gets a response with its id", () =>
  ofEachId(async (id) => {
    asks.question = `"id":${id},"method":"ping"`;
    asks.answers = [];
    await ask('legacy', 'tools/call', { params: '"name":"t"', id: '1' });
    asks.question = '';
    return asks.answers.join() === `{"jsonrpc":"2.0","id":${same(id)},"result":{}}` ? null : asks.answers;
  }));

describe.each([
  ['legacy', ''],
  ['modern', ''],
  ['legacy', SESSION],
] as const)('to clients of the %s revisions, in the session "%s"', (era, session) => {
  it('progress notifications have the sent token, and their numbers as written', () =>
    ofEachId(async (token) => {
      const sent = { id: '5', params: '"name":"t"', meta: `"progressToken":${token}`, session };
      const { text } = await ask(era, 'tools/call', sent);
      const numbers = ['progressToken', 'progress', 'total'].flatMap((key) => written(text, key)).join();
      return numbers === `${same(token)},1.50,2.0` && text.includes('"result"') ? null : text;
    }));
});

describe.each(ERAS)('messages of clients of the %s revisions that need no response are accepted', (era) => {
  it.each([
    ['notifications/cancelled', (id: string) => `"requestId":${id}`],
    ['notifications/progress', (id: string) => `"progressToken":${id},"progress":1.50,"total":12345678901234567890`],
  ])('%s', (method, params) =>
    ofEachId(async (id) => {
      const { status, text } = await ask(era, method, { params: params(id) });
      return status === 202 && text === '' ? null : { status, text };
    }),
  );
});

describe.each(ERAS)('unknown members of a request may contain such numbers, of the %s revisions', (era) => {
  const META = '"own":{"n":12345678901234567890,"p":[1.50],"__proto__":{"q":1.0}}';
  it.each(Object.entries(QUESTIONS).filter(([, [of]]) => of === era))('%s', async (_label, request) => {
    const [, method, sent, status = 200] = request;
    const meta = [sent.meta, META].filter((part) => part !== undefined).join();
    const answer = await ask(era, method, { ...sent, meta, id: '1' });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).toContain('"id":1');
  });
});

const EXPERIMENT = '{"experimental":{"x":{"n":1.50,"ids":[12345678901234567890]}}}';
it('handshake capabilities may contain such numbers', async () => {
  const params = INIT.replace('{}', EXPERIMENT);
  expect((await ask('legacy', 'initialize', { params, id: '1' })).text).toContain('"result"');
});

it.each(Object.entries(QUESTIONS).filter(([, [of]]) => of === 'modern'))(
  'capabilities may contain such numbers in %s',
  async (_name, [era, method, sent, status = 200]) => {
    const meta = [sent.meta, `"io.modelcontextprotocol/clientCapabilities":${EXPERIMENT}`].filter(Boolean).join();
    const answer = await ask(era, method, { ...sent, meta, id: '1.0' });
    expect(answer.status, answer.text).toBe(status);
    expect(written(answer.text, 'id')).toEqual(['1.0']);
  },
);
