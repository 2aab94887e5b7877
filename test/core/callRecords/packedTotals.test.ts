import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientAt } from '../../../src/store/connection.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../../src/store/migrate.ts';
import { createEmptyDatabase } from '../../harness/database.ts';
import { silentLog } from '../../harness/log.ts';

/* Totals recorded before histograms were packed equal later ones. */

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let client: Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  client = clientAt(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const INSERT = `
  INSERT INTO invocation (id, account_id, stack_id, server_id, tool_id, endpoint_id, outcome, latency_ms, input_bytes, output_bytes, at)
  SELECT 'call' || n, 'acct_a', 'stack_' || n % 3, 's', 't' || n % 5, 'endpoint_' || n % 4, CASE WHEN n % 7 = 0 THEN 'tool_error' ELSE 'ok' END,
         n * n % 4000, 1, 1, '2026-11-01'::timestamptz + interval '7 minutes' * n
  FROM generate_series(1, 1000) n`;

/** Adds hourly totals of single stacks, as the recorder did before totals were packed. */
const INSERT_HOURS = `
  INSERT INTO call_rollup (account_id, stack_id, server_id, tool_id, outcome, hour, latency, calls)
  SELECT account_id, stack_id, server_id, tool_id, outcome, date_trunc('hour', at, 'UTC'),
         ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::int, count(*)
  FROM invocation GROUP BY 1, 2, 3, 4, 5, 6, 7`;

const totals = async () => {
  const tables = ['call_tool_hour', 'call_day', 'call_hour', 'call_quarter', 'call_caller_hour'];
  const read = async (table: string) => (await client.query(`SELECT t::text FROM ${table} AS t ORDER BY 1`)).rows;
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await read(table)])));
};

const histograms = async () => {
  const sql = `SELECT stack_id, hour, outcome, latency, sum(count)::int AS calls
    FROM call_hour, unnest(ranges, counts) AS each (latency, count) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
  return (await client.query(sql)).rows;
};

it('the migration fills packed totals from the existing totals', async () => {
  const names = readMigrations(MIGRATIONS_DIRECTORY).map(({ name }) => name);
  const older = names.slice(
    0,
    names.findIndex((name) => name.endsWith('_packed_totals')),
  );
  await migrate(database.url, { log: silentLog, only: older });
  await client.query("INSERT INTO account (id, name) VALUES ('acct_a', 'a')");
  await client.query(
    "INSERT INTO stack (id, account_id, name) SELECT 'stack_' || n, 'acct_a', 'S' || n FROM generate_series(0, 2) n",
  );
  await client.query(INSERT);
  await client.query(INSERT_HOURS);
  await migrate(database.url, { log: silentLog });
  const filled = await totals();
  const before = await histograms();
  expect(filled).toMatchObject({
    call_hour: expect.arrayContaining([expect.anything()]),
    call_caller_hour: expect.arrayContaining([expect.anything()]),
  });
  await client.query('TRUNCATE call_tool_hour, call_day, call_hour, call_quarter, call_caller_hour');
  await client.query('CREATE TEMP TABLE kept AS SELECT * FROM invocation');
  await client.query('TRUNCATE invocation');
  await client.query('INSERT INTO invocation SELECT * FROM kept');
  expect(await totals()).toEqual(filled);
  // Stores the same calls again in many batches. Their order doesn't change the totals.
  await client.query('TRUNCATE call_tool_hour, call_day, call_hour, call_quarter, call_caller_hour, invocation');
  for (let part = 0; part < 20; part += 1)
    await client.query(`INSERT INTO invocation SELECT * FROM kept WHERE abs(hashtext(id)) % 20 = ${part}`);
  expect(await histograms()).toEqual(before);
  await client.query('DELETE FROM invocation');
  expect((await client.query('SELECT DISTINCT calls FROM call_hour')).rows).toEqual([{ calls: 0 }]);
});
