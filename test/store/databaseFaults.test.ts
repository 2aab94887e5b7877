import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withConnection } from '../../src/store/connection.ts';
import { findDatabaseProblem } from '../../src/store/requirements.ts';
import { run } from '../cli/toolyard.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { startService } from '../harness/service.ts';

const PASSWORD = 'hunter2';
const ROLE = `role_${randomBytes(6).toString('hex')}`;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let name: string;
let dir: string;
const sql = (text: string) =>
  withConnection(database.url, (client) => client.query(text), { options: '-c default_transaction_read_only=off' });
const at = (change: Partial<URL>): string => Object.assign(new URL(database.url), change).href;
const asRole = () => at({ username: ROLE, password: PASSWORD });

beforeAll(async () => {
  database = await createEmptyDatabase();
  name = new URL(database.url).pathname.slice(1);
  dir = mkdtempSync(join(tmpdir(), 'toolyard-faults-'));
  await sql(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
});
afterAll(async () => {
  await sql(`DROP ROLE ${ROLE}`);
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

type Fault = {
  readonly fault: string;
  readonly url?: () => string;
  readonly make?: () => Promise<unknown>;
  readonly mend?: () => Promise<unknown>;
  /** The expected text in the output of the start and of `doctor`. */
  readonly words: RegExp;
};

const checksIn = (output: string) =>
  (JSON.parse(output) as { checks: { check: string; state: string; says: string }[] }).checks;

const inAscii = () => `${name}_ascii`;

const FAULTS: readonly Fault[] = [
  { fault: 'nothing listens', url: () => 'postgresql://u:hunter2@127.0.0.1:1/x', words: /does not answer/ },
  { fault: 'an unknown host', url: () => 'postgresql://u:hunter2@nowhere.invalid/x', words: /does not answer/ },
  {
    fault: 'a wrong password',
    url: () => at({ username: ROLE, password: 'wrong' }),
    words: /refuses the user or the password|refuses the user/,
  },
  { fault: 'an unknown user', url: () => at({ username: 'stranger', password: PASSWORD }), words: /refuses the user/ },
  { fault: 'a missing database', url: () => at({ pathname: '/absent' }), words: /holds no database absent/ },
  { fault: 'a user who may not create tables', url: asRole, words: /doesn't let this user create tables/ },
  {
    fault: 'no free connection',
    url: asRole,
    make: () => sql(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`),
    mend: () => sql(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`),
    words: /has no free connection/,
  },
  {
    fault: 'a read-only database',
    make: () => sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
    mend: () => sql(`ALTER DATABASE ${name} RESET default_transaction_read_only`),
    words: /is read-only/,
  },
  {
    fault: 'an encoding other than UTF-8',
    url: () => at({ pathname: `/${inAscii()}` }),
    make: () =>
      sql(`CREATE DATABASE ${inAscii()} ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`),
    mend: () => sql(`DROP DATABASE ${inAscii()} WITH (FORCE)`),
    words: /stores text as SQL_ASCII/,
  },
  {
    fault: 'a database that accepts no connections',
    url: () => at({ pathname: `/${inAscii()}` }),
    make: async () => {
      await sql(`CREATE DATABASE ${inAscii()}`);
      await sql(`ALTER DATABASE ${inAscii()} ALLOW_CONNECTIONS false`);
    },
    mend: () => sql(`DROP DATABASE ${inAscii()} WITH (FORCE)`),
    words: /does not answer/,
  },
];

it(`each of ${FAULTS.length} faults fails the start and doctor with the same reason`, {
  timeout: 600_000,
}, async () => {
  for (const { fault, url = () => database.url, make, mend, words } of FAULTS) {
    await make?.();
    const env = {
      DATABASE_URL: url(),
      TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
      TOOLYARD_DATA_DIR: join(dir, 'data'),
      TOOLYARD_LOG_LEVEL: 'silent',
    };
    const [started, doctor] = await Promise.all([
      startService(env).ended,
      run(['doctor', '--json'], { ...env, TOOLYARD_URL: 'http://127.0.0.1:1' }),
    ]);
    await mend?.();
    const checks = checksIn(doctor.out);
    const failed = checks.filter(({ state }) => state === 'fail').map(({ check, says }) => `${check}: ${says}`);
    expect({ fault, code: started.code, failed: failed.length, exit: doctor.code === 0 }).toEqual({
      ...{ fault, code: 1, failed: 1, exit: false },
    });
    expect(started.err, fault).toMatch(words);
    expect(failed[0], fault).toMatch(words);
    expect(started.err + doctor.out).not.toContain(PASSWORD);
  }
});

it('a clock that is a minute off is named at the start and by doctor', { timeout: 120_000 }, async () => {
  const { url, close } = await createEmptyDatabase();
  // Found before PostgreSQL's own function.
  const late = "AS 'SELECT pg_catalog.clock_timestamp() - interval ''1 minute''' LANGUAGE sql";
  await withConnection(url, async (client) => {
    await client.query(`CREATE SCHEMA off; CREATE FUNCTION off.clock_timestamp() RETURNS timestamptz ${late}`);
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, off, pg_catalog`);
  });
  const env = {
    DATABASE_URL: url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_DATA_DIR: join(dir, 'late'),
    TOOLYARD_LOG_LEVEL: 'warn',
  };
  const service = startService(env);
  await service.ready();
  const doctor = await run(['doctor', '--json'], { ...env, TOOLYARD_URL: 'http://127.0.0.1:1' });
  await service.stop();
  await close();
  const checks = checksIn(doctor.out);
  expect(checks.find(({ check }) => check === 'clock')).toMatchObject({
    ...{ state: 'warn', says: expect.stringMatching(/^(59|60)\d{3} ms from/) },
  });
  expect(service.err()).toMatch(/"skewMs":(59|60)\d{3}.*the clocks of this machine and the database differ/);
});

it('a too old PostgreSQL is named with its version', async () => {
  const problem = await withConnection(database.url, (client) => findDatabaseProblem(client, 990_000));
  expect(problem).toEqual({ message: expect.stringMatching(/^is PostgreSQL \d/), todo: 'Use PostgreSQL 15 or newer' });
});
