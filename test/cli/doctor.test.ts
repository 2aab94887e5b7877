import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { createEmptyDatabase, createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startClickHouse } from '../store/clickHouseStandIn.ts';
import { type Env, type Installation, run, startInstallation, temporaryDir } from './toolyard.ts';

type Check = {
  readonly check: string;
  readonly state: string;
  readonly message: string;
  readonly says: string;
  readonly todo: string | null;
};

/** Checks by name, and the exit code of the command. */
async function examine(env: Env, ...options: string[]) {
  const { code, out, err } = await run(['doctor', '--json', ...options], env);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  expect(err).toBe('');
  for (const { state, todo } of checks) expect(todo === null).toBe(state === 'ok');
  return { code, ok, checks, of: (name: string) => checks.find(({ check }) => check === name) };
}

let installation: Installation;
let healthy: Env;
beforeAll(async () => {
  installation = await startInstallation();
  healthy = { ...installation.operator, TOOLYARD_URL: installation.world.url };
  // The first run loads code for seconds, and the instance may meanwhile consider its notifications lost.
  await examine(healthy);
  await eventually('notifications flow', () => installation.world.edge.deps.changes.isLive);
});
afterAll(() => installation.close());

describe('a healthy installation', () => {
  it('passes, check by check', async () => {
    chmodSync(installation.dir, 0o700);
    const { code, ok, of, checks } = await examine(healthy);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(checks.filter(({ check }) => check !== 'sandbox').map(({ check, state }) => [check, state])).toEqual([
      ['configuration', 'ok'],
      ['data directory', 'ok'],
      ['disk', 'ok'],
      ['database', 'ok'],
      ['clock', 'ok'],
      ['migrations', 'ok'],
      ['master key', 'ok'],
      ['credentials', 'ok'],
      ['sessions', 'ok'],
      ['redis', 'ok'],
      ['call copies', 'ok'],
      ['embeddings', 'ok'],
      ['files', 'ok'],
      ['egress', 'ok'],
      ['server', 'ok'],
    ]);
    expect(of('database')?.message).toMatch(/^an external PostgreSQL, version \d/);
    expect(of('migrations')?.message).toMatch(/^all \d+ applied$/);
    expect(of('sandbox')?.state).toMatch(/^(ok|warn)$/);
    expect(of('sandbox')?.message).toMatch(/^programs are (confined by|only those|NOT confined)/);
  });

  it('keeps the older name of each message in JSON', async () => {
    const { checks } = await examine(healthy);
    expect(checks.map(({ says }) => says)).toEqual(checks.map(({ message }) => message));
  });

  it('reads well', async () => {
    const { code, out } = await run(['doctor'], { ...healthy, TOOLYARD_PUBLIC_URL: 'http://tools.example.com' });
    expect(code).toBe(0);
    expect(out).toContain('warn  public address  http://tools.example.com sends keys and tokens unencrypted\n      → ');
  });
});

