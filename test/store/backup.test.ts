import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../src/store/backup/dump.ts';
import { loadDatabase } from '../../src/store/backup/load.ts';
import { listTables } from '../../src/store/backup/tables.ts';
import { clientAt } from '../../src/store/connection.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../src/store/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';
import { dumped, pieces } from './backupKit.ts';

/** Text that a format with lines, tabs and backslashes can break. */
const AWKWARD = ['', '\\.', '\\N', 'a\tb\nc\r\n\\d', '"{}",', 'é 日本 🙂 \u2028', "'; DROP TABLE account; --", '\\x00'];

type Column = { readonly name: string; readonly type: string; readonly needs: string | null };

const COLUMNS = `
  SELECT own.attname AS name, format_type(own.atttypid, NULL) AS type,
    (SELECT format('SELECT %I FROM %s ORDER BY (%s) OFFSET $1 LIMIT 1', target.attname, confrelid::regclass,
       (SELECT string_agg(format('%I', attname), ', ') FROM pg_attribute
        WHERE attrelid = confrelid AND attnum = ANY (confkey)))
     FROM pg_constraint JOIN pg_attribute target
       ON target.attrelid = confrelid AND target.attnum = confkey[array_position(conkey, own.attnum)]
     WHERE contype = 'f' AND conrelid = own.attrelid AND own.attnum = ANY (conkey)
     ORDER BY cardinality(conkey) DESC LIMIT 1) AS needs
  FROM pg_attribute own WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

const VALUES: Readonly<Record<string, (at: number) => unknown>> = {
  text: (at) => `${randomUUID()} ${AWKWARD[at % AWKWARD.length]}`,
  'smallint[]': (at) => [at, 3],
  'integer[]': (at) => [at, 70_000],
  'bigint[]': (at) => [at, 4_294_967_295],
  'text[]': (at) => [AWKWARD[at % AWKWARD.length], 'plain'],
  bytea: () => randomBytes(40),
  json: (at) => `{"b":  ${JSON.stringify(AWKWARD[at % AWKWARD.length])}, "a": 1.10}`,
  jsonb: (at) => JSON.stringify({ b: AWKWARD[at % AWKWARD.length]?.replaceAll('\\x00', '') }),
  integer: (at) => at + 1,
  bigint: (at) => 4_294_967_295 - at,
  smallint: (at) => at + 1,
  boolean: (at) => at % 2 === 0,
  uuid: (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  'timestamp with time zone': (at) => new Date(Date.UTC(2026, 10, 20 + (at % 4), at % 24)).toISOString(),
};

const CUTS = 15;

let source: TestDatabase;
let client: Client;
let rowCounts: Record<string, number>;

/** Three rows in every table, with values of each column's type. */
async function fill(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await listTables(client)) {
    const { rows: columns } = await client.query<Column>(COLUMNS, [name]);
    for (let at = 0; at < 3; at++) await insert(name, columns, at);
    counts[name] = 3;
  }
  return counts;
}

async function insert(table: string, columns: readonly Column[], at: number): Promise<void> {
  const values: unknown[] = [];
  for (const [index, column] of columns.entries()) values.push(await pickValue(column, at, index));
  const names = columns.map(({ name }) => escapeIdentifier(name)).join(', ');
  await client.query(
    `INSERT INTO ${escapeIdentifier(table)} (${names}) VALUES (${values.map((_, n) => `$${n + 1}`).join(', ')})`,
    values,
  );
}

async function pickValue({ name, type, needs }: Column, row: number, index: number): Promise<unknown> {
  if (needs !== null) return Object.values((await client.query(needs, [row])).rows[0])[0];
  const make = VALUES[type.replace(/\(.*\)/, '')];
  if (make === undefined) throw new Error(`The test has no value for column ${name} of type ${type}`);
  return make(row + index);
}

/** All rows of all tables, as text. */
async function contents(url: string): Promise<Record<string, readonly string[]>> {
  const reader = clientAt(url);
  await reader.connect();
  try {
    const all: Record<string, readonly string[]> = {};
    for (const { name } of await listTables(reader)) {
      const { rows } = await reader.query<{ row: string }>(`SELECT t::text AS row FROM ${escapeIdentifier(name)} t`);
      all[name] = rows.map(({ row }) => row).sort();
    }
    return all;
  } finally {
    await reader.end();
  }
}

/** Restores into a new database and returns the inspection's result. */
async function loaded<T>(bytes: Buffer, inspect: (url: string) => Promise<T>): Promise<T> {
  const target = await createEmptyDatabase();
  try {
    await loadDatabase(target.url, pieces(bytes), silentLog);
    return await inspect(target.url);
  } finally {
    await target.close();
  }
}

beforeAll(async () => {
  source = await createTestDatabase();
  client = clientAt(source.url);
  await client.connect();
  await client.query(`CREATE TABLE invocation_20261121 PARTITION OF invocation
    FOR VALUES FROM ('2026-11-21T00:00:00Z') TO ('2026-11-22T00:00:00Z')`);
  rowCounts = await fill();
});
afterAll(async () => {
  await client?.end();
  await source?.close();
});

describe('a backup', () => {
  it('restores every row of every table, and its partitions', async ({ annotate }) => {
    const bytes = await dumped(source.url);
    const before = await contents(source.url);
    const restored = await loaded(bytes, async (url) => {
      const { rows } = await querying(url, `SELECT count(*)::int AS calls FROM invocation_20261121`);
      return { contents: await contents(url), calls: rows[0] };
    });
    expect(restored.contents).toEqual(before);
    expect(restored.calls).toEqual(
      (await client.query('SELECT count(*)::int AS calls FROM invocation_20261121')).rows[0],
    );
    await annotate(`${Object.keys(rowCounts).length} tables, ${Object.values(before).flat().length} rows`);
  });

  it('is consistent at one moment, while others write', async () => {
    const frames = dumpDatabase(source.url, '9.9.9');
    const first = [await frames.next(), await frames.next(), await frames.next()];
    const before = await contents(source.url);
    await client.query(`INSERT INTO shipped_server VALUES ('late', 'x', now())`);
    const rest: Buffer[] = first.flatMap(({ value }) => (value ? [value] : []));
    for await (const frame of frames) rest.push(frame);
    expect(await loaded(Buffer.concat(rest), contents)).toEqual(before);
  });

  it('of an older version is upgraded to this one', async () => {
    const old = await createEmptyDatabase();
    const names = readMigrations(MIGRATIONS_DIRECTORY).map(({ name }) => name);
    try {
      await migrate(old.url, { log: silentLog, only: names.slice(0, 1) });
      await querying(old.url, `INSERT INTO account (id, name) VALUES ('acct_old', 'Old')`);
      const bytes = await dumped(old.url);
      const restored = await loaded(bytes, async (url) => ({
        accounts: (await querying(url, 'SELECT name FROM account')).rows,
        applied: await migrate(url, { log: silentLog }),
      }));
      expect(restored).toEqual({ accounts: [{ name: 'Old' }], applied: [] });
    } finally {
      await old.close();
    }
  });

  it('of a newer version is refused', async () => {
    await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('next', 'x', '29990101000000_next', now())`);
    const bytes = await dumped(source.url);
    await client.query(`DELETE FROM _prisma_migrations WHERE id = 'next'`);
    await expect(loaded(bytes, contents)).rejects.toThrow('made by Toolyard 9.9.9, which is newer');
  });

  it('does not overwrite a file', async () => {
    const bytes = await dumped(source.url);
    await expect(loadDatabase(source.url, pieces(bytes), silentLog)).rejects.toThrow('The database is not empty');
  });

  it('that is truncated or extended restores no row', async ({ annotate }) => {
    const bytes = await dumped(source.url);
    const cuts = Array.from({ length: CUTS }, (_, at) => Math.floor((bytes.length * at) / CUTS));
    const damaged = [...cuts.map((at) => bytes.subarray(0, at)), Buffer.concat([bytes, bytes])];
    const target = await createEmptyDatabase();
    try {
      for (const one of damaged) {
        await expect(loadDatabase(target.url, pieces(one), silentLog)).rejects.toThrow(/backup/i);
      }
      expect(Object.values(await contents(target.url)).flat()).toEqual([]);
      await loadDatabase(target.url, pieces(bytes), silentLog);
      await annotate(`${damaged.length} damaged backups, then the whole one`);
    } finally {
      await target.close();
    }
  });
});

async function querying(url: string, sql: string) {
  const other = clientAt(url);
  await other.connect();
  try {
    return await other.query(sql);
  } finally {
    await other.end();
  }
}
