import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSessions } from '../../src/cli/doctor/database.ts';
import { readConfig } from '../../src/config/config.ts';
import { canListen } from '../../src/store/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { startWorld } from '../harness/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('direct PostgreSQL sessions receive notifications', async () => {
  expect(await canListen(database.url)).toBe(true);
});

describe.skipIf(!hasPgbouncer())('behind PgBouncer', () => {
  let transactions: Pgbouncer;
  let sessions: Pgbouncer;
  beforeAll(async () => {
    transactions = await startPgbouncer(database.url, 'transaction');
    sessions = await startPgbouncer(database.url, 'session');
  });
  afterAll(async () => {
    await transactions?.close();
    await sessions?.close();
  });

  const check = (DATABASE_URL: string, more: Readonly<Record<string, string>> = {}) =>
    checkSessions(readConfig({ DATABASE_URL, TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'), ...more }));

  it('pooled sessions receive notifications in session mode only', async () => {
    expect(await canListen(sessions.url)).toBe(true);
    expect(await canListen(transactions.url)).toBe(false);
  });

  it('the doctor warns with a remedy that works', async () => {
    expect(await check(transactions.url)).toMatchObject([
      { state: 'warn', todo: expect.stringContaining('TOOLYARD_DIRECT_DATABASE_URL') },
    ]);
    expect(await check(transactions.url, { TOOLYARD_DIRECT_DATABASE_URL: database.url })).toMatchObject([
      { state: 'ok' },
    ]);
  });

  it('a pooler that refuses timeouts is named with the setting to change', async () => {
    const strict = await startPgbouncer(database.url, 'transaction', 'extra_float_digits');
    await expect(startWorld({ databaseUrl: strict.url })).rejects.toThrow('ignore_startup_parameters = ');
    await strict.close();
  });

  it('with a direct address the service receives changes, and calls use the cache', async () => {
    const world = await startWorld({
      databaseUrl: transactions.url,
      config: { directDatabaseUrl: database.url },
    });
    expect(world.edge.deps.changes.isLive).toBe(true);
    const { headers } = await fetch(`${world.url}/readyz`);
    await world.close();
    expect(headers.get('x-toolyard-serves')).toBe('memory');
  });
});
