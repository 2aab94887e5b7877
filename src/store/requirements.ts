import type { Client } from 'pg';

/** The oldest supported version, as PostgreSQL's `server_version_num`. */
const VERSION_MIN = 150_000;

/** A reason why Toolyard can't run on this database, and the remedy. Both texts have no final full stop. */
export type DatabaseProblem = { readonly message: string; readonly todo: string };

/** Thrown at startup for a `DatabaseProblem`. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
  constructor(problem: DatabaseProblem) {
    super(`The database ${problem.message}. ${problem.todo}`);
  }
}

type Facts = { number: number; version: string; encoding: string; recovers: boolean; reads: string; creates: boolean };

/** Finds a reason why startup on this database would fail. Startup and `toolyard doctor` both use it. */
export async function findDatabaseProblem(
  client: Client,
  versionMin: number = VERSION_MIN,
): Promise<DatabaseProblem | null> {
  const { rows } = await client.query<Facts>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
       current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS recovers,
       current_setting('transaction_read_only') AS reads,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates`,
  );
  const [facts] = rows;
  if (!facts) return null;
  if (facts.number < versionMin) {
    return { message: `is PostgreSQL ${facts.version}`, todo: 'Use PostgreSQL 15 or newer' };
  }
  if (facts.encoding !== 'UTF8') {
    return {
      message: `stores text as ${facts.encoding}`,
      todo: "Create one with ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL",
    };
  }
  if (facts.recovers) return { message: 'is a standby', todo: 'Point DATABASE_URL at the primary' };
  if (facts.reads === 'on') {
    return { message: 'is read-only', todo: 'Set default_transaction_read_only to off for this database and user' };
  }
  if (!facts.creates) {
    return {
      message: "doesn't let this user create tables",
      todo: 'Make the user of DATABASE_URL the owner of the database',
    };
  }
  return null;
}

/** Below this, both clocks count as equal. */
const SKEW_MS_MAX = 2_000;

/** The difference between the clocks of the database and this machine, in milliseconds. */
type ClockSkew = { readonly skewMs: number; readonly isLarge: boolean };

/** Compares the clocks. The time of the query is the uncertainty. */
export async function readClockSkew(client: Client): Promise<ClockSkew> {
  const askedAt = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  );
  const answeredAt = Date.now();
  const skewMs = Math.abs(Math.round((rows[0]?.ms ?? 0) - (askedAt + answeredAt) / 2));
  return { skewMs, isLarge: skewMs > SKEW_MS_MAX + (answeredAt - askedAt) };
}
