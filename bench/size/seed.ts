import type { Client } from 'pg';
import { preparePartitions } from '../../src/core/callRecords/retention.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';

/** The amount of data: other accounts (each with a stack), the measured account's stacks, and accumulated rows. */
export type Size = {
  readonly accounts: number;
  readonly calls: number;
  readonly auditEvents: number;
};

/**
 * The product's limit (`max_stacks`). The measured account has as many stacks as there are accounts, up to this limit.
 */
const OWN_STACKS_MAX = 1_000;
const SERVERS = 5;
const TOOLS = 20;
const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 500_000;
/** The measured account's calls out of every ten. */
const OWN_CALLS = 9;

/** Every account's data: five private servers with twenty tools each, all added to each of its stacks. */
export async function seedAccounts(db: Client, accountId: string, { accounts }: Size): Promise<void> {
  const others = "SELECT * FROM account WHERE name LIKE 'Other %'";
  await db.query(
    `INSERT INTO account (id, name) SELECT 'acct_' || uuidv7(), 'Other ' || n FROM generate_series(1, $1::int) n`,
    [accounts],
  );
  await db.query(`CREATE TEMP TABLE seeded AS ${others} UNION ALL SELECT * FROM account WHERE id = '${accountId}'`);
  await db.query(`
    INSERT INTO server (id, owner, slug, name, description, verified, tool_prefix, scopes, connector, digest, bytes)
    SELECT uuidv7(), seeded.id, 'server' || n, 'Server ' || n, 'A server with number ' || n, false, true, '{}',
           json_build_object('kind', 'mcp-http', 'url', 'https://server' || n || '.example.com/mcp'), md5(seeded.id || n), 20000
    FROM seeded, generate_series(1, ${SERVERS}) n`);
  await db.query(`
    INSERT INTO tool (id, server_id, tool_id, name, description, input_schema, position)
    SELECT uuidv7(), server.id, slug || '_tool' || n, 'tool' || n, 'Does what tool number ' || n || ' of its server does.',
           '{"type":"object","properties":{"message":{"type":"string"},"count":{"type":"integer"}},"required":["message"]}', n
    FROM server JOIN seeded ON seeded.id = owner, generate_series(1, ${TOOLS}) n`);
  await db.query(`
    INSERT INTO credential_field (id, server_id, field_id, name, description, required, secret, position, uses)
    SELECT uuidv7(), server.id, 'key', 'Key', 'A key', true, true, 0, '[]' FROM server JOIN seeded ON seeded.id = owner`);
  await db.query(
    `INSERT INTO stack (id, account_id, name, analytics_enabled)
     SELECT 'stack_' || uuidv7(), seeded.id, 'Stack ' || n, true
     FROM seeded, LATERAL generate_series(1, CASE seeded.id WHEN $1 THEN $2::int ELSE 1 END) n`,
    [accountId, Math.min(accounts, OWN_STACKS_MAX)],
  );
  await db.query(`
    INSERT INTO stack_server (id, stack_id, server_id)
    SELECT uuidv7(), stack.id, server.id FROM stack JOIN server ON owner = account_id WHERE stack.name LIKE 'Stack %'`);
  await db.query(`
    INSERT INTO enabled_tool (stack_server_id, tool_key)
    SELECT stack_server.id, tool.id FROM stack_server JOIN stack ON stack.id = stack_id
      JOIN tool ON tool.server_id = stack_server.server_id WHERE stack.name LIKE 'Stack %'`);
  await db.query(`
    INSERT INTO client_endpoint (id, client_id, stack_id, name)
    SELECT replace(id, 'stack_', 'endpoint_'), 'client_' || gen_random_uuid(), id, 'Agents' FROM stack WHERE name LIKE 'Stack %'`);
  await db.query(`
    INSERT INTO stack_token (id, endpoint_id, name)
    SELECT 'token_' || uuidv7(), id, 'Token' FROM client_endpoint WHERE name = 'Agents'`);
  await seedPeople(db);
}

const seedPeople = (db: Client) =>
  db.query(`
    WITH people AS (
      INSERT INTO app_user (id, account_id, email, created_at)
      SELECT 'user_' || uuidv7(), id, 'person' || n || '@' || id || '.example.com', now() FROM seeded, generate_series(1, 2) n)
    INSERT INTO api_key (id, account_id, name, hash, display, scopes)
    SELECT 'key_' || uuidv7(), id, 'Key ' || n, decode(md5(id || n), 'hex'), 'ty_0000000', '{}'
    FROM seeded, generate_series(1, 3) n`);

/**
 * Calls of thirty days, in the partitions that thirty days of service leave. The measured account makes nine of ten.
 */
export async function seedCalls(db: Client, operator: Ctx, accountId: string, { calls }: Size): Promise<void> {
  const now = operator.now().getTime();
  for (let ago = DAYS; ago >= 0; ago--) {
    await preparePartitions({ ...operator, now: () => new Date(now - ago * DAY_MS) });
  }
  await db.query(`
    CREATE TEMP TABLE place AS SELECT stack.id AS stack_id, account_id,
      row_number() OVER (PARTITION BY account_id = '${accountId}' ORDER BY stack.id) - 1 AS nr, account_id = '${accountId}' AS own
    FROM stack WHERE name LIKE 'Stack %'`);
  await db.query('CREATE INDEX ON place (own, nr)');
  await db.query('ANALYZE place');
  // Without the trigger that updates the totals, inserting is much faster. `seedTotals` counts the rows afterwards.
  await db.query('ALTER TABLE invocation DISABLE TRIGGER USER');
  for (let from = 0; from < calls; from += ROWS_AT_ONCE) {
    await insertCalls(db, { from, count: Math.min(ROWS_AT_ONCE, calls - from), calls, end: new Date(now) });
  }
  await db.query('ALTER TABLE invocation ENABLE TRIGGER USER');
}

