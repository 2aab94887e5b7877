import { Client } from 'pg';

/** Any constant will do; it must never change. */
const BOOT_LOCK = 0x796172_64;
const CONNECT_TIMEOUT_MS = 10_000;
// Another instance may be loading its catalogue; one that hangs must not keep this one silent for ever.
const LOCK_TIMEOUT_MS = 120_000;

/** Runs `work` while no other instance on the same database does: several may make their first start together. */
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
    // The lock ends with its session.
    await client.end();
  }
}
