import { Client, type ClientConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A session of its own with PostgreSQL, not yet open, for what must not share the pool's. One that breaks fails the
 * statement that runs or comes next, so the event needs no other listener.
 */
export function clientAt(url: string, options: ClientConfig = {}): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options });
  client.on('error', () => undefined);
  return client;
}

/**
 * Runs `work` in a session of its own, which ends with it, and with it every lock and setting of the session.
 * @throws what connecting throws; what `work` throws
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
