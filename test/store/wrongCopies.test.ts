import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AccountId, newCallId, type StackId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../src/generated/prisma/client.ts';
import { callIn } from '../core/callRecords/kit.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../core/world.ts';
import { eventually } from '../harness/eventually.ts';
import { startCopying } from './clickHouseKit.ts';
import { startClickHouse } from './clickHouseStandIn.ts';

let world: World;
let account: TestAccount;
let stackId: StackId;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'copied');
  stackId = (await createStack(account.ctx, { name: 'copied' })).id;
});
afterAll(() => world.database.close());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(bounds: object = {}) {
  const store = await startClickHouse();
  const copying = await startCopying(world, account, store.url, { gatherMs: 1, retryMs: 1, ...bounds });
  closers.push(store.close, copying.close);
  return { store, ...copying };
}

/** ClickHouse cannot store a negative number of bytes. */
const WRONG = { inputBytes: -1 };
const callsOf = (count: number, wrong: readonly number[], options: Partial<CallRecord> = {}): readonly CallRecord[] =>
  Array.from({ length: count }, (_, nr) =>
    callIn(account, stackId, { id: newCallId(), latencyMs: nr, ...options, ...(wrong.includes(nr) ? WRONG : {}) }),
  );

it.each([
  ['the only one', 1, [0]],
  ['the first', 400, [0]],
  ['the last', 400, [399]],
  ['one in the middle', 400, [137]],
  ['three apart', 400, [3, 200, 388]],
  ['neighbours', 400, [199, 200, 201]],
])('a call that the store rejects is dropped alone: %s', async (_name, count, wrong) => {
  const { store, callCopier, log } = await start();
  const calls = callsOf(count, wrong);
  callCopier.add(calls);
  await eventually('all are dealt with', () => callCopier.waiting() === 0);
  const good = calls.filter((_call, nr) => !wrong.includes(nr));
  expect(store.calls().map(({ id }) => id)).toEqual(good.map(({ id }) => id));
  expect(callCopier.dropped()).toBe(wrong.length);
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { calls: wrong.length, of: count } });
});

it('a table that rejects every call costs a bounded number of statements, and later calls are copied', async () => {
  const { store, callCopier } = await start();
  callCopier.add(callsOf(2_000, [], WRONG));
  await eventually('dropped', () => callCopier.dropped() === 2_000);
  expect(store.requests.length).toBeLessThan(130);
  const [next] = callsOf(1, []);
  callCopier.add(next ? [next] : []);
  await eventually('copied', () => store.calls().some(({ id }) => id === next?.id));
});

it('one account’s calls do not displace others’ in a full queue, or delay them', async () => {
  const { store, callCopier } = await start({ waitingRowsMax: 300, batchRowsMax: 20 });
  store.state.mode = 'down';
  const other = await createTestAccount(world, `other ${newCallId()}`);
  const { id } = await createStack(other.ctx, { name: 'quiet' });
  const ofOther = (nr: number) => callIn(other, id, { id: newCallId(), latencyMs: nr });
  callCopier.add(callsOf(1_000, []));
  const quiet = Array.from({ length: 30 }, (_, nr) => ofOther(nr));
  callCopier.add(quiet);
  store.state.mode = 'well';
  await eventually('all are dealt with', () => callCopier.waiting() === 0);
  const copied = store.calls().map((row) => row['account_id'] as AccountId);
  expect(copied.filter((owner) => owner === other.accountId)).toHaveLength(30);
  // The batch that was already running comes first. After it, the accounts take turns.
  expect(copied.lastIndexOf(other.accountId)).toBeLessThan(20 + 80);
});
