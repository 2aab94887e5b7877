import type { Client } from 'pg';

/** What is asked of the database for a bundle: our own names, sizes and counts; nothing that anybody wrote. */
const QUESTIONS = {
  version: `SELECT version() AS version, pg_size_pretty(pg_database_size(current_database())) AS size,
      pg_is_in_recovery() AS is_standby`,
  settings: `SELECT name, setting FROM pg_settings WHERE name IN ('max_connections', 'shared_buffers', 'work_mem',
      'fsync', 'synchronous_commit', 'default_transaction_read_only', 'statement_timeout', 'wal_level', 'server_encoding')
      ORDER BY name`,
  sessions: `SELECT application_name LIKE 'toolyard%' AS is_ours, state, wait_event_type, count(*)::int AS count,
      max(extract(epoch FROM now() - xact_start))::int AS oldest_seconds
      FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1, 2, 3 ORDER BY 4 DESC`,
  tables: `SELECT relname AS name, n_live_tup::int AS rows, n_dead_tup::int AS dead,
      pg_size_pretty(pg_total_relation_size(relid)) AS size, last_autovacuum::date::text AS vacuumed
      FROM pg_stat_user_tables WHERE schemaname = current_schema() ORDER BY pg_total_relation_size(relid) DESC`,
  migrations: `SELECT migration_name AS name, finished_at::text AS finished FROM _prisma_migrations
      ORDER BY finished_at DESC LIMIT 5`,
  calls: `SELECT outcome, upstream_status, count(*)::int AS count, round(avg(latency_ms))::int AS mean_ms
      FROM call_record WHERE at > now() - interval '1 day' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 50`,
  credentials: 'SELECT kind, state, is_renewable, count(*)::int AS count FROM credential GROUP BY 1, 2, 3',
} as const;

/** The answers by question; a question that the database refuses is answered with the code of its refusal. */
export async function databaseFacts(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const facts: [string, unknown][] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    facts.push([
      name,
      await client.query(question).then(
        ({ rows }) => rows,
        (error: unknown) => ({ refused: error instanceof Error && 'code' in error ? error.code : 'unknown' }),
      ),
    ]);
  }
  return Object.fromEntries(facts);
}