type Part = { readonly from: number; readonly count: number; readonly calls: number; readonly end: Date };

/** Some stacks and tools get far more calls than others; one call in twenty fails. */
const insertCalls = (db: Client, { from, count, calls, end }: Part) =>
  db.query(
    `WITH counted AS (SELECT own, count(*) AS stacks FROM place GROUP BY own),
     drawn AS (
       SELECT n, n % 10 < ${OWN_CALLS} AS own, random() ^ 3 AS which, 1 + floor(random() * ${SERVERS})::int AS server,
              1 + floor(random() ^ 2 * ${TOOLS})::int AS tool, random() AS luck, exp(random_normal(4, 1))::int AS latency
       FROM generate_series($1::int, $1::int + $2::int - 1) n)
     INSERT INTO invocation
       (id, account_id, stack_id, endpoint_id, server_id, tool_id, outcome, latency_ms, input_bytes, output_bytes, at)
     SELECT uuidv7(at - now()), account_id, stack_id, replace(stack_id, 'stack_', 'endpoint_'), 'server' || server,
            'server' || server || '_tool' || tool,
            CASE WHEN luck < 0.95 THEN 'ok' WHEN luck < 0.98 THEN 'tool_error' ELSE 'timed_out' END, latency, 120, 900, at
     FROM (SELECT *, $4::timestamptz - interval '${DAYS} days' * (1 - n / $3::float8) AS at FROM drawn) drawn
       JOIN counted USING (own) JOIN place ON place.own = drawn.own AND nr = floor(which * stacks)::int`,
    [from, count, calls, end],
  );

const TOTALS = ['call_tool_hour', 'call_caller_hour', 'call_day', 'call_hour', 'call_quarter'];

/**
 * The totals of all calls, as recording the calls would have left them. Creating the indexes afterwards is much faster.
 */
export async function seedTotals(db: Client): Promise<void> {
  const { rows: indexes } = await db.query<{ name: string; made: string; key: string | null; of: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made, conname AS key, indrelid::regclass AS of
     FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype = 'p'
     WHERE indrelid = ANY($1::text[]::regclass[])`,
    [TOTALS],
  );
  for (const { name, key, of } of indexes)
    await db.query(key ? `ALTER TABLE ${of} DROP CONSTRAINT ${key}` : `DROP INDEX ${name}`);
  await db.query("SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'");
  await fillTotals(db);
  for (const { name, made, key, of } of indexes) {
    await db.query(made);
    if (key) await db.query(`ALTER TABLE ${of} ADD CONSTRAINT ${key} PRIMARY KEY USING INDEX ${name}`);
  }
}

const RANGE = 'ceil(4 * ln((latency_ms + 1)::float8) / ln(2::float8))::smallint';
const QUARTER = 'to_timestamp(floor(extract(epoch FROM at) / 900) * 900)';

async function fillTotals(db: Client): Promise<void> {
  await db.query(`
    CREATE TEMP TABLE tool_hours AS SELECT account_id, stack_id, server_id, tool_id, outcome, date_trunc('hour', at, 'UTC') AS hour,
      ${RANGE} AS latency, count(*) AS calls
    FROM invocation GROUP BY 1, 2, 3, 4, 5, 6, 7`);
  await db.query(`INSERT INTO tool_hours SELECT account_id, '', server_id, tool_id, outcome, hour, latency, sum(calls)
    FROM tool_hours GROUP BY 1, 3, 4, 5, 6, 7`);
  await db.query(`
    CREATE TEMP TABLE quarters AS SELECT account_id, stack_id, outcome, ${QUARTER} AS time, ${RANGE} AS latency, count(*) AS calls
    FROM invocation GROUP BY 1, 2, 3, 4, 5`);
  await db.query(`INSERT INTO quarters SELECT account_id, '', outcome, time, latency, sum(calls)
    FROM quarters GROUP BY 1, 3, 4, 5`);
  await pack(db, 'call_quarter', 'outcome, quarter', 'outcome, time FROM quarters');
  await pack(db, 'call_hour', 'outcome, hour', "outcome, date_trunc('hour', time, 'UTC') FROM quarters");
  await db.query(`
    INSERT INTO call_caller_hour
    SELECT account_id, stack_id, date_trunc('hour', at, 'UTC'), 'endpoint', endpoint_id, count(*),
           count(*) FILTER (WHERE outcome <> 'ok')
    FROM invocation GROUP BY 1, 2, 3, 4, 5`);
  const ofTools = 'server_id, tool_id, outcome';
  await pack(db, 'call_tool_hour', `${ofTools}, hour`, `${ofTools}, hour FROM tool_hours`);
  await pack(db, 'call_day', `${ofTools}, day`, `${ofTools}, date_trunc('day', hour, 'UTC') FROM tool_hours`);
}

/** Fills a total whose histogram is one row, like the migration of the packed totals. */
async function pack(db: Client, table: string, columns: string, of: string): Promise<void> {
  const [selection, from] = of.split(' FROM ');
  const keys = ['account_id', 'stack_id', ...columns.split(', ')].join(', ');
  const count = columns.split(', ').length + 3;
  const groups = Array.from({ length: count }, (_, at) => at + 1).join(', ');
  await db.query(`
    INSERT INTO ${table} (${keys}, ranges, counts, calls)
    SELECT ${keys}, array_agg(latency ORDER BY latency), array_agg(calls ORDER BY latency), sum(calls)
    FROM (SELECT account_id, stack_id, ${selection}, latency, sum(calls)::int AS calls FROM ${from} GROUP BY ${groups})
      AS total (${keys}, latency, calls)
    GROUP BY ${keys}`);
}
