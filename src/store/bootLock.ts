import type { Client } from 'pg';
import { withConnection } from './connection.ts';

/** Key of the advisory lock. Any constant will do, but it must never change. */
const BOOT_LOCK = 0x796172_64;
// The holder may be loading its catalogue, but one that hangs must not stop this instance for ever.
const LOCK_TIMEOUT_MS = 120_000;

/**
 * Runs `work` while no other instance on the same database does, since several may start at once.
 * @throws when the lock is not free within two minutes
 */
export const withBootLock = <T>(url: string, work: () => Promise<T>): Promise<T> => {
  const locked = async (client: Client): Promise<T> => {
    await client.query('SELECT pg_advisory_lock($1)', [BOOT_LOCK]);
    return work();
  };
  return withConnection(url, locked, { lock_timeout: LOCK_TIMEOUT_MS });
};
