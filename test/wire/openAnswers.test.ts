import { createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { OPEN_TYPES } from '../../src/graphql/execution/openAnswers.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { compress } from '../../src/wire/compression.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../mcp/kit.ts';

const ORIGIN = 'https://app.example';
let world: World;
let endpoint: Endpoint;
let upstream: Server;

beforeAll(async () => {
  upstream = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ text: 'long '.repeat(1_000) }));
  });
  const port = await listenOnLoopback(upstream);
  world = await startWorld({ egressAllow: `127.0.0.1:${port}`, config: { corsOrigins: [ORIGIN] } });
  const tools = Array.from({ length: 60 }, (_, at) => ({
    name: `read_${at}`,
    description: 'Reads a page of text. '.repeat(20),
    inputSchema: { type: 'object' },
    request: { kind: 'template', method: 'GET', path: '/' },
  }));
  await world.saveServer({
    id: 'long',
    name: 'Long',
    connector: { kind: 'http', baseUrl: `http://127.0.0.1:${port}` },
    tools,
  });
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'long', []);
  await addServerToStack(world.account.ctx, endpoint.stackId, { serverId: 'long', enableAllTools: true });
});
afterAll(async () => {
  await world.close();
  upstream.close();
});

type TestRequest = { readonly path: string; readonly token: string; readonly json?: object };

/** The response as sent: `fetch` would decode it. */
const ask = ({ path, token, json }: TestRequest, headers: Readonly<Record<string, string>> = {}, method?: string) =>
  new Promise<{ readonly status: number; readonly headers: Record<string, unknown>; readonly bytes: Buffer }>(
    (resolve, reject) => {
      const body = json && JSON.stringify(json);
      const sent = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      request(world.url + path, { method: method ?? (body ? 'POST' : 'GET'), headers: sent }, (response) => {
        const { statusCode: status = 0 } = response;
        buffer(response).then((bytes) => resolve({ status, headers: response.headers, bytes }), reject);
      })
        .on('error', reject)
        .end(body);
    },
  );

const DECODED = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const v1 = (path: string, json?: object): TestRequest => ({
  path: `/v1${path}`,
  token: world.account.apiKey,
  ...(json && { json }),
});
const s = (path: string, json?: object): TestRequest => ({
  path: `/s/${endpoint.clientId}${path}`,
  token: endpoint.token,
  ...(json && { json }),
});
const graphql = (query: string): TestRequest => ({ path: '/graphql', token: world.account.apiKey, json: { query } });

const TOOLS = '{ server(id: "long") { tools(first: 100) { nodes { id name description } pageInfo { endCursor } } } }';
const PROBES = Array.from({ length: 40 }, (_, at) => `t${at}: __typename`).join(' ');

/** Responses without a secret, from each surface and by each path to it. */
const open = (): Readonly<Record<string, TestRequest>> => ({
  'all servers': v1('/servers'),
  'a page of servers': v1('/servers?limit=100'),
  'tools of a stack': v1(`/stacks/${endpoint.stackId}/tools`),
  'tools of a stack, by the framework': v1(`/stacks/${endpoint.stackId}/tools?mode=full`),
  'own tools': s('/list_tools'),
  'own tools in a format': s('/list_tools?schema=anthropic'),
  'MCP list': s('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  'MCP list, by the framework': s('/mcp?mode=full', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  introspection: graphql(getIntrospectionQuery()),
  'tools in GraphQL': graphql(TOOLS),
});

/** Responses that contain a new credential, or text of a service or caller. */
const closed = (): Readonly<Record<string, TestRequest>> => ({
  'a call': v1(`/stacks/${endpoint.stackId}/tools/long_read_0/invoke`, { tool_input: {} }),
  'an own call': s('/call_tool', { tool_name: 'long_read_0', tool_input: {} }),
  'an MCP call': s('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'long_read_0', arguments: {} },
  }),
  'a call in GraphQL': graphql(
    `mutation { ${PROBES} invokeTool(input: { stackId: "${endpoint.stackId}", toolId: "long_read_0", input: {} }) { __typename ... on InvokeToolPayload { output } } }`,
  ),
  'a new key': graphql(
    `mutation { ${PROBES} createApiKey(input: { name: "${'k'.repeat(90)}" }) { ... on CreateApiKeyPayload { key apiKey { name } } } }`,
  ),
  calls: graphql(`{ ${PROBES} calls(first: 10) { nodes { id toolId } } __schema { types { name description } } }`),
  'approvals beside introspection': graphql(
    '{ approvals(first: 1) { nodes { id } } __schema { types { name description } } }',
  ),
  'a node of any type': graphql('{ node(id: "x") { ... on Call { toolId } } __schema { types { name description } } }'),
  'an error': graphql(`{ ${'nothing '.repeat(100)} }`),
  'a refusal': v1('/stacks/stack_none/tools'),
});

