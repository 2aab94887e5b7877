import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { turns } from '../../src/core/lib/turns.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/limits/classes.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';

/*
 * JSON that is nested too deep is answered as a body that cannot be read, wherever JSON comes in; long JSON is read in
 * parts, between which others are answered.
 */

const DEPTHS = [129, 4_000];
const SHAPES = [
  { says: 'arrays', of: (depth: number) => '['.repeat(depth) + ']'.repeat(depth) },
  { says: 'objects', of: (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` },
  { says: 'objects never closed', of: (depth: number) => '{"tool_input":'.repeat(depth) },
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

const BODIES = SHAPES.flatMap(({ says, of }) =>
  DEPTHS.map((depth) => ({ says: `${says}, ${depth} deep`, body: of(depth) })),
);

/** Those that are not answered as `{`; GraphQL has a text of its own for nesting. */
async function answeredOtherwise({ url, method, token }: ReturnType<typeof entries>[number]): Promise<string[]> {
  const unreadable = await send(url, method, token, '{');
  const expected = `${unreadable.status} ${await unreadable.text()}`;
  const isExpected = url.endsWith('/graphql')
    ? (said: string) => said.startsWith('400 ')
    : (said: string) => said === expected;
  const wrong: string[] = [];
  for (const { says, body } of BODIES) {
    const answer = await send(url, method, token, body);
    const said = `${answer.status} ${await answer.text()}`;
    if (!isExpected(said)) wrong.push(`${method} ${url}: ${says}: ${said}`);
  }
  return wrong;
}

it('is answered as what is no JSON by every operation that takes JSON', async () => {
  const all = entries();
  const wrong = (await Promise.all(all.map(answeredOtherwise))).flat();
  process.stdout.write(
    `nesting: ${all.length} entries, ${all.length * BODIES.length} bodies, ${wrong.length} answered otherwise\n`,
  );
  expect(wrong).toEqual([]);
});

/** 480 KB of small objects, which take the longest to parse. */
const LONG = { list: Array.from({ length: 160_000 }, () => ({})) };
const PARTS_MIN = JSON.stringify(LONG).length / 20_000;
const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: LONG } };

it.each<[string, () => [url: string, token: string], object]>([
  ['/v1', () => [`${world.url}/v1/stacks/${mcp.stackId}/tools/x/invoke`, world.account.apiKey], { tool_input: LONG }],
  ['an endpoint', () => [mcp.url.replace(/mcp$/, 'call_tool'), mcp.token], { tool_name: 'x', tool_input: LONG }],
  ['MCP', () => [mcp.url, mcp.token], MESSAGE],
])('others are answered while a long body is read: %s', async (_surface, target, body) => {
  const { take } = turns;
  let asked = 0;
  const between: { status: number; parts: number }[] = [];
  const meanwhile = async (turn: Promise<void> | null) => {
    const before = asked;
    await turn;
    const headers = { authorization: `Bearer ${world.otherAccount.apiKey}` };
    const { status } = await fetch(`${world.url}/v1/stacks`, { headers });
    between.push({ status, parts: asked - before });
  };
  // Whose body it is asks before each part; before each tenth, another account's request is sent and answered.
  const watched = vi.spyOn(turns, 'take').mockImplementation((owner) => {
    const turn = take(owner);
    if (owner !== world.account.id) return turn;
    asked += 1;
    return asked % 10 === 0 ? meanwhile(turn) : turn;
  });
  onTestFinished(() => void watched.mockRestore());
  const [url, token] = target();
  expect(await (await send(url, 'post', token, JSON.stringify(body))).text()).toContain('Tool x not found');
  expect(asked).toBeGreaterThanOrEqual(PARTS_MIN);
  expect(between.length).toBeGreaterThanOrEqual(2);
  for (const answered of between) expect(answered).toEqual({ status: 200, parts: 0 });
});
