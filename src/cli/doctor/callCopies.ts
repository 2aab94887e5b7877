import type { CallsSettings } from '../../config/calls.ts';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../core/lib/json.ts';
import { connectClickHouse } from '../../start/callCopier.ts';
import { COLUMNS } from '../../store/clickHouse.ts';
import { type Finding, ok, reasonOf, warn } from './check.ts';

const CHECK = 'call copies';
const TIMEOUT_MS = 5_000;

/** Checks the table that receives copies of call records, if there is one. */
export async function checkCallCopies({ calls }: Config): Promise<Finding> {
  if (calls === null) return ok(CHECK, 'not configured: call records are only in the database');
  const { host } = new URL(calls.origin);
  const table = `${calls.database}.${calls.table}`;
  try {
    const columns = await readColumns(calls);
    const missing = Object.keys(COLUMNS).filter((name) => !columns.has(name));
    if (missing.length === 0) return ok(CHECK, `${host} has the table ${table}`);
    const message =
      columns.size === 0 ? `${host} has no table ${table}` : `${table} has no column ${missing.join(', ')}`;
    return warn(CHECK, message, 'Create it with deploy/clickhouse/calls.sql, and grant the user access');
  } catch (error) {
    return warn(CHECK, reasonOf(error), `Is TOOLYARD_CALLS_URL right, and does ClickHouse run at ${host}?`);
  }
}

/** @throws Error that may be shown */
async function readColumns(settings: CallsSettings): Promise<ReadonlySet<unknown>> {
  const { ask, close } = await connectClickHouse(settings);
  const { database, table } = settings;
  const query = `SELECT name FROM system.columns WHERE database = '${database}' AND table = '${table}' FORMAT JSONEachRow`;
  try {
    const { status, body } = await ask({ query, settings: {}, data: null, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (status !== 200) throw new Error(`ClickHouse answered with status ${status}`);
    const rows: readonly unknown[] = `${body}`.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    return new Set(rows.map((row) => (isRecord(row) ? row['name'] : null)));
  } finally {
    await close();
  }
}
