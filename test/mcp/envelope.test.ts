import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

const SECRET = 'a-very-secret-key';
let world: World;
let endpoint: Endpoint;
const upstreams = { old: {} as McpUpstream, new: {} as McpUpstream };
type Which = keyof typeof upstreams;
const WHICH: readonly Which[] = ['old', 'new'];

beforeAll(async () => {
  world = await startWorld({ egressAllow: '127.0.0.0/8' });
  upstreams.old = await startUpstream('sessions');
  upstreams.new = await startUpstream('modern');
  const tools = ['echo', 'sum'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  const passThrough: ('resources' | 'prompts')[] = ['resources', 'prompts'];
  const credentials = [{ id: 'key', name: 'Key', description: '', required: true, secret: true }];
  const documents = WHICH.map((id) => ({
    ...{ id, name: id, tools, credentials },
    connector: { kind: 'mcp-http' as const, url: upstreams[id].url, headers: { 'x-key': '{key}' }, passThrough },
  }));
  const { ctx } = world.account;
  endpoint = await makeEndpoint(ctx, world.url, 'envelope', documents);
  for (const id of WHICH) await setCredentials(ctx, endpoint.stackId, toServerId(id), { credentials: { key: SECRET } });
});
afterAll(async () => {
  await world.close();
  for (const id of WHICH) await upstreams[id].close();
});
beforeEach(() => {
  for (const id of WHICH) {
    upstreams[id].requests.length = 0;
    upstreams[id].intercept = () => null;
  }
});

type Era = 'legacy' | 'modern';
const ERAS: readonly Era[] = ['legacy', 'modern'];
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
type Params = Readonly<Record<string, unknown>>;
type Answer = {
  readonly status: number;
  readonly result?: Params & { readonly _meta?: Params };
  readonly error?: Params & { readonly data?: unknown };
};

async function ask(era: Era, method: string, params: Params, meta: Params = {}): Promise<Answer> {
  const all = era === 'modern' ? { ...MODERN, ...meta } : meta;
  const headers = era === 'modern' && {
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    'mcp-name': String(params['name'] ?? params['uri']),
  };
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, ...(Object.keys(all).length > 0 && { _meta: all }) },
  };
  const { status, body: answer } = await post(endpoint, body, { headers: { ...headers } });
  return { status, ...Object(answer) };
}

/** Requests that reach the server, each with its params. */
const REQUESTS = (which: Which): readonly (readonly [string, Params])[] => [
  ['tools/call', { name: `${which}_sum`, arguments: {} }],
  ['resources/read', { uri: `toolyard://${which}/test://note` }],
  ['prompts/get', { name: `${which}_ask` }],
];
const rows = WHICH.flatMap((which) =>
  ERAS.flatMap((era) => REQUESTS(which).map(([method, params]) => ({ which, era, method, params }))),
);

/** The `_meta` that the server received with a method. */
const seenMeta = (which: Which, method: string): Params =>
  Object(
    upstreams[which].requests
      .filter(({ rpc }) => rpc === method)
      .map(({ body }) => JSON.parse(body).params._meta)
      .at(-1),
  );

