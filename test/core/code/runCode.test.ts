import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { startApiWorld } from '../../harness/apiWorld.ts';
import { connect, type Endpoint, makeEndpoint } from '../../mcp/kit.ts';

const text = { text: { type: 'string', description: 'Any text.' } };
const tool = (name: string, method: 'GET' | 'POST', more: object = {}) => ({
  name,
  description: `${name} of the shop.`,
  inputSchema: { type: 'object', properties: text, required: ['text'] },
  request: {
    kind: 'template' as const,
    method,
    path: '/echo',
    ...(method === 'GET' ? { query: { text: '{text}' } } : { body: { text: '{text}' } }),
    bodyEncoding: 'json' as const,
  },
  ...more,
});

const { api, world, close } = await startApiWorld();
afterAll(close);
let endpoint: Endpoint;

beforeAll(async () => {
  const output = { type: 'object', properties: { path: { enum: ['/echo'] }, body: { type: ['string', 'null'] } } };
  const tools = [
    tool('list_orders', 'GET', { outputSchema: output }),
    tool('list_refunds', 'GET'),
    tool('create_order', 'POST'),
    tool('read_export', 'GET', {
      request: { ...tool('', 'GET').request, path: '/huge', query: { bytes: '1048576' } },
    }),
  ];
  const shop = { id: 'shop', name: 'Shop', connector: { kind: 'http' as const, baseUrl: api.url }, tools };
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [{ ...shop, toolPrefix: false }]);
  await createPolicyRule(world.account.ctx, {
    name: 'none',
    effect: 'deny',
    tools: ['shop_list_refunds', 'list_refunds'],
  });
});

const call = async (name: string, input: object, query = '') => {
  const url = `${world.url}/s/${endpoint.clientId}/call_tool?mode=code${query}`;
  const headers = { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ tool_name: name, tool_input: input }),
  });
  return { status: response.status, body: Object(await response.json()) };
};
const run = (code: string, more: object = {}, query = '') => call('run_code', { code, ...more }, query);
const resultOf = async (code: string, more: object = {}) => (await run(code, more)).body;

it.each(['legacy', 'auto'] as const)('a %s client finds tools, reads their types and runs a program', async (era) => {
  const client = await connect({ ...endpoint, url: `${endpoint.url}?mode=code` }, era);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'read_types', 'run_code', 'read_result']);
  const results = await client.callTool({ name: 'search_tools', arguments: { query: 'list orders', limit: 1 } });
  expect(results.structuredContent).toMatchObject({ tools: [{ name: 'list_orders', for_programs: true }] });
  expect(JSON.stringify(results.structuredContent)).not.toContain('input_schema');
  const read = await client.callTool({
    name: 'read_types',
    arguments: { tool_names: ['list_orders', 'create_order'] },
  });
  expect(read.structuredContent).toEqual({
    types: [
      'declare const tools: {',
      '  /** list_orders of the shop. */ list_orders(input: { /** Any text. */ text: string }): Promise<{ path?: "/echo"; body?: string | null }>;',
      '  /** Programs of this endpoint cannot call it, because it can change data. create_order of the shop. */ create_order(input: { /** Any text. */ text: string }): Promise<any>;',
      '};',
    ].join('\n'),
  });
  const code = `
    type Order = { query: string };
    const texts: string[] = ['a', 'b'];
    const orders = await Promise.all(texts.map((text) => tools.list_orders({ text }) as Promise<Order>));
    console.log('found', orders.length, { ok: true });
    return orders.map(({ query }) => query);`;
  const { structuredContent } = await client.callTool({ name: 'run_code', arguments: { code } });
  expect(structuredContent).toEqual({
    result: ['?text=a', '?text=b'],
    console: 'found 2 {"ok":true}',
    calls: 2,
  });
  await client.close();
});

describe('a program', () => {
  it('gets failures as errors that it can catch', async () => {
    const names = ['list_orders', 'list_refunds', 'create_order', 'absent'];
    const code = `
      const codes: Record<string, string> = {};
      for (const name of ${JSON.stringify(names)}) {
        try { await tools[name]({ text: name === 'list_orders' ? 1 : 'x' }); codes[name] = 'ok'; }
        catch (error) { codes[name] = error instanceof Error && error.name === 'ToolError' ? error.code : String(error); }
      }
      return codes;`;
    const before = api.requests.length;
    expect(await resultOf(code)).toMatchObject({
      result: {
        result: {
          list_orders: 'invalid_input',
          list_refunds: 'denied',
          create_order: 'forbidden',
          absent: 'not_found',
        },
      },
    });
    expect(api.requests).toHaveLength(before);
  });

  it.each([
    ['throw new TypeError("no luck")', 'TypeError: no luck (program.ts:1:'],
    ['enum A { B }', 'TypeScript enum is not supported'],
    ['return (', 'SyntaxError'],
    ['await new Promise(() => {})', 'waits, but not for a call'],
    ['return 1n', 'BigInt'],
    ['throw { toString() { throw 1 } }', 'Error: {}'],
    [
      'for (let n = 0; n < 101; n += 1) await tools.absent({}).catch((e) => { if (e.name !== "ToolError") throw e; });',
      'at most 100 calls',
    ],
  ])('that ends with %s is a failed call', async (code, message) => {
    const { status, body } = await run(code);
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it('sees a stopped clock, and the same random numbers at the same time', async () => {
    const code =
      'const now = Date.now(); for (let n = 0; n < 1e5; n += 1); return [Date.now() - now, typeof Math.random()]';
    expect(await resultOf(code)).toMatchObject({ result: { result: [0, 'number'] } });
  });

  it('gets truncated console output and a truncated result, with a handle for the rest', async () => {
    const code = 'for (let n = 0; n < 50; n += 1) console.log("x".repeat(999)); return "y".repeat(5_000)';
    const { result } = await resultOf(code, { max_bytes: 1_024 });
    expect(result).toMatchObject({ offset: 0, next_offset: 1_024 });
    expect(result.total_bytes).toBeLessThan(25_000);
    const rest = await call('read_result', { handle: result.handle, offset: 1_024 });
    expect(rest.body.result.text).toMatch(/^y+$/);
    // A handle as an input: the value goes from the store to the service, and not through the program.
    const passing = `await tools.list_orders({ text: { $result: '${result.handle}', at: '/result' } }); return 1;`;
    expect((await resultOf(passing)).result).toEqual({ result: 1, calls: 1 });
    expect(api.last().target).toBe(`/echo?text=${'y'.repeat(5_000)}`);
  });

  it('gets at most 8 MiB of results', async () => {
    const code = `
      let count = 0;
      try { for (; count < 20; count += 1) await tools.read_export({ text: '' }); }
      catch (error) { return [count, error.code]; }`;
    expect(await resultOf(code)).toMatchObject({ result: { result: [7, 'too_large'] } });
  });

  it('makes no real calls in a dry run', async () => {
    const before = api.requests.length;
    const { body } = await run('return await tools.list_orders({ text: "a" })', {}, '&dry_run=true');
    expect(body.result).toMatchObject({
      dry_run: true,
      calls: 1,
      described: [{ decision: 'allow', would_send: true }],
    });
    expect(api.requests).toHaveLength(before);
  });
});
