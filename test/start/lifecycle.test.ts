import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { clusterIn } from '../../src/store/embedded/location.ts';
import { findPostmaster, stopPostmaster } from '../../src/store/embedded/postmaster.ts';
import { canTraverse } from '../../src/store/embedded/serviceUser.ts';
import { createEmptyDatabase, createTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { type Ended, type Service, type ServiceOptions, startService } from '../harness/service.ts';

// Each test waits for processes that create and start databases.
const LIFE_MS_MAX = 300_000;
const NOBODY = { uid: 65_534, gid: 65_534 };

const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop('SIGKILL');
});

function launch(env: Readonly<Record<string, string>>, options?: ServiceOptions): Service {
  const service = startService(env, options);
  services.push(service);
  return service;
}

/** A service that is ready. */
async function launchReady(env: Readonly<Record<string, string>>) {
  const service = launch(env);
  return { service, url: await service.ready() };
}

/** When `initdb` created the database cluster. */
const clusterMadeAt = (dataDir: string): number => statSync(join(clusterIn(dataDir), 'PG_VERSION')).mtimeMs;

const refused = (env: Readonly<Record<string, string>>): Promise<Ended> => launch(env).ended;

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-life-'));
  onTestFinished(async () => {
    await stopPostmaster(clusterIn(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

const newKey = (): string => randomBytes(32).toString('base64');
const run = promisify(execFile);

/** The line that the first start prints for copying. */
const curlLine = (banner: string): string => /^curl .*$/m.exec(banner)?.[0] ?? '';
const apiKeysIn = (banner: string): readonly string[] => banner.match(/\bty_\w+/g) ?? [];
const keyFile = (dataDir: string): string => join(dataDir, 'master.key');

/** A tool call that takes seconds, at the address and with the key of the printed line. */
function slowCall(banner: string, seconds: number): Promise<Response> {
  const url = /http\S+(?=everything_echo)/.exec(curlLine(banner))?.[0] ?? '';
  return fetch(`${url}everything_trigger-long-running-operation/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKeysIn(banner)[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool_input: { duration: seconds, steps: 1 } }),
  });
}

describe('with the embedded database', () => {
  it('starts, works as documented, lets calls finish, and restarts', { timeout: LIFE_MS_MAX }, async () => {
    const dataDir = makeDataDir();
    const env = { TOOLYARD_DATA_DIR: dataDir };
    const { service: first, url } = await launchReady(env);
    const madeAt = clusterMadeAt(dataDir);
    expect(first.out()).toMatch(/^\nToolyard is ready at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(first.out()).toContain(`${keyFile(dataDir)}: back it up`);
    expect(new Set(apiKeysIn(first.out())).size).toBe(1);
    expect(statSync(join(dataDir, 'first-start.txt')).mode & 0o777).toBe(0o600);

    const { stdout } = await run('sh', ['-c', curlLine(first.out())]);
    expect(JSON.parse(stdout)).toEqual({ result: { content: [{ type: 'text', text: 'Echo: Hello, Toolyard' }] } });

    const second = await refused(env);
    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toContain(`Another Toolyard server (pid ${first.child.pid}) uses ${dataDir}`);

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    process.kill(findPostmaster(clusterIn(dataDir))?.pid ?? 0, 'SIGKILL');
    const stacks = async () => {
      const { status, headers } = await fetch(`${url}/v1/stacks`, {
        headers: { authorization: `Bearer ${apiKeysIn(first.out())[0]}` },
      });
      return `${status}, ${headers.get('retry-after')}`;
    };
    expect(await stacks()).toMatch(/^(200, null|500, \d)$/);
    await eventually(
      'it is ready again after its database was killed',
      async () => first.err().includes('PostgreSQL is running again') && (await fetch(`${url}/readyz`)).ok,
      60_000,
    );
    expect(await stacks()).toBe('200, null');
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({
      status: 'ok',
      database: { restarts: 1, runsSince: expect.any(String) },
    });

    const call = slowCall(first.out(), 6);
    const requests = () => first.err().match(/"msg":"request"/g)?.length ?? 0;
    const before = requests();
    // The call is logged when it ends; this later request's line shows that the call has arrived.
    await fetch(`${url}/v1/stacks`);
    await eventually('the call has arrived', () => requests() > before, 60_000);
    const ending = first.stop('SIGTERM');
    await eventually(
      'it is not ready',
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => !ok,
          () => true,
        ),
      30_000,
    );
    expect(first.child.exitCode).toBeNull();
    const answer = await call;
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining('Long running operation completed'),
    });
    const ended = await ending;
    expect(ended.code).toBe(0);
    expect(ended.out + ended.err).not.toMatch(/\bty_|eyJ|inv_|curl /);
    expect(findPostmaster(clusterIn(dataDir))).toBeNull();

    const { service: again } = await launchReady(env);
    // The first start created the database, which takes most of its time.
    expect(clusterMadeAt(dataDir)).toBe(madeAt);
    expect(again.out()).not.toMatch(/\bty_|eyJ|curl /);
    expect(again.out()).toContain('A new API key: npm run -s toolyard -- key create --account ACCOUNT_ID --name NAME');
    expect((await again.stop('SIGINT')).code).toBe(0);
    expect(findPostmaster(clusterIn(dataDir))).toBeNull();

    const wrong = await refused({ ...env, TOOLYARD_MASTER_KEY: newKey() });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(
      /sealed with master key [0-9a-f]{16}, which is not among the given ones \([0-9a-f]{16}\)/,
    );

    renameSync(keyFile(dataDir), `${keyFile(dataDir)}.away`);
    const missing = await refused(env);
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain(`their master key ${keyFile(dataDir)} is missing: put it back`);
    expect(findPostmaster(clusterIn(dataDir))).toBeNull();
  });

  it('runs as an ordinary user', { timeout: LIFE_MS_MAX }, async ({ skip }) => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot && !canTraverse(NOBODY, process.cwd())) skip('an ordinary user cannot read this checkout');
    const dataDir = makeDataDir();
    if (isRoot) chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const service = launch({ TOOLYARD_DATA_DIR: dataDir }, isRoot ? NOBODY : {});
    await service.ready();
    const { stdout } = await run('sh', ['-c', curlLine(service.out())]);
    expect(stdout).toContain('Echo: Hello, Toolyard');
    expect((await service.stop()).code).toBe(0);
    expect(findPostmaster(clusterIn(dataDir))).toBeNull();
  });
});

describe('invalid settings', () => {
  it('are all listed, and the exit code is 2', async () => {
    const { code, out, err } = await refused({
      PORT: 'http',
      TOOLYARD_LOG_LEVEL: 'loud',
      TOOLYARD_MASTER_KEY: 'short',
    });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const name of ['PORT', 'TOOLYARD_LOG_LEVEL', 'TOOLYARD_MASTER_KEY']) expect(err).toContain(`\n  - ${name}: `);
    expect(err).not.toMatch(/short|loud|at \w+ \(/);
  });

  it('include the port that is taken', { timeout: LIFE_MS_MAX }, async () => {
    const database = await createTestDatabase();
    const other = createServer();
    const port = await listenOnLoopback(other);
    onTestFinished(async () => {
      other.close();
      await database.close();
    });
    const key = newKey();
    const dataDir = makeDataDir();
    const env = {
      DATABASE_URL: database.url,
      TOOLYARD_MASTER_KEY: key,
      TOOLYARD_DATA_DIR: dataDir,
      PORT: String(port),
    };
    const { code, out, err } = await refused(env);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`Toolyard cannot run: 127.0.0.1:${port} is taken by another program: set another PORT`);
  });
});

it('two concurrent first starts on one database create one account with one key', {
  timeout: LIFE_MS_MAX,
}, async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.close());
  const key = newKey();
  const both = [makeDataDir(), makeDataDir()].map((dataDir) =>
    launch({ DATABASE_URL: database.url, TOOLYARD_MASTER_KEY: key, TOOLYARD_DATA_DIR: dataDir }),
  );
  await Promise.all(both.map((service) => service.ready()));
  expect(both.flatMap((service) => [...new Set(apiKeysIn(service.out()))])).toHaveLength(1);
  const client = clientAt(database.url);
  await client.connect();
  const { rows } = await client.query(`SELECT (SELECT count(*)::int FROM account) AS accounts,
    (SELECT count(*)::int FROM api_key) AS keys, (SELECT count(*)::int FROM stack) AS stacks`);
  await client.end();
  expect(rows).toEqual([{ accounts: 1, keys: 1, stacks: 1 }]);
  const ended = await Promise.all(both.map((service) => service.stop()));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
});
