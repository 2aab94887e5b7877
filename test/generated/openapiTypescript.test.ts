import createClient from 'openapi-fetch';
import { afterAll, expect, it } from 'vitest';
import type { paths } from './out/schema.d.ts';
import { OPERATION_IDS, openService } from './service.ts';

const service = await openService();
afterAll(() => service.close());
const { apiKey, ids, requests, answered, fetch } = await service.newCaller();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const account = createClient<paths>({ baseUrl: service.url, headers: bearer(apiKey), fetch });
const agent = createClient<paths>({ baseUrl: service.url, headers: bearer(ids.token), fetch });

const stack = { path: { stack_id: ids.stack } };
const shop = { path: { ...stack.path, server_id: 'shop' } };

it('creates and changes stacks', async () => {
  const made = await account.POST('/v1/stacks', { body: { stack_name: 'New' } });
  const path = { stack_id: made.data?.stack_id ?? '' };
  const configuration = { analytics_enabled: true };
  const renamed = await account.PUT('/v1/stacks/{stack_id}', {
    params: { path },
    body: { stack_name: 'Newer', configuration },
  });
  expect(renamed.data?.configuration.analytics_enabled).toBe(true);
  const listed = await account.GET('/v1/stacks');
  expect(listed.data?.map(({ stack_name }) => stack_name)).toContain('Newer');
  const servers = await account.GET('/v1/servers');
  expect(servers.data?.flatMap(({ tools }) => tools.map(({ parameters }) => parameters['type']))).toContain('object');
  const added = await account.POST('/v1/stacks/{stack_id}/servers', {
    params: { path },
    body: { server_id: 'corner' },
  });
  expect(added.data?.message).toContain('corner');
  const gone = await account.DELETE('/v1/stacks/{stack_id}', { params: { path } });
  expect(gone.data?.message).toContain('deleted');
});

it('calls tools and reads their results', async () => {
  const listed = await account.GET('/v1/stacks/{stack_id}/tools', {
    params: { ...stack, query: { schema: 'openai' } },
  });
  expect(listed.data?.tools).not.toHaveLength(0);
  const path = { ...stack.path, tool_id: 'shop_echo' };
  const called = await account.POST('/v1/stacks/{stack_id}/tools/{tool_id}/invoke', {
    params: { path },
    body: { tool_input: { text: 'hi' } },
  });
  expect(called.data?.result?.['path']).toBe('/echo');
  const batch = await account.POST('/v1/stacks/{stack_id}/tools/invoke_batch', {
    params: stack,
    body: {
      calls: [
        { tool_id: 'shop_echo', tool_input: { text: 'hi' } },
        { tool_id: 'shop_none', tool_input: {} },
      ],
    },
  });
  const results = batch.data?.results.map((each) => ('result' in each ? each.result['path'] : each.status));
  expect(results).toEqual(['/echo', 404]);
  const part = await account.GET('/v1/stacks/{stack_id}/results/{handle}', {
    params: { path: { ...stack.path, handle: ids.result }, query: { offset: 500 } },
  });
  expect(part.data?.next_offset).toBeTypeOf('number');
});

it('acts as an agent', async () => {
  const path = { client_id: ids.client };
  const listed = await agent.GET('/s/{client_id}/list_tools', { params: { path } });
  expect(listed.data?.tools).not.toHaveLength(0);
  const called = await agent.POST('/s/{client_id}/call_tool', {
    params: { path, header: { 'Idempotency-Key': 'one' } },
    body: { tool_name: 'shop_echo', tool_input: '{"text":"hi"}' },
  });
  expect(called.data?.result?.['path']).toBe('/echo');
  const failed = await agent.POST('/s/{client_id}/call_tool', {
    params: { path },
    body: { tool_name: 'none', tool_input: {} },
  });
  expect(failed.error?.error).toBe('Tool none not found');
  const part = await agent.GET('/s/{client_id}/results/{handle}', {
    params: { path: { ...path, handle: ids.ownResult } },
  });
  expect(part.data?.text).toBeTypeOf('string');
});

it('stores credentials and removes them', async () => {
  const credentials = '/v1/stacks/{stack_id}/servers/{server_id}/credentials';
  await account.PUT(credentials, { params: shop, body: { credentials: { shop_region: 'north' } } });
  const status = await account.GET(credentials, { params: shop });
  expect(status.data?.optional_credentials).toEqual({ shop_region: 'added' });
  await account.DELETE(`${credentials}/{field_id}`, { params: { path: { ...shop.path, field_id: 'shop_region' } } });
  const tools = '/v1/stacks/{stack_id}/servers/{server_id}/tools';
  await account.PUT(tools, { params: shop, body: { enabled_tools: ['shop_echo'] } });
  await account.DELETE('/v1/stacks/{stack_id}/servers/{server_id}', { params: shop });
});

it('gives agents access and revokes it', async () => {
  const made = await account.POST('/v1/stacks/{stack_id}/endpoints', { params: stack, body: { name: 'Generated' } });
  const params = { path: { endpoint_id: made.data?.endpoint_id ?? '' } };
  expect((await account.GET('/v1/stacks/{stack_id}', { params: stack })).data?.stack_name).toBe('Work');
  const page = { params: { ...stack, query: { limit: 1 } } };
  expect((await account.GET('/v1/stacks/{stack_id}/endpoints', page)).data).toHaveLength(1);
  expect((await account.GET('/v1/endpoints/{endpoint_id}', { params })).data?.mode).toBe('full');
  const changed = await account.PUT('/v1/endpoints/{endpoint_id}', { params, body: { mode: 'search' } });
  expect(changed.data?.mode).toBe('search');
  const issued = await account.POST('/v1/endpoints/{endpoint_id}/tokens', { params, body: { tools: ['shop_*'] } });
  const token = { params: { path: { token_id: issued.data?.token_id ?? '' } } };
  expect((await account.GET('/v1/endpoints/{endpoint_id}/tokens', { params })).data).toHaveLength(2);
  expect((await account.DELETE('/v1/tokens/{token_id}', token)).data?.message).toContain('revoked');
  expect((await account.GET('/v1/tokens/{token_id}', token)).data?.revoked_at).toBeTypeOf('string');
  expect((await account.DELETE('/v1/endpoints/{endpoint_id}', { params })).data?.message).toContain('deleted');
});

it('creates and revokes keys', async () => {
  const made = await account.POST('/v1/api_keys', { body: { name: 'Generated', role: 'auditor' } });
  expect(made.data?.key).toMatch(/^ty_/);
  const params = { path: { api_key_id: made.data?.api_key_id ?? '' } };
  expect((await account.GET('/v1/api_keys/{api_key_id}', { params })).data?.role).toBe('auditor');
  expect((await account.DELETE('/v1/api_keys/{api_key_id}', { params })).data?.message).toContain('revoked');
  expect((await account.GET('/v1/api_keys')).data?.[0]?.revoked_at).toBeTypeOf('string');
});

it('covers every operation of the document', async () => {
  const others = requests.filter(({ id }) => !answered.includes(id));
  for (const { method, path, params, body } of others) {
    const client = path.startsWith('/s/') ? agent : account;
    await Reflect.apply(Reflect.get(client, method), client, [path, { params: { path: params }, body }]);
  }
  expect([...new Set(answered)].toSorted()).toEqual(OPERATION_IDS);
});
