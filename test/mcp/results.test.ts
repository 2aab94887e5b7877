import { afterAll, expect, it } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { connect, makeEndpoint } from './kit.ts';

const { api, world, close } = await startApiWorld();
afterAll(close);

const echo = {
  name: 'echo',
  description: '',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  request: { kind: 'template', method: 'POST', path: '/echo', body: '{text}', bodyEncoding: 'json' } as const,
};
const connector = { kind: 'http' as const, baseUrl: api.url };
const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [
  { id: 'shop', name: 'Shop', connector, tools: [echo] },
]);

it.each(['legacy', 'auto'] as const)('a %s client filters, continues reading and repeats', async (era) => {
  const client = await connect({ ...endpoint, url: `${endpoint.url}?mode=search` }, era);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('read_result');
  const call = async (name: string, input: Record<string, unknown>, _meta: Record<string, unknown> = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: input, _meta });
    return isRecord(structuredContent) ? structuredContent : {};
  };
  const text = 'é'.repeat(1_000);
  expect(await call('shop_echo', { text: 'x' }, { 'toolyard/select': '{at: path}' })).toEqual({ at: '/echo' });
  const inner = { tool_name: 'shop_echo', tool_input: { text: 'x' }, select: 'method' };
  expect(await call('call_tool', inner)).toEqual({ data: 'POST' });

  const meta = { 'toolyard/max_bytes': 600, 'toolyard/select': 'body', 'toolyard/idempotency_key': `key-${era}` };
  const sent = api.requests.length;
  let part = await call('shop_echo', { text }, meta);
  const parts = [part['text']];
  while (part['next_offset'] !== null) {
    part = await call('read_result', { handle: part['handle'], offset: part['next_offset'] });
    parts.push(part['text']);
  }
  expect(parts.length).toBeGreaterThan(3);
  expect(JSON.parse(parts.join(''))).toEqual({ data: JSON.stringify(text) });
  // The repeated call doesn't run again; its result gets a new handle.
  expect(await call('shop_echo', { text }, meta)).toMatchObject({ text: parts[0] });
  expect(api.requests.length).toBe(sent + 1);

  const bad = await client.callTool({ name: 'shop_echo', arguments: {}, _meta: { 'toolyard/select': 'a[' } });
  expect(bad).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('JMESPath') }] });
  const gone = await client.callTool({ name: 'read_result', arguments: { handle: 'result_0' } });
  expect(gone).toMatchObject({ isError: true, content: [{ text: 'Result result_0 not found' }] });
  await client.close();
});
