import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clientAt, NO_TIME_LIMITS } from '../connection.ts';
import { preamble, toFrames } from './frames.ts';
import { listTables, type Table } from './tables.ts';

export type BackupHeader = {
  /** The version that made the backup. */
  readonly toolyard: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Applied migrations, oldest first. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** Days with a partition of call records. */
  readonly days: readonly string[];
};

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The days, such as `20261122`, that have a partition of call records. */
const DAYS = `
  SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
  WHERE inhparent = 'invocation'::regclass AND relname ~ '^invocation_[0-9]{8}$' ORDER BY relname`;

/**
 * Streams a consistent copy of the live database as frames (`frames.ts`). Holds one connection and a read-only
 * transaction while the stream is read; memory use does not grow with the database.
 * @throws PostgreSQL errors
 */
export async function* dumpDatabase(url: string, toolyard: string): AsyncGenerator<Buffer> {
  const client = clientAt(url);
  await client.connect();
  try {
    // All queries of this transaction see the same snapshot of the database.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(NO_TIME_LIMITS);
    yield preamble();
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
    );
    const { rows: days } = await client.query<{ name: string }>(DAYS);
    yield* toFrames(
      'header',
      json({
        toolyard,
        madeAt: new Date().toISOString(),
        migrations: rows,
        days: days.map(({ name }) => name.slice(-8)),
      }),
    );
    const tables = await listTables(client);
    for (const table of tables) yield* dumpTable(client, table);
    yield* toFrames('end', json({ tables: tables.length }));
  } finally {
    await client.end();
  }
}

async function* dumpTable(client: Client, table: Table): AsyncGenerator<Buffer> {
  yield* toFrames('table', json(table));
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  // Use a SELECT, because COPY with a table name omits the rows of its partitions.
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${escapeIdentifier(table.name)}) TO STDOUT`));
  for await (const bytes of rows) yield* toFrames('rows', bytes);
  // Wait until the row count has arrived, which PostgreSQL may send in a packet after the last row.
  await client.query('SELECT 1');
  yield* toFrames('counted', json({ rows: rows.rowCount }));
}
