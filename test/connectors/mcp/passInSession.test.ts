import { afterAll, afterEach, expect, it } from 'vitest';
import type { PassedMethod, PassedRequest } from '../../../src/core/calls/connector.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { JsonObject } from '../../../src/core/lib/json.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { idOf, openMcpHttp, rpcs } from './mcpHttpKit.ts';

/* Resources, prompts and completions of a real MCP server, requested in the session in which its tools are called. */

const kit = openMcpHttp();
afterEach(() => kit.closeUpstreams());
afterAll(() => kit.close());

const REQUESTS: readonly (readonly [PassedMethod, JsonObject])[] = [
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'test://note' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'ask', arguments: {} }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'test://item/{id}' }, argument: { name: 'id', value: 'x' } },
  ],
];

type Upstream = Awaited<ReturnType<typeof kit.start>>;

const pass = ({ http, connector }: Upstream, method: PassedMethod, params: JsonObject) => {
  const request: PassedRequest = { ...toolCall(connector, ''), method, params };
  return http.pass(request);
};

const initializes = ({ upstream }: Upstream): number => rpcs(upstream).filter((rpc) => rpc === 'initialize').length;

it('opens one session for all passed requests and calls, and keeps it', async () => {
  const own = await kit.start('sessions');
  await own.call('sum');
  for (const [method, params] of [...REQUESTS, ...REQUESTS]) {
    expect(await pass(own, method, params), method).toMatchObject({ kind: 'ok' });
  }
  expect(initializes(own)).toBe(1);
  expect(rpcs(own.upstream)).not.toContain('DELETE');
});

it.each(REQUESTS)('responds to %s like the SDK', async (method, params) => {
  // The later revision has no sessions; the SDK handles all of it.
  const [own, sdk] = [await kit.start('sessions'), await kit.start('modern')];
  const answer = await pass(sdk, method, params);
  expect(answer).toMatchObject({ kind: 'ok', result: expect.toSatisfy((result) => Object.keys(result).length > 0) });
  expect(await pass(own, method, params)).toEqual(answer);
});

it('opens another session once if the upstream lost it', async () => {
  const own = await kit.start('sessions');
  await pass(own, 'prompts/list', {});
  own.upstream.forgetSessions();
  expect(await pass(own, 'prompts/list', {})).toMatchObject({ kind: 'ok' });
  expect(await pass(own, 'prompts/get', { name: 'ask' })).toMatchObject({ kind: 'ok' });
  expect(initializes(own)).toBe(2);
});

it.each([
  ['max_discovery_pages', ''],
  ['max_discovery_bytes', 'd'.repeat(1_048_576)],
])('ends a list that the upstream never ends at %s', async (bound, description) => {
  const own = await kit.start('sessions');
  let pages = 0;
  own.upstream.intercept = (seen) => {
    if (seen.rpc !== 'prompts/list') return null;
    pages += 1;
    const result = { prompts: [{ name: `p${pages}`, description }], nextCursor: String(pages) };
    return Response.json({ jsonrpc: '2.0', id: idOf(seen), result });
  };
  const answer = await pass(own, 'prompts/list', {});
  expect(answer).toMatchObject({
    kind: 'bad_answer',
    message: expect.stringContaining(`The limit ${bound} is reached`),
  });
  expect(pages).toBe(bound === 'max_discovery_pages' ? BOUNDS.max_discovery_pages.max : 8);
});

it('passes on the upstream’s refusals', async () => {
  const own = await kit.start('sessions');
  expect(await pass(own, 'resources/read', { uri: 'test://nothing' })).toMatchObject({
    kind: expect.stringMatching(/^(tool_error|upstream_error)$/),
  });
  expect(initializes(own)).toBe(1);
});
