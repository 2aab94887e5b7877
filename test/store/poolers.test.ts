import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAt, withConnection } from '../../src/store/connection.ts';
import { BOOT_LOCK, MIGRATION_LOCK, withDatabaseLock } from '../../src/store/databaseLock.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { type Service, startService } from '../harness/service.ts';

/** `STARTS=20 npx vitest run --config vitest.extra.config.ts test/store/poolers.test.ts` starts more instances. */
const STARTS = Number(process.env['STARTS'] ?? 4);

/** More than the connections that PgBouncer keeps to PostgreSQL, 20 by default. */
const MORE_THAN_POOLED = 24;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let dir: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  dir = mkdtempSync(join(tmpdir(), 'toolyard-poolers-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

const advisoryLocks = () =>
  withConnection(database.url, async (client) => {
    const { rows } = await client.query(
      `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND objid = ANY($1::bigint[])
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [[BOOT_LOCK.key, MIGRATION_LOCK.key]],
    );
    return rows;
  });

describe.skipIf(!hasPgbouncer())('PgBouncer in transaction mode without a direct address', () => {
  let pooler: Pgbouncer;
  const key = randomBytes(32).toString('base64');
  let started = 0;
  const start = (DATABASE_URL: string = pooler.url): Service =>
    startService({
      DATABASE_URL,
      TOOLYARD_MASTER_KEY: key,
      TOOLYARD_DATA_DIR: join(dir, String(++started)),
      TOOLYARD_LOG_LEVEL: 'info',
    });
  beforeAll(async () => {
    pooler = await startPgbouncer(database.url, 'transaction');
  });
  afterAll(() => pooler?.close());

  it('grants a lock to one holder at a time, leaves no lock behind, and keeps no connection to wait', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await turn();
      await withConnection(pooler.url, (client) => client.query('SELECT 1'));
      running--;
    };
    const lock = { lock: BOOT_LOCK, log: silentLog };
    await Promise.all(Array.from({ length: MORE_THAN_POOLED }, () => withDatabaseLock(pooler.url, lock, work)));
    await expect(withDatabaseLock(pooler.url, lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(most).toBe(1);
    await eventually('no lock is left', async () => (await advisoryLocks()).length === 0);
  });

  it('names the lock and its holder while it waits', async () => {
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (facts: unknown) => void warnings.push(facts) };
    const holder = clientAt(database.url, { application_name: 'a migration by hand' });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK.key]);
    const waiting = withDatabaseLock(pooler.url, { lock: MIGRATION_LOCK, log }, async () => 'done');
    await eventually('the wait is logged', async () => warnings.length > 0);
    await holder.end();
    expect(await waiting).toBe('done');
    expect(warnings).toMatchObject([
      { lock: 'migration lock', holder: expect.stringContaining('a migration by hand at 127.0.0.1') },
    ]);
  });

  it(`starts ${STARTS} instances together, after kills at every step of a start`, { timeout: 600_000 }, async () => {
    // Each is killed when the database has reached a later step of the first start.
    const steps = [
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`,
      `SELECT 1 FROM pg_class WHERE relname = 'vault_key'`,
      `SELECT 1 FROM vault_key`,
      `SELECT 1 FROM server`,
    ];
    for (const step of steps) {
      const service = start();
      await withConnection(database.url, (client) =>
        eventually(step, async () => {
          const { rowCount } = await client.query(step).catch(() => ({ rowCount: 0 }));
          return rowCount !== 0;
        }),
      );
      await service.stop('SIGKILL');
    }
    const services = Array.from({ length: STARTS }, () => start());
    const addresses = await Promise.all(services.map((service) => service.ready()));
    for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await Promise.all(services.map((service) => service.stop()));
    expect(await advisoryLocks()).toEqual([]);
  });

  it('is refused in statement mode, with the setting to change', async () => {
    const byStatement = await startPgbouncer(database.url, 'statement');
    const { code, err } = await start(byStatement.url).ended;
    await byStatement.close();
    expect(code).toBe(1);
    expect(err).toContain('pools by statement and refuses transactions: set pool_mode = transaction or session there');
  });
});
