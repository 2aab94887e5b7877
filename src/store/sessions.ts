import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { withConnection } from './connection.ts';
import { APPLICATION_NAME, LISTENING_NAME } from './database.ts';

const HEARD_MS_MAX = 1_000;

/**
 * Tests whether notifications reach an idle session at `url`, which a pooler in transaction mode prevents. Opens two
 * connections and changes nothing.
 * @throws connection errors
 */
export const canListen = (url: string): Promise<boolean> =>
  withConnection(url, (listener) =>
    withConnection(url, async (notifier) => {
      const channel = `toolyard_doctor_${randomUUID().replaceAll('-', '')}`;
      const { promise: heard, resolve } = Promise.withResolvers<boolean>();
      listener.on('notification', () => resolve(true));
      await listener.query(`LISTEN ${channel}`);
      await notifier.query(`NOTIFY ${channel}`);
      const result = await Promise.race([heard, delay(HEARD_MS_MAX, false, { ref: false })]);
      await listener.query(`UNLISTEN ${channel}`);
      return result;
    }),
  );

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
