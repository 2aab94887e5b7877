import type { PrismaClient } from '../../generated/prisma/client.ts';
import { withConnection } from '../connection.ts';

const NAME = 'backup';

/** Stores that a backup was made now. @throws if the database has an older schema or refuses writes */
export async function recordBackup(url: string): Promise<void> {
  const text = `INSERT INTO upkeep_task (name, done_at) VALUES ($1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at`;
  await withConnection(url, (client) => client.query({ text, values: [NAME] }));
}

/** When the last recorded backup was made; null before the first. */
export async function findLastBackup(db: PrismaClient): Promise<Date | null> {
  return (await db.upkeepTask.findUnique({ where: { name: NAME } }))?.doneAt ?? null;
}
