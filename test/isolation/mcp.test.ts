import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Agent, agent, openAccounts, type Things } from './kit.ts';

const uri = ({ server }: Things) => ({ uri: `toolyard://${server}/notes` });
const NOTHING = () => ({});

/** Every method of a stack as an MCP server, with the parameters that name something. */
const MCP: Readonly<Record<string, (named: Things) => object>> = {
  'tools/list': ({ cursor }) => ({ cursor }),
  'tools/call': ({ tool }) => ({ name: tool, arguments: {} }),
  'resources/list': NOTHING,
  'resources/templates/list': NOTHING,
  'resources/read': uri,
  'prompts/list': NOTHING,
  'prompts/get': ({ server }) => ({ name: `${server}_greet` }),
  'completion/complete': (named) => ({
    ref: { type: 'ref/resource', ...uri(named) },
    argument: { name: 'a', value: 'b' },
  }),
};

const { world, ours, theirs, expectNothingShown, close } = await openAccounts();
afterAll(close);

describe('a stack as an MCP server', () => {
  it('has a row for every method', () => {
    const files = readdirSync('src/mcp').map((name) => readFileSync(`src/mcp/${name}`, 'utf8'));
    const handled = files.flatMap((text) =>
      [...text.matchAll(/setRequestHandler\('([^']+)'/g)].map(([, name]) => name),
    );
    expect(Object.keys(MCP).sort()).toEqual(handled.toSorted());
  });

  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  it.each(Object.entries(MCP))('%s of our own stack finds nothing of theirs', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${ours.things.client}/mcp`, message(method, params(named)))),
  );
  it.each(Object.entries(MCP))('%s at their address is refused as anywhere', (method, params) =>
    expectNothingShown('POST', (named) => agent(`/s/${named.client}/mcp`, message(method, params(named)))),
  );
});

const CALLS_PER_CLIENT = 1_000;
const CALLS_AT_ONCE = 20;

it('two clients with the same ids at the same time each get their own answers', { timeout: 60_000 }, async () => {
  const call = async ({ things, token }: Agent, id: number) => {
    const text = `${things.server}-${id}`;
    // Every fourth goes by the stream of the SDK, the others by the direct way.
    const meta = id % 4 === 0 ? { _meta: { progressToken: id } } : {};
    const params = { name: things.tool, arguments: { text }, ...meta };
    const response = await fetch(`${world.url}/s/${things.client}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    });
    const answer = await response.text();
    const own = [`"id":${id}\\b`, `/find/${things.server}\\.`, `q=${text}\\b`];
    const isOwn = own.every((pattern) => new RegExp(pattern).test(answer));
    return isOwn ? [] : [`${text}: ${answer}`];
  };
  const wrong: string[] = [];
  for (let first = 1; first <= CALLS_PER_CLIENT; first += CALLS_AT_ONCE) {
    const ids = Array.from({ length: CALLS_AT_ONCE }, (_, index) => first + index);
    const answers = await Promise.all(ids.flatMap((id) => [ours, theirs].map((client) => call(client, id))));
    wrong.push(...answers.flat());
  }
  expect(wrong).toEqual([]);
});
