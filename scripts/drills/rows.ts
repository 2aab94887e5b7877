import { withConnection } from '../../src/store/connection.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { silentLog } from '../../test/harness/log.ts';

/** The number of rows of each table, with a digest of them. */
export type Rows = ReadonlyMap<string, string>;

// Without the history of migrations: each database has its own.
const TABLES = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  AND relname <> '_prisma_migrations'`;

export const readRows = (url: string): Promise<Rows> =>
  withConnection(url, async (client) => {
    const { rows: tables } = await client.query<{ relname: string }>(TABLES);
    const read = new Map<string, string>();
    for (const { relname } of tables) {
      const digest = `md5(string_agg(md5(t::text), '' ORDER BY md5(t::text)))`;
      const { rows } = await client.query<{ text: string }>(
        `SELECT concat(count(*), ' rows, ', ${digest}) AS text FROM "${relname}" t`,
      );
      read.set(relname, rows[0]?.text ?? '');
    }
    return read;
  });

/** The rows in the embedded database of a data directory. */
export async function readRowsIn(dataDir: string): Promise<Rows> {
  const embedded = await openEmbedded({ dataDir, log: silentLog });
  try {
    return await readRows(embedded.url);
  } finally {
    await embedded.close();
  }
}

/** @throws if a table differs; otherwise returns a note */
export function requireEqual(one: Rows, other: Rows): string {
  const different = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
  if (different.length > 0) throw new Error(`These tables differ: ${different.join(', ')}`);
  const rows = [...one.values()].reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  return `${one.size} tables with ${rows} rows are equal`;
}
