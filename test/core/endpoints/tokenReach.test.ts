import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStackToken, revokeAttenuation, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { attenuateToken, type Limits, readTokenBody, splitAttenuated } from '../../../src/core/kernel/attenuation.ts';
import { newClientId, newTokenId, toAttenuationId, toEndpointId } from '../../../src/core/kernel/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
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
  const { token, tokenRecord } = await createStackToken(here.account.ctx, {
    endpointId: toEndpointId(endpointId),
    ...reach,
  });
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

/** Every way for an agent to call a tool. */
const CALLS: Readonly<Record<string, (at: Endpoint, tool: string) => Promise<unknown>>> = {
  call_tool: (at, tool) => send(at, 'call_tool', inSearch(tool)),
  'call_tool in search mode': (at, tool) =>
    send(at, 'call_tool?mode=search', { tool_name: 'call_tool', tool_input: inSearch(tool) }),
  MCP: (at, tool) => post(at, rpc('tools/call', { name: tool, arguments: input })),
  'MCP in search mode': (at, tool) =>
    post({ ...at, url: `${at.url}?mode=search` }, rpc('tools/call', { name: 'call_tool', arguments: inSearch(tool) })),
  'MCP, an official client': official,
};

/** Every way for an agent to list tools. */
const LISTS: Readonly<Record<string, (at: Endpoint) => Promise<unknown>>> = {
  list_tools: (at) => send(at, 'list_tools'),
  search_tools: (at) =>
    send(at, 'call_tool?mode=search', { tool_name: 'search_tools', tool_input: { query: 'bank', limit: 20 } }),
  'MCP tools/list': (at) => post(at, rpc('tools/list', {})),
};

const textOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(JSON.stringify, (error: unknown) => String(error));

