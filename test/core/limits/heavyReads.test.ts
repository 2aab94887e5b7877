import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEvents } from '../../../src/core/audit/list.ts';
import { listCalls } from '../../../src/core/callRecords/calls.ts';
import { readCallStatistics } from '../../../src/core/callRecords/statistics.ts';
import type { Tx } from '../../../src/core/context.ts';
import { toToolId } from '../../../src/core/ids.ts';
import { heavyRead } from '../../../src/core/limits/heavyReads.ts';
import { createTenant, createWorld, type Tenant, type World } from '../world.ts';

let world: World;
let [busy, other]: Tenant[] = [];
beforeAll(async () => {
  world = await createWorld();
  [busy, other] = [await createTenant(world, 'Busy'), await createTenant(world, 'Other')];
});
afterAll(() => world.database.close());
const ctxOf = (tenant: Tenant | undefined) => tenant?.ctx ?? world.as();

/** Reads that run until they are told to end, and how many run. */
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

describe('reads whose cost grows', () => {
  it('run one at a time for an account, and another account does not wait for its queue', async () => {
    const { read, end, running } = held();
    const own = Array.from({ length: 10 }, () => heavyRead(ctxOf(busy), read));
    expect(await heavyRead(ctxOf(other), answered)).toEqual([{ one: 1 }]);
    expect(running()).toBe(1);
    end();
    await Promise.all(own);
  });

  const SURFACES = {
    statistics: () => readCallStatistics(ctxOf(busy), { since: new Date(0), until: new Date(1_000), bucketSeconds: 1 }),
    'calls by a filter': () => listCalls(ctxOf(busy), { toolId: toToolId('any') }),
    'a search of changes': () => listAuditEvents(ctxOf(busy), {}, { search: 'any' }),
  };
  it.each(Object.entries(SURFACES))(
    `are ${Object.keys(SURFACES).length} kinds, bounded together: %s`,
    async (_what, ask) => {
      const { read, end } = held();
      const own = Array.from({ length: 32 }, () => heavyRead(ctxOf(busy), read));
      await expect(ask()).rejects.toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('The limit max_reads is reached: 32'),
      });
      end();
      await Promise.all(own);
      await expect(ask()).resolves.toBeDefined();
    },
  );

  it('are stopped by the database, with its connection kept', async () => {
    const endless = heavyRead(ctxOf(busy), (tx) =>
      tx.$queryRaw`SET LOCAL statement_timeout = 50`.then(() => tx.$queryRaw`SELECT pg_sleep(60)::text`),
    );
    await expect(endless).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
    const limit = await heavyRead(ctxOf(busy), (tx) => tx.$queryRaw`SELECT current_setting('statement_timeout') AS ms`);
    expect(limit).toEqual([{ ms: '5s' }]);
  });
});
