import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { toToolId } from '../../src/core/kernel/ids.ts';
import { updateStackTool } from '../../src/core/stacks/stackTool.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { connect, type Endpoint, makeEndpoint, post } from './kit.ts';

const tool = (name: string, description: string, path: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  request: {
    kind: 'template' as const,
    method: 'POST' as const,
    path,
    body: { text: '{text}' },
    bodyEncoding: 'json' as const,
  },
});

const { api, world, close } = await startApiWorld();
afterAll(close);
let endpoint: Endpoint;

beforeAll(async () => {
  const tools = [
    tool('create_invoice', 'Bills a customer.', '/echo'),
    tool('delete_invoice', 'Removes a bill for good.', '/echo'),
    tool('list_customers', 'All customers by name.', '/echo'),
    // A tool with this name is called only in full mode.
    tool('search_tools', 'Looks for spanners.', '/spanners'),
  ];
  const shop = { id: 'shop', name: 'Shop', connector: { kind: 'http' as const, baseUrl: api.url }, tools };
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [{ ...shop, toolPrefix: false }]);
  await updateStackTool(world.account.ctx, endpoint.stackId, toToolId('list_customers'), { isPinned: true });
  await updateStackTool(world.account.ctx, endpoint.stackId, toToolId('search_tools'), { isPinned: true });
});

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const inMode = (mode: string): Endpoint => ({ ...endpoint, url: `${endpoint.url}?mode=${mode}` });
const FULL = ['create_invoice', 'delete_invoice', 'list_customers', 'search_tools'];
const SEARCH = ['search_tools', 'get_tool', 'call_tool', 'read_result', 'list_customers'];

describe.each(['legacy', 'auto'] as const)('a %s client in search mode', (era) => {
  it('lists, finds and calls tools', async () => {
    const client = await connect(inMode('search'), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(SEARCH);
    const answer = await client.callTool({
      name: 'search_tools',
      arguments: { query: 'make a new invoice', limit: 1 },
    });
    expect(answer.structuredContent).toEqual({
      tools: [
        {
          name: 'create_invoice',
          description: 'Bills a customer.',
          server: 'shop',
          credentials: 'added',
          approval: 'not_required',
          input_schema: expect.objectContaining({ type: 'object' }),
        },
      ],
      more: ['delete_invoice: Removes a bill for good'],
    });
    const call = { tool_name: 'create_invoice', tool_input: { text: 'hi' } };
    const called = await client.callTool({ name: 'call_tool', arguments: call });
    expect(called.structuredContent).toMatchObject({ path: '/echo', body: '{"text":"hi"}' });
    const wrong = await client.callTool({ name: 'call_tool', arguments: { ...call, tool_name: 'absent' } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('search_tools') }] });
    await client.close();
  });
});

describe('search_tools', () => {
  const search = async (input: object) => {
    const { body } = await post(inMode('search'), rpc('tools/call', { name: 'search_tools', arguments: input }));
    return Object(body).result;
  };
  const namesIn = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

  it('accepts several tasks at once, and describes a tool once', async () => {
    const queries = ['make an invoice', 'which customers are there', 'bill somebody'];
    const { structuredContent } = await search({ queries, limit: 1 });
    const { results } = structuredContent;
    expect(results.map(({ query }: { query: string }) => query)).toEqual(queries);
    expect(namesIn(results[0].tools)).toEqual(['create_invoice']);
    expect(namesIn(results[1].tools)).toEqual(['list_customers']);
    const described = results.flatMap(({ tools }: { tools: object[] }) =>
      tools.filter((tool) => 'input_schema' in tool),
    );
    expect(new Set(namesIn(described)).size).toBe(described.length);
  });

  it('names further matches, up to 45 tools in all', async () => {
    const many = Array.from({ length: 120 }, (_, at) =>
      tool(`make_thing_${at}`, 'Makes a thing. It is heavy.', '/echo'),
    );
    const server = {
      id: 'things',
      name: 'Things',
      connector: { kind: 'http' as const, baseUrl: api.url },
      tools: many,
    };
    const things = await makeEndpoint(world.account.ctx, world.url, 'things', [{ ...server, toolPrefix: false }]);
    const at = { ...things, url: `${things.url}?mode=search` };
    const ask = async (input: object) =>
      Object((await post(at, rpc('tools/call', { name: 'search_tools', arguments: input }))).body).result;
    const { tools, more } = (await ask({ query: 'make a thing' })).structuredContent;
    expect([tools.length, more.length]).toEqual([5, 45]);
    expect(more[0]).toMatch(/^make_thing_\d+: Makes a thing$/);
    expect(new Set([...namesIn(tools), ...more.map((line: string) => line.split(':')[0])]).size).toBe(50);
    const { results } = (await ask({ queries: ['make', 'thing', 'make thing'] })).structuredContent;
    const lines = results.flatMap((each: { more: string[] }) => each.more);
    expect(lines).toHaveLength(45);
  });

  it.each([{}, { limit: 3 }, { queries: [] }, { queries: [''] }, { queries: Array(9).fill('x') }, { queries: 'x' }])(
    'refuses %j',
    async (input) => {
      expect(await search(input)).toMatchObject({ isError: true });
    },
  );
});

