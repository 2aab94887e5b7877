import type { Log } from '../core/kernel/context.ts';
import type { Replica } from '../core/limits/heavyReads.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { openDatabase } from './database.ts';

const CHECK_MS = 1_000;
/** Older reads use the primary. */
const STALE_MS_MAX = 5_000;
/** Positions of the primary that the replica hasn't reached yet. */
const POSITIONS_MAX = 60;

type Position = { readonly bytes: bigint; readonly atMs: number };

/**
 * Opens a replica, and measures each second how old it is. It reads the primary's position in the write-ahead log. Once
 * the replica has replayed that position, it has everything from before the read. So neither clocks nor idle primaries
 * matter. Tested by `test/store/databaseFailover.test.ts`.
 */
export function openReplica(
  url: string,
  primary: PrismaClient,
  options: { readonly log: Log; readonly connectionsMax: number },
): Replica & { close(): Promise<void> } {
  const database = openDatabase(url, options);
  const ahead: Position[] = [];
  let currentUntilMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    const atMs = performance.now();
    const [here] = await primary.$queryRaw<{ bytes: string }[]>`
      SELECT (pg_current_wal_lsn() - '0/0')::text AS bytes`;
    if (here && ahead.push({ bytes: BigInt(here.bytes), atMs }) > POSITIONS_MAX) ahead.shift();
    const [there] = await database.db.$queryRaw<{ bytes: string | null }[]>`
      SELECT (pg_last_wal_replay_lsn() - '0/0')::text AS bytes WHERE pg_is_in_recovery()`;
    const reached = BigInt(there?.bytes ?? -1);
    for (let [next] = ahead; next && next.bytes <= reached; [next] = ahead) {
      currentUntilMs = next.atMs;
      ahead.shift();
    }
  };
  const timer = setInterval(() => {
    // A replica that doesn't answer becomes too old.
    checking ??= check()
      .catch((error: unknown) => options.log.debug({ err: error }, 'the age of the replica is unknown'))
      .finally(() => {
        checking = null;
      });
  }, CHECK_MS).unref();
  return {
    fresh: () => (performance.now() - currentUntilMs < STALE_MS_MAX ? database.db : null),
    async close() {
      clearInterval(timer);
      await checking;
      await database.close();
    },
  };
}
