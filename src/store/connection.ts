import type { Client, ClientConfig } from 'pg';
import { clientClassOf } from './anyHostClient.ts';
import { parseDatabaseAddress } from './databaseAddress.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** SQL that lifts the time limits for the open transaction only, so that a pooler's connection keeps its limits. */
export const NO_TIME_LIMITS = 'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * A client for a dedicated PostgreSQL session, not yet connected, for work that must not share the pool. Ignores
 * `error` events, since the current or next statement fails anyway if the session breaks.
 */
export function clientAt(url: string, options: ClientConfig = {}): Client {
  const [connectionString] = parseDatabaseAddress(url).urls;
  const AnyHostClient = clientClassOf(url);
  const client = new AnyHostClient({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options });
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