const PASSED = {
  'acme.example/run': 'r1',
  plain: { deep: [1, null, 'x'] },
  'com.example.mcp-tools/x': true,
  tracestate: 'a=b',
  'claudecode/toolUseId': 'toolu_1',
};
const WITHHELD = {
  'toolyard/select': undefined,
  'toolyard/other': 1,
  'io.modelcontextprotocol/made-up': 1,
  'mcp.dev/x': 1,
  'api.mcp/y': 1,
  'modelcontextprotocol.io/z': 1,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

describe('_meta', () => {
  it.each(rows)('from a client reaches the server: $which, $era, $method', async ({ which, era, method, params }) => {
    const { result } = await ask(era, method, params, { ...PASSED, ...WITHHELD });
    expect(result).toBeDefined();
    const seen = seenMeta(which, method);
    expect(seen).toMatchObject(PASSED);
    const passed = Object.keys(seen).filter((key) => key in WITHHELD && key !== 'traceparent');
    expect(passed).toEqual([]);
    expect(seen['traceparent']).not.toBe(WITHHELD.traceparent);
  });

  it.each(rows)('from a result reaches the client: $which, $era, $method', async ({ which, era, method, params }) => {
    upstreams[which].intercept = ({ rpc, body }) =>
      rpc === method
        ? Response.json({
            jsonrpc: '2.0',
            id: JSON.parse(body).id,
            result: {
              ...{ content: [{ type: 'text', text: 'x' }], contents: [], messages: [], resultType: 'complete' },
              ...{ ttlMs: 0, cacheScope: 'private' },
              _meta: { 'acme.example/cost': { usd: 0.5, who: SECRET } },
            },
          })
        : null;
    const { result } = await ask(era, method, params);
    expect(result?._meta).toMatchObject({ 'acme.example/cost': { usd: 0.5, who: '[redacted]' } });
  });

  it('that is too large is refused, not truncated', async () => {
    const { error } = await ask('legacy', 'tools/call', { name: 'new_sum' }, { big: 'x'.repeat(20_000) });
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('16384') });
  });
});

const CODES: readonly (readonly [number, unknown])[] = [
  [-32_042, { elicitations: [{ mode: 'url', elicitationId: 'e', url: 'https://a.test/in', message: 'Sign in' }] }],
  [-32_000, { detail: 'over quota' }],
  [-32_603, { detail: [1, { x: null }] }],
  [-32_601, undefined],
  [-32_001, 'text'],
  [-32_800, 7],
  [4711, { exact: '1' }],
];

describe('an error of the server', () => {
  // The SDK handles requests that have a progress token.
  const errors = rows.flatMap((row) =>
    [{}, { progressToken: 'p' }].flatMap((meta) => CODES.map(([code, data]) => ({ ...row, meta, code, data }))),
  );
  const failing = (which: Which, method: string, error: object) => {
    upstreams[which].intercept = ({ rpc, body }) =>
      rpc === method ? Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, error }) : null;
  };

  it(`keeps its code and data, without secrets: ${errors.length} combinations`, async () => {
    const wrong: string[] = [];
    for (const { which, era, method, params, meta, code, data } of errors) {
      failing(which, method, { code, message: `no: ${SECRET}`, data });
      const { error } = await ask(era, method, params, meta);
      const right = { code, message: 'no: [redacted]', ...(data !== undefined && { data }) };
      if (JSON.stringify(error) !== JSON.stringify(right))
        wrong.push(`${which} ${era} ${method} ${code}: ${JSON.stringify(error)}`);
      failing(which, method, { code, message: 'no', data: { [SECRET]: [SECRET] } });
      const hidden = await ask(era, method, params, meta);
      if (JSON.stringify(hidden).includes(SECRET)) wrong.push(`${which} ${era} ${method} ${code} shows the secret`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(WHICH)('about an unknown resource names it: %s', async (which) => {
    const uri = `toolyard://${which}/test://absent`;
    for (const code of [-32_002, -32_602, null]) {
      if (code !== null)
        failing(which, 'resources/read', { code, message: 'not found', data: { uri: 'test://absent' } });
      else upstreams[which].intercept = () => null;
      expect((await ask('legacy', 'resources/read', { uri })).error).toMatchObject({ code: -32_002, data: { uri } });
      expect((await ask('modern', 'resources/read', { uri })).error).toMatchObject({ code: -32_602, data: { uri } });
    }
    const unknown = 'toolyard://nobody/x';
    expect((await ask('legacy', 'resources/read', { uri: unknown })).error).toMatchObject({
      code: -32_002,
      data: { uri: unknown },
    });
    expect((await ask('modern', 'resources/read', { uri: unknown })).error).toMatchObject({ code: -32_602 });
  });

  it.each(WHICH)('about a capability names it to clients that know the code: %s', async (which) => {
    const data = { requiredCapabilities: { elicitation: { form: {} } } };
    failing(which, 'tools/call', { code: -32_021, message: 'needs a form', data });
    const call = { name: `${which}_sum`, arguments: {} };
    expect(await ask('modern', 'tools/call', call)).toMatchObject({ status: 400, error: { code: -32_021, data } });
    expect((await ask('legacy', 'tools/call', call)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('has not declared') }],
    });
  });

  it('about refused arguments is a result that a model can read, with its data', async () => {
    failing('new', 'tools/call', { code: -32_602, message: 'bad', data: { field: 'a', key: SECRET } });
    expect((await ask('modern', 'tools/call', { name: 'new_sum', arguments: {} })).result).toMatchObject({
      isError: true,
      content: [{ text: 'bad' }, { text: '{"field":"a","key":"[redacted]"}' }],
    });
  });
});

