import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StackId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { jsonPieces } from '../../src/graphql/execution/longAnswers.ts';
import { ENTRIES_MAX } from '../../src/graphql/execution/longLists.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { watch } from './watch.ts';

/* Lists without pages, and responses of megabytes: how much of the event loop and memory one operation uses. */

const TOOLS = 1_001;
/** The aliases that an operation may have, each selecting all tools. */
const ALIASES = 15;
let world: World;
let stackId: StackId;

const description = (at: number): string => `“tool” ${at} \\ \u00a0 ${'d'.repeat(4_000)}`;
const requestOf = { kind: 'template', method: 'GET', path: '/status/204', bodyEncoding: 'json' } as const;

beforeAll(async () => {
  world = await startWorld();
  const { account } = world;
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    ...{ name: `tool_${at}`, description: description(at), request: requestOf },
    inputSchema: { type: 'object', properties: { at: { const: at } } },
  }));
  const connector = { kind: 'http', baseUrl: 'https://api.example.com' } as const;
  await world.saveServer({ id: 'large', name: 'Large', connector, credentials: [], tools }, account);
  stackId = (await createStack(account.ctx, { name: 'all' })).id;
  await addServerToStack(account.ctx, stackId, { serverId: 'large', enableAllTools: true });
});
afterAll(() => world?.close());

const aliased = (times: number, fields: string): string =>
  Array.from({ length: times }, (_, at) => `a${at}: ${fields}`).join(' ');
const stackQuery = (fields: string): string => `query ($id: ID!) { stack(id: $id) { tools { ${fields} } } }`;
const tools = (fields: string) => ask(world.url, world.account.apiKey, stackQuery(fields), { id: stackId });

describe('unpaged lists of an operation', () => {
  it('is returned whole, under the maximum number of aliases', async () => {
    const { data, errors } = await tools(aliased(ALIASES, 'nodes { name description inputSchema }'));
    expect(errors).toEqual([]);
    const lists: unknown[] = Object.values(Object(data).stack.tools);
    expect(lists).toHaveLength(ALIASES);
    const whole = Array.from({ length: TOOLS }, (_, at) => ({
      ...{ name: `tool_${at}`, description: description(at) },
      inputSchema: { type: 'object', properties: { at: { const: at } } },
    }));
    for (const list of lists) expect(list).toEqual(whole);
  });

  it('is refused beyond its limit, anywhere in the operation', async () => {
    const { account } = world;
    const stacks = Math.floor(ENTRIES_MAX / TOOLS / ALIASES) + 1;
    for (let at = 0; at < stacks; at += 1) {
      const { id } = await createStack(account.ctx, { name: `more ${at}` });
      await addServerToStack(account.ctx, id, { serverId: 'large', enableAllTools: true });
    }
    const listed = `{ stacks(first: ${stacks + 1}) { nodes { tools { ${aliased(ALIASES, 'nodes { toolId }')} } } } }`;
    const { data, errors } = await ask(world.url, account.apiKey, listed);
    expect(data).toMatchObject({ stacks: { nodes: expect.arrayContaining([{ tools: null }]) } });
    expect(errors[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX', cost: { maximum: ENTRIES_MAX } } });
    const counted = `{ stacks(first: ${stacks}) { nodes { tools { totalCount } } } }`;
    expect((await ask(world.url, account.apiKey, counted)).errors).toEqual([]);
  });

  it('lets other requests run meanwhile', async () => {
    let isOver = false;
    let meanwhile = 0;
    const answer = tools(aliased(ALIASES, 'nodes { name description inputSchema toolId exposedName serverId title }'));
    void answer.finally(() => (isOver = true));
    while (!isOver) {
      await (await fetch(`${world.url}/livez`)).text();
      meanwhile += 1;
    }
    await answer;
    expect(meanwhile).toBeGreaterThan(10);
  });
});

describe('an event of a subscription, which is free of charge', () => {
  const invoke = 'mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }';
  const LIMITS = [
    ['one list of many entries', 'tools { nodes { toolId } totalCount }', /^The response lists \d+ entries/],
    [
      'many bytes',
      'servers { nodes { server { tools(first: 100) { nodes { a: description b: description c: description } } } } }',
      /longer than/,
    ],
  ] as const;

  it.each(LIMITS)('is refused for %s, but the next is sent', async (_name, fields, why) => {
    const { account } = world;
    const { id } = await createStack(account.ctx, {
      name: `told ${fields}`.slice(0, 60),
      configuration: { isRecorded: true },
    });
    await addServerToStack(account.ctx, id, { serverId: 'large', enableAllTools: true });
    const watching = await watch(world.url, account.apiKey, `subscription { calls { toolId stack { ${fields} } } }`);
    const short = await watch(
      world.url,
      account.apiKey,
      'subscription { calls { toolId stack { tools { totalCount } } } }',
    );
    const toolInput = { at: 'is wrong' };
    for (const toolId of ['large_tool_0', 'large_tool_1'])
      await ask(world.url, account.apiKey, invoke, { input: { stackId: id, toolId, toolInput } });
    await eventually('both are told', () => short.events.length === 2 && watching.events.length === 2);
    for (const { errors } of watching.events)
      expect(errors).toMatchObject([
        { message: expect.stringMatching(why), extensions: { code: 'QUERY_TOO_COMPLEX' } },
      ]);
    expect(short.events).toMatchObject([
      { data: { calls: { toolId: 'large_tool_0', stack: { tools: { totalCount: TOOLS } } } } },
      {},
    ]);
  });
});

describe('a response of megabytes', () => {
  const selection = (members: object): object => Object.assign(Object.create(null), members);
  const bytesOf = (pieces: Iterable<unknown>): Uint8Array[] =>
    Array.from(pieces).filter((piece) => piece instanceof Uint8Array);
  const VALUES: readonly unknown[] = [
    ...[null, true, 0, -1.5, '', 'text “quoted” \\ \u2028 \ud800', [], {}, selection({})],
    selection({ a: [], b: selection({}), c: [selection({ d: null }), null, [1, ['x']]] }),
    selection({ json: { deep: [{ __proto__: null }], undefined }, left: undefined, 'odd "name"': 1 }),
    [undefined, selection({ toJSON: 1 })],
    Array.from({ length: 5_000 }, (_, at) => selection({ at, text: `ä${'x'.repeat(at % 300)}` })),
  ];

  it(`has the same bytes in pieces as in one write: ${VALUES.length} values`, () => {
    for (const value of VALUES) {
      const pieces = bytesOf(jsonPieces(value, new Map()));
      expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(value));
      for (const { length } of pieces) expect(length).toBeLessThan(3 * 65_536);
    }
  });

  it('contains the values that were serialized before', () => {
    const written = new Map([['written:1', [Buffer.from('{"a":'), Buffer.from('1}')]]]);
    const pieces = bytesOf(jsonPieces(selection({ result: 'written:1', other: 'written:2' }), written));
    expect(Buffer.concat(pieces).toString()).toBe('{"result":{"a":1},"other":"written:2"}');
  });
});
