import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import type { Log } from '../core/kernel/context.ts';
import { sha256Text } from '../core/lib/sha256.ts';
import { withConnection } from './connection.ts';
import { beginLocked, MIGRATION_LOCK } from './databaseLock.ts';
import { findDatabaseProblem, readClockSkew, UnusableDatabaseError } from './requirements.ts';

/** One committed migration; `checksum` is SHA-256 of its SQL in hex, as Prisma records it. */
type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/** The migrations to apply, and the version that applies them. */
type MigrateOptions = {
  readonly log: Log;
  /** A directory of `<name>/migration.sql`; default: the product's own migrations. */
  readonly directory?: string;
  /** Names of the only migrations to apply; default: all. */
  readonly only?: readonly string[];
  /** The version that migrates; default: this one. */
  readonly version?: string;
};

/** The product's own migrations. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/**
 * The oldest version that can run on the migrated schema, alongside this one. Raise it with a migration that removes or
 * restricts parts that older versions use (`test/upgrade/migrations.test.ts`).
 */
export const RUNS_WITH = '0.2.0';

// The table as Prisma 7 creates it: `prisma migrate deploy` and this file share one history.
const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                  VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"            VARCHAR(64) NOT NULL,
    "finished_at"         TIMESTAMPTZ,
    "migration_name"      VARCHAR(255) NOT NULL,
    "logs"                TEXT,
    "rolled_back_at"      TIMESTAMPTZ,
    "started_at"          TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

type HistoryRow = { migration_name: string; checksum: string; finished_at: Date | null };

/** The migrations in `directory`, oldest first. */
export function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => {
      const sql = readFileSync(`${directory}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: sha256Text(sql, 'hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const RUNS_WITH_COMMENT = /^Toolyard (\d+\.\d+\.\d+) and newer$/;

/**
 * Whether `version` can run on this database. The newest version that migrated it has recorded this in the comment of
 * the history table, which dumps contain and every version can read.
 */
export async function mayRunOn(client: Client, version: string = packageJson.version): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description('"_prisma_migrations"'::regclass) AS comment`,
  );
  const oldest = RUNS_WITH_COMMENT.exec(rows[0]?.comment ?? '')?.[1];
  return oldest !== undefined && version.localeCompare(oldest, 'en', { numeric: true }) >= 0;
}

/**
 * Requires a schema that this version knows.
 * @throws when applied migrations were changed, or a newer version has migrated the database and this one cannot run on
 * it
 */
function requireKnownHistory(
  history: readonly HistoryRow[],
  migrations: readonly Migration[],
  isKnownToRun: boolean,
): void {
  for (const row of history) {
    const known = migrations.find(({ name }) => name === row.migration_name);
    if (row.finished_at === null) {
      throw new Error(
        `Migration ${row.migration_name} failed halfway in an earlier run: repair the database, then mark it with \`prisma migrate resolve\``,
      );
    }
    if (known === undefined && isKnownToRun) continue;
    if (known === undefined) {
      throw new Error(
        `The database is newer than this version of Toolyard (it has migration ${row.migration_name}): start a newer version or restore an older backup`,
      );
    }
    if (known.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.migration_name} was changed after it had been applied: restore prisma/migrations/${row.migration_name}/migration.sql`,
      );
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed and was rolled back`, { cause: error });
  }
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}

/**
 * Applies the next step and its history rows in one transaction, so that a failure or crash leaves nothing. For an
 * empty database, a step has all migrations. Otherwise it has one, so that running instances wait only for its locks.
 * Returns the applied names; empty if no migration is missing.
 */
async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  { only, version, log }: MigrateOptions,
): Promise<readonly string[]> {
  await beginLocked(client, MIGRATION_LOCK, log);
  await client.query(HISTORY_TABLE);
  const { rows: history } = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  requireKnownHistory(history, migrations, await mayRunOn(client, version));
  const missing = migrations.filter(
    ({ name }) => !history.some((row) => row.migration_name === name) && (only === undefined || only.includes(name)),
  );
  const step = missing.slice(0, history.length === 0 ? missing.length : 1);
  for (const migration of step) await apply(client, migration);
  // True unless a newer version has written its own value.
  const isNewest = history.every((row) => migrations.some(({ name }) => name === row.migration_name));
  if (isNewest) await client.query(`COMMENT ON TABLE "_prisma_migrations" IS 'Toolyard ${RUNS_WITH} and newer'`);
  await client.query('COMMIT');
  return step.map(({ name }) => name);
}

async function applyMissing(client: Client, options: MigrateOptions): Promise<readonly string[]> {
  const problem = await findDatabaseProblem(client);
  if (problem) throw new UnusableDatabaseError(problem);
  const { skewMs, isLarge } = await readClockSkew(client);
  if (isLarge)
    options.log.warn({ skewMs }, 'the clocks of this machine and the database differ: synchronise them (NTP)');
  const migrations = readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  const applied: string[] = [];
  for (;;) {
    const step = await applyNext(client, migrations, options);
    if (step.length === 0) return applied;
    applied.push(...step);
  }
}

/**
 * Brings the database to this version's schema and returns the names of the migrations it applied. Runs at every start.
 * @throws UnusableDatabaseError; LockTimeoutError; Error for a database with another history
 */
export async function migrate(url: string, options: MigrateOptions): Promise<readonly string[]> {
  const applied = await withConnection(url, (client) => applyMissing(client, options));
  if (applied.length > 0) options.log.info({ applied }, 'database migrations applied');
  return applied;
}
