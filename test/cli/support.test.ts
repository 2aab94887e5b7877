import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findHits, piece } from '../../scripts/canary/scan.ts';
import { type Canary, needlesOf, newCanary } from '../../scripts/canary/secrets.ts';
import { inNewFile, writeBundle } from '../../src/cli/doctor/bundle.ts';
import { secretsInSettings } from '../../src/cli/doctor/settings.ts';
import { readEnvironment } from '../../src/cli/env.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Env, run, runJson, temporaryDir } from './toolyard.ts';

const canary = (name: string): Canary => newCanary(name);
const SECRETS = {
  metrics: canary('TOOLYARD_METRICS_TOKEN'),
  client: canary('TOOLYARD_OIDC_CLIENT_SECRET'),
  redis: canary('password in REDIS_URL'),
  calls: canary('password in TOOLYARD_CALLS_URL'),
  database: canary('password in DATABASE_URL'),
  key: { name: 'TOOLYARD_MASTER_KEY', value: randomBytes(32).toString('base64') },
  previous: { name: 'TOOLYARD_MASTER_KEY_PREVIOUS', value: randomBytes(32).toString('base64') },
  credential: canary('a stored credential'),
  receiver: canary('OTEL_EXPORTER_OTLP_HEADERS'),
};

const ROLE = `support_${randomBytes(4).toString('hex')}`;
const dir = temporaryDir();
let database: TestDatabase;
let env: Env;
let service: Service;
/** The credentials that the service created: an API key and a stack token. */
let made: readonly Canary[];

beforeAll(async () => {
  database = await createTestDatabase();
  const databaseUrl = new URL(database.url);
  databaseUrl.username = ROLE;
  databaseUrl.password = SECRETS.database.value;
  await database.pool.query(`CREATE ROLE ${ROLE} LOGIN SUPERUSER PASSWORD '${SECRETS.database.value}'`);
  env = {
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: `redis://:${SECRETS.redis.value}@127.0.0.1:1`,
    TOOLYARD_CALLS_URL: `http://toolyard:${SECRETS.calls.value}@127.0.0.1:1/toolyard`,
    TOOLYARD_DATA_DIR: dir.path,
    TOOLYARD_MASTER_KEY: SECRETS.key.value,
    TOOLYARD_MASTER_KEY_PREVIOUS: SECRETS.previous.value,
    TOOLYARD_METRICS_TOKEN: SECRETS.metrics.value,
    TOOLYARD_OIDC_ISSUER: 'https://login.example.com',
    TOOLYARD_OIDC_CLIENT_ID: 'toolyard',
    TOOLYARD_OIDC_CLIENT_SECRET: SECRETS.client.value,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRETS.receiver.value}`,
  };
  service = startService(env);
  const url = await service.ready();
  const [apiKey = ''] = /\bty_[\w-]{20,}/.exec(service.out()) ?? [];
  env = { ...env, TOOLYARD_URL: url, TOOLYARD_API_KEY: apiKey };
  await runJson(['stack', 'create', '--name', 'canary'], env);
  await runJson(['stack', 'add-server', 'canary', 'linear', '--all'], env);
  await runJson(
    ['stack', 'set-credentials', 'canary', 'linear', '--from-stdin'],
    env,
    JSON.stringify({ linear_api_key: SECRETS.credential.value }),
  );
  const endpoint = await runJson(['endpoint', 'create', '--stack', 'canary', '--name', 'agents'], env);
  const token = JSON.stringify(endpoint);
  const [jwt = ''] = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(token) ?? [];
  made = [
    { name: 'the first API key', value: apiKey },
    { name: 'a stack token', value: jwt },
  ];
});
afterAll(async () => {
  await service?.stop();
  await database?.pool.query(`REASSIGN OWNED BY ${ROLE} TO CURRENT_USER; DROP ROLE ${ROLE}`);
  await database?.close();
  dir.remove();
});

const bundleAt = async (name: string, ...options: string[]): Promise<string> => {
  const path = join(dir.path, name);
  const { out } = await run(['doctor', '--json', '--support', path, ...options], env);
  expect(JSON.parse(out)).toMatchObject({ bundle: path });
  return readFileSync(path, 'utf8');
};

/** Keeps the service busy meanwhile, because the profile of an idle one may be empty. */
async function whileBusy(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const asking = (async () => {
    const headers = { authorization: `Bearer ${env['TOOLYARD_API_KEY']}` };
    while (!isOver) await (await fetch(`${env['TOOLYARD_URL']}/v1/stacks`, { headers })).text();
  })();
  await work.finally(() => {
    isOver = true;
  });
  await asking;
}

/** Like `--profile`, but for one second instead of ten. */
async function profiledBundle() {
  const path = join(dir.path, 'profiled.json');
  const environment = readEnvironment(env);
  const options = { environment, config: environment.config(), findings: [], serverUrl: env['TOOLYARD_URL'] ?? '' };
  await whileBusy(inNewFile(path, (file) => writeBundle(file, { ...options, profileMs: 1_000 })));
  const text = readFileSync(path, 'utf8');
  return { text, profiles: Object.values<string>(JSON.parse(text).profiles) };
}

it('contains what a bug report needs, and no secret in any encoding', async () => {
  const written = await bundleAt('bundle.json');
  expect(statSync(join(dir.path, 'bundle.json')).mode & 0o777).toBe(0o600);
  const bundle = JSON.parse(written);
  expect(bundle).toMatchObject({
    machine: { node: process.version },
    settings: { DATABASE_URL: '(set)', TOOLYARD_MASTER_KEY: '(set)' },
    server: { livez: '200 {"status":"ok"}', readyz: expect.stringContaining('"limits":"degraded"') },
    database: { version: [{ version: expect.stringContaining('PostgreSQL') }], credentials: [{ count: 1 }] },
    profiles: 'not requested (--profile)',
  });
  expect(bundle.server.metrics).toContain('toolyard_ready 1');
  expect(bundle.database.tables.length).toBeGreaterThan(30);
  const [process_] = Object.values<{ pid: number; problems: object[] }>(bundle.processes);
  expect(process_?.pid).toBe(service.child.pid);
  expect(process_?.problems).toContainEqual(
    expect.objectContaining({
      detail: 'Redis does not respond: this instance counts rate limits separately',
      errors: [
        expect.objectContaining({ at: expect.arrayContaining([expect.stringMatching(/^src\/store\/\w+\.ts:/)]) }),
      ],
    }),
  );
  const { profiles, text: measured } = await profiledBundle();
  const [profile = ''] = profiles;
  expect(JSON.parse(profile)).toMatchObject({ nodes: expect.any(Array) });
  expect(profile).toContain('"url":"src/');
  expect(profile).not.toContain(join(import.meta.dirname, '../..'));
  const canaries = [...Object.values(SECRETS), ...made];
  expect(canaries.filter(({ value }) => value.length < 16)).toEqual([]);
  const needles = needlesOf(canaries);
  expect(findHits('bundle', [piece('bundle', written), piece('profiled', measured)], needles)).toEqual([]);
  const planted = [...canaries].map(({ name, value }) => piece(name, `${written}${value}`));
  expect(new Set(findHits('planted', planted, needles).map((hit) => hit.canary)).size).toBe(canaries.length);
});

it('removes passwords from JSON that stays valid, and keeps user names', async () => {
  // These digits may also occur in a number of the report.
  const digits = String(totalmem()).slice(0, 6);
  const others = {
    DATABASE_URL: `postgresql://toolyard:${digits}@127.0.0.1:1/toolyard`,
    REDIS_URL: `redis://machine:${SECRETS.redis.value}@127.0.0.1:1`,
  };
  const path = join(dir.path, 'names.json');
  await run(['doctor', '--support', path], { ...env, ...others });
  const bundle = JSON.parse(readFileSync(path, 'utf8'));
  expect(bundle.machine.memoryBytes.all).toBe(totalmem());
  expect(bundle.server.metrics).toContain('toolyard_ready 1');
});

