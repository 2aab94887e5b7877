import { randomBytes } from 'node:crypto';
import { Pool, type PoolConfig } from 'pg';
import { inject } from 'vitest';
import type { Log } from '../../src/core/kernel/context.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { TEMPLATE } from './global.ts';
import { silentLog } from './log.ts';

export type TestDatabase = Database & {
  readonly url: string;
  /** Extra connections, for SQL that Prisma lacks and for transactions that a test holds open. */
  readonly pool: Pool;
  /** Closes `db` and drops the database, even with open connections. */
  close(): Promise<void>;
};

// One connection for each test file, because signing in costs more than copying the template.
let admin: Pool | null = null;

async function run(sql: string): Promise<void> {
  admin ??= openPool(inject('databaseServerUrl'), { max: 1, allowExitOnIdle: true });
  await admin.query(sql);
}

/** Opens connections lazily. Drops a connection that breaks while idle, so that it doesn't end the process. */
export const openPool = (url: string, options: PoolConfig = {}): Pool =>
  new Pool({ connectionString: url, ...options }).on('error', () => undefined);

/** The number of a database's connections that wait for locks. */
export async function waitingForLocks({ pool }: Pick<TestDatabase, 'pool'>): Promise<number> {
  const text =
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0';
  return (await pool.query(text)).rowCount ?? 0;
}

/** An empty, migrated database in a few dozen milliseconds. Close it in `afterAll` or `afterEach`. */
export async function createTestDatabase(options: { readonly log?: Log } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copied as files. By default, each page goes through the write-ahead log, which grows by ten megabytes per database.
  await run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const url = new URL(inject('databaseServerUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, { log: options.log ?? silentLog });
  const pool = openPool(url.href);
  return {
    ...database,
    url: url.href,
    pool,
    async close() {
      await Promise.all([database.close(), pool.end()]);
      await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A database without a single table, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(inject('databaseServerUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, close: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
