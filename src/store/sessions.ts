import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { clientAt, withConnection } from './connection.ts';
import { APPLICATION_NAME, LISTENING_NAME } from './database.ts';

/** Session features that a pooler in transaction mode breaks. */
export type Sessions = {
  /** Notifications arrive while a session is idle. */
  readonly hears: boolean;
  /** A session stays with one backend of PostgreSQL, so that its locks stay its own. */
  readonly keeps: boolean;
};

const HEARD_MS_MAX = 1_000;
/** As many as a pooler may have connections for, which another session then takes away. */
const OTHERS = 3;

/**
 * Tests whether sessions at `url` are native PostgreSQL sessions. Opens four connections and changes nothing.
 * @throws connection errors
 */
export async function examineSessions(url: string): Promise<Sessions> {
  const clients = Array.from({ length: OTHERS + 1 }, () => clientAt(url));
  const [own, ...others] = clients;
  const [notifier] = others;
  if (!own || !notifier) return { hears: false, keeps: false };
  try {
    for (const client of clients) await client.connect();
    return { hears: await hears(own, notifier), keeps: await keeps(own, others) };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function hears(own: Client, notifier: Client): Promise<boolean> {
  const channel = `toolyard_doctor_${randomUUID().replaceAll('-', '')}`;
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  own.on('notification', () => resolve(true));
  await own.query(`LISTEN ${channel}`);
  await notifier.query(`NOTIFY ${channel}`);
  return Promise.race([heard, delay(HEARD_MS_MAX, false, { ref: false })]);
}

async function keeps(own: Client, others: readonly Client[]): Promise<boolean> {
  const before = await processOf(own);
  // Open transactions hold on to a pooler's connections, that of the first session among them.
  for (const other of others) await other.query('BEGIN');
  const after = await processOf(own);
  for (const other of others) await other.query('ROLLBACK');
  return before === after;
}

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/**
 * Whether a server, or a command that works on the database, has it open.
 * @throws connection errors
 */
export const isServed = (url: string): Promise<boolean> =>
  withConnection(url, async (client) => {
    const { rowCount } = await client.query(
      'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY($1) LIMIT 1',
      [[APPLICATION_NAME, LISTENING_NAME]],
    );
    return rowCount !== 0;
  });
