import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallFilter, listCalls } from '../../../src/core/callRecords/calls.ts';
import { type CallId, toCallId, toServerId, toStackId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createWorld, type World } from '../world.ts';
import { at, createOwner, type Owner, row, START, insert as store } from './kit.ts';

let world: World;
let alice: Owner;
let bob: Owner;

beforeAll(async () => {
  world = await createWorld();
  alice = await createOwner(world, 'acct_alice');
  bob = await createOwner(world, 'acct_bob');
});
beforeEach(() => world.deps.db.callRecord.deleteMany({}));
afterAll(() => world.database.close());

const insert = (rows: ReturnType<typeof row>[]) => store(world, rows);

describe('the list of calls', () => {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  it('is newest first and pages both ways, also among calls of one moment', async () => {
    // Ids are not in time order, because an instance's clock may be slow.
    const rows = await insert([5, 3, 3, 3, 1, 4].map((seconds) => row(alice, { seconds })));
    await insert([row(bob, { seconds: 3 })]);
    const expected = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
    expect(ids(await listCalls(alice.ctx, {}))).toEqual(ids(expected));
    for (const [index, { id, at: when }] of expected.entries()) {
      const cursor = { id_at: { id: toCallId(id), at: when } };
      const after = await listCalls(alice.ctx, {}, { take: 2, skip: 1, cursor });
      expect(ids(after)).toEqual(ids(expected.slice(index + 1, index + 3)));
      const before = await listCalls(alice.ctx, {}, { take: -2, skip: 1, cursor });
      expect(ids(before)).toEqual(ids(expected.slice(Math.max(0, index - 2), index)));
    }
  });

  it('keeps its pages while newer calls arrive', async () => {
    const [, second] = await insert([
      row(alice, { seconds: 2 }),
      row(alice, { seconds: 1 }),
      row(alice, { seconds: 0 }),
    ]);
    const cursor = { id_at: { id: second?.id ?? toCallId(''), at: second?.at ?? START } };
    const page = () => listCalls(alice.ctx, {}, { take: 5, skip: 1, cursor });
    const before = await page();
    await insert([row(alice, { seconds: 9 })]);
    expect(await page()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  const FILTERS: readonly (readonly [string, () => CallFilter, readonly number[]])[] = [
    ['a stack', () => ({ stackId: alice.otherId }), [4]],
    ['another account’s stack', () => ({ stackId: bob.stackId }), []],
    ['a tool', () => ({ toolId: toToolId('b_send') }), [2]],
    ['a server', () => ({ serverId: toServerId('a') }), [4, 3, 1, 0]],
    ['outcomes', () => ({ outcome: ['timed_out', 'invalid_input'] }), [3, 1]],
    ['no outcome', () => ({ outcome: [] }), []],
    ['failures', () => ({ isFailure: true }), [3, 1]],
    ['successes', () => ({ isFailure: false }), [4, 2, 0]],
    ['a time', () => ({ since: at(1), until: at(3) }), [2, 1]],
    ['all of them', () => ({ serverId: toServerId('a'), isFailure: true, since: at(2) }), [3]],
    ['what nothing can be named', () => ({ stackId: toStackId('\0') }), []],
  ];
  it.each(FILTERS)('filters by %s', async (_name, filter, seconds) => {
    await insert([
      row(alice, { seconds: 0 }),
      row(alice, { seconds: 1, outcome: 'timed_out' }),
      row(alice, { seconds: 2, toolId: 'b_send' }),
      row(alice, { seconds: 3, outcome: 'invalid_input' }),
      row(alice, { seconds: 4 }, alice.otherId),
      row(bob, { seconds: 1 }),
    ]);
    const calls = await listCalls(alice.ctx, filter());
    expect(calls.map((call) => (call.at.getTime() - START.getTime()) / 1_000)).toEqual(seconds);
  });
});

/** All pages of two calls, oldest or newest first. */
async function allPages(filter: CallFilter, take: 2 | -2) {
  const rows: { readonly id: CallId; readonly at: Date }[] = [];
  for (;;) {
    const cursor = rows.at(-1);
    const beyond = cursor && { skip: 1, cursor: { id_at: cursor } };
    const page = await listCalls(alice.ctx, filter, { take, select: { id: true, at: true }, ...beyond });
    rows.push(...(take < 0 ? page.toReversed() : page));
    if (page.length < 2) return rows.map(({ id }) => id);
  }
}

it('finds few calls among many days, page by page both ways', async () => {
  const days = [0, 1, 4, 5, 9].flatMap((day) => [0, 1, 2].map((hour) => day * 86_400 + hour * 3_600));
  const options = days.map((seconds, index) => ({
    seconds,
    toolId: index % 4 === 0 ? 'b_send' : 'a_find',
    outcome: index % 3 === 0 ? 'timed_out' : 'ok',
  }));
  const rows = await insert(options.map((each) => row(alice, each)));
  const [early, late] = [at(3_600), at(5 * 86_400 + 1)];
  const ranges = [
    [{}, () => true],
    [{ since: early }, (time: Date) => time >= early],
    [{ until: late }, (time: Date) => time < late],
    [{ stackId: alice.stackId }, () => true],
  ] as const;
  const kinds = [
    [{ toolId: toToolId('b_send') }, ({ toolId }: Row) => toolId === 'b_send'],
    [{ isFailure: true }, ({ outcome }: Row) => outcome !== 'ok'],
    [{ outcome: ['timed_out'] }, ({ outcome }: Row) => outcome !== 'ok'],
  ] as const;
  for (const [range, isInRange] of ranges) {
    for (const [kind, isOfKind] of kinds) {
      const expected = rows.filter((call) => isInRange(call.at) && isOfKind(call)).map(({ id }) => id);
      expect(await allPages({ ...range, ...kind }, -2)).toEqual(expected);
      expect(await allPages({ ...range, ...kind }, 2)).toEqual(expected.toReversed());
    }
  }
});

type Row = ReturnType<typeof row>;
