import { afterAll, beforeAll, expect, it } from 'vitest';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import { callTool } from '../../src/core/calls/call.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../src/core/credentials/status.ts';
import { getStackServer } from '../../src/core/kernel/findStackServer.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import { getSnapshot } from '../../src/core/snapshots/readSnapshot.ts';
import { needsOfPlaces } from '../../src/core/stacks/lackingTools.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { readDocument } from '../catalogue/standIn.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const operation = (operationId: string, security?: readonly object[]) => ({
  get: { operationId, responses: { 200: { description: 'It' } }, ...(security && { security }) },
});

const documentOf = (paths: object) => {
  const { document } = importOpenApi({
    openapi: '3.1.0',
    info: { title: 'Doors', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ key: [] }, { user: [], pass: [] }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        ['key', 'user', 'pass', 'extra'].map((name) => [name, { type: 'apiKey', in: 'header', name: `X-${name}` }]),
      ),
    },
  });
  return document;
};

const choicesOf = async (id: string) => {
  const query = 'query ($id: ID!) { server(id: $id) { credentialChoices { fieldIds toolCount } } }';
  const { data } = await ask(world.url, world.account.apiKey, query, { id });
  return Object(data).server;
};

it('says which credentials are enough for how many tools, most tools first', async () => {
  const document = documentOf({
    '/a': operation('a'),
    '/b': operation('b'),
    '/c': operation('c', [{ extra: [] }, { key: [] }]),
    '/d': operation('d', []),
    '/e': operation('e', [{ extra: [] }]),
  });
  await world.saveServer({ ...document, id: 'doors' });
  const fieldIds = document.credentials?.map(({ id }) => id) ?? [];
  const [key, user, pass, extra] = fieldIds;
  expect(fieldIds).toHaveLength(4);
  expect(await choicesOf('doors')).toEqual({
    credentialChoices: [
      { fieldIds: [key], toolCount: 3 },
      { fieldIds: [user, pass], toolCount: 2 },
      { fieldIds: [extra], toolCount: 1 },
    ],
  });
});

it('is empty if every tool needs the same, and is read at once for many servers', async () => {
  await world.saveServer({ ...documentOf({ '/e': operation('e', [{ extra: [] }]) }), id: 'one-way' });
  expect(await choicesOf('one-way')).toEqual({ credentialChoices: [] });
  const query = '{ servers(first: 50) { nodes { id: slug credentialChoices { toolCount } } } }';
  const { data } = await ask(world.url, world.account.apiKey, query);
  const servers = Object(data).servers.nodes.filter(({ id }: { id: string }) => ['doors', 'one-way'].includes(id));
  expect(servers).toEqual(
    expect.arrayContaining([
      { id: 'one-way', credentialChoices: [] },
      { id: 'doors', credentialChoices: [{ toolCount: 3 }, { toolCount: 2 }, { toolCount: 1 }] },
    ]),
  );
});

it('says how many tools use a credential, and which one is enough for an enabled tool', async () => {
  const document = documentOf({ '/a': operation('a'), '/b': operation('b'), '/e': operation('e', [{ extra: [] }]) });
  await world.saveServer({ ...document, id: 'counted' });
  const [key, user, pass, extra] = document.credentials?.map(({ id }) => id) ?? [];
  const fields = 'query { server(id: "counted") { credentialFields { fieldId toolCount } } }';
  const { data } = await ask(world.url, world.account.apiKey, fields);
  expect(Object(data).server.credentialFields).toEqual([
    { fieldId: key, toolCount: 2 },
    { fieldId: user, toolCount: 2 },
    { fieldId: pass, toolCount: 2 },
    { fieldId: extra, toolCount: 1 },
  ]);
  const { ctx } = world.account;
  const stack = await createStack(ctx, { name: 'Counted' });
  await addServerToStack(ctx, stack.id, { serverId: 'counted', enableAllTools: true });
  const tools = 'query ($id: ID!) { stack(id: $id) { tools { nodes { name credentialSets { fieldIds } } } } }';
  const listed = await ask(world.url, world.account.apiKey, tools, { id: stack.id });
  expect(Object(listed.data).stack.tools.nodes).toEqual([
    { name: 'a', credentialSets: [{ fieldIds: [key] }, { fieldIds: [user, pass] }] },
    { name: 'b', credentialSets: [{ fieldIds: [key] }, { fieldIds: [user, pass] }] },
    { name: 'e', credentialSets: [{ fieldIds: [extra] }] },
  ]);
});

it('lets people with one of Slack’s tokens call the tools that need no other', async () => {
  const document = { ...readDocument('slack'), connector: { kind: 'http', baseUrl: 'http://127.0.0.1:9' } };
  await world.saveServer(document);
  const { ctx } = world.account;
  const stack = await createStack(ctx, { name: 'Searching' });
  await addServerToStack(ctx, stack.id, { serverId: 'slack', enableAllTools: true });
  await setCredentials(ctx, stack.id, toServerId('slack'), { credentials: { slack_user_token: 'xoxp-1' } });
  const status = await getCredentialStatus(ctx, stack.id, toServerId('slack'));
  expect(status).toMatchObject({ requiredAdded: true, required: {} });
  const places = 'query ($id: ID!) { stack(id: $id) { servers { nodes { toolCount lackingToolCount } } } }';
  const { data } = await ask(world.url, world.account.apiKey, places, { id: stack.id });
  expect(Object(data).stack.servers.nodes).toEqual([{ toolCount: 13, lackingToolCount: 12 }]);
  const { id } = await getStackServer(ctx, stack.id, toServerId('slack'));
  expect([...(await needsOfPlaces(ctx, [id])).keys()]).toEqual([id]);
  expect(await needsOfPlaces(world.otherAccount.ctx, [id])).toEqual(new Map());
  const call = async (tool: string, input: JsonObject) => callTool(ctx, await getSnapshot(ctx, stack.id), tool, input);
  // The address is unreachable and not allowed, so this error proves that the call was about to be sent.
  expect(await call('slack_search_messages', { query: 'budget' })).toMatchObject({ kind: 'address_refused' });
  expect(await call('slack_list_channels', {})).toMatchObject({
    kind: 'missing_credentials',
    message: 'missing credentials: slack_token',
  });
});
