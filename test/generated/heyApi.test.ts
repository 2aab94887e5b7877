import { afterAll, expect, it } from 'vitest';
import { createClient } from './out/hey/client/index.js';
import * as sdk from './out/hey/sdk.gen.js';
import { OPERATION_IDS, openService } from './service.ts';

const service = await openService();
afterAll(() => service.close());
const { apiKey, ids, requests, answered, fetch } = await service.newCaller();

const account = createClient({ baseUrl: service.url, auth: apiKey, fetch });
const agent = createClient({ baseUrl: service.url, auth: ids.token, fetch });

const stack = { stack_id: ids.stack };
const shop = { ...stack, server_id: 'shop' };

it('creates and changes stacks', async () => {
  const made = await sdk.createStack({ client: account, body: { stack_name: 'New' } });
  const path = { stack_id: made.data?.stack_id ?? '' };
  const body = { stack_name: 'Newer', configuration: { analytics_enabled: true } };
  const renamed = await sdk.updateStack({ client: account, path, body });
  expect(renamed.data?.configuration.analytics_enabled).toBe(true);
  const listed = await sdk.listStacks({ client: account });
  expect(listed.data?.map(({ stack_name }) => stack_name)).toContain('Newer');
  const servers = await sdk.listServers({ client: account });
  expect(servers.data?.flatMap(({ tools }) => tools.map(({ parameters }) => parameters['type']))).toContain('object');
  const added = await sdk.addServer({ client: account, path, body: { server_id: 'corner' } });
  expect(added.data?.message).toContain('corner');
  const gone = await sdk.deleteStack({ client: account, path });
  expect(gone.data?.message).toContain('deleted');
});

it('calls tools and reads their results', async () => {
  const listed = await sdk.listStackTools({ client: account, path: stack, query: { schema: 'openai' } });
  expect(listed.data?.tools).not.toHaveLength(0);
  const path = { ...stack, tool_id: 'shop_echo' };
  const called = await sdk.invokeTool({ client: account, path, body: { tool_input: { text: 'hi' } } });
  expect(called.data?.result?.['path']).toBe('/echo');
  const calls = [
    { tool_id: 'shop_echo', tool_input: { text: 'hi' } },
    { tool_id: 'shop_none', tool_input: {} },
  ];
  const batch = await sdk.invokeBatch({ client: account, path: stack, body: { calls } });
  const results = batch.data?.results.map((each) => ('result' in each ? each.result['path'] : each.status));
  expect(results).toEqual(['/echo', 404]);
  const part = await sdk.readResult({
    client: account,
    path: { ...stack, handle: ids.result },
    query: { offset: 500 },
  });
  expect(part.data?.next_offset).toBeTypeOf('number');
});

it('acts as an agent', async () => {
  const path = { client_id: ids.client };
  const listed = await sdk.listTools({ client: agent, path });
  expect(listed.data?.tools).not.toHaveLength(0);
  const body = { tool_name: 'shop_echo', tool_input: '{"text":"hi"}' };
  const called = await sdk.callTool({ client: agent, path, headers: { 'Idempotency-Key': 'one' }, body });
  expect(called.data?.result?.['path']).toBe('/echo');
  const failed = await sdk.callTool({ client: agent, path, body: { tool_name: 'none', tool_input: {} } });
  expect(failed.error).toEqual({ error: 'Tool none not found' });
  const part = await sdk.readOwnResult({ client: agent, path: { ...path, handle: ids.ownResult } });
  expect(part.data?.text).toBeTypeOf('string');
});

it('stores credentials and removes them', async () => {
  const credentials = { shop_region: 'north' };
  await sdk.updateCredentials({ client: account, path: shop, body: { credentials } });
  const status = await sdk.getCredentialStatus({ client: account, path: shop });
  expect(status.data?.optional_credentials).toEqual({ shop_region: 'added' });
  await sdk.removeCredential({ client: account, path: { ...shop, field_id: 'shop_region' } });
  await sdk.updateServerTools({ client: account, path: shop, body: { enabled_tools: ['shop_echo'] } });
  await sdk.removeServer({ client: account, path: shop });
});

it('gives agents access and revokes it', async () => {
  const made = await sdk.createEndpoint({ client: account, path: stack, body: { name: 'Generated' } });
  const path = { endpoint_id: made.data?.endpoint_id ?? '' };
  expect((await sdk.getStack({ client: account, path: stack })).data?.stack_name).toBe('Work');
  expect((await sdk.listEndpoints({ client: account, path: stack, query: { limit: 1 } })).data).toHaveLength(1);
  expect((await sdk.getEndpoint({ client: account, path })).data?.mode).toBe('full');
  expect((await sdk.updateEndpoint({ client: account, path, body: { mode: 'search' } })).data?.mode).toBe('search');
  const issued = await sdk.createStackToken({ client: account, path, body: { tools: ['shop_*'] } });
  const token = { token_id: issued.data?.token_id ?? '' };
  expect((await sdk.listStackTokens({ client: account, path })).data).toHaveLength(2);
  expect((await sdk.revokeStackToken({ client: account, path: token })).data?.message).toContain('revoked');
  expect((await sdk.getStackToken({ client: account, path: token })).data?.revoked_at).toBeTypeOf('string');
  expect((await sdk.deleteEndpoint({ client: account, path })).data?.message).toContain('deleted');
});

it('creates and revokes keys', async () => {
  const made = await sdk.createApiKey({ client: account, body: { name: 'Generated', role: 'auditor' } });
  expect(made.data?.key).toMatch(/^ty_/);
  const path = { api_key_id: made.data?.api_key_id ?? '' };
  expect((await sdk.getApiKey({ client: account, path })).data?.role).toBe('auditor');
  expect((await sdk.revokeApiKey({ client: account, path })).data?.message).toContain('revoked');
  expect((await sdk.listApiKeys({ client: account })).data?.[0]?.revoked_at).toBeTypeOf('string');
});

it('covers every operation of the document', async () => {
  for (const { id, path, params, body } of requests.filter((each) => !answered.includes(each.id))) {
    const call = Reflect.get(
      sdk,
      id.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    );
    await Reflect.apply(call, sdk, [{ client: path.startsWith('/s/') ? agent : account, path: params, body }]);
  }
  expect([...new Set(answered)].toSorted()).toEqual(OPERATION_IDS);
});
