import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '../core/kernel/context.ts';
import { NO_TIME_LIMITS, withConnection } from './connection.ts';

/** A lock that all instances on one database share. `key` is its advisory lock key and must never change. */
type DatabaseLock = { readonly key: number; readonly name: string };

/** Held while an instance loads its catalogue. */
export const BOOT_LOCK: DatabaseLock = { key: 0x796172_64, name: 'boot lock' };
/** Held while migrations run. Prisma's own commands lock the same key. */
export const MIGRATION_LOCK: DatabaseLock = { key: 72_707_369, name: 'migration lock' };

// Long enough for a holder that loads its catalogue. A holder that hangs must not block this instance forever.
const LOCK_TIMEOUT_MS = 120_000;
const POLL_MS = 200;

/** Other sessions held the lock for two minutes. */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
}

/**
 * Begins a transaction that holds the lock until it ends. Does not use a session lock, which a pooler's connection
 * would keep after this client is gone. If it has to wait, logs which session holds the lock.
 * @throws LockTimeoutError when the lock isn't free within two minutes
 */
export async function beginLocked(client: Client, lock: DatabaseLock, log: Log): Promise<void> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  let holder: string | null = null;
  while (!(await tryToBegin(client, lock))) {
    if (holder === null) {
      holder = await describeHolder(client, lock);
      log.warn({ lock: lock.name, key: lock.key, holder }, 'waiting for another instance to release a lock');
    }
    if (performance.now() > deadline) {
      throw new LockTimeoutError(
        `The ${lock.name} (advisory key ${lock.key}) wasn't free within ${LOCK_TIMEOUT_MS / 1_000} s. ${holder} holds it. If that session has no work to do, end it with pg_terminate_backend`,
      );
    }
    await delay(POLL_MS);
  }
}

/** False, without an open transaction, if another session holds the lock. */
async function tryToBegin(client: Client, { key }: DatabaseLock): Promise<boolean> {
  await client.query('BEGIN');
  // Lift the time limits, since the transaction may be idle while work runs elsewhere. Limit every wait for a lock,
  // also in migrations: running instances queue behind a statement that waits for a table.
  await client.query(`${NO_TIME_LIMITS}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1::bigint) AS taken', [
    key,
  ]);
  if (rows[0]?.taken) return true;
  // Waiting in the transaction would keep a pooler's connection, which the holder may need.
  await client.query('ROLLBACK');
  return false;
}

/**
 * Runs `work` while no other holder of the lock on the same database runs.
 * @throws LockTimeoutError; errors of `work`
 */
export const withDatabaseLock = <T>(
  url: string,
  { lock, log }: { readonly lock: DatabaseLock; readonly log: Log },
  work: () => Promise<T>,
): Promise<T> =>
  withConnection(url, async (client) => {
    await beginLocked(client, lock, log);
    const result = await work();
    await client.query('COMMIT');
    return result;
  });

type Holder = { pid: number; program: string | null; address: string | null; since: Date | null };

/** Describes the session that holds the lock: `Session 4711 (toolyard at 10.0.0.7, open since …)`. */
async function describeHolder(client: Client, { key }: DatabaseLock): Promise<string> {
  const { rows } = await client.query<Holder>(
    `SELECT activity.pid, activity.application_name AS program, host(activity.client_addr) AS address,
       activity.backend_start AS since
     FROM pg_locks AS locks JOIN pg_stat_activity AS activity USING (pid)
     WHERE locks.locktype = 'advisory' AND locks.granted AND locks.classid = 0 AND locks.objid = $1::bigint
       AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [key],
  );
  const [holder] = rows;
  if (!holder) return 'A session that has just ended';
  const facts = [
    `${holder.program || 'an unnamed program'} at ${holder.address ?? 'a local socket'}`,
    ...(holder.since ? [`open since ${holder.since.toISOString()}`] : []),
  ];
  return `Session ${holder.pid} (${facts.join(', ')})`;
}
