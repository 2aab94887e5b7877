import type { Client } from 'pg';
import { isRecord } from '../../core/lib/json.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

const CHECK = 'tables';
const SHOWN_MAX = 5;
const RESTORE = 'Restore a backup, keep a copy of the damaged files, and check the machine’s disk and memory';

/** PostgreSQL's codes for damaged data and for a damaged index. Any other error says nothing about the data. */
const DAMAGED = ['XX001', 'XX002'];
const GRANT = 'GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean), verify_heapam TO the role in DATABASE_URL';
/** How to fix the errors that prevent reading a relation. */
const TODO: Readonly<Record<string, string>> = {
  '42501': `As a superuser of PostgreSQL: ${GRANT}; or run this as a superuser`,
  '42883': 'As a superuser of PostgreSQL: ALTER EXTENSION amcheck UPDATE, and SET SCHEMA public; then try again',
  '55P03': 'Another session holds a lock; try again later',
  '57014': 'The query was cancelled; try again',
};
const TRY_AGAIN = 'Try again; if it still fails, check the PostgreSQL log';

/** A damaged relation: an index that doesn't match its table, or an unreadable row. */
type DamagedRelation = { readonly relation: string; readonly problem: string };
/** Relations that could not be checked, and the first error that was the reason. */
type UnreadRelations = { readonly count: number; readonly error: unknown };
type Read = { readonly damages: readonly DamagedRelation[]; readonly unread: UnreadRelations };

/**
 * Reads and compares every table and index with PostgreSQL's `amcheck`. The extension is created in a transaction that
 * is rolled back, so nothing changes. Only an `ALTER` of a table waits, and with it later readers of that table.
 */
export async function checkTables(client: Client): Promise<Finding> {
  await client.query('BEGIN');
  try {
    // Without the service's timeout, because a large table takes minutes.
    await client.query('SET LOCAL statement_timeout = 0');
    const isMissing = await client.query('CREATE EXTENSION IF NOT EXISTS amcheck').then(
      () => null,
      (error: unknown) => error,
    );
    if (isMissing !== null) {
      return warn(CHECK, reasonOf(isMissing), 'As a superuser of PostgreSQL: CREATE EXTENSION amcheck; then try again');
    }
    const indexes = await relationsOf(client, 'i');
    const tables = await relationsOf(client, 'r');
    const read = [await readAll(client, indexes, INDEX), await readAll(client, tables, TABLE)];
    return toFinding(read, `${tables.length} tables and ${indexes.length} indexes`);
  } catch (error) {
    return unreadFinding(error, reasonOf(error));
  } finally {
    await client.query('ROLLBACK');
  }
}

function toFinding(read: readonly Read[], all: string): Finding {
  const damages = read.flatMap((one) => one.damages);
  if (damages.length > 0) {
    const shown = damages.slice(0, SHOWN_MAX).map(({ relation, problem }) => `${relation}: ${problem}`);
    return fail(CHECK, `${damages.length} are damaged: ${shown.join('; ')}`, RESTORE);
  }
  const unread = read.map((one) => one.unread).filter(({ count }) => count > 0);
  const [first] = unread;
  if (!first) return ok(CHECK, `${all} are intact`);
  const count = unread.reduce((sum, one) => sum + one.count, 0);
  return unreadFinding(first.error, `of ${all}, ${count} could not be read: ${reasonOf(first.error)}`);
}

const codeOf = (error: unknown): string => (isRecord(error) && typeof error['code'] === 'string' ? error['code'] : '');

const unreadFinding = (error: unknown, problem: string): Finding =>
  warn(CHECK, problem, TODO[codeOf(error)] ?? TRY_AGAIN);

const INDEX = 'SELECT NULL AS msg FROM bt_index_check(index => $1::regclass, heapallindexed => true)';
const TABLE = 'SELECT msg FROM verify_heapam(relation => $1::regclass) LIMIT 1';

/** Our own B-trees (`i`) or tables (`r`) by their quoted names. */
async function relationsOf(client: Client, kind: 'i' | 'r'): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_am a ON a.oid = c.relam
     WHERE n.nspname = current_schema() AND c.relkind = $1 AND c.relpersistence = 'p'
       AND ($1 = 'r' OR a.amname = 'btree' AND i.indisvalid AND i.indisready)
     ORDER BY 1`,
    [kind],
  );
  return rows.map(({ name }) => name);
}

async function readAll(client: Client, relations: readonly string[], query: string): Promise<Read> {
  const damages: DamagedRelation[] = [];
  let unread: UnreadRelations = { count: 0, error: null };
  for (const relation of relations) {
    await client.query('SAVEPOINT before_relation');
    try {
      const problem = await damageIn(client, relation, query);
      if (problem !== null) damages.push({ relation, problem });
    } catch (error) {
      unread = { count: unread.count + 1, error: unread.error ?? error };
    }
    await client.query('ROLLBACK TO SAVEPOINT before_relation');
  }
  return { damages, unread };
}

/**
 * The first damage; null if there is none.
 * @throws if undetermined
 */
async function damageIn(client: Client, relation: string, query: string): Promise<string | null> {
  try {
    const { rows } = await client.query<{ msg: string | null }>(query, [relation]);
    return rows[0]?.msg ?? null;
  } catch (error) {
    if (DAMAGED.includes(codeOf(error))) return reasonOf(error);
    throw error;
  }
}
