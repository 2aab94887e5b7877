import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { isRecord } from '../../src/core/lib/json.ts';

/** A plan step that read far more rows than it returned, or a whole large table. */
export type SlowScan = { readonly page: string; readonly scan: string; readonly rows: number };

/** For fewer rows, a sequential scan is the right plan. */
const SEQUENTIAL_ROWS_MIN = 5_000;
/** An index scan that discards more rows than this uses the wrong index. */
const REMOVED_ROWS_MIN = 20_000;

/**
 * Makes PostgreSQL log the plan of every statement on new connections. Returns a function that reads the plans logged
 * since its last call.
 */
export async function watchPlans(db: Client): Promise<(page: string) => readonly SlowScan[]> {
  for (const [name, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_analyze', 'on'],
    ['auto_explain.log_timing', 'off'],
    ['auto_explain.log_format', 'json'],
  ] as const) {
    await db.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await db.query('SELECT pg_reload_conf()');
  await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND application_name = 'toolyard' AND state = 'idle'`);
  const { rows } = await db.query<{ data_directory: string }>('SHOW data_directory');
  const log = join(dirname(rows[0]?.data_directory ?? ''), 'postgres.log');
  let read = statSync(log).size;
  return (page) => {
    const bytes = readFileSync(log);
    const text = bytes.toString('utf8', read);
    read = bytes.length;
    return plansIn(text).flatMap((plan) => slowScansIn(page, plan));
  };
}

/** Continuation lines of a log entry start with a tab. */
const plansIn = (text: string): unknown[] =>
  [...text.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => Reflect.get(JSON.parse(json), 'Plan'));

function slowScansIn(page: string, plan: unknown): SlowScan[] {
  if (!isRecord(plan)) return [];
  const below = Array.isArray(plan['Plans']) ? plan['Plans'] : [];
  return [...scanOf(page, plan), ...below.flatMap((each: unknown) => slowScansIn(page, each))];
}

function scanOf(page: string, plan: Readonly<Record<string, unknown>>): SlowScan[] {
  const number = (name: string): number => Number(plan[name] ?? 0);
  const removed = number('Rows Removed by Filter') * number('Actual Loops');
  const rows = number('Actual Rows') * number('Actual Loops') + removed;
  const kind = String(plan['Node Type']);
  const isSlow = kind.endsWith('Seq Scan') ? rows >= SEQUENTIAL_ROWS_MIN : removed >= REMOVED_ROWS_MIN;
  const where = plan['Index Name'] ?? plan['Relation Name'];
  return isSlow && plan['Relation Name'] !== undefined ? [{ page, scan: `${kind} ${String(where)}`, rows }] : [];
}
