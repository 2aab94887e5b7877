import { afterAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { LARGE_BYTES } from '../../src/core/results/largeOutput.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { connect, makeEndpoint } from './kit.ts';

const { api, world, close } = await startApiWorld();
afterAll(close);

const SECRET = 'sk-a-secret-value';
const echo = {
  name: 'echo',
  description: '',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  request: { kind: 'template', method: 'POST', path: '/echo', body: '{text}', bodyEncoding: 'json' } as const,
};
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [
  {
    id: 'shop',
    name: 'Shop',
    connector: { kind: 'http' as const, baseUrl: api.url },
    credentials: [
      {
        ...{ id: 'key', name: 'Key', description: '', required: true, secret: true },
        placement: { in: 'header', name: 'x-key' },
      },
    ],
    tools: [echo],
  },
]);
await setCredentials(world.account.ctx, endpoint.stackId, toServerId('shop'), { credentials: { key: SECRET } });

const text = `${SECRET} ${'é"\\'.repeat(Math.ceil(LARGE_BYTES / 6))}`;
const clean = text.replace(SECRET, '[redacted]');
/** The upstream's response to the request; its body is a JSON text. */
const RESULT = expect.objectContaining({ method: 'POST', path: '/echo', body: JSON.stringify(clean) });

async function send(path: string, body: unknown, token = world.account.apiKey): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return answer.json();
}

const at = (value: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : inner),
    value,
  );

const { stackId, clientId, token } = endpoint;
const call = { toolId: 'shop_echo', toolInput: { text } };

async function byMcp(era: 'legacy' | 'auto', isStreamed: boolean): Promise<unknown> {
  const client = await connect(endpoint, era);
  const options = isStreamed ? { onprogress: () => undefined } : {};
  const { structuredContent, content } = await client.callTool({ name: 'shop_echo', arguments: { text } }, options);
  await client.close();
  expect(JSON.parse(String(at(content, 0, 'text')))).toEqual(structuredContent);
  return structuredContent;
}

const SURFACES: Record<string, () => Promise<unknown>> = {
  invoke: async () =>
    at(await send(`/v1/stacks/${stackId}/tools/shop_echo/invoke`, { tool_input: { text } }), 'result'),
  invoke_batch: async () => {
    const calls = [{ tool_id: 'absent' }, { tool_id: 'shop_echo', tool_input: { text } }];
    return at(await send(`/v1/stacks/${stackId}/tools/invoke_batch`, { calls }), 'results', 1, 'result');
  },
  call_tool: async () =>
    at(await send(`/s/${clientId}/call_tool`, { tool_name: 'shop_echo', tool_input: { text } }, token), 'result'),
  'a call with a key, twice': async () => {
    const query =
      'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { ... on InvokeToolPayload { result } } }';
    const input = { stackId, ...call, idempotencyKey: 'key' };
    const first = at(await send('/graphql', { query, variables: { input } }), 'data', 'invokeTool', 'result');
    expect(at(await send('/graphql', { query, variables: { input } }), 'data', 'invokeTool', 'result')).toEqual(first);
    return first;
  },
  'GraphQL, not as a plain request': async () => {
    const query =
      'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { ... on InvokeToolPayload { result } } }';
    const answer = await send('/graphql', { query, variables: { input: { stackId, ...call } }, extensions: {} });
    return at(answer, 'data', 'invokeTool', 'result');
  },
  invokeTools: async () => {
    const query = `mutation ($input: InvokeToolsInput!) {
      invokeTools(input: $input) { ... on InvokeToolsPayload { answers { result } } }
    }`;
    const answer = await send('/graphql', { query, variables: { input: { stackId, calls: [call] } } });
    return at(answer, 'data', 'invokeTools', 'answers', 0, 'result');
  },
  'MCP, legacy': () => byMcp('legacy', false),
  'MCP, stateless': () => byMcp('auto', false),
  'MCP, with progress': () => byMcp('auto', true),
};

describe('a result that is parsed in a thread', () => {
  it.each(Object.keys(SURFACES))('arrives complete and without a secret: %s', async (name) => {
    const result = await SURFACES[name]?.();
    expect(result).toEqual(RESULT);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it('can be filtered', async () => {
    const body = { tool_input: { text }, select: '{ method: method, chars: length(body) }' };
    const answer = await send(`/v1/stacks/${stackId}/tools/shop_echo/invoke`, body);
    expect(answer).toEqual({ result: { method: 'POST', chars: JSON.stringify(clean).length } });
  });
});
