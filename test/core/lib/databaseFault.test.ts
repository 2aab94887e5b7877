import { inspect } from 'node:util';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAccountId, toStackId } from '../../../src/core/kernel/ids.ts';
import { isDatabaseUnavailable } from '../../../src/core/lib/databaseFault.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { openPool } from '../../harness/database.ts';
import { silentLog } from '../../harness/log.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../../harness/postgres.ts';

let postgres: FaultyPostgres;
let database: Database;
let pool: Pool;
beforeAll(async () => {
  postgres = await startFaultyPostgres();
  database = openDatabase(postgres.url, { log: silentLog });
  pool = openPool(postgres.url);
});
afterAll(async () => {
  await Promise.all([database.close(), pool.end()]);
  await postgres.close();
});

const fault = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const queries = [
  { by: 'Prisma', run: () => database.db.stack.count() },
  { by: 'a transaction', run: () => database.db.$transaction(async (tx) => tx.stack.count()) },
  { by: 'raw SQL through Prisma', run: () => database.db.$queryRaw`SELECT 1` },
  { by: 'PostgreSQL’s own client', run: () => pool.query('SELECT 1') },
];

describe('isDatabaseUnavailable', () => {
  const answers = [
    { label: 'a duplicate', run: () => database.db.account.createMany({ data: [account, account] }) },
    { label: 'bad SQL', run: () => pool.query('SELEKT') },
    { label: 'a missing row', run: () => database.db.stack.findUniqueOrThrow({ where: { id: toStackId('none') } }) },
    { label: 'bad SQL through Prisma', run: () => database.db.$queryRawUnsafe('SELEKT') },
  ];
  const account = { id: toAccountId('acct_1'), name: 'one' };
  it.each(answers)('is false for $label', async ({ run }) => {
    const error = await fault(run());
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('is true while the database is killed, for every kind of query, and all recover', async () => {
    await Promise.all(queries.map(({ run }) => run()));
    await postgres.kill();
    for (const round of ['open connections', 'new connections']) {
      for (const { by, run } of queries) {
        const error = await fault(run());
        expect(isDatabaseUnavailable(error), `${by}, ${round}: ${inspect(error)}`).toBe(true);
      }
    }
    await postgres.start();
    for (const { run } of queries) expect(await fault(run())).toBeNull();
  });

  it('is true for a transaction that times out on a busy machine', async () => {
    const late = database.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_sleep(0.3)::text`;
        return tx.stack.count();
      },
      { timeout: 100 },
    );
    const error = await fault(late);
    expect(isDatabaseUnavailable(error), inspect(error)).toBe(true);
  });

  it('is true for a database that does not accept connections in time', async () => {
    postgres.freeze();
    const impatient = openDatabase(postgres.url, { log: silentLog });
    const error = await fault(impatient.db.stack.count());
    postgres.thaw();
    await impatient.close();
    expect(isDatabaseUnavailable(error), inspect(error)).toBe(true);
  });
});
