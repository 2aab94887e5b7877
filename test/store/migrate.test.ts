import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { committedMigrations, withSchemaEngine } from '../../scripts/migrations.ts';
import { clientAt } from '../../src/store/connection.ts';
import { MIGRATIONS_DIRECTORY, migrate, RUNS_WITH, readMigrations } from '../../src/store/migrate.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';

let database: { readonly url: string; close(): Promise<void> };
let directory: string;
let client: Client;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'toolyard-sql-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeEach(async () => {
  rmSync(directory, { recursive: true, force: true });
  cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true });
  database = await createEmptyDatabase();
  client = clientAt(database.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.close();
});

const run = () => migrate(database.url, { log: silentLog, directory });
const committed = readMigrations(MIGRATIONS_DIRECTORY).map(({ name }) => name);
const BEGUN_BY_PRISMA = 8;

function addMigration(name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

async function tables(): Promise<readonly string[]> {
  const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
  return rows.map(({ tablename }) => tablename);
}

describe('migrate', () => {
  it('applies the committed migrations once', async () => {
    expect(await run()).toEqual(committed);
    expect(await run()).toEqual([]);
    expect(await tables()).toContain('stack_server');
  });

  it('applies each once when eight instances start together', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, run));
    expect(results.flat()).toEqual(committed);
  });

  it('waits two minutes at most for a table that another session locks', async () => {
    addMigration('29990101000000_next', "CREATE TABLE limits AS SELECT current_setting('lock_timeout') AS locks");
    await run();
    expect((await client.query('SELECT locks FROM limits')).rows).toEqual([{ locks: '2min' }]);
  });

  it('leaves an empty database empty when one of its migrations fails', async () => {
    addMigration('29990101000000_bad', 'CREATE TABLE half (); SELECT 1 / 0;');
    await expect(run()).rejects.toThrow('Migration 29990101000000_bad failed and was rolled back');
    expect(await tables()).toEqual([]);
  });

  it('keeps a history that Prisma’s schema engine accepts', async () => {
    await run();
    const diagnosis = await withSchemaEngine(database.url, (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList: committedMigrations(),
        optInToShadowDatabase: false,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    expect(diagnosis).toMatchObject({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    });
  });

  it('continues a history that Prisma’s schema engine started', async () => {
    const filters = { externalTables: [], externalEnums: [] };
    // Only a few, because the engine takes a fifth of a second for each.
    const begun = committed.slice(0, BEGUN_BY_PRISMA);
    const all = committedMigrations();
    const migrationDirectories = all.migrationDirectories.filter(({ path }) => begun.includes(path));
    await withSchemaEngine(database.url, (engine) =>
      engine.applyMigrations({ migrationsList: { ...all, migrationDirectories }, filters }),
    );
    addMigration('29990101000000_next', 'CREATE TABLE next ()');
    expect(await run()).toEqual([...committed.slice(BEGUN_BY_PRISMA), '29990101000000_next']);
  });

  it('leaves no trace of a failed migration, and names it', async () => {
    await run();
    addMigration('29990101000000_bad', 'CREATE TABLE half (); SELECT 1 / 0;');
    await expect(run()).rejects.toThrow('Migration 29990101000000_bad failed and was rolled back');
    expect(await tables()).not.toContain('half');
    addMigration('29990101000000_bad', 'CREATE TABLE whole ()');
    expect(await run()).toEqual(['29990101000000_bad']);
  });

  const NEXT = '29990101000000_next';
  const runAs = (version: string) => migrate(database.url, { log: silentLog, directory, version });

  it('lets a version run on a newer compatible database, and no older one', async () => {
    addMigration(NEXT, 'CREATE TABLE next ()');
    await run();
    rmSync(join(directory, NEXT), { recursive: true });
    for (const version of [RUNS_WITH, '0.10.0', '99.0.0']) expect(await runAs(version)).toEqual([]);
    for (const version of ['0.1.99', '0.0.9']) await expect(runAs(version)).rejects.toThrow('The database is newer');
    // The table's comment names the oldest version that may run on the database.
    await client.query(`COMMENT ON TABLE "_prisma_migrations" IS 'Toolyard 0.9.0 and newer'`);
    expect(await runAs('0.9.0')).toEqual([]);
    await expect(runAs('0.8.99')).rejects.toThrow('The database is newer');
  });

  const refusals = [
    {
      label: 'a changed migration',
      before: () => addMigration('29990101000000_next', 'CREATE TABLE next ()'),
      after: () => addMigration('29990101000000_next', 'CREATE TABLE other ()'),
      message: 'Migration 29990101000000_next was changed after it had been applied',
    },
    {
      label: 'a database that is newer than the code',
      before: () => addMigration('29990101000000_next', 'CREATE TABLE next ()'),
      after: async () => {
        rmSync(join(directory, '29990101000000_next'), { recursive: true });
        await client.query('COMMENT ON TABLE "_prisma_migrations" IS NULL');
      },
      message: 'The database is newer than this version of Toolyard (it has migration 29990101000000_next)',
    },
    {
      label: 'a migration that another tool left half done',
      before: () => undefined,
      after: () =>
        client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('x', 'y', 'half')`),
      message: 'Migration half failed halfway in an earlier run',
    },
  ];
  it.each(refusals)('refuses $label', async ({ before, after, message }) => {
    before();
    await run();
    await after();
    const made = await tables();
    await expect(run()).rejects.toThrow(message);
    expect(await tables()).toEqual(made);
  });
});
