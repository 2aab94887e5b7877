import { type Client, escapeIdentifier } from 'pg';

/** A table of the product, and its stored columns. PostgreSQL generates the other columns. */
export type Table = { readonly name: string; readonly columns: readonly string[] };

// Excludes partitions, which are copied with their table.
const TABLES = `
  SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> '_prisma_migrations' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname ORDER BY relname`;

const REFERENCES = `
  SELECT DISTINCT source.relname AS table, target.relname AS needs
  FROM pg_constraint JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
  WHERE contype = 'f' AND conrelid <> confrelid AND source.relnamespace = current_schema()::regnamespace`;

const INSERT_TRIGGERS = `
  SELECT tgname AS name, relname AS table
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND tgparentid = 0 AND NOT relispartition
    AND tgenabled = 'O' AND tgtype & 4 <> 0`;

/** All tables, each after the tables that it references. */
export async function listTables(client: Client): Promise<readonly Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: references } = await client.query<{ table: string; needs: string }>(REFERENCES);
  const sorted: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const waited = new Set(waiting.map(({ name }) => name));
    const blocked = new Set(references.filter(({ needs }) => waited.has(needs)).map(({ table }) => table));
    const ready = waiting.filter(({ name }) => !blocked.has(name));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`);
    sorted.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Start of a day such as `20261122` in UTC; null if it is not a valid day. */
export function startOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(day) ?? [];
  const start = new Date(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** Runs `work` without the triggers that compute totals, because a backup also contains the totals. */
export async function withoutInsertTriggers(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(INSERT_TRIGGERS);
  const set = async (state: 'DISABLE' | 'ENABLE') => {
    for (const { name, table } of rows)
      await client.query(`ALTER TABLE ${escapeIdentifier(table)} ${state} TRIGGER ${escapeIdentifier(name)}`);
  };
  await set('DISABLE');
  await work();
  await set('ENABLE');
}