it('compresses responses without secrets, off the event loop, and they decode to the same', async () => {
  const seen: string[] = [];
  for (const [name, target] of Object.entries(open())) {
    const plain = await ask(target);
    expect([name, plain.status, plain.headers['content-encoding']]).toEqual([name, 200, undefined]);
    expect(String(plain.headers['vary']), name).toContain('accept-encoding');
    for (const [encoding, decode] of Object.entries(DECODED)) {
      const answer = await ask(target, { 'accept-encoding': encoding });
      expect([name, answer.status, answer.headers['content-encoding']]).toEqual([name, 200, encoding]);
      expect(decode(answer.bytes).equals(plain.bytes), name).toBe(true);
      expect(answer.bytes.length, name).toBeLessThan(plain.bytes.length * 0.6);
      expect(answer.headers['content-type'], name).toBe(plain.headers['content-type']);
      seen.push(name);
    }
  }
  process.stdout.write(`${seen.length} compressed answers of ${Object.keys(open()).length} kinds\n`);
});

it('sends responses with a new credential or texts of calls uncompressed', async () => {
  for (const [name, target] of Object.entries(closed())) {
    const { status, headers, bytes } = await ask(target, { 'accept-encoding': 'br, gzip' });
    expect([name, status, headers['content-encoding']]).toEqual([name, expect.any(Number), undefined]);
    expect(bytes.length, name).toBeGreaterThan(10);
  }
});

it('keeps HEAD, ETags and CORS correct', async () => {
  const encoded = { 'accept-encoding': 'gzip' };
  const head = await ask(v1('/servers'), encoded, 'HEAD');
  expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, 'gzip', 0]);
  for (const path of ['/list_tools', '/list_tools?mode=full']) {
    const listed = await ask(s(path), encoded);
    const tag = String(listed.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    const again = await ask(s(path), { ...encoded, 'if-none-match': tag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const elsewhere = await ask(s(path), { ...encoded, origin: ORIGIN });
    expect(elsewhere.headers['vary']).toBe('Origin, accept-encoding');
    expect(elsewhere.headers['access-control-allow-origin']).toBe(ORIGIN);
  }
  expect((await ask(v1('/servers'), { ...encoded, origin: ORIGIN })).headers['vary']).toBe('Origin, accept-encoding');
});

it('sends many responses at once, compressed', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(v1('/servers'), { 'accept-encoding': 'br' })));
  expect(new Set(answers.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['br']));
});

it('lists only types of the schema as open', () => {
  const names = Object.keys(graphqlSchema().getTypeMap());
  const derived = new Set(names.map((name) => name.replace(/(?:Connection|Edge)$/, '')));
  expect([...OPEN_TYPES].filter((name) => !derived.has(name))).toEqual([]);
});

/** Compresses responses with the same list to requests with different ids. */
function compressedLists() {
  const requester = { accountId: null, signal: new AbortController().signal };
  const list = Buffer.from(JSON.stringify({ tools: 'many '.repeat(1_000) }));
  return (id: number) => compress([`{"id":${id},"result":`, list, '}'], 'br', requester);
}

it('a list is compressed once per encoding and request id', async () => {
  const answer = compressedLists();
  const [first, again, other] = [await answer(1), await answer(1), await answer(2)];
  expect(again).toBe(first);
  expect(JSON.parse(brotliDecompressSync(other ?? '').toString()).id).toBe(2);
});

it('lists that are compressed at the same time are all cached', async () => {
  const answer = compressedLists();
  const [first, second] = await Promise.all([answer(1), answer(2)]);
  expect(await answer(1)).toBe(first);
  expect(await answer(2)).toBe(second);
});
