import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CopierBounds } from '../../src/core/callRecords/copier.ts';
import { eraseCopies } from '../../src/core/callRecords/erasures.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type StackId, toApprovalId, toStackId } from '../../src/core/kernel/ids.ts';
import { createStack, deleteStack } from '../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../src/generated/prisma/client.ts';
import { COLUMNS } from '../../src/store/clickHouse.ts';
import { callIn } from '../core/callRecords/kit.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../core/world.ts';
import { eventually } from '../harness/eventually.ts';
import { selfSigned } from '../harness/tls.ts';
import { startCopying } from './clickHouseKit.ts';
import { startClickHouse, TABLE_COLUMNS } from './clickHouseStandIn.ts';

/** More than the longest pause after a failed handshake, 15 s. */
const RESTS_MS = 40_000;
const QUICK = { gatherMs: 1, retryMs: 5 };

let world: World;
let account: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'copied');
});
afterAll(() => world.database.close());

let store: Awaited<ReturnType<typeof startClickHouse>>;
let opened: (() => Promise<unknown>)[];
beforeEach(async () => {
  store = await startClickHouse();
  opened = [];
});
afterEach(async () => {
  for (const close of opened.toReversed()) await close();
  await store.close();
});

const copying = async (bounds: CopierBounds = QUICK, url = store.url) => {
  const started = await startCopying(world, account, url, bounds);
  opened.push(started.close);
  return started;
};
const callOf = (stackId: StackId, options: Partial<CallRecord> = {}) =>
  callIn(account, stackId, { at: new Date('2026-11-21T09:00:00.123Z'), ...options });

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map(({ id }) => id).toSorted();
const isCopied = (...calls: readonly CallRecord[]) =>
  eventually('the copies', () => idsOf(store.calls()).join() === idsOf(calls).join());

let stacks = 0;
const newStack = async (ctx: Ctx = account.ctx): Promise<StackId> => {
  stacks += 1;
  return (await createStack(ctx, { name: `stack ${stacks}` })).id;
};

it('a call has the columns of the documented table', () => {
  expect(Object.keys(COLUMNS)).toEqual([...TABLE_COLUMNS.keys()]);
});

describe('recorded calls', () => {
  it('are copied completely, with any text', async () => {
    const { record } = await copying();
    const stackId = await newStack();
    const full: Partial<CallRecord> = {
      ...{
        outcome: 'upstream_error',
        surface: 'mcp',
        callerKind: 'token',
        callerId: 'token_1',
        endUser: 'an"n\\\n\t\u2028',
      },
      ...{ requestId: 'r1', traceId: 't1', decision: 'approved', approvalId: toApprovalId('approval_1') },
      ...{ upstreamStatus: 503, queueMs: 1, ownMs: 2, upstreamMs: 3, error: `it's; DROP TABLE x -- 🙂` },
    } as const;
    const calls = [callOf(stackId, full), callOf(stackId)];
    await record(...calls);
    await isCopied(...calls);
    expect(store.calls().find(({ outcome }) => outcome === 'upstream_error')).toEqual({
      ...{ id: calls[0]?.id, at: '2026-11-21 09:00:00.123', account_id: account.accountId, stack_id: stackId },
      ...{ server_id: 'a', tool_id: 'a_find', endpoint_id: null, outcome: 'upstream_error', decision: 'approved' },
      ...{ surface: 'mcp', caller_kind: 'token', caller_id: 'token_1', end_user: full.endUser, request_id: 'r1' },
      ...{ trace_id: 't1', approval_id: 'approval_1', upstream_status: 503, latency_ms: 10, queue_ms: 1, own_ms: 2 },
      ...{ upstream_ms: 3, input_bytes: 2, output_bytes: 3, error: full.error },
    });
  });

  it('are sent in few batches, in order', async () => {
    const { record } = await copying({ gatherMs: 50, retryMs: 5, batchRowsMax: 400 });
    const stackId = await newStack();
    const calls = Array.from({ length: 1_000 }, (_, latencyMs) => callOf(stackId, { latencyMs }));
    await record(...calls);
    await isCopied(...calls);
    expect(store.rows.map(({ latency_ms }) => latency_ms)).toEqual(calls.map(({ latencyMs }) => latencyMs));
    expect(store.requests.length).toBeLessThanOrEqual(6);
  });

  it('are retried with the same token until stored, and count once', async () => {
    const { record, callCopier, log } = await copying();
    const stackId = await newStack();
    const calls = [callOf(stackId), callOf(stackId)];
    for (const mode of ['down', 'busy', 'no table', 'lost'] as const) {
      store.state.mode = mode;
      const requestCount = store.requests.length;
      const lineCount = log.lines.length;
      if (mode === 'down') await record(...calls);
      await eventually(
        mode,
        () => log.lines.length > lineCount + 1 && (mode === 'down' || store.requests.length > requestCount),
      );
      expect([callCopier.waiting(), callCopier.isTaking(), callCopier.dropped()]).toEqual([2, false, 0]);
    }
    store.state.mode = 'well';
    await eventually('taken', () => callCopier.waiting() === 0);
    expect([idsOf(store.rows), callCopier.isTaking()]).toEqual([idsOf(calls), true]);
    expect(new Set(store.requests.map(({ settings }) => settings['insert_deduplication_token'])).size).toBe(1);
  });

  it('delay no call: beyond a bound they are dropped and counted', async () => {
    store.state.mode = 'down';
    const { record, callCopier } = await copying({ ...QUICK, waitingRowsMax: 3 });
    const stackId = await newStack();
    await record(...Array.from({ length: 5 }, () => callOf(stackId)));
    expect([callCopier.waiting(), callCopier.dropped()]).toEqual([3, 2]);
    expect(await world.deps.db.callRecord.count({ where: { stackId } })).toBe(5);
    store.state.mode = 'well';
    await eventually('taken', () => store.rows.length === 3 && callCopier.waiting() === 0);
  });

  it('that the store rejects are dropped after a few attempts, and delay no others', async () => {
    store.state.mode = 'wrong';
    const { record, callCopier } = await copying();
    const stackId = await newStack();
    await record(callOf(stackId));
    await eventually('dropped', () => callCopier.dropped() === 1);
    store.state.mode = 'well';
    const next = callOf(stackId);
    await record(next);
    await isCopied(next);
  });

  it('are copied at exit, or counted as dropped', async () => {
    const stackId = await newStack();
    const slow = await copying({ gatherMs: 60_000, retryMs: 60_000 });
    const call = callOf(stackId);
    await slow.record(call);
    expect(store.rows).toEqual([]);
    await slow.callCopier.close();
    expect(idsOf(store.rows)).toEqual([call.id]);
    store.state.mode = 'down';
    const late = await copying({ gatherMs: 60_000, retryMs: 60_000 });
    await late.record(callOf(stackId));
    await late.callCopier.close();
    expect([late.callCopier.dropped(), late.log.lines.at(-1)]).toMatchObject([
      1,
      { level: 'error', fields: { calls: 1 } },
    ]);
  });

  it('are only copied if the database stored them', async () => {
    const { record } = await copying();
    const call = callOf(await newStack());
    await record(callOf(toStackId('stack_gone')), call);
    await isCopied(call);
    expect(idsOf(store.rows)).toEqual([call.id]);
  });
});

