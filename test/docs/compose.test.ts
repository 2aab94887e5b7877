import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';

const DIRECTORY = 'deploy/compose';
const secret = z.union([z.string(), z.object({ source: z.string(), target: z.string() })]);
const service = z.looseObject({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  healthcheck: z.looseObject({ test: z.array(z.string()) }),
  mem_limit: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(secret).default([]),
});
const file = z.looseObject({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const text = readFileSync(`${DIRECTORY}/compose.yaml`, 'utf8');
const { services, secrets } = file.parse(parse(text, { merge: true }));
const directory = mkdtempSync(join(tmpdir(), 'toolyard-compose-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('the Compose file confines each service, and contains no secret', () => {
  expect(Object.keys(services)).toEqual(['toolyard', 'postgres', 'redis']);
  expect(text).not.toMatch(/:\/\/[^\s/@]+:[^\s/@]+@|password: [^{]|_KEY: /);
  const used = Object.values(services).flatMap((each) =>
    each.secrets.map((one) => (typeof one === 'string' ? one : one.source)),
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(secrets)));
  for (const ignoring of ['.dockerignore', `${DIRECTORY}/.gitignore`])
    expect(readFileSync(ignoring, 'utf8')).toContain('secrets');
});

it('its script creates the secrets once, and the image passes them to the service', () => {
  for (const name of ['make-secrets.sh', 'compose.yaml']) cpSync(`${DIRECTORY}/${name}`, join(directory, name));
  const make = () => spawnSync('sh', [join(directory, 'make-secrets.sh')], { encoding: 'utf8' });
  expect(make()).toMatchObject({ status: 0, stderr: '' });
  const made = readdirSync(join(directory, 'secrets')).map((name) => [
    name,
    readFileSync(join(directory, 'secrets', name), 'utf8'),
  ]);
  expect(make()).toMatchObject({ status: 0, stderr: '' });
  for (const [name = '', value] of made) expect(readFileSync(join(directory, 'secrets', name), 'utf8')).toBe(value);
  for (const { file: path } of Object.values(secrets)) expect(existsSync(join(directory, path))).toBe(true);

  const args = ['deploy/image/with-secrets.sh', process.execPath, '-p', 'JSON.stringify(process.env)'];
  const env = { PATH: process.env['PATH'], SECRETS_DIRECTORY: join(directory, 'secrets') };
  const { stdout, status } = spawnSync('sh', args, { encoding: 'utf8', env });
  expect(status).toBe(0);
  const handed = z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  const targets = services['toolyard']?.secrets.flatMap((one) => (typeof one === 'string' ? [] : [one.target])) ?? [];
  const names = targets.map((target) => target.replace('/run/secrets/toolyard/', ''));
  const environment = Object.entries(services['toolyard']?.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
  ]);
  const config = readConfig(Object.fromEntries([...environment, ...names.map((name) => [name, handed[name]])]));
  expect(config).toMatchObject({
    publicUrl: 'http://localhost:4000',
    databaseUrl: expect.stringMatching(/^postgresql:\/\/toolyard:[0-9a-f]{64}@postgres:5432\/toolyard$/),
    redisUrl: 'redis://redis:6379',
    masterKey: { from: 'value' },
    metricsToken: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  // The file sets only variables that the service reads.
  const known = readFileSync('.env.example', 'utf8');
  for (const name of [...names, ...environment.map(([name]) => name)]) expect(known).toContain(`\n${name}=`);
});
