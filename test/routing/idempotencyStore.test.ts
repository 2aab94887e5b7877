import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startFaultyPostgres } from '../harness/postgres.ts';
import { openBank, refused } from './bank.ts';

const { world, calls, invoke, close } = await openBank();
afterAll(close);

const db = () => world.edge.deps.db;

describe('a call with an Idempotency-Key', () => {
  it('whose process died is said, once, to have an unknown outcome', async () => {
    const key = randomUUID();
    await invoke({ key });
    await db().idempotentCall.updateMany({ where: { key }, data: { sealed: null } });
    expect(await invoke({ key })).toEqual(refused('still running'));
    await db().idempotentCall.updateMany({ where: { key }, data: { startedAt: new Date(Date.now() - 3_600_000) } });
    const before = calls();
    expect(await invoke({ key })).toEqual(refused('outcome of the call with this Idempotency-Key is unknown'));
    expect(calls()).toBe(before);
    expect((await invoke({ key })).status).toBe(200);
  });

  it('whose stored answer was tampered with has an unknown outcome, too', async () => {
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

  it('keeps no answer in the clear', async () => {
    const key = randomUUID();
    const { body } = await invoke({ key });
    const row = await db().idempotentCall.findFirstOrThrow({ where: { key } });
    expect(Buffer.from(row.sealed ?? []).toString('latin1')).not.toContain(JSON.stringify(body.result).slice(1, -1));
  });
});

it('without its database a call with a key is not made, and one without is', async () => {
  const postgres = await startFaultyPostgres();
  const bank = await openBank(postgres.url);
  onTestFinished(async () => {
    await bank.close();
    await postgres.close();
  });
  expect((await bank.invoke({})).status).toBe(200);
  await postgres.kill();
  const before = bank.calls();
  expect(await bank.invoke({ key: 'k' })).toEqual({ status: 503, body: { detail: 'Service unavailable' } });
  expect(bank.calls()).toBe(before);
  expect((await bank.invoke({})).status).toBe(200);
});
