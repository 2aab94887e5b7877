import type { Client } from 'pg';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

const CHECK = 'tables';
const SHOWN_MAX = 5;
const RESTORE =
  'Restore a backup; keep a copy of the damaged files, and look at the disk and the memory of the machine';

/** What is damaged: an index that does not fit its table, or a row that cannot be read. */
type Damage = { readonly relation: string; readonly says: string };

/**
 * Reads every table and every index and compares them, with PostgreSQL's `amcheck`. The extension is made in a
 * transaction that is rolled back, so that nothing changes; only readers of a table that is being altered wait.
 */
export async function checkTables(client: Client): Promise<Finding> {
  await client.query('BEGIN');
  try {
    // Not bound by what the service waits: a large table takes minutes.
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
    const damages = [...(await damagesIn(client, indexes, INDEX)), ...(await damagesIn(client, tables, TABLE))];
    if (damages.length === 0) return ok(CHECK, `${tables.length} tables and ${indexes.length} indexes are whole`);
    const shown = damages.slice(0, SHOWN_MAX).map(({ relation, says }) => `${relation}: ${says}`);
    return fail(CHECK, `${damages.length} are damaged: ${shown.join('; ')}`, RESTORE);
  } catch (error) {
    return fail(CHECK, reasonOf(error), 'Try again; if it stays, see the log of PostgreSQL');
  } finally {
    await client.query('ROLLBACK');
  }
}

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

async function damagesIn(client: Client, relations: readonly string[], query: string): Promise<readonly Damage[]> {
  const damages: Damage[] = [];
  for (const relation of relations) {
    await client.query('SAVEPOINT before_relation');
    try {
      const { rows } = await client.query<{ msg: string | null }>(query, [relation]);
      const [found] = rows.filter(({ msg }) => msg !== null);
      if (found) damages.push({ relation, says: found.msg ?? '' });
    } catch (error) {
      damages.push({ relation, says: reasonOf(error) });
    }
    await client.query('ROLLBACK TO SAVEPOINT before_relation');
  }
  return damages;
}
