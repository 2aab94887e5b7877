import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StackId } from '../../src/core/kernel/ids.ts';
import { slotsInUse } from '../../src/core/limits/slots.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { withReadTimeout } from '../../src/graphql/execution/readTimeout.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';

/* The concurrent long responses of one account, read or unread. */

const TOOLS = 501;
const AT_ONCE = 2;
const WAITING = 64;
type Account = World['account'];

let world: World;
let other: Account;
const stacks = new Map<Account, StackId>();

beforeAll(async () => {
  world = await startWorld();
  other = await world.newAccount('beside');
  const requestOf = { kind: 'template', method: 'GET', path: '/', bodyEncoding: 'json' } as const;
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    ...{ name: `tool_${at}`, description: 'd'.repeat(4_000), request: requestOf },
    inputSchema: { type: 'object', description: 's'.repeat(4_000) },
  }));
  const connector = { kind: 'http', baseUrl: 'https://api.example.com' } as const;
  for (const account of [world.account, other]) {
    await world.saveServer({ id: 'large', name: 'Large', connector, credentials: [], tools }, account);
    const { id } = await createStack(account.ctx, { name: 'all' });
    await addServerToStack(account.ctx, id, { serverId: 'large', enableAllTools: true });
    stacks.set(account, id);
  }
});
afterAll(() => world?.close());

const aliased = (times: number, fields: string): string =>
  Array.from({ length: times }, (_, at) => `a${at}: ${fields}`).join(' ');

/** Operations whose responses have more megabytes than a socket buffers. */
const KINDS: Readonly<Record<string, (account: Account, times: number) => string>> = {
  'lists without pages': (account, times) =>
    `{ stack(id: "${stacks.get(account)}") { tools { ${aliased(times, 'nodes { description inputSchema }')} } } }`,
  'large documents': (_account, times) => `{ ${aliased(times, 'server(id: "large") { document }')} }`,
  pages: (_account, times) =>
    `{ server(id: "large") { ${aliased(5 * times, 'tools(first: 100) { nodes { description inputSchema } }')} } }`,
};

/** A request whose response has started; only the head is read. */
function send({ apiKey }: Account, query: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const sent = request(`${world.url}/graphql`, { method: 'POST', headers, agent: false });
  sent.end(JSON.stringify({ query }));
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  answer.catch(() => undefined);
  return { answer, leave: () => sent.destroy() };
}

const sendMany = (count: number, account: Account, query: string) =>
  Array.from({ length: count }, () => send(account, query));

const inUse = (): number => slotsInUse().get('max_long_answers') ?? Number.NaN;
const errorsOf = async (answer: IncomingMessage): Promise<unknown> => JSON.parse(await text(answer)).errors;

it.each(Object.entries(KINDS))(
  'are limited for %s: others of the account wait, other accounts do not',
  async (_kind, asking) => {
    const { account } = world;
    const query = asking(account, 3);
    const held = sendMany(AT_ONCE, account, query);
    await Promise.all(held.map(({ answer }) => answer));
    expect(inUse()).toBe(AT_ONCE);
    const late = sendMany(WAITING, account, query);
    let begun = 0;
    const count = (): void => {
      begun += 1;
    };
    for (const { answer } of late) answer.then(count, () => undefined);
    // Cheap operations and other accounts don't wait.
    await dataOf(ask(world.url, account.apiKey, '{ stacks(first: 10) { nodes { name } } }'));
    await dataOf(ask(world.url, other.apiKey, asking(other, 1)));
    const { errors } = await ask(world.url, account.apiKey, query);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(/^The limit max_long_answers is reached: 2 \(/),
      extensions: { code: 'RATE_LIMITED', retryAfter: 5 },
    });
    expect(begun).toBe(0);
    for (const { leave } of [...late.slice(AT_ONCE), ...held]) leave();
    const next = await Promise.all(late.slice(0, AT_ONCE).map(({ answer }) => answer));
    expect([inUse(), begun]).toEqual([AT_ONCE, AT_ONCE]);
    for (const answer of next) expect(await errorsOf(answer)).toBeUndefined();
    await eventually('all slots have come back', () => inUse() === 0);
  },
);

it('exclude responses that turn out to be short', async () => {
  const { apiKey } = other;
  const query = `{ ${aliased(3, 'stacks(first: 100) { nodes { id name createdAt updatedAt } }')} }`;
  const sent = sendMany(AT_ONCE + WAITING, other, query);
  await Promise.all(sent.map(({ answer }) => answer));
  expect(inUse()).toBe(0);
  for (const { leave } of sent) leave();
  const { extensions } = JSON.parse((await ask(world.url, apiKey, query)).text);
  expect(extensions.cost.requested).toBeGreaterThan(1_000);
});

it('end with a client that reads nothing', async () => {
  async function* pieces() {
    yield Buffer.from('a');
    yield Buffer.from('b');
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = withReadTimeout(pieces(), () => resolve, 1);
  expect(String((await reading.next()).value)).toBe('a');
  await promise;
});
