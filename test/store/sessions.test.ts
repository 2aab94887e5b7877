import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSessions } from '../../src/cli/doctor/database.ts';
import { readConfig } from '../../src/config.ts';
import { examineSessions } from '../../src/store/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { startWorld } from '../harness/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('sessions of PostgreSQL itself hear and keep what they lock', async () => {
  expect(await examineSessions(database.url)).toEqual({ hears: true, keeps: true });
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

  it('in session mode they do, in transaction mode neither', async () => {
    expect(await examineSessions(sessions.url)).toEqual({ hears: true, keeps: true });
    expect(await examineSessions(transactions.url)).toEqual({ hears: false, keeps: false });
  });

  it('the doctor finds it, with the remedy, which heals it', async () => {
    expect(await check(transactions.url)).toMatchObject([
      { state: 'fail', todo: expect.stringContaining('TOOLYARD_DIRECT_DATABASE_URL') },
    ]);
    expect(await check(transactions.url, { TOOLYARD_DIRECT_DATABASE_URL: database.url })).toMatchObject([
      { state: 'ok' },
    ]);
  });

  it('that refuses time limits is named with what to set there', async () => {
    const strict = await startPgbouncer(database.url, 'transaction', 'extra_float_digits');
    await expect(startWorld({ databaseUrl: strict.url })).rejects.toThrow('ignore_startup_parameters = ');
    await strict.close();
  });

  it('with a direct address the service hears changes, and calls come from memory', async () => {
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
