import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { inject } from 'vitest';
import type { Log } from '../../src/core/context.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { TEMPLATE } from './global.ts';
import { silentLog } from './log.ts';

export type TestDatabase = Database & {
  readonly url: string;
  /** Closes `db` and drops the database, whoever is still connected. */
  close(): Promise<void>;
};

// One connection for a test file: signing in costs more than copying the template.
let admin: Pool | null = null;

async function run(sql: string): Promise<void> {
  admin ??= new Pool({ connectionString: inject('databaseServerUrl'), max: 1, allowExitOnIdle: true });
  await admin.query(sql);
}

/** An empty, migrated database of its own, in a few dozen milliseconds. Close it in `afterAll` or `afterEach`. */
export async function createTestDatabase(options: { readonly log?: Log } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = new URL(inject('databaseServerUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, { log: options.log ?? silentLog });
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close();
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
