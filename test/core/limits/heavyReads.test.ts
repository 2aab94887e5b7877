import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../../src/core/audit/list.ts';
import { verifyAuditChain } from '../../../src/core/audit/verify.ts';
import { listCalls } from '../../../src/core/callRecords/calls.ts';
import { readCallsBefore } from '../../../src/core/callRecords/callsBefore.ts';
import { readCallStatistics } from '../../../src/core/callRecords/statistics.ts';
import { readToolStatistics } from '../../../src/core/callRecords/toolStatistics.ts';
import { readUsage } from '../../../src/core/callRecords/usage.ts';
import type { Tx } from '../../../src/core/kernel/context.ts';
import { toToolId } from '../../../src/core/kernel/ids.ts';
import { heavyRead } from '../../../src/core/limits/heavyReads.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { waitingForLocks } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let [busy, other]: TestAccount[] = [];
beforeAll(async () => {
  world = await createWorld();
  [busy, other] = [await createTestAccount(world, 'Busy'), await createTestAccount(world, 'Other')];
});
afterAll(() => world.database.close());
const ctxOf = (account: TestAccount | undefined) => account?.ctx ?? world.as();

/** Reads that run until released, and the number running. */
function held() {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let running = 0;
  const read = async (): Promise<void> => {
    running += 1;
    await promise;
    running -= 1;
  };
  return { read, end, running: () => running };
}

const answered = (tx: Tx) => tx.$queryRaw`SELECT 1 AS one`;

describe('expensive reads', () => {
  it('run one at a time per account, and another account does not wait for its queue', async () => {
    const { read, end, running } = held();
    const own = Array.from({ length: 10 }, () => heavyRead(ctxOf(busy), read));
    await eventually('a read runs', () => running() > 0);
    expect(await heavyRead(ctxOf(other), answered)).toEqual([{ one: 1 }]);
    expect(running()).toBe(1);
    end();
    await Promise.all(own);
  });

  const SURFACES = {
    statistics: () => readCallStatistics(ctxOf(busy), { since: new Date(0), until: new Date(1_000), bucketSeconds: 1 }),
    'statistics of tools': () =>
      readToolStatistics(ctxOf(busy), { since: new Date(0), until: new Date(1_000), orderBy: 'p95' }),
    usage: () =>
      readUsage(ctxOf(busy), { by: 'agent', since: new Date(0), until: new Date(1_000), bucketSeconds: 1_000 }),
    'the period before': () =>
      readCallsBefore(ctxOf(busy), { since: new Date(0), until: new Date(1_000), bucketSeconds: 1 }),
    'calls by a filter': () => listCalls(ctxOf(busy), { toolId: toToolId('any') }),
    'a search of changes': () => listAuditEvents(ctxOf(busy), {}, { search: 'any' }),
  };
  it.each(Object.entries(SURFACES))(
    `are ${Object.keys(SURFACES).length} kinds, bounded together: %s`,
    async (_name, ask) => {
      const { read, end } = held();
      const own = Array.from({ length: 256 }, () => heavyRead(ctxOf(busy), read));
      await expect(ask()).rejects.toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('The limit max_reads is reached: 256'),
      });
      end();
      await Promise.all(own);
      await expect(ask()).resolves.toBeDefined();
    },
  );

  it('that fail for another reason report it', async () => {
    const failure = new Error('another reason');
    await expect(heavyRead(ctxOf(busy), () => Promise.reject(failure))).rejects.toBe(failure);
    const wrong = heavyRead(ctxOf(busy), (tx) => tx.$queryRaw`SELECT no_such_column`);
    await expect(wrong).rejects.not.toHaveProperty('code', 'unavailable');
  });

  it('are cancelled by the database, which keeps their connection', async () => {
    const endless = heavyRead(ctxOf(busy), (tx) =>
      tx.$queryRaw`SET LOCAL statement_timeout = 50`.then(() => tx.$queryRaw`SELECT pg_sleep(60)::text`),
    );
    await expect(endless).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
    const limit = await heavyRead(ctxOf(busy), (tx) => tx.$queryRaw`SELECT current_setting('statement_timeout') AS ms`);
    expect(limit).toEqual([{ ms: '5s' }]);
  });
});

it('changes of one account share one connection, however many, and delay no other account', async () => {
  const { accountId = '' } = busy ?? {};
  const client = await world.database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM audit_chain WHERE id = $1 FOR UPDATE', [accountId]);
  const own = Array.from({ length: 40 }, (_, at) => createStack(ctxOf(busy), { name: `stack ${at}` }));
  await eventually('a change waits', async () => (await waitingForLocks(world.database)) > 0);
  // If each of the forty changes held a connection, the pool would be exhausted, and these would fail.
  for (let at = 0; at < 3; at += 1) await createStack(ctxOf(other), { name: `beside ${at}` });
  expect(await waitingForLocks(world.database)).toBe(1);
  await client.query('COMMIT');
  client.release();
  expect(new Set((await Promise.all(own)).map(({ name }) => name)).size).toBe(40);
  expect(await verifyAuditChain(world.as(), accountId)).toMatchObject({ ok: true });
});