it.each([1, 200_000])('pages in results have the stack’s URIs, with %d more characters', async (length) => {
  const meta = {
    ui: { resourceUri: 'ui://a', visibility: ['app'] },
    'ui/resourceUri': 'ui://b',
    'openai/outputTemplate': 'ui://c',
    other: 'ui://d',
  };
  upstreams.new.intercept = ({ rpc, body }) =>
    rpc === 'tools/call'
      ? Response.json({
          jsonrpc: '2.0',
          id: JSON.parse(body).id,
          result: {
            content: [
              { type: 'text', text: 'x'.repeat(length), _meta: meta },
              { type: 'resource', resource: { uri: 'ui://a', text: '', _meta: meta } },
              { type: 'resource_link', uri: 'ui://a', name: 'a' },
            ],
            _meta: meta,
          },
        })
      : null;
  const shown = {
    ui: { resourceUri: 'ui://toolyard/new/a', visibility: ['app'] },
    'ui/resourceUri': 'ui://toolyard/new/b',
    'openai/outputTemplate': 'ui://toolyard/new/c',
    other: 'ui://d',
  };
  const { result } = await ask('legacy', 'tools/call', { name: 'new_sum', arguments: {} });
  expect(result).toMatchObject({
    _meta: shown,
    content: [
      { _meta: shown },
      { resource: { uri: 'ui://toolyard/new/a', _meta: shown } },
      { uri: 'ui://toolyard/new/a' },
    ],
  });
});

const PAGES = { ui: { resourceUri: 'ui://a' }, 'ui/resourceUri': 'ui://b', 'openai/outputTemplate': 'ui://c' };
const SHOWN = {
  ui: { resourceUri: 'ui://toolyard/new/a' },
  'ui/resourceUri': 'ui://toolyard/new/b',
  'openai/outputTemplate': 'ui://toolyard/new/c',
};
const block = { type: 'resource', resource: { uri: 'ui://a', text: '', _meta: PAGES }, _meta: PAGES };

/** Results that name pages, apart from those of tools. */
const WITH_PAGES: readonly (readonly [method: string, params: Params, result: object])[] = [
  ['resources/read', { uri: 'ui://toolyard/new/a' }, { contents: [{ uri: 'ui://a', text: '', _meta: PAGES }] }],
  ['prompts/get', { name: 'new_ask' }, { messages: [{ role: 'user', content: block }] }],
  ['resources/list', {}, { resources: [{ uri: 'ui://a', name: 'a', _meta: PAGES }] }],
  ['resources/templates/list', {}, { resourceTemplates: [{ uriTemplate: 'ui://a/{b}', name: 'a', _meta: PAGES }] }],
  ['prompts/list', {}, { prompts: [{ name: 'ask', _meta: PAGES }] }],
];

it.each(WITH_PAGES)('pages in results of %s have the stack’s URIs', async (method, params, result) => {
  upstreams.new.intercept = ({ rpc, body }) =>
    rpc === method
      ? Response.json({
          jsonrpc: '2.0',
          id: JSON.parse(body).id,
          result: { ...result, _meta: PAGES, resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
        })
      : null;
  for (const era of ERAS) {
    const answer = JSON.stringify((await ask(era, method, params)).result);
    expect(answer).toContain(JSON.stringify(SHOWN).slice(1, -1));
    expect(answer).not.toMatch(/"ui:\/\/[abc]"/);
  }
});
