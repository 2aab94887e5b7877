import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRecord } from '../../src/core/lib/json.ts';
import { TOOLS_PER_PAGE } from '../../src/mcp/list.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

/* Stacks of more tools than one page has. */

const TOOLS = 2 * TOOLS_PER_PAGE + 1;
let world: World;
let endpoint: Endpoint;

beforeAll(async () => {
  world = await startWorld();
  const request = { kind: 'template', method: 'GET', path: '/', bodyEncoding: 'json' } as const;
  const connector = { kind: 'http', baseUrl: 'https://api.example.com' } as const;
  const toolsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ name: `t${at}`, description: '' },
      inputSchema: { type: 'object' },
      request,
    }));
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'many', [
    { id: 'first', name: 'First', connector, tools: toolsOf(TOOLS_PER_PAGE + 1) },
    { id: 'second', name: 'Second', connector, tools: toolsOf(TOOLS - TOOLS_PER_PAGE - 1) },
  ]);
});
afterAll(() => world?.close());

async function list(cursor?: string) {
  const params = cursor === undefined ? {} : { cursor };
  const { body } = await post(endpoint, { jsonrpc: '2.0', id: 1, method: 'tools/list', params });
  return isRecord(body) ? { result: Object(body['result']), error: body['error'] } : { result: {}, error: undefined };
}

it('the pages have every tool once, in the same order each time', async () => {
  const read = async (): Promise<string[]> => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await list(cursor);
      names.push(...Array.from(result.tools, ({ name }) => String(name)));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    return names;
  };
  const names = await read();
  expect(names).toHaveLength(TOOLS);
  expect(new Set(names).size).toBe(TOOLS);
  expect(await read()).toEqual(names);
});

it('a cursor must be the start of a page, so that clients cannot fill the cache', async () => {
  const { result } = await list();
  const [version] = Buffer.from(String(result.nextCursor), 'base64url').toString().split(':');
  const at = (offset: number) => list(Buffer.from(`${version}:${offset}`).toString('base64url'));
  expect((await at(TOOLS_PER_PAGE)).error).toBeUndefined();
  for (const offset of [1, TOOLS_PER_PAGE - 1, TOOLS_PER_PAGE + 1, 3 * TOOLS_PER_PAGE])
    expect((await at(offset)).error).toMatchObject({ code: -32_602 });
});
