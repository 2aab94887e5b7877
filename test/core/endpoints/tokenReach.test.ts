import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { isWithin, parseNetwork } from '../../../src/core/endpoints/tokenReach.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type HttpApi, startHttpApi } from '../../harness/petshop.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { connect, type Endpoint, makeEndpoint, post } from '../../mcp/kit.ts';
import { bank } from '../policies/kit.ts';

let database: TestDatabase;
let api: HttpApi;
let here: World;
let there: World;
let endpoint: Endpoint;
let endpointId: string;
beforeAll(async () => {
  [database, api] = await Promise.all([createTestDatabase(), startHttpApi()]);
  const options = { databaseUrl: database.url, egressAllow: `127.0.0.1:${api.port}` };
  here = await startWorld(options);
  there = await startWorld(options);
  endpoint = await makeEndpoint(here.account.ctx, here.url, 'ours', bank(api.url));
  ({ id: endpointId } = await database.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } }));
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await Promise.all([api.close(), database.close()]);
});

const issue = async (reach: object) => {
  const { token, tokenRecord } = await createStackToken(here.account.ctx, { endpointId, ...reach });
  return { ...endpoint, token, id: tokenRecord.id };
};

const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const input = { amount: 1 };
const inSearch = (tool: string) => ({ tool_name: tool, tool_input: input });

async function send({ clientId, token }: Endpoint, path: string, body?: object, url = here.url) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`${url}/s/${clientId}/${path}`, init);
  return { status: response.status, body: await response.text() };
}

async function official(at: Endpoint, tool: string): Promise<unknown> {
  const client = await connect(at, 'legacy');
  return client.callTool({ name: tool, arguments: input }).finally(() => client.close());
}

/** Every way of an agent to a tool. */
const CALLS: Readonly<Record<string, (at: Endpoint, tool: string) => Promise<unknown>>> = {
  call_tool: (at, tool) => send(at, 'call_tool', inSearch(tool)),
  'call_tool in search mode': (at, tool) =>
    send(at, 'call_tool?mode=search', { tool_name: 'call_tool', tool_input: inSearch(tool) }),
  MCP: (at, tool) => post(at, rpc('tools/call', { name: tool, arguments: input })),
  'MCP in search mode': (at, tool) =>
    post({ ...at, url: `${at.url}?mode=search` }, rpc('tools/call', { name: 'call_tool', arguments: inSearch(tool) })),
  'MCP, an official client': official,
};

/** Every way of an agent to a list of tools. */
const LISTS: Readonly<Record<string, (at: Endpoint) => Promise<unknown>>> = {
  list_tools: (at) => send(at, 'list_tools'),
  search_tools: (at) =>
    send(at, 'call_tool?mode=search', { tool_name: 'search_tools', tool_input: { query: 'bank', limit: 20 } }),
  'MCP tools/list': (at) => post(at, rpc('tools/list', {})),
};

const textOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(JSON.stringify, (error: unknown) => String(error));

describe('a token with tools', () => {
  it('calls those on every surface, and finds no other', async () => {
    const token = await issue({ tools: ['bank_r*'] });
    for (const [way, call] of Object.entries(CALLS)) {
      const before = api.requests.length;
      expect(await textOf(call(token, 'bank_pay')), way).toMatch(/Tool bank_pay not found/);
      expect(api.requests.length, way).toBe(before);
      expect(await textOf(call(token, 'bank_read')), way).not.toMatch(/not found|failed/);
      expect(api.requests.length, way).toBe(before + 1);
    }
    for (const [way, list] of Object.entries(LISTS)) {
      const [all, own] = [await textOf(list(endpoint)), await textOf(list(token))];
      expect([/bank_pay/.test(all), /bank_read/.test(all)], way).toEqual([true, true]);
      expect([/bank_pay|old_act/.test(own), /bank_read/.test(own)], way).toEqual([false, true]);
    }
    await revokeStackToken(here.account.ctx, token.id);
    expect((await send(token, 'list_tools')).status).toBe(401);
  });

  it.each([
    [{ tools: [] }],
    [{ tools: ['a b'] }],
    [{ tools: Array.from({ length: 101 }, (_, at) => `t${at}`) }],
    [{ networks: [] }],
    [{ networks: ['10.0.0.0/33'] }],
    [{ networks: ['::ffff:10.0.0.1/128'] }],
    [{ networks: ['example.com'] }],
    [{ callsMax: 0 }],
    [{ callsMax: 1.5 }],
  ])('is not made from %j', async (reach) => {
    await expect(issue(reach)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a token with networks', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.4', ['10.1.2.3'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32', '0.0.0.0/0'], false],
    ['10.1.2.3', ['::/0'], false],
    ['2001:db9::1', ['::/0'], true],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
  ])('from %s within %j: %s', (from, networks, expected) => {
    const ranges = networks.map(parseNetwork).filter((network) => network !== null);
    expect(ranges).toHaveLength(networks.length);
    expect(isWithin(from, ranges)).toBe(expected);
  });

  it('works from there alone on every surface, also once it is in memory', async () => {
    const [near, far] = [await issue({ networks: ['127.0.0.0/8', '::1'] }), await issue({ networks: ['10.0.0.0/8'] })];
    for (const [way, call] of [...Object.entries(CALLS), ...Object.entries(CALLS)]) {
      expect(await textOf(call(near, 'bank_read')), way).not.toMatch(/not found|failed|401/);
      const before = api.requests.length;
      expect(await textOf(call(far, 'bank_read')), way).toMatch(/Invalid or missing token|401/);
      expect(api.requests.length, way).toBe(before);
    }
  });
});

describe('a token with a number of calls', () => {
  it('makes exactly so many, over two instances at once, and counts no call that is refused before', async () => {
    const token = await issue({ callsMax: 25, tools: ['bank_*'] });
    expect((await send(token, 'call_tool', inSearch('old_act'))).status).toBe(404);
    const before = api.requests.length;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        send(token, 'call_tool', inSearch('bank_read'), at % 2 === 0 ? here.url : there.url),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, api.requests.length - before]).toEqual([25, 25]);
    expect(new Set(statuses)).toEqual(new Set([200, 403]));
    expect(answers.find(({ status }) => status === 403)?.body).toContain('has made the 25 calls that it may make');
    const row = await database.db.stackToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(row).toMatchObject({ calls: 25, callsMax: 25 });
    process.stdout.write('token reach: 60 calls over 2 instances, 25 allowed, 25 made\n');
  });
});
