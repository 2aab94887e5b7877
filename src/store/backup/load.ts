import { pipeline } from 'node:stream/promises';
import { type Client, DatabaseError, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod';
import { dayAfter, partitionOf } from '../../core/callRecords/day.ts';
import type { Log } from '../../core/kernel/context.ts';
import { NO_TIME_LIMITS, withConnection } from '../connection.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../migrate.ts';
import type { BackupHeader } from './dump.ts';
import { BackupError, DAMAGED, type Frame, readFrames } from './frames.ts';
import { listTables, startOfDay, type Table, withoutInsertTriggers } from './tables.ts';

/** Restored rows by table. */
export type Loaded = { readonly header: BackupHeader; readonly rows: Readonly<Record<string, number>> };

const Header = z.object({
  toolyard: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  days: z.array(z.string()),
});
const TableFrame = z.object({ name: z.string(), columns: z.array(z.string()) });
const Counted = z.object({ rows: z.number().int() });
const End = z.object({ tables: z.number().int() });

/** PostgreSQL's error classes for values, constraints and names. Only a damaged backup causes such errors. */
const OF_CONTENTS = /^(22|23|42)/;

/**
 * Writes a backup into an empty database: the tables of the backup's version, all rows in one transaction, then the
 * later migrations. A failure before the migrations leaves no row and can be retried.
 * @throws BackupError
 */
export async function loadDatabase(url: string, source: AsyncIterable<Uint8Array>, log: Log): Promise<Loaded> {
  const frames = readFrames(source);
  const header = parse(Header, await next(frames, 'header'));
  requireKnown(header);
  return withConnection(url, async (client) => {
    await requireEmpty(client);
    await migrate(url, { log, only: header.migrations.map(({ name }) => name) });
    const rows = await inTransaction(client, () => loadTables(client, frames, header));
    await migrateLoaded(client, url, log);
    return { header, rows };
  });
}

/** Applies later migrations to the restored rows. @throws BackupError stating that the rows were restored */
async function migrateLoaded(client: Client, url: string, log: Log): Promise<void> {
  try {
    await inTransaction(client, () => client.query('ANALYZE'));
    await migrate(url, { log });
  } catch (cause) {
    const after = 'All rows are restored, but the database could not be migrated to this version';
    throw new BackupError(`${after}: run toolyard migrate, or start the service`, { cause });
  }
}

/** Requires a backup whose schema this version has or had. @throws BackupError for any other schema */
function requireKnown({ toolyard, migrations }: BackupHeader): void {
  const known = readMigrations(MIGRATIONS_DIRECTORY);
  const isPast = migrations.every(({ name, checksum }, at) => {
    const ours = known[at];
    return ours?.name === name && ours.checksum === checksum;
  });
  if (!isPast) {
    throw new BackupError(
      `The backup was made by Toolyard ${toolyard}, which is newer than this one: restore it there`,
    );
  }
}

/** @throws BackupError when a table has a row */
async function requireEmpty(client: Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${escapeIdentifier(name)} LIMIT 1`);
    if (rowCount !== 0) {
      throw new BackupError(
        `The database is not empty (table ${name}): restore into a new one, so that nothing is mixed or overwritten`,
      );
    }
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(NO_TIME_LIMITS);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    // PostgreSQL often detects a damaged row first, since the file's checksum comes at its end.
    if (error instanceof DatabaseError && OF_CONTENTS.test(error.code ?? '')) {
      throw new BackupError(DAMAGED, { cause: error });
    }
    throw error;
  }
}

async function loadTables(client: Client, frames: AsyncGenerator<Frame>, { days }: BackupHeader) {
  const expected = await listTables(client);
  const rows: Record<string, number> = {};
  for (const day of days) {
    const start = startOfDay(day);
    if (start === null) throw new BackupError(DAMAGED);
    await client.query(
      `CREATE TABLE ${partitionOf(start)} PARTITION OF invocation
     FOR VALUES FROM ('${start.toISOString()}') TO ('${dayAfter(start).toISOString()}')`,
    );
  }
  await withoutInsertTriggers(client, async () => {
    for (;;) {
      const frame = await next(frames, 'table', 'end');
      if (frame.kind === 'end') {
        const { tables } = parse(End, frame);
        const isMissing = expected.some(({ name }) => rows[name] === undefined);
        if (isMissing || tables !== expected.length) throw new BackupError('The backup lacks a table');
        return;
      }
      const table = parse(TableFrame, frame);
      if (!expected.some(({ name }) => name === table.name)) throw new BackupError(DAMAGED);
      rows[table.name] = await loadTable(client, table, frames);
    }
  });
  return rows;
}

async function loadTable(client: Client, table: Table, frames: AsyncGenerator<Frame>): Promise<number> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  const sink = client.query(copyFrom(`COPY ${escapeIdentifier(table.name)} (${columns}) FROM STDIN`));
  let counted = 0;
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await next(frames, 'rows', 'counted');
      if (frame.kind === 'rows') yield frame.bytes;
      else {
        counted = parse(Counted, frame).rows;
        return;
      }
    }
  }
  await pipeline(rows, sink);
  if (counted !== sink.rowCount) throw new BackupError(`The backup lacks rows of table ${table.name}`);
  return counted;
}

/** Reads the next frame, and requires one of these kinds. @throws BackupError */
async function next(frames: AsyncGenerator<Frame>, ...kinds: readonly Frame['kind'][]): Promise<Frame> {
  const { value } = await frames.next();
  if (value === undefined || !kinds.includes(value.kind)) throw new BackupError(DAMAGED);
  return value;
}

function parse<T>(shape: z.ZodType<T>, { bytes }: Frame): T {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BackupError(DAMAGED, { cause: error });
  }
}
