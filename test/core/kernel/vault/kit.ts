import type { Db } from '../../../../src/core/kernel/context.ts';

/** The number of connections to this database that wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

/** The ids of the master keys in a database. */
export const knownKeys = async (db: Db): Promise<string[]> => (await db.vaultKey.findMany()).map((key) => key.keyId);