describe('call_tool', () => {
  const callWith = async (options: object) => {
    const input = { tool_name: 'create_invoice', tool_input: { text: 'x'.repeat(1_000) }, ...options };
    const call = rpc('tools/call', { name: 'call_tool', arguments: input });
    return (await post(inMode('search'), call)).body;
  };
  const resultOf = (structuredContent: unknown) => ({ result: { structuredContent } });

  it('returns the selected part of a result', async () => {
    expect(await callWith({ select: '{at: path}' })).toMatchObject(resultOf({ at: '/echo' }));
  });

  it('returns a large result in parts, which read_result reads to the end', async () => {
    const body = JSON.stringify(await callWith({ select: 'body', max_bytes: 256 }));
    const handle = /"handle":"(result_[0-9a-f-]{36})"/.exec(body)?.[1];
    expect(body).toMatch(/"next_offset":256,/);
    const read = rpc('tools/call', { name: 'read_result', arguments: { handle, offset: 1_020 } });
    expect((await post(inMode('search'), read)).body).toMatchObject(
      resultOf({ handle, offset: 1_020, next_offset: null, total_bytes: 1_026, text: 'x\\"}"}' }),
    );
  });

  it.each([{ select: 'a[' }, { max_bytes: 255 }, { max_bytes: 4_194_305 }, { max_bytes: '1000' }])(
    'refuses the option %j before calling',
    async (options) => {
      const before = api.requests.length;
      expect(await callWith(options)).toMatchObject({ result: { isError: true } });
      expect(api.requests).toHaveLength(before);
    },
  );
});

describe('the mode', () => {
  const names = async (to: Endpoint) => {
    const { body } = await post(to, rpc('tools/list'));
    return JSON.stringify(body)
      .match(/"name":"(\w+)"/g)
      ?.map((text) => text.slice(8, -1));
  };

  it('of a request decides the meaning of a shared name', async () => {
    const call = rpc('tools/call', { name: 'search_tools', arguments: { text: 'x', query: 'x' } });
    expect(JSON.stringify((await post(inMode('full'), call)).body)).toContain('/spanners');
    expect(JSON.stringify((await post(inMode('search'), call)).body)).not.toContain('/spanners');
  });

  it('of an endpoint is the default, from its next request on', async () => {
    const { id } = await world.edge.deps.db.clientEndpoint.findUniqueOrThrow({
      where: { clientId: endpoint.clientId },
    });
    expect(await names(endpoint)).toEqual(FULL);
    await updateClientEndpoint(world.account.ctx, id, { mode: 'search' });
    expect(await names(endpoint)).toEqual(SEARCH);
    expect(await names(inMode('full'))).toEqual(FULL);
    await updateClientEndpoint(world.account.ctx, id, { mode: 'full' });
    expect(await names(endpoint)).toEqual(FULL);
  });

  it('must be valid', async () => {
    const answer = await post(inMode('some'), rpc('tools/list'));
    expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid mode some' } });
  });
});

it('a call through call_tool is recorded as a call of the tool', async () => {
  const { db } = world.edge.deps;
  await db.stack.update({
    where: { id: endpoint.stackId },
    data: { recordsCalls: true, version: { increment: 1 } },
  });
  world.edge.deps.changes.publishLocally([{ kind: 'tools', id: endpoint.stackId }]);
  const input = { tool_name: 'delete_invoice', tool_input: {} };
  await post(inMode('search'), rpc('tools/call', { name: 'call_tool', arguments: input }));
  await world.edge.deps.background.drain();
  const rows = await db.callRecord.findMany({ where: { stackId: endpoint.stackId } });
  expect(rows.map(({ toolId, outcome }) => ({ toolId, outcome }))).toEqual([
    { toolId: 'delete_invoice', outcome: 'ok' },
  ]);
});