describe('a token with tools', () => {
  it('calls only those on every surface, and finds no other', async () => {
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
  ])('is not created from %j', async (reach) => {
    await expect(issue(reach)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a token with networks', () => {
  it('works only from there on every surface, even when cached', async () => {
    const [near, far] = [await issue({ networks: ['127.0.0.0/8', '::1'] }), await issue({ networks: ['10.0.0.0/8'] })];
    for (const [way, call] of [...Object.entries(CALLS), ...Object.entries(CALLS)]) {
      expect(await textOf(call(near, 'bank_read')), way).not.toMatch(/not found|failed|401/);
      const before = api.requests.length;
      expect(await textOf(call(far, 'bank_read')), way).toMatch(/Invalid or missing token|401/);
      expect(api.requests.length, way).toBe(before);
    }
  });
});

describe('a token with a call limit', () => {
  it('makes exactly that many across two instances, and counts no call refused earlier', async () => {
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
    expect(answers.find(({ status }) => status === 403)?.body).toContain('has used its limit of 25 calls');
    const row = await database.db.stackToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(row).toMatchObject({ calls: 25, callsMax: 25 });
    process.stdout.write('token reach: 60 calls over 2 instances, 25 allowed, 25 made\n');
  });
});

const attenuated = (at: Endpoint, ...chain: readonly Limits[]): Endpoint => ({
  ...at,
  token: chain.reduce(attenuateToken, at.token),
});
const idOf = ({ token }: Endpoint) => readTokenBody(splitAttenuated(token)?.body ?? '')?.attenuations.at(-1)?.id ?? '';

describe('an attenuated token', () => {
  it('calls its remaining tools on every surface, repeatedly, and gets the reason for others', async () => {
    const [tools, small] = [
      attenuated(endpoint, { tools: ['bank_r*'] }),
      attenuated(endpoint, { when: 'input.amount > 5' }),
    ];
    for (const [way, call] of [...Object.entries(CALLS), ...Object.entries(CALLS)]) {
      const before = api.requests.length;
      const refusal = `This token was attenuated, and ${idOf(tools)} allows only the tools bank_r`;
      expect(await textOf(call(tools, 'bank_pay')), way).toContain(refusal);
      expect(await textOf(call(small, 'bank_read')), way).toMatch(/allows only calls for which input.amount > 5/);
      expect(api.requests.length, way).toBe(before);
      expect(await textOf(call(tools, 'bank_read')), way).not.toMatch(/not found|failed|attenuated/);
      expect(api.requests.length, way).toBe(before + 1);
    }
    for (const [way, list] of Object.entries(LISTS)) {
      const own = await textOf(list(attenuated(tools, { tools: ['*', 'bank_pay'] })));
      expect([/bank_pay|old_act/.test(own), /bank_read/.test(own)], way).toEqual([false, true]);
    }
  });

  it('fails with a foreign tag, and cannot exceed its stack token', async () => {
    const { token } = attenuated(endpoint, { tools: ['bank_read'] });
    const wider = token.replace(/[^.]+\.[^.]+$/, Buffer.from('{}').toString('base64url'));
    const tag = token.slice(token.lastIndexOf('.') + 1);
    for (const forged of [`${wider}.${tag}`, `${token.split('.').slice(0, 2).join('.')}.${tag}`, `${token}.${tag}`]) {
      expect((await send({ ...endpoint, token: forged }, 'list_tools')).status).toBe(401);
    }
    expect((await send({ ...endpoint, token, clientId: newClientId() }, 'list_tools')).status).toBe(401);
    const ended = await issue({});
    const child = attenuated(ended, {});
    expect((await send(child, 'list_tools')).status).toBe(200);
    await revokeStackToken(here.account.ctx, ended.id);
    expect((await send(child, 'list_tools')).status).toBe(401);
    expect((await send(attenuated(endpoint, { exp: 1_700_000_000 }), 'list_tools')).status).toBe(401);
    expect((await send(attenuated(endpoint, { end_user: 'a' }, { end_user: 'b' }), 'list_tools')).status).toBe(401);
  });

  it('ends immediately, with everything derived from it, when its attenuation is revoked', async () => {
    const parent = await issue({});
    const [one, other] = [attenuated(parent, { nonce: 'one' }), attenuated(parent, { nonce: 'other' })];
    const below = attenuated(one, { nonce: 'below' });
    const statuses = async (url?: string) => {
      const answers = [parent, one, below, other].map((at) => send(at, 'list_tools', undefined, url));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect([await statuses(), await statuses(there.url)]).toEqual([Array(4).fill(200), Array(4).fill(200)]);
    const revoke = (id: string) => revokeAttenuation(here.account.ctx, parent.id, toAttenuationId(id));
    expect((await revoke(idOf(one))).revokedAttenuations).toEqual([idOf(one)]);
    expect((await revoke(idOf(one))).revokedAttenuations).toHaveLength(1);
    expect(await statuses()).toEqual([200, 401, 401, 200]);
    await eventually('the other instance knows', async () => String(await statuses(there.url)) === '200,401,401,200');
    await expect(revoke('attenuation_1')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(revokeAttenuation(here.account.ctx, newTokenId(), toAttenuationId(idOf(one)))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('serves its end user, with separate idempotency keys', async () => {
    const child = attenuated(endpoint, { end_user: 'ann' });
    const headers = (token: string, more: object) => ({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...more,
    });
    const call = (token: string, more: object, tool = 'bank_read') =>
      fetch(`${here.url}/s/${endpoint.clientId}/call_tool`, {
        method: 'POST',
        headers: headers(token, more),
        body: JSON.stringify(inSearch(tool)),
      });
    expect((await call(child.token, { 'x-end-user': 'bob' })).status).toBe(400);
    expect((await call(child.token, { 'x-end-user': 'ann' })).status).toBe(200);
    const key = { 'idempotency-key': 'one', 'x-end-user': 'ann' };
    expect((await call(endpoint.token, key, 'bank_pay')).status).toBe(200);
    const reader = attenuated(endpoint, { end_user: 'ann', tools: ['bank_read'] });
    const answer = await call(reader.token, key, 'bank_pay');
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('attenuated')]);
  });

  it('makes exactly as many calls as each attenuation and its token allow, across two instances', async () => {
    const parent = await issue({ callsMax: 40 });
    const [wide, narrow] = [attenuated(parent, { calls: 30 }), attenuated(parent, { calls: 30 }, { calls: 10 })];
    const before = api.requests.length;
    const sendAll = (at: Endpoint, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          send(at, 'call_tool', inSearch('bank_read'), index % 2 === 0 ? here.url : there.url),
        ),
      );
    const made = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;
    const first = await sendAll(narrow, 20);
    expect([made(first), first.find(({ status }) => status === 403)?.body]).toEqual([
      10,
      expect.stringContaining('has used its limit of 10 calls'),
    ]);
    expect(made(await sendAll(wide, 30))).toBe(20);
    expect([made(await sendAll(parent, 20)), api.requests.length - before]).toEqual([10, 40]);
    const rows = await database.db.attenuatedCalls.findMany({
      where: { tokenId: parent.id },
      orderBy: { calls: 'asc' },
    });
    expect(rows.map(({ calls }) => calls)).toEqual([10, 30]);
  });
});
