import type { GraphQLResolveInfo } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphqlContext } from '../../src/graphql/context.ts';
import { nothingSpent } from '../../src/graphql/execution/cost.ts';
import { requireAnswerCapacity, storedText } from '../../src/graphql/execution/storedText.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';

/* Schemas that are far larger in memory than as text, and how they get into responses. */

const TOOLS = 20;
const schemaOf = (at: number, lists: number) => ({
  type: 'object',
  description: `“tool” ${at} \u00a0 \\`,
  examples: Array.from({ length: lists }, () => []),
});

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const requestOf = { kind: 'template', method: 'GET', path: '/', bodyEncoding: 'json' } as const;
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    ...{ name: `tool_${at}`, description: 'd', request: requestOf },
    inputSchema: schemaOf(at, at % 2 === 0 ? 4_000 : 1),
    outputSchema: schemaOf(-at, 600),
  }));
  const connector = { kind: 'http', baseUrl: 'https://api.example.com' } as const;
  await world.saveServer({ id: 'wide', name: 'Wide', connector, credentials: [], tools }, world.account);
});
afterAll(() => world?.close());

describe('long values that are stored as text', () => {
  it(`are unchanged in a response, ${TOOLS} schemas of each kind under four names, and in one with errors`, async () => {
    const page = 'tools(first: 100) { nodes { inputSchema outputSchema } }';
    const names = ['a', 'b', 'c', 'd'];
    const query = `{ server(id: "wide") { ${names.map((name) => `${name}: ${page}`).join(' ')} } }`;
    const { server } = await dataOf(ask(world.url, world.account.apiKey, query));
    const nodes = Array.from({ length: TOOLS }, (_, at) => ({
      inputSchema: schemaOf(at, at % 2 === 0 ? 4_000 : 1),
      outputSchema: schemaOf(-at, 600),
    }));
    for (const name of names) expect(Object(server)[name]).toEqual({ nodes });
    const broken = await ask(
      world.url,
      world.account.apiKey,
      `{ server(id: "wide") { ${page} } stacks(first: 101) { nodes { id } } }`,
    );
    expect(broken.data).toMatchObject({ server: { tools: { nodes } }, stacks: null });
    expect(broken.errors).toHaveLength(1);
  });

  const text = JSON.stringify(schemaOf(0, 16_000));
  const contextOf = (isStream: boolean): Pick<GraphqlContext, 'isStream' | 'spent' | 'written'> => ({
    ...{ isStream, written: new Map(), spent: nothingSpent() },
  });
  const read = (context: ReturnType<typeof contextOf>, rootValue: unknown, value = text): unknown =>
    storedText(value, context as GraphqlContext, { rootValue } as GraphQLResolveInfo);

  it('stay text in a response, up to 16 MiB together', () => {
    const answer = contextOf(false);
    for (let at = 0; at < 100; at += 1) expect(read(answer, undefined)).toMatch(/^written:/);
    for (const pieces of answer.written.values())
      expect(Buffer.concat(Array.from(pieces as Iterable<Uint8Array>)).toString()).toBe(text);
    expect(read(answer, undefined, '{"a":[]}')).toEqual({ a: [] });
    expect(answer.written.size).toBe(100);
    const whole = 'x'.repeat(1_048_576);
    const room = Math.floor((16 * whole.length - 100 * text.length) / whole.length);
    for (let at = 0; at < room; at += 1) read(answer, undefined, whole);
    expect(() => read(answer, undefined, whole)).toThrow('more than 16777216 characters in total');
    expect(answer.written.size).toBe(100 + room);
    expect(() => requireAnswerCapacity(answer)).toThrow('more than 16777216 characters in total');
    expect(() => requireAnswerCapacity(contextOf(false))).not.toThrow();
  });

  it('are read for an event, up to its byte limit', () => {
    const stream = contextOf(true);
    for (const event of [{}, {}, undefined]) {
      const room = Math.floor(1_048_576 / text.length);
      for (let at = 0; at < room; at += 1) expect(read(stream, event)).toEqual(JSON.parse(text));
      expect(() => read(stream, event)).toThrow('An event is longer than 1048576 bytes');
      expect(read(stream, event, '{"a":[]}')).toEqual({ a: [] });
    }
    expect(stream.written.size).toBe(0);
  });
});
