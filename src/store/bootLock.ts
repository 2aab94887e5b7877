import { Client } from 'pg';

/** Key of the advisory lock. Any constant will do, but it must never change. */
const BOOT_LOCK = 0x796172_64;
const CONNECT_TIMEOUT_MS = 10_000;
// The holder may be loading its catalogue, but one that hangs must not stop this instance for ever.
const LOCK_TIMEOUT_MS = 120_000;

/**
 * Runs `work` while no other instance on the same database does, since several may start at once.
 * @throws when the lock is not free within two minutes
 */
export async function withBootLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [BOOT_LOCK]);
    return await work();
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}
