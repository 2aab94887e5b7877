import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { type StackId, toServerId, toStackId } from '../../src/core/kernel/ids.ts';
import { updateStack } from '../../src/core/stacks/stack.ts';
import { eventually } from '../harness/eventually.ts';
import { ask, dataOf } from './ask.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const query = (text: string, variables?: object) => ask(shop.world.url, shop.world.account.apiKey, text, variables);

async function recordedStack(...servers: string[]): Promise<string> {
  const { ctx } = shop.world.account;
  const { stackId } = await shop.newStack(...servers);
  await updateStack(ctx, stackId, { configuration: { isRecorded: true } });
  return stackId;
}

const send = (path: string, token: string, body: object) =>
  fetch(`${shop.world.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  }).then((response) => response.text());

const CALLS = `query ($stackId: ID!) { calls(filter: { stackId: $stackId }) {
  nodes { serverId toolId outcome endpoint { id } endpointId stack { id } inputBytes outputBytes } } }`;

/** The stack's calls once there are this many. */
async function recorded(stackId: StackId, count: number): Promise<unknown> {
  const { db } = shop.world.edge.deps;
  await eventually(
    `${count} calls are recorded`,
    async () => (await db.callRecord.count({ where: { stackId } })) >= count,
  );
  return dataOf(query(CALLS, { stackId }));
}

describe('a call is recorded', () => {
  it('on every surface, with the endpoint that it used', async () => {
    const stackId = await recordedStack('shop');
    const { account } = shop.world;
    await setCredentials(account.ctx, toStackId(stackId), toServerId('shop'), { credentials: { shop_key: 'value' } });
    const { endpoint, token } = await createClientEndpoint(account.ctx, { stackId: toStackId(stackId), name: 'agent' });
    const input = { query: 'x' };
    const name = { name: 'shop_find', arguments: input };
    await send(`/v1/stacks/${stackId}/tools/shop_find/invoke`, account.apiKey, { tool_input: input });
    await query(`mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }`, {
      input: { stackId, toolId: 'shop_find', toolInput: input },
    });
    await query(`mutation ($input: InvokeToolsInput!) { invokeTools(input: $input) { __typename } }`, {
      input: { stackId, calls: [{ toolId: 'shop_find', toolInput: input }] },
    });
    await recorded(toStackId(stackId), 3);
    await send(`/s/${endpoint.clientId}/call_tool`, token, { tool_name: 'shop_find', tool_input: input });
    await send(`/s/${endpoint.clientId}/mcp`, token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: name });
    await send(`/s/${endpoint.clientId}/mcp?mode=search`, token, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'call_tool', arguments: { tool_name: 'shop_find', tool_input: input } },
    });
    const call = (id: string | null) => ({
      serverId: 'shop',
      toolId: 'shop_find',
      outcome: 'OK',
      endpoint: id === null ? null : { id },
      endpointId: id,
      stack: { id: stackId },
      inputBytes: 13,
      outputBytes: expect.toSatisfy((bytes) => bytes > 0),
    });
    const { id } = endpoint;
    const calls = [id, id, id, null, null, null].map(call);
    expect(await recorded(toStackId(stackId), 6)).toEqual({ calls: { nodes: calls } });
  });

  it('if it is refused, but not if its tool is unknown', async () => {
    const stackId = await recordedStack('shop', 'down');
    await setCredentials(shop.world.account.ctx, toStackId(stackId), toServerId('down'), {
      credentials: { down_key: 'value' },
    });
    const invoke = (toolId: string, toolInput: unknown) =>
      send(`/v1/stacks/${stackId}/tools/${toolId}/invoke`, shop.world.account.apiKey, { tool_input: toolInput });
    await invoke('nobody_knows', {});
    await invoke('shop_find', {});
    await invoke('shop_find', { query: 'x' });
    await invoke('down_find', { query: 'x' });
    const outcomes = ['INVALID_INPUT', 'MISSING_CREDENTIALS', 'UPSTREAM_ERROR'];
    expect(await recorded(toStackId(stackId), 3)).toEqual({
      calls: { nodes: expect.arrayContaining(outcomes.map((outcome) => expect.objectContaining({ outcome }))) },
    });
    expect(await shop.world.edge.deps.db.callRecord.count({ where: { stackId: toStackId(stackId) } })).toBe(3);
  });

  it('only while its stack records calls', async () => {
    const { stackId } = await shop.newStack('shop');
    await send(`/v1/stacks/${stackId}/tools/shop_find/invoke`, shop.world.account.apiKey, { tool_input: {} });
    await shop.world.edge.deps.background.drain();
    expect(await shop.world.edge.deps.db.callRecord.count({ where: { stackId } })).toBe(0);
  });
});

describe('the audit log', () => {
  const AUDIT = `query ($search: String, $stackId: ID, $since: DateTime, $until: DateTime, $first: Int, $after: String) {
    auditEvents(filter: { search: $search, stackId: $stackId, since: $since, until: $until }, first: $first, after: $after) {
      nodes { action } pageInfo { hasNextPage endCursor } } }`;
  const actions = async (variables: object) => {
    const { data } = await query(AUDIT, variables);
    return JSON.stringify(data?.['auditEvents']).match(/(?<="action":")[^"]+/g) ?? [];
  };

  it.each([
    ['an action', () => 'STACK.create', ['STACK_CREATE']],
    ['a part of a target', (id: string) => id.slice(6), ['STACK_ADD_SERVER', 'STACK_CREATE']],
    ['words of the summary', () => 'created THE stack', ['STACK_CREATE']],
    ['a name in the summary', () => 'SHOP', ['STACK_ADD_SERVER']],
    ['whoever did it', () => 'first key', ['STACK_ADD_SERVER', 'STACK_CREATE']],
    ['nothing that is there', () => 'no such thing', []],
    ['a wildcard as itself', () => 'stack%create', []],
    ['a wildcard in a name as itself', () => 'sh_p', []],
    ['another wildcard as itself', () => 'stack_create', []],
    ['a backslash', () => '\\', []],
    ['what no text can hold', () => '\0', []],
  ])('can be searched for %s', async (_name, search, expected) => {
    const { stackId } = await shop.newStack('shop');
    expect(await actions({ search: search(stackId), stackId })).toEqual(expected);
  });

  it('filters by time, and keeps its cursors', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    const { stackId } = await shop.newStack('shop', 'safe');
    expect(await actions({ stackId, until: before })).toEqual([]);
    expect(await actions({ stackId, since: before })).toHaveLength(3);
    const { data } = await query(AUDIT, { stackId, search: 'stack.', first: 2 });
    expect(data).toMatchObject({ auditEvents: { pageInfo: { hasNextPage: true } } });
    const cursor = /"endCursor":"([^"]+)"/.exec(JSON.stringify(data))?.[1];
    expect(await actions({ stackId, search: 'stack.', first: 2, after: cursor })).toEqual(['STACK_CREATE']);
  });

  it('refuses to search for an endless text', async () => {
    expect((await query(AUDIT, { search: 'x'.repeat(201) })).errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT' } },
    ]);
  });
});