describe('the copies of a deleted stack', () => {
  afterEach(() => world.deps.db.callErasure.deleteMany());
  const noted = () => world.deps.db.callErasure.count();

  it('are deleted once none can still be in flight, and others are not', async () => {
    const { record, ctx } = await copying();
    const [gone, staying] = [await newStack(), await newStack()];
    const calls = [callOf(gone), callOf(staying)];
    await record(...calls);
    await isCopied(...calls);
    await deleteStack(ctx, gone);
    expect([await eraseCopies(ctx), await noted()]).toEqual([0, 1]);
    world.pass(120_000);
    expect([await eraseCopies(ctx), await noted()]).toEqual([1, 0]);
    expect(idsOf(store.calls())).toEqual([calls[1]?.id]);
    expect(await eraseCopies(ctx)).toBe(0);
  });

  it('are not created if it was deleted while they waited', async () => {
    store.state.mode = 'down';
    const { record, ctx, callCopier, log } = await copying();
    const [gone, staying] = [await newStack(), await newStack()];
    const calls = [callOf(gone), callOf(staying)];
    await record(...calls);
    await deleteStack(ctx, gone);
    // Wait for a whole new attempt, because the running one may have read the queue before the deletion.
    const lineCount = log.lines.length;
    await eventually('another attempt', () => log.lines.length > lineCount + 1);
    store.state.mode = 'well';
    await eventually('taken', () => callCopier.waiting() === 0);
    expect(idsOf(store.rows)).toEqual([calls[1]?.id]);
    world.pass(120_000);
    await eraseCopies(ctx);
  });

  it('stay queued for deletion while the store is down, and are deleted later', async () => {
    const { record, ctx } = await copying();
    const gone = await newStack();
    const call = callOf(gone);
    await record(call);
    await isCopied(call);
    store.state.mode = 'down';
    await deleteStack(ctx, gone);
    world.pass(120_000);
    await expect(eraseCopies(ctx)).rejects.toThrow();
    expect(await noted()).toBe(1);
    // The failed deletion isn't due again yet. Later, only the first instance that checks deletes the copies.
    expect(await eraseCopies(ctx)).toBe(0);
    store.state.mode = 'well';
    world.pass(5 * 60_000);
    const erased = await Promise.all([eraseCopies(ctx), eraseCopies(ctx)]);
    expect([erased.toSorted(), await noted(), store.calls()]).toEqual([[0, 1], 0, []]);
  });

  it('are not queued for deletion if copying is disabled', async () => {
    await deleteStack(account.ctx, await newStack());
    expect(await noted()).toBe(0);
  });
});

describe('ClickHouse user and password', () => {
  it('are sent in headers, and never logged when refused', async () => {
    const url = store.url.replace(encodeURIComponent(store.password), 'hunter2-hunter2');
    const { record, callCopier, log } = await copying(QUICK, url);
    await record(callOf(await newStack()));
    await eventually('refused', () => log.lines.length > 1);
    expect(callCopier.isTaking()).toBe(false);
    const logText = JSON.stringify(log.lines, (_key, value) => (value instanceof Error ? `${value.stack}` : value));
    expect(logText).toContain('ClickHouse answered with status 403, its error 516');
    expect(logText).not.toMatch(/hunter2|toolyard:|end_user/);
    expect(store.requests.every(({ settings }) => !('user' in settings) && !('password' in settings))).toBe(true);
  });

  it('are not sent to a server with an untrusted certificate', async () => {
    const tls = await startClickHouse({ tls: selfSigned('localhost') });
    opened.push(tls.close);
    const { record, log } = await copying(QUICK, tls.url);
    await record(callOf(await newStack()));
    // The pause before the next handshake is four times as long as the failed one blocked the event loop, which a busy
    // machine prolongs.
    await eventually('refused', () => log.lines.length > 1, RESTS_MS);
    expect(JSON.stringify(log.lines.map(({ fields }) => String(Object.values(fields)[0])))).toContain('certificate');
    expect([tls.requests, tls.rows]).toEqual([[], []]);
  });
});