it.each([
  ['REDIS_URL', 'redis://default:pass%40word@127.0.0.1', ['pass%40word', 'pass@word']],
  ['REDIS_URL', 'redis://toolyard@127.0.0.1', []],
  ['REDIS_URL', 'redis+sentinel://:pass%40word@127.0.0.1,127.0.0.2/main', ['pass%40word', 'pass@word']],
  ['TOOLYARD_MASTER_KEY', SECRETS.key.value, [SECRETS.key.value.slice(0, -1)]],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-team=a%2Cb,authorization=Basic%20YWJj==', ['a,b', 'Basic YWJj==', 'YWJj==']],
])('searches for secrets only in %s', (name, value, secrets) => {
  const environment = readEnvironment({ TOOLYARD_DATA_DIR: '/nowhere', [name]: value });
  expect([...new Set(secretsInSettings(environment, environment.config()))]).toEqual(secrets);
});

it('overwrites no file, and says so before it reads anything', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const examine = (...options: string[]) => run(['doctor', ...options], { TOOLYARD_URL: `http://127.0.0.1:${port}` });
  const there = join(dir.path, 'there.json');
  writeFileSync(there, 'mine');
  const existing = await examine('--support', there);
  expect(existing).toMatchObject({ code: 2, err: `${there} already exists: choose another path` });
  expect(readFileSync(there, 'utf8')).toBe('mine');
  expect(await examine('--support', join(dir.path, 'no/where.json'))).toMatchObject({ code: 2 });
  expect(await examine('--profile')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--profile needs --support'),
  });
  expect(connections).toBe(0);
  await examine();
  expect(connections).toBeGreaterThan(0);
  server.close();
});

const socket = (): string => join(dir.path, readdirSync(dir.path).find((name) => name.startsWith('support-')) ?? '');

async function ask(question: string): Promise<Record<string, unknown>> {
  const asking = connect({ path: socket(), allowHalfOpen: true });
  asking.end(question);
  return JSON.parse(await text(asking));
}

it('profiles the running service on request, one at a time, only for its owner', async () => {
  expect(statSync(socket()).mode & 0o777).toBe(0o600);
  const [profile, second] = await Promise.all([ask('profile 2000'), ask('profile 2000')]);
  const [done, refused] = 'nodes' in profile ? [profile, second] : [second, profile];
  expect(Array.isArray(done['nodes'])).toBe(true);
  expect(Number(done['endTime']) - Number(done['startTime'])).toBeGreaterThan(1_990_000);
  expect(refused).toEqual({ error: 'a profile is already being recorded' });
  for (const question of ['profile 99999', 'profile', 'env', '']) {
    expect(await ask(question)).toEqual({ error: 'unknown question' });
  }
  await expect(ask('x'.repeat(100))).rejects.toThrow();
});

it('removes its socket on exit, even while profiling', async () => {
  const profiles = [1, 2].map(() => ask('profile 30000').catch(() => 'cut off'));
  // The second request is refused because the first one's profile is still running.
  expect(await Promise.race(profiles)).toEqual({ error: 'a profile is already being recorded' });
  expect((await service.stop()).code).toBe(0);
  expect(await Promise.all(profiles)).toContain('cut off');
  expect(readdirSync(dir.path).filter((name) => name.endsWith('.sock'))).toEqual([]);
});