describe('reports problems with fixes, and sets the exit code', () => {
  const otherKey = randomBytes(32).toString('base64');
  it.each<[string, Env, string, string, number]>([
    ['a master key of another database', { TOOLYARD_MASTER_KEY: otherKey }, 'master key', 'fail', 2],
    [
      'a missing key file',
      { TOOLYARD_MASTER_KEY: '', TOOLYARD_MASTER_KEY_FILE: '/nowhere/key' },
      'master key',
      'fail',
      2,
    ],
    [
      'a database that does not respond',
      { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x' },
      'database',
      'fail',
      5,
    ],
    ['a Redis that does not answer', { REDIS_URL: 'redis://127.0.0.1:1' }, 'redis', 'warn', 0],
    [
      'a ClickHouse that does not answer',
      { TOOLYARD_CALLS_URL: 'http://u:hunter2@127.0.0.1:1/x' },
      'call copies',
      'warn',
      0,
    ],
    [
      'an embeddings endpoint that does not answer',
      { TOOLYARD_EMBEDDINGS_URL: 'http://:hunter2@127.0.0.1:1/v1?model=m' },
      'embeddings',
      'warn',
      0,
    ],
    [
      'a bucket that does not answer',
      { TOOLYARD_FILES_URL: 'http://key:hunter2@127.0.0.1:1/files' },
      'files',
      'fail',
      5,
    ],
    ['no server', { TOOLYARD_URL: 'http://127.0.0.1:1' }, 'server', 'warn', 0],
    [
      'TLS by a proxy that is not trusted',
      { TOOLYARD_PUBLIC_URL: 'https://tools.example.com' },
      'public address',
      'warn',
      0,
    ],
  ])('%s', async (_name, env, check, state, exit) => {
    const { code, ok, of, checks } = await examine({ ...healthy, ...env });
    expect({ code, ok }).toEqual({ code: exit, ok: exit === 0 });
    expect(of(check)).toMatchObject({ state, todo: expect.stringMatching(/\S/) });
    expect(JSON.stringify(checks)).not.toContain('hunter2');
    expect(checks.filter((one) => one.state === 'fail').map((one) => one.check)).toEqual(
      state === 'fail' ? [check] : [],
    );
  });

  it.each([
    ['its table', '', { state: 'ok', says: /^127\.0\.0\.1:\d+ has the table toolyard\.toolyard_calls$/ }],
    ['another table', '?table=other', { state: 'warn', says: /^127\.0\.0\.1:\d+ has no table toolyard\.other$/ }],
    ['an outdated table', '?table=old', { state: 'warn', says: /^toolyard\.old has no column error$/ }],
  ])('ClickHouse with %s', async (_name, query, { state, says }) => {
    const store = await startClickHouse();
    const { of } = await examine({ ...healthy, TOOLYARD_CALLS_URL: `${store.url}${query}` });
    await store.close();
    expect(of('call copies')).toMatchObject({ state, says: expect.stringMatching(says) });
  });

  it('every configuration problem without values, and nothing else', async () => {
    const { code, checks } = await examine({ PORT: 'http', TOOLYARD_MASTER_KEY: 'hunter2' });
    expect(code).toBe(2);
    expect(checks.map(({ check, state, says }) => [check, state, says.split(':')[0]])).toEqual([
      ['configuration', 'fail', 'PORT'],
      ['configuration', 'fail', 'TOOLYARD_MASTER_KEY'],
    ]);
    expect(JSON.stringify(checks)).not.toContain('hunter2');
  });

  it('a data directory that other users can access', async () => {
    const open = join(installation.dir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    const { of } = await examine({ ...healthy, TOOLYARD_DATA_DIR: open });
    expect(of('data directory')).toMatchObject({ state: 'warn', todo: `chmod 700 ${open}` });
  });

  it('initial keys that are still in their file', async () => {
    const path = join(installation.dir, 'kept');
    mkdirSync(path, { mode: 0o700 });
    writeFileSync(join(path, 'first-start.txt'), 'ty_secret', { mode: 0o600 });
    const { checks } = await examine({ ...healthy, TOOLYARD_DATA_DIR: path });
    const warned = checks.filter(({ check, state }) => check === 'data directory' && state === 'warn');
    expect(warned.map(({ says }) => says)).toEqual([
      `${path}/first-start.txt contains keys and links printed at startup`,
    ]);
  });

  it('a key file that other users can read', async () => {
    const file = join(installation.dir, 'key');
    writeFileSync(file, healthy['TOOLYARD_MASTER_KEY'] ?? '', { mode: 0o644 });
    const { of } = await examine({ ...healthy, TOOLYARD_MASTER_KEY: '', TOOLYARD_MASTER_KEY_FILE: file });
    expect(of('master key')).toMatchObject({ state: 'warn', todo: `chmod 600 ${file}` });
  });

  it('a database of a newer version, unless that one supports this version', async () => {
    const database = await createTestDatabase();
    const client = clientAt(database.url);
    await client.connect();
    await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
      VALUES ('1', '1', '29991231_future', now())`);
    const suited = await examine({ ...healthy, DATABASE_URL: database.url });
    await client.query(`COMMENT ON TABLE "_prisma_migrations" IS 'Toolyard 99.0.0 and newer'`);
    await client.end();
    const { code, of } = await examine({ ...healthy, DATABASE_URL: database.url });
    await database.close();
    expect(suited.of('migrations')).toMatchObject({ state: 'ok', says: expect.stringContaining('29991231_future') });
    expect(code).toBe(1);
    expect(of('migrations')).toMatchObject({ state: 'fail', says: 'the database is newer: 29991231_future' });
  });

  it('an address that tools may not reach, and one that they may', async () => {
    const address = `${installation.world.url}/livez`;
    const refused = await examine(healthy, '--egress', address);
    expect(refused.code).toBe(1);
    expect(refused.of('egress')).toMatchObject({ state: 'fail' });
    const allowed = await examine({ ...healthy, TOOLYARD_EGRESS_ALLOW: new URL(address).host }, '--egress', address);
    expect(allowed.of('egress')).toMatchObject({ state: 'ok', says: expect.stringContaining('status 200') });
  });
});

describe('before the first start', () => {
  it('finds no problem and creates nothing with the embedded database', async () => {
    const dir = temporaryDir();
    const dataDir = join(dir.path, 'not-there');
    const env = { TOOLYARD_DATA_DIR: dataDir, TOOLYARD_URL: 'http://127.0.0.1:1' };
    const { code, of } = await examine(env, '--support', join(dir.path, 'bundle.json'));
    expect(code).toBe(0);
    expect(of('database')).toMatchObject({
      state: 'ok',
      says: 'the embedded database will be created at the first start',
    });
    expect(existsSync(dataDir)).toBe(false);
    dir.remove();
  });

  it('finds no problem and creates nothing with an empty database', async () => {
    const database = await createEmptyDatabase();
    const { code, of } = await examine({ ...healthy, DATABASE_URL: database.url });
    await database.close();
    expect(code).toBe(0);
    expect(of('migrations')?.says).toMatch(/^\d+ will be applied at the first start$/);
    expect(of('master key')).toMatchObject({ state: 'ok' });
  });
});
