import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newStackId, newStackServerId, type StackId, toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { callIn } from '../core/callRecords/kit.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const STACKS = 130;
const HOUR_MS = 3_600_000;
/** The selection for each page of a list. */
const ROWS =
  '{ totalCount pageInfo { hasNextPage endCursor hasPreviousPage startCursor } nodes { id name attention lastCalledAt } }';
type Row = {
  readonly id: string;
  readonly name: string;
  readonly attention: string[];
  readonly lastCalledAt: string | null;
};
type Page = {
  readonly totalCount: number;
  readonly nodes: readonly Row[];
  readonly pageInfo: Readonly<Record<'endCursor' | 'startCursor', string>> &
    Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>>;
};

let world: World;
let ids: readonly StackId[];
/** When each stack was last called; null if never. */
const called = new Map<string, number | null>();

/** A third were never called; several of the others were called at the same time. */
const lastCallOf = (nr: number, now: number): number | null =>
  nr % 3 === 0 ? null : now - Math.floor(((nr * 37) % STACKS) / 2) * (HOUR_MS / 3);

beforeAll(async () => {
  world = await startWorld();
  const { db } = world.edge.deps;
  const { ctx } = world.account;
  const { accountId } = ctx.actor;
  if (accountId === null) throw new Error('the account has an id');
  await world.saveServer(serverDocument('locked'));
  const server = await db.server.findFirstOrThrow({ where: { slug: toServerId('locked') } });
  await db.stack.deleteMany({ where: { accountId } });
  const stacks = Array.from({ length: STACKS }, (_, nr) => ({
    ...{
      id: newStackId(),
      accountId,
      name: `${nr % 2 ? 'Odd' : 'even'} ${(nr * 61) % STACKS}`,
      recordsCalls: nr % 4 !== 0,
    },
  }));
  ids = stacks.map(({ id }) => id);
  await db.stack.createMany({ data: stacks });
  await db.stackServer.createMany({
    data: ids
      .filter((_, nr) => nr % 5 === 0)
      .map((stackId) => ({ id: newStackServerId(), stackId, serverId: server.id })),
  });
  const now = Math.floor(ctx.now().getTime() / 1_000) * 1_000;
  const calls = ids.flatMap((id, nr) => {
    const last = lastCallOf(nr, now);
    called.set(id, last);
    const times = last === null ? [] : [last, last - 5 * HOUR_MS];
    return times.map((at) => callIn({ accountId }, id, { at: new Date(at), toolId: toToolId('locked_find') }));
  });
  await db.callRecord.createMany({ data: calls });
  await createStack(world.otherAccount.ctx, { name: 'Odd one of somebody else' });
});
afterAll(() => world.close());

async function page(args: string, key = world.account.apiKey): Promise<Page> {
  const data: unknown = await dataOf(ask(world.url, key, `{ stacks(${args}) ${ROWS} }`));
  return Object(data).stacks;
}

type Direction = { readonly ask: (cursor: string) => string; readonly next: (page: Page) => string | null };
const FORWARDS: Direction = {
  ask: (cursor) => `first: 40${cursor && `, after: "${cursor}"`}`,
  next: ({ pageInfo: { hasNextPage, endCursor } }) => (hasNextPage ? endCursor : null),
};
const BACKWARDS: Direction = {
  ask: (cursor) => `last: 40${cursor && `, before: "${cursor}"`}`,
  next: ({ pageInfo: { hasPreviousPage, startCursor } }) => (hasPreviousPage ? startCursor : null),
};

