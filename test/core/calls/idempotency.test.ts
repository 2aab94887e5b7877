import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { startFaultyPostgres } from '../../harness/postgres.ts';
import { openBank, refused, stillRunning } from './bank.ts';

const { world, calls, waiting, answerWaiting, invoke, invokeBatch, callAsAgent, close } = await openBank();
afterAll(close);

const db = () => world.edge.deps.db;

describe('a call with an Idempotency-Key', () => {
  it('runs once, and repeats return its answer', async () => {
    const key = randomUUID();
    const first = await invoke({ key });
    expect(first).toEqual({ status: 200, body: { result: { call: calls() } } });
    expect(await invoke({ key })).toEqual(first);
    expect(await invoke({})).toEqual({ status: 200, body: { result: { call: calls() } } });
    expect(await invoke({ key })).toEqual(first);
  });

  it('runs once also over the stack’s own address', async () => {
    const key = randomUUID();
    const before = calls();
    const first = await callAsAgent(key);
    expect(first.status).toBe(200);
    expect(await callAsAgent(key)).toEqual(first);
    // Another caller's key is separate.
    expect(await invoke({ key })).not.toEqual(first);
    expect(calls()).toBe(before + 2);
  });

  it('is separate for each end user', async () => {
    const key = randomUUID();
    const answers = [
      await invoke({ key, endUser: 'ann' }),
      await invoke({ key, endUser: 'bob' }),
      await invoke({ key }),
    ];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(3);
  });

  it('that failed at the tool returns the same failure', async () => {
    const key = randomUUID();
    const before = calls();
    const first = await invoke({ tool: 'bank_broken', key });
    expect(first.status).toBe(500);
    expect(await invoke({ tool: 'bank_broken', key })).toEqual(first);
    expect(calls()).toBe(before + 1);
  });

  it.each([
    { label: 'was not let in upstream', tool: 'bank_limited', input: {}, tries: 2 },
    { label: 'broke a rule', tool: 'bank_pay', input: { a: 'x' }, tries: 0 },
    { label: 'had nobody to go to', tool: 'away_pay', input: {}, tries: 0 },
  ])('that $label may be retried', async ({ tool: name, input, tries }) => {
    const key = randomUUID();
    const before = calls();
    const first = await invoke({ tool: name, input, key });
    const again = await invoke({ tool: name, input, key });
    expect([again.status, again.body.detail]).toEqual([first.status, first.body.detail]);
    expect(calls()).toBe(before + tries);
    expect(await db().idempotentCall.count({ where: { key } })).toBe(0);
  });

  it('is the same call whatever the member order of its input', async () => {
    const key = randomUUID();
    const before = calls();
    const first = await invoke({ key, input: { a: 1, more: { b: 1, c: [{ d: 1, e: 2 }] } } });
    expect(await invoke({ key, input: { more: { c: [{ e: 2, d: 1 }], b: 1 }, a: 1 } })).toEqual(first);
    expect(await invoke({ key, input: { a: 1, more: { b: 1, c: [{ d: 1, e: 3 }] } } })).toEqual(
      refused('was used for another call'),
    );
    expect([first.status, calls()]).toEqual([200, before + 1]);
  });

  it.each([
    { label: 'another input', change: { input: { a: 2 } } },
    { label: 'another tool', change: { tool: 'bank_broken' } },
  ])('is refused for $label', async ({ change }) => {
    const key = randomUUID();
    await invoke({ key });
    const before = calls();
    expect(await invoke({ key, ...change })).toEqual(refused('was used for another call'));
    expect(calls()).toBe(before);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('needs a valid key: not %j', async (key) => {
    expect(await invoke({ key })).toEqual(refused('Invalid Idempotency-Key'));
  });

  it('runs for one of many concurrent callers; the others are told that it runs', async () => {
    const key = randomUUID();
    const before = calls();
    const running = Array.from({ length: 10 }, () => invoke({ tool: 'bank_wait', key }));
    await eventually('the call arrived', () => waiting() === 1);
    const losers = await Promise.all(Array.from({ length: 3 }, () => invoke({ tool: 'bank_wait', key })));
    expect(losers).toEqual(Array(3).fill(stillRunning));
    answerWaiting();
    const answers = await Promise.all(running);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(calls()).toBe(before + 1);
  });

  it('continues when its caller disconnects, who may retry for the answer', async () => {
    const key = randomUUID();
    const controller = new AbortController();
    const gone = expect(invoke({ tool: 'bank_wait', key, signal: controller.signal })).rejects.toThrow();
    await eventually('the call arrived', () => waiting() === 1);
    controller.abort();
    await gone;
    // The service runs in this process: later responses show that it noticed the closed connection.
    for (let answers = 0; answers < 3; answers += 1) await invoke({ tool: 'none' });
    answerWaiting();
    const number = calls();
    await eventually('the answer is kept', async () => (await invoke({ tool: 'bank_wait', key })).status === 200);
    expect(await invoke({ tool: 'bank_wait', key })).toEqual({ status: 200, body: { result: { call: number } } });
    expect(calls()).toBe(number);
  });

  it('has a separate key in a batch', async () => {
    const before = calls();
    const call = { tool_id: 'bank_pay', tool_input: {}, idempotency_key: randomUUID() };
    const first = await invokeBatch([call]);
    expect(await invokeBatch([call])).toEqual(first);
    expect(calls()).toBe(before + 1);
  });

  it('whose process died has an unknown outcome on every retry', async () => {
    const key = randomUUID();
    await invoke({ key });
    await db().idempotentCall.updateMany({ where: { key }, data: { sealed: null } });
    expect(await invoke({ key })).toEqual(stillRunning);
    await db().idempotentCall.updateMany({ where: { key }, data: { leaseUntil: new Date() } });
    const before = calls();
    expect(await invoke({ key })).toEqual(refused('outcome of the call with this Idempotency-Key is unknown'));
    expect(await invoke({ key })).toEqual(refused('outcome of the call with this Idempotency-Key is unknown'));
    expect(calls()).toBe(before);
  });

  it.each([
    { label: 'connection closed after it was sent', tool: 'bank_cut', text: 'connection closed' },
    { label: 'deadline passed', tool: 'bank_wait', text: 'did not answer within' },
  ])('whose $label has an unknown outcome, and keeps its key', async ({ tool: name, text }) => {
    const hasty = await openBank(undefined, 300);
    onTestFinished(() => hasty.close());
    const key = randomUUID();
    const first = await hasty.invoke({ tool: name, key });
    expect([first.status, JSON.stringify(first.body)]).toEqual([500, expect.stringContaining(text)]);
    const before = hasty.calls();
    expect(await hasty.invoke({ tool: name, key })).toEqual(refused('is unknown'));
    expect(hasty.calls()).toBe(before);
    expect(await hasty.invoke({ tool: name, key })).toEqual(refused('is unknown'));
    expect(hasty.calls()).toBe(before);
  });

  it('that runs at shutdown is aborted, says so, and has an unknown outcome', async () => {
    const bank = await openBank();
    onTestFinished(() => bank.close());
    const key = randomUUID();
    const running = [bank.invoke({ tool: 'bank_wait', key }), bank.invoke({ tool: 'bank_wait' })];
    await eventually('the calls arrived', () => bank.waiting() === 2);
    bank.world.edge.deps.runningCalls.cutOff();
    for (const { status, body } of await Promise.all(running)) {
      expect([status, JSON.stringify(body)]).toEqual([
        500,
        expect.stringContaining('Toolyard was stopped while the call ran. The request was sent'),
      ]);
    }
    expect(await bank.invoke({ tool: 'bank_wait', key })).toEqual(refused('is unknown'));
    expect(bank.calls()).toBe(2);
  });

  it('keeps its key while its instance reports that it runs', async () => {
    const key = randomUUID();
    const running = invoke({ tool: 'bank_wait', key });
    await eventually('the call arrived', () => waiting() === 1);
    await db().idempotentCall.updateMany({ where: { key }, data: { leaseUntil: new Date() } });
    // The instance renews its claim on a running call every few seconds.
    const leased = () => db().idempotentCall.count({ where: { key, leaseUntil: { gt: new Date() } } });
    await eventually('the lease is renewed', async () => (await leased()) === 1, 10_000);
    expect(await invoke({ tool: 'bank_wait', key })).toEqual(stillRunning);
    answerWaiting();
    expect((await running).status).toBe(200);
  });

  it('whose stored answer was tampered with has an unknown outcome', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await invoke({ key: one });
    await invoke({ key: other });
    const moved = await db().idempotentCall.findFirstOrThrow({ where: { key: other } });
    await db().idempotentCall.updateMany({ where: { key: one }, data: { sealed: moved.sealed } });
    expect(await invoke({ key: one })).toEqual(refused('is unknown'));
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const first = await invoke({ key });
    await db().idempotentCall.updateMany({ where: { key }, data: { expiresAt: new Date() } });
    expect(await invoke({ key })).not.toEqual(first);
  });

  it('stores no answer in plain text', async () => {
    const key = randomUUID();
    const { body } = await invoke({ key });
    const row = await db().idempotentCall.findFirstOrThrow({ where: { key } });
    expect(Buffer.from(row.sealed ?? []).toString('latin1')).not.toContain(JSON.stringify(body.result).slice(1, -1));
  });
});

it('a call with a key fails without the database, and one without a key succeeds', async () => {
  const postgres = await startFaultyPostgres();
  const bank = await openBank(postgres.url, 120_000, 60_000);
  onTestFinished(async () => {
    await bank.close();
    await postgres.close();
  });
  expect((await bank.invoke({})).status).toBe(200);
  await postgres.kill();
  const before = bank.calls();
  expect(await bank.invoke({ key: 'k' })).toEqual({
    status: 500,
    body: { detail: 'Tool execution failed' },
    retryAfter: '5',
  });
  expect(bank.calls()).toBe(before);
  expect((await bank.invoke({})).status).toBe(200);
});
