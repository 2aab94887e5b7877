import { afterAll, expect, expectTypeOf, it } from 'vitest';
import { type components, OPERATIONS, Toolyard, ToolyardError } from '../../clients/typescript/src/index.ts';
import { OPERATION_IDS } from './proxy.ts';
import { openService } from './service.ts';

const { proxy, url, apiKey, ids, requests, close } = await openService();
afterAll(close);

const toolyard = new Toolyard({ baseUrl: url, apiKey, token: async () => ids.token });
const stack_id = ids.stack;
const shop = { stack_id, server_id: 'shop' };

it('writes numbers unchanged, and reads them as configured', async () => {
  const [sent, id]: [string[], string] = [[], '12345678901234567890'];
  const exact = new Toolyard({
    baseUrl: url,
    apiKey,
    parseJson: (text) => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1"')),
    fetch: async (_url, init) => {
      sent.push(String(init?.body));
      return new Response(`{"result":{"id":${id}}}`);
    },
  });
  const { result } = await exact.invokeTool({ stack_id, tool_id: 'shop_echo', tool_input: { id: JSON.rawJSON(id) } });
  expect([sent, result]).toEqual([[`{"tool_input":{"id":${id}}}`], { id }]);
});

it('manages stacks', async () => {
  const made = await toolyard.createStack({ stack_name: 'New', configuration: { analytics_enabled: true } });
  expectTypeOf(made).toEqualTypeOf<components['schemas']['Stack']>();
  const { stack_id: id } = made;
  expect((await toolyard.updateStack({ stack_id: id, stack_name: 'Newer' })).stack_name).toBe('Newer');
  expect((await toolyard.getStack({ stack_id: id })).configuration.analytics_enabled).toBe(true);
  expect((await toolyard.listStacks()).map(({ stack_name }) => stack_name)).toContain('Newer');
  expect((await toolyard.listServers()).map(({ server_id }) => server_id)).toContain('corner');
  const added = await toolyard.addServer({ stack_id: id, server_id: 'corner', enable_all_tools: true });
  expect(added.message).toContain('corner');
  expect((await toolyard.deleteStack({ stack_id: id })).message).toContain('deleted');
});

it('calls tools and reads their results', async () => {
  const { tools } = await toolyard.listStackTools({ stack_id, schema: 'openai' });
  expect(tools.length).toBeGreaterThan(5);
  const called = await toolyard.invokeTool({ stack_id, tool_id: 'shop_echo', tool_input: { text: 'hi' } });
  expect(called.result['path']).toBe('/echo');
  const calls = ['shop_echo', 'shop_none'].map((tool_id) => ({ tool_id, tool_input: { text: 'hi' } }));
  const { results } = await toolyard.invokeBatch({ stack_id, calls });
  expect(results.map((each) => ('result' in each ? 200 : each.status))).toEqual([200, 404]);
  expect((await toolyard.readResult({ stack_id, handle: ids.result, offset: 500 })).offset).toBe(500);
});

it('acts as an agent', async () => {
  const client_id = ids.client;
  expect((await toolyard.listTools({ client_id })).tools.length).toBeGreaterThan(5);
  const called = await toolyard.callTool({ client_id, tool_name: 'shop_echo', tool_input: { text: 'hi' } });
  expect(called.result['path']).toBe('/echo');
  expect((await toolyard.readOwnResult({ client_id, handle: ids.ownResult })).text).toBeTypeOf('string');
});

it('stores credentials', async () => {
  await toolyard.updateCredentials({ ...shop, credentials: { shop_region: 'north' } });
  const status = await toolyard.getCredentialStatus(shop);
  expect(status.optional_credentials).toEqual({ shop_region: 'added' });
  await toolyard.removeCredential({ ...shop, field_id: 'shop_region' });
});

it('gives agents access and revokes it', async () => {
  const { endpoint_id, first_token } = await toolyard.createEndpoint({ stack_id, name: 'Agent' });
  expect(first_token.token).toBeTypeOf('string');
  expect((await toolyard.listEndpoints({ stack_id, limit: 1 })).length).toBe(1);
  expect((await toolyard.updateEndpoint({ endpoint_id, mode: 'search' })).mode).toBe('search');
  expect((await toolyard.getEndpoint({ endpoint_id })).mode).toBe('search');
  const { token_id } = await toolyard.createStackToken({ endpoint_id, tools: ['shop_*'], calls_max: 5 });
  expect((await toolyard.listStackTokens({ endpoint_id })).length).toBe(2);
  await toolyard.revokeStackToken({ token_id });
  expect((await toolyard.getStackToken({ token_id })).revoked_at).toBeTypeOf('string');
  await toolyard.deleteEndpoint({ endpoint_id });
});

it('creates and revokes keys', async () => {
  const { api_key_id, key } = await toolyard.createApiKey({ name: 'CI', role: 'auditor' });
  expect(key).toMatch(/^ty_/);
  await toolyard.revokeApiKey({ api_key_id });
  expect((await toolyard.getApiKey({ api_key_id })).revoked_at).toBeTypeOf('string');
  expect((await toolyard.listApiKeys()).map(({ name }) => name)).toContain('CI');
});

it('changes a server in a stack, and removes it', async () => {
  await toolyard.updateServerTools({ ...shop, enabled_tools: ['shop_echo'] });
  await toolyard.removeServer(shop);
});

it('returns response metadata, and rereads a list only when it changed', async () => {
  const { client: client_id } = ids;
  const first = await toolyard.answer('list_tools', { client_id });
  expect([first.status, first.requestId?.length]).toEqual([200, expect.any(Number)]);
  expect(first.rateLimit?.resetAt).toBeInstanceOf(Date);
  const again = await toolyard.answer('list_tools', { client_id }, { ifNoneMatch: first.etag ?? '' });
  expect([again.status, again.data]).toEqual([304, null]);
});

it('refuses invalid arguments before sending', async () => {
  const sent = proxy.passed.length;
  const agent = new Toolyard({ baseUrl: url, token: ids.token });
  // @ts-expect-error There is no such value.
  await expect(toolyard.listStacks({ limits: 1 })).rejects.toThrow(TypeError);
  await expect(toolyard.getStack({ stack_id: '..' })).rejects.toThrow('stack_id has to be an id');
  await expect(toolyard.listStacks({}, { idempotencyKey: 'a' })).rejects.toThrow('takes no idempotencyKey');
  await expect(agent.listStacks()).rejects.toThrow('needs the setting apiKey');
  await expect(toolyard.listStacks({}, { endUser: 'Zoë' })).rejects.toThrow('cannot say this x-end-user');
  await expect(new Toolyard({ baseUrl: url, apiKey: 'se\ncret' }).listStacks()).rejects.toThrow(/^apiKey is empty, or/);
  expect(() => new Toolyard({ baseUrl: 'nowhere' })).toThrow(TypeError);
  expect(proxy.passed.length).toBe(sent);
  // @ts-expect-error A stack needs a name. The client doesn't validate bodies, so the service reports the missing name.
  await expect(toolyard.createStack({})).rejects.toThrow(ToolyardError);
});

it('covers every operation of the document', async () => {
  const made = () => new Set(proxy.passed.filter(({ status }) => status === 200).map(({ operation }) => operation));
  const others = requests.filter(({ id }) => !made().has(id));
  for (const { id, params, body } of others)
    await Reflect.apply(toolyard.answer, toolyard, [id, { ...params, ...body }]);
  process.stdout.write(`TypeScript: ${made().size} of ${OPERATION_IDS.length} operations called\n`);
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(OPERATION_IDS);
  expect([...made()].toSorted()).toEqual(OPERATION_IDS);
});
