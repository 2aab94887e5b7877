import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { eventLoop } from '../../src/core/lib/eventLoopScheduler.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';

/*
 * JSON nested too deeply counts as invalid wherever JSON is accepted. Long JSON is parsed in parts, and the service
 * handles other requests in between.
 */

const DEPTHS = [129, 4_000];
const SHAPES = [
  { label: 'arrays', of: (depth: number) => '['.repeat(depth) + ']'.repeat(depth) },
  { label: 'objects', of: (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` },
  { label: 'objects never closed', of: (depth: number) => '{"tool_input":'.repeat(depth) },
];

type Operation = Record<string, { requestBody?: unknown }>;
const document: { paths: Record<string, Operation> } = JSON.parse(readFileSync('openapi.json', 'utf8'));
const WRITES = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { requestBody }]) => (requestBody ? [{ path, method }] : [])),
);

const classes = Object.keys(DOCUMENTED_LIMITS).map((name) => [name, 100_000]);
const UNLIMITED: typeof DOCUMENTED_LIMITS = { ...DOCUMENTED_LIMITS, ...Object.fromEntries(classes) };

let world: World;
let mcp: { url: string; token: string; stackId: string };
beforeAll(async () => {
  world = await startWorld({ limits: UNLIMITED });
  mcp = await makeEndpoint(world.account.ctx, world.url, 'deep', []);
});
afterAll(() => world?.close());

const send = (url: string, method: string, token: string, body: string): Promise<Response> =>
  fetch(url, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body,
  });

const withIds = (path: string): string =>
  path
    .replace('{stack_id}', mcp.stackId)
    .replace('{client_id}', new URL(mcp.url).pathname.split('/')[2] ?? '')
    .replaceAll(/\{[^}]*\}/g, 'x');

const entries = () => [
  ...WRITES.map(({ path, method }) => ({
    url: world.url + withIds(path),
    method,
    token: path.startsWith('/s/') ? mcp.token : world.account.apiKey,
  })),
  { url: mcp.url, method: 'post', token: mcp.token },
  { url: `${world.url}/graphql`, method: 'post', token: world.account.apiKey },
  { url: `${world.url}/oauth/register`, method: 'post', token: '' },
];

const BODIES = SHAPES.flatMap(({ label, of }) =>
  DEPTHS.map((depth) => ({ label: `${label}, ${depth} deep`, body: of(depth) })),
);

/** Operations whose response differs from the one to `{`; GraphQL has a separate text for nesting. */
async function answeredOtherwise({ url, method, token }: ReturnType<typeof entries>[number]): Promise<string[]> {
  const unreadable = await send(url, method, token, '{');
  const expected = `${unreadable.status} ${await unreadable.text()}`;
  const isExpected = url.endsWith('/graphql')
    ? (answer: string) => answer.startsWith('400 ')
    : (answer: string) => answer === expected;
  const wrong: string[] = [];
  for (const { label, body } of BODIES) {
    const answer = await send(url, method, token, body);
    const answerText = `${answer.status} ${await answer.text()}`;
    if (!isExpected(answerText)) wrong.push(`${method} ${url}: ${label}: ${answerText}`);
  }
  return wrong;
}

it('every operation that accepts JSON treats it like invalid JSON', async () => {
  const all = entries();
  const wrong = (await Promise.all(all.map(answeredOtherwise))).flat();
  process.stdout.write(
    `nesting: ${all.length} entries, ${all.length * BODIES.length} bodies, ${wrong.length} answered otherwise\n`,
  );
  expect(wrong).toEqual([]);
});

/** Small objects, which take the longest to parse: 480 KB; 240 KB over GraphQL, whose bodies are limited to 256 KiB. */
const LONG = { list: Array.from({ length: 160_000 }, () => ({})) };
const HALF = { list: LONG.list.slice(80_000) };
/** Numbers that must keep their notation. */
const EXACT = { list: Array.from({ length: 30_000 }, () => [1.5]) };
const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: LONG } };
const invokeWith = (input: object) => () => ({
  query: 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { ... on UserError { message } } }',
  variables: { input: { stackId: mcp.stackId, toolId: 'x', toolInput: input } },
});

type Target = () => [url: string, token: string];
const graphql: Target = () => [`${world.url}/graphql`, world.account.apiKey];

/** The last column: the maximum number of characters per part. */
it.each<[string, Target, () => object, number]>([
  [
    '/v1',
    () => [`${world.url}/v1/stacks/${mcp.stackId}/tools/x/invoke`, world.account.apiKey],
    () => ({ tool_input: LONG }),
    20_000,
  ],
  [
    'an endpoint',
    () => [mcp.url.replace(/mcp$/, 'call_tool'), mcp.token],
    () => ({ tool_name: 'x', tool_input: LONG }),
    20_000,
  ],
  ['MCP', () => [mcp.url, mcp.token], () => MESSAGE, 20_000],
  ['GraphQL', graphql, invokeWith(HALF), 20_000],
  ['GraphQL, with numbers as they are written', graphql, invokeWith(EXACT), 10_000],
])('other requests are served while a long body is parsed: %s', async (_surface, target, bodyOf, partChars) => {
  const body = JSON.stringify(bodyOf()).replaceAll('1.5', '1.50');
  const { yieldIfBusy } = eventLoop;
  let partCount = 0;
  const between: { status: number; parts: number }[] = [];
  const meanwhile = async (turn: Promise<void> | null) => {
    const before = partCount;
    await turn;
    const headers = { authorization: `Bearer ${world.otherAccount.apiKey}` };
    const { status } = await fetch(`${world.url}/v1/stacks`, { headers });
    between.push({ status, parts: partCount - before });
  };
  // The sender pauses before each part. Before every fifth part, another account sends a request and gets a response.
  const watched = vi.spyOn(eventLoop, 'yieldIfBusy').mockImplementation((owner) => {
    const turn = yieldIfBusy(owner);
    if (owner !== world.account.id) return turn;
    partCount += 1;
    return partCount % 5 === 0 ? meanwhile(turn) : turn;
  });
  onTestFinished(() => void watched.mockRestore());
  const [url, token] = target();
  expect(await (await send(url, 'post', token, body)).text()).toContain('Tool x not found');
  expect(partCount).toBeGreaterThanOrEqual(body.length / partChars);
  expect(between.length).toBeGreaterThanOrEqual(2);
  for (const answered of between) expect(answered).toEqual({ status: 200, parts: 0 });
});