/** All rows of a list, page by page from one end. */
async function walk(args: string, { ask: asking, next } = FORWARDS): Promise<readonly Row[]> {
  const pages: (readonly Row[])[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const pageRead = await page(`${args}, ${asking(cursor)}`);
    pages.push(pageRead.nodes);
    cursor = next(pageRead);
  }
  return (next === BACKWARDS.next ? pages.toReversed() : pages).flat();
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
/** Sorts by the last call, then by age. */
const expectedOrder = (isUpward: boolean) => {
  const order = [...ids].toSorted(
    (one, other) => (called.get(one) ?? 0) - (called.get(other) ?? 0) || (one < other ? -1 : 1),
  );
  return isUpward ? order : order.toReversed();
};

it.each([
  ['DESC', 'first', FORWARDS],
  ['DESC', 'last', BACKWARDS],
  ['ASC', 'first', FORWARDS],
  ['ASC', 'last', BACKWARDS],
] as const)(
  'lists every stack once in order of last call, %s, starting at the %s page',
  async (direction, _end, way) => {
    const rows = await walk(`orderBy: { field: LAST_CALLED_AT, direction: ${direction} }`, way);
    expect(idsOf(rows)).toEqual(expectedOrder(direction === 'ASC'));
    expect(rows.map(({ lastCalledAt }) => lastCalledAt && Date.parse(lastCalledAt))).toEqual(
      rows.map(({ id }) => called.get(id)),
    );
  },
);

it.each(['CREATED_AT', 'NAME', 'LAST_CALLED_AT'])('filters and counts the same in the order %s', async (field) => {
  const orderBy = `orderBy: { field: ${field} }`;
  const lacking = ids.filter((_, nr) => nr % 5 === 0).toSorted();
  const needing = await walk(`filter: { needsAttention: true }, ${orderBy}`);
  expect(idsOf(needing).toSorted()).toEqual(lacking);
  expect(new Set(needing.flatMap(({ attention }) => attention))).toEqual(new Set(['MISSING_CREDENTIAL']));
  const well = await walk(`filter: { needsAttention: false }, ${orderBy}`);
  expect(idsOf(well).toSorted()).toEqual(ids.filter((id) => !lacking.includes(id)).toSorted());
  expect(well.flatMap(({ attention }) => attention)).toEqual([]);
  const silent = ids.filter((_, nr) => nr % 4 === 0).toSorted();
  expect(idsOf(await walk(`filter: { isRecorded: false }, ${orderBy}`)).toSorted()).toEqual(silent);
  const both = await walk(`filter: { isRecorded: true, needsAttention: true }, ${orderBy}`);
  expect(idsOf(both).toSorted()).toEqual(lacking.filter((id) => !silent.includes(id)));
  expect((await page(`filter: { isRecorded: true }, ${orderBy}`)).totalCount).toBe(STACKS - silent.length);
  const odd = await walk(`filter: { search: "ODD", needsAttention: true }, ${orderBy}`);
  expect(odd.map(({ name }) => name.slice(0, 3))).toEqual(Array.from({ length: 13 }, () => 'Odd'));
  expect((await page(`filter: { search: "ODD", needsAttention: true }, ${orderBy}`)).totalCount).toBe(13);
  for (const none of ['%', 'o_d', '\\u0000'])
    expect((await page(`filter: { search: "${none}" }, ${orderBy}`)).nodes).toEqual([]);
});

it.each(['CREATED_AT', 'LAST_CALLED_AT'])('finds by id and by servers if requested, by %s', async (field) => {
  const search = (text: string, isWide: boolean) =>
    page(`first: 1, filter: { search: "${text}", isWide: ${isWide} }, orderBy: { field: ${field} }`);
  expect((await search(ids[3] ?? '', true)).nodes.map(({ id }) => id)).toEqual([ids[3]]);
  expect((await search(ids[3] ?? '', false)).totalCount).toBe(0);
  expect((await search('LOCKED', true)).totalCount).toBe(26);
  expect((await search('LOCKED', false)).totalCount).toBe(0);
});

it('knows no stack of another account, and no cursor of one', async () => {
  const theirs = world.otherAccount.apiKey;
  const orderBy = 'orderBy: { field: LAST_CALLED_AT }';
  const { nodes } = await page(`filter: { search: "somebody else" }, ${orderBy}`, theirs);
  expect(nodes).toHaveLength(1);
  expect((await page(`filter: { search: "somebody else", isWide: true }, ${orderBy}`)).totalCount).toBe(0);
  const cursorOf = (id: string) => Buffer.from(`GPC:S:${id}`).toString('base64');
  const after = (id: string) => page(`first: 5, after: "${cursorOf(id)}", ${orderBy}`);
  expect(await after(nodes[0]?.id ?? '')).toEqual(await after(newStackId()));
});

it('sends the database as many queries for a hundred rows as for two', async () => {
  const query = vi.spyOn(Client.prototype, 'query');
  const statements = async (first: number): Promise<number> => {
    query.mockClear();
    await page(
      `first: ${first}, filter: { needsAttention: false }, orderBy: { field: LAST_CALLED_AT, direction: DESC }`,
    );
    // Counts only queries of stacks, because the service's background queries read other things.
    return query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('stack')).length;
  };
  // A first request makes the one-time reads, such as authentication.
  await statements(2);
  const [few, many] = [await statements(2), await statements(100)];
  query.mockRestore();
  expect(many).toBe(few);
  process.stdout.write(`${few} statements for a page of stacks, however many it has\n`);
});
