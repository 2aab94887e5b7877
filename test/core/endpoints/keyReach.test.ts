import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type HttpApi, startHttpApi } from '../../harness/petshop.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../../mcp/kit.ts';
import { bank } from '../policies/kit.ts';

let database: TestDatabase;
let api: HttpApi;
let here: World;
let there: World;
let endpoint: Endpoint;
beforeAll(async () => {
  [database, api] = await Promise.all([createTestDatabase(), startHttpApi()]);
  const options = { databaseUrl: database.url, egressAllow: `127.0.0.1:${api.port}` };
  here = await startWorld(options);
  there = await startWorld(options);
  endpoint = await makeEndpoint(here.account.ctx, here.url, 'ours', bank(api.url));
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await Promise.all([api.close(), database.close()]);
});

const input = { amount: 1 };
const inSearch = (tool: string) => ({ tool_name: tool, tool_input: input });

/** An application's request with its own key, over REST or GraphQL. */
async function ask(key: string, path: string, body?: object, url = here.url) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`${url}${path}`, init);
  return { status: response.status, body: await response.text() };
}

const INVOKE = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) {
  ... on InvokeToolPayload { result } ... on UserError { message } } }`;

/** Every way to call a tool with an API key. */
const KEY_CALLS: Readonly<Record<string, (key: string, tool: string, url?: string) => ReturnType<typeof ask>>> = {
  invoke: (key, tool, url) =>
    ask(key, `/v1/stacks/${endpoint.stackId}/tools/${tool}/invoke`, { tool_input: input }, url),
  'invoke in search mode': (key, tool, url) =>
    ask(key, `/v1/stacks/${endpoint.stackId}/tools/call_tool/invoke?mode=search`, { tool_input: inSearch(tool) }, url),
  invoke_batch: (key, tool, url) =>
    ask(
      key,
      `/v1/stacks/${endpoint.stackId}/tools/invoke_batch`,
      { calls: [{ tool_id: tool, tool_input: input }] },
      url,
    ),
  'GraphQL invokeTool': (key, tool, url) =>
    ask(
      key,
      '/graphql',
      { query: INVOKE, variables: { input: { stackId: endpoint.stackId, toolId: tool, toolInput: input } } },
      url,
    ),
};

describe('an API key', () => {
  const keyOf = async (limits: object) =>
    createApiKey(here.account.ctx, { name: 'held', scopes: ['invoke'], ...limits });

  it('with tools calls only those on every surface, and finds no other', async () => {
    const { key } = await keyOf({ tools: ['bank_r*'] });
    for (const [way, call] of [...Object.entries(KEY_CALLS), ...Object.entries(KEY_CALLS)]) {
      const before = api.requests.length;
      expect((await call(key, 'bank_pay')).body, way).toMatch(/Tool bank_pay not found/);
      expect(api.requests.length, way).toBe(before);
      expect((await call(key, 'bank_read')).body, way).not.toMatch(/not found|failed|forbidden/);
      expect(api.requests.length, way).toBe(before + 1);
    }
    const listed = await ask(key, `/v1/stacks/${endpoint.stackId}/tools`);
    expect([/bank_pay|old_act/.test(listed.body), /bank_read/.test(listed.body)]).toEqual([false, true]);
  });

  it('with networks works only from there', async () => {
    const [near, far] = [await keyOf({ networks: ['127.0.0.0/8'] }), await keyOf({ networks: ['10.0.0.0/8'] })];
    for (const [way, call] of [...Object.entries(KEY_CALLS), ...Object.entries(KEY_CALLS)]) {
      expect((await call(near.key, 'bank_read')).status, way).toBe(200);
      expect((await call(far.key, 'bank_read')).status, way).toBe(401);
    }
  });

  it('with a call limit makes exactly that many, across two instances', async () => {
    const { key, apiKey } = await keyOf({ callsMax: 10 });
    const before = api.requests.length;
    const ways = Object.values(KEY_CALLS);
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => ways[at % ways.length]?.(key, 'bank_read', at % 3 ? here.url : there.url)),
    );
    expect(api.requests.length - before).toBe(10);
    const { status, body } = await ask(key, `/v1/stacks/${endpoint.stackId}/tools/bank_read/invoke`, {
      tool_input: input,
    });
    expect([status, body]).toEqual([403, expect.stringContaining('API key has used its limit of 10 calls')]);
    const row = await database.db.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } });
    expect(row).toMatchObject({ calls: 10, callsMax: 10 });
  });
});
