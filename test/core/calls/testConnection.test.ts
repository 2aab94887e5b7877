import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConnection } from '../../../src/core/calls/testConnection.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { type StackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateHintTrust, updateToolHints } from '../../../src/core/policies/hints.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

const GOOD = 'the-good-key-of-this-test';
const called: string[] = [];
const STATUS: Readonly<Record<string, number>> = { '/busy': 429, '/broken': 500, '/odd': 404 };
const api = createServer(({ url = '', headers }, response) => {
  called.push(url);
  const status = headers['x-key'] === GOOD ? (STATUS[url] ?? 200) : 401;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ key: headers['x-key'] }));
});
const baseUrl = `http://127.0.0.1:${await listenOnLoopback(api)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const { ctx } = world.account;
afterAll(async () => {
  await world.close();
  api.close();
});

const tool = (name: string, more: object = {}) => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  request: { kind: 'template', method: 'GET', path: `/${name}` },
  ...more,
});

const NEEDY = { inputSchema: { type: 'object', properties: { q: {} }, required: ['q'] } };
const tools = [
  tool('drop', { annotations: { destructiveHint: true } }),
  tool('find', NEEDY),
  tool('list'),
  tool('get_users'),
  tool('get_me'),
  ...Object.keys(STATUS).map((path) => tool(path.slice(1))),
];

let count = 0;
async function place(enabled: readonly string[], connector: object = {}): Promise<{ stackId: StackId; id: string }> {
  count += 1;
  const id = `svc-${count}`;
  const key = { id: 'key', name: 'Key', required: true, placement: { in: 'header', name: 'X-Key' } };
  await saveServer(ctx, {
    id,
    name: id,
    credentials: [key],
    connector: { kind: 'http', baseUrl, ...connector },
    tools,
  });
  const { id: stackId } = await createStack(ctx, { name: id });
  await addServerToStack(ctx, stackId, { serverId: id, enableAllTools: false });
  await updateServerTools(ctx, stackId, toServerId(id), { enabledTools: enabled.map((name) => `${id}_${name}`) });
  return { stackId, id };
}

beforeAll(() => called.splice(0));

type Case = readonly [
  label: string,
  enabled: readonly string[],
  connector: object,
  key: string | null,
  outcome: string | null,
  path: string | null,
];
const ALL = tools.map(({ name }) => name).filter((name) => !STATUS[`/${name}`]);
const CASES: readonly Case[] = [
  ['names the account if a tool returns it', ALL, {}, GOOD, 'ok', '/get_me'],
  ['else asks of users', ['drop', 'find', 'list', 'get_users'], {}, GOOD, 'ok', '/get_users'],
  ['else whatever reads without input', ['drop', 'find', 'list'], {}, GOOD, 'ok', '/list'],
  ['calls the tool that the document names', ALL, { whoami: 'list' }, GOOD, 'ok', '/list'],
  ['does not call that tool when the stack disables it', ['get_me'], { whoami: 'list' }, GOOD, 'ok', '/get_me'],
  ['never calls a destructive tool or one that needs input', ['drop', 'find'], {}, GOOD, null, null],
  ['reports a rejected key', ALL, {}, 'another-key-than-the-good-one', 'upstream_refused', '/get_me'],
  ['reports missing credentials', ALL, {}, null, 'missing_credentials', null],
  ['reports an unreachable service', ALL, { baseUrl: 'http://127.0.0.1:9' }, GOOD, 'unreachable', null],
  ['gives no verdict when the service is busy', ['busy'], {}, GOOD, 'upstream_rate_limited', '/busy'],
  ['gives no verdict when the service fails', ['broken'], {}, GOOD, 'upstream_error', '/broken'],
  ['gives no verdict when nothing is found', ['odd'], {}, GOOD, 'upstream_error', '/odd'],
];

it.each(CASES)('%s', async (_name, enabled, connector, key, outcome, path) => {
  const { stackId, id } = await place(enabled, connector);
  if (key !== null) await setCredentials(ctx, stackId, toServerId(id), { credentials: { key } });
  called.length = 0;
  const tested = await testConnection(ctx, stackId, toServerId(id));
  expect(tested).toMatchObject({ outcome, message: expect.any(String) });
  expect(called).toEqual(path === null ? [] : [path]);
  expect(tested.message).not.toMatch(/the-good-key|another-key/);
});

it('uses the account’s corrections of hints', async () => {
  const { stackId, id } = await place(['drop', 'get_me', 'list']);
  await setCredentials(ctx, stackId, toServerId(id), { credentials: { key: GOOD } });
  const hint = (name: string, readOnly: boolean | null) =>
    updateToolHints(ctx, toServerId(id), toToolId(`${id}_${name}`), { readOnly });
  await hint('get_me', false);
  await hint('drop', true);
  called.length = 0;
  const tested = await testConnection(ctx, stackId, toServerId(id));
  expect(tested.toolIds).toEqual([`${id}_drop`, `${id}_list`]);
  expect(called).toEqual(['/drop']);
});

it('uses the hints of an MCP server only if the account trusts them or a person confirmed them', async () => {
  const serverId = toServerId('untrusted');
  const own = ['list', 'drop'].map((name) => ({ name, inputSchema: {}, annotations: { readOnlyHint: true } }));
  const connector = { kind: 'mcp-http', url: 'http://127.0.0.1:9/mcp' };
  await saveServer(ctx, { id: serverId, name: 'Untrusted', connector, tools: own });
  const { id: stackId } = await createStack(ctx, { name: 'untrusted' });
  await addServerToStack(ctx, stackId, { serverId, enableAllTools: true });
  const offered = async () => (await testConnection(ctx, stackId, serverId)).toolIds;
  expect(await offered()).toEqual([]);
  await updateToolHints(ctx, serverId, toToolId('untrusted_list'), { readOnly: true });
  expect(await offered()).toEqual(['untrusted_list']);
  await updateHintTrust(ctx, serverId, { isTrusted: true });
  expect(await offered()).toEqual(['untrusted_list', 'untrusted_drop']);
});

it('calls the chosen harmless tool, and lists the harmless ones', async () => {
  const { stackId, id } = await place(ALL);
  await setCredentials(ctx, stackId, toServerId(id), { credentials: { key: GOOD } });
  const idOf = (name: string) => toToolId(`${id}_${name}`);
  const first = await testConnection(ctx, stackId, toServerId(id));
  expect(first).toMatchObject({ toolId: idOf('get_me'), toolIds: ['get_me', 'get_users', 'list'].map(idOf) });
  called.length = 0;
  const chosen = await testConnection(ctx, stackId, toServerId(id), { toolId: idOf('list') });
  expect(chosen).toMatchObject({ outcome: 'ok', toolId: idOf('list'), toolIds: first.toolIds });
  for (const name of ['drop', 'find', 'nothing']) {
    await expect(testConnection(ctx, stackId, toServerId(id), { toolId: idOf(name) })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: '/toolId' }] },
    });
  }
  expect(called).toEqual(['/list']);
});

it('tests an end user’s own credential', async () => {
  const { stackId, id } = await place(ALL);
  await updateServerCredentialMode(ctx, stackId, toServerId(id), { credentialMode: 'user' });
  await setCredentials(ctx, stackId, toServerId(id), { credentials: { key: GOOD }, endUser: 'ann' });
  expect(await testConnection(ctx, stackId, toServerId(id), { endUser: 'ann' })).toMatchObject({ outcome: 'ok' });
  expect(await testConnection(ctx, stackId, toServerId(id), { endUser: 'bob' })).toMatchObject({
    outcome: 'missing_credentials',
  });
});

it('is limited to the caller’s account', async () => {
  const { stackId, id } = await place(ALL);
  const stranger = await world.newAccount('stranger');
  await expect(testConnection(stranger.ctx, stackId, toServerId(id))).rejects.toMatchObject({ code: 'not_found' });
  await expect(testConnection(ctx, stackId, toServerId('no-such-server'))).rejects.toMatchObject({ code: 'not_found' });
});
