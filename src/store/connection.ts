import { Client, type ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/** Lifts the time limits only for the open transaction, so that a pooler's connection doesn't keep the change. */
export const NO_TIME_LIMITS = 'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * A dedicated PostgreSQL session, not yet open, for work that must not share the pool. A broken session fails the
 * current or next statement, so the event needs no other listener.
 */
export function clientAt(url: string, options: ClientConfig = {}): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options });
  client.on('error', () => undefined);
  return client;
}

/**
 * Runs `work` in a dedicated session, which ends afterwards with all of its locks and settings.
 * @throws connection errors; errors of `work`
 */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  options?: ClientConfig,
): Promise<T> {
  const client = clientAt(url, options);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
