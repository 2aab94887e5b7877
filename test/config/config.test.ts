import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, effectiveSettings, readConfig } from '../../src/config/config.ts';
import { SECRET_VARIABLES } from '../../src/config/sources.ts';

const KEY = randomBytes(32).toString('base64');

const PODS = {
  TOOLYARD_PROGRAMS: 'kubernetes',
  TOOLYARD_KUBERNETES_NAMESPACE: 'programs',
  TOOLYARD_KUBERNETES_IMAGE: 'registry.example.com/toolyard:1',
};

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('configuration', () => {
  it('needs nothing: the embedded database, on loopback, with the documented limits', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: null,
      masterKey: { from: 'generated', previous: [] },
      limits: {
        default: 60,
        stacks: 30,
        invoke: 20,
        list_tools: 60,
        call_tool: 60,
        failed_auth: 60,
        sign_in: 10,
        sign_in_hourly: 1_000,
        dashboard: 600,
        dashboard_calls: 20,
      },
    });
  });

  it.each([
    ['false', 0],
    ['true', 1],
    ['2', 2],
  ])('accepts TOOLYARD_TRUST_PROXY=%s for %i proxies', (text, proxyHops) => {
    expect(readConfig({ TOOLYARD_TRUST_PROXY: text })).toMatchObject({ proxyHops });
  });

  it('accepts origins as browsers write them', () => {
    const text = 'https://app.example.com, http://localhost:5173,https://app.example.com:8443';
    expect(readConfig({ TOOLYARD_CORS_ORIGINS: text })).toMatchObject({
      corsOrigins: ['https://app.example.com', 'http://localhost:5173', 'https://app.example.com:8443'],
    });
  });

  it.each([
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/page',
    'https://APP.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://ann@app.example.com',
    'http://app.example.com',
    'file:///page',
    'https://app.example.com,',
    Array.from({ length: 101 }, (_, at) => `https://a${at}.example.com`).join(),
  ])('accepts no other text as origins: %s', (text) => {
    expect(() => readConfig({ TOOLYARD_CORS_ORIGINS: text })).toThrow('TOOLYARD_CORS_ORIGINS: must');
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', REDIS_URL: '', TOOLYARD_RATE_LIMITS: '' })).toEqual(readConfig({}));
  });

  it('lists every problem in one pass, by name and without a value', () => {
    const env = { PORT: 'http', REDIS_URL: 'nonsense', TOOLYARD_MASTER_KEY: 'hunter2', TOOLYARD_TRUST_PROXY: 'yes' };
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual([
      'PORT',
      'REDIS_URL',
      'TOOLYARD_MASTER_KEY',
      'TOOLYARD_TRUST_PROXY',
    ]);
    expect(problems.join()).not.toMatch(/hunter2|nonsense/);
  });

  it('lists problems of combined variables with those of single ones', () => {
    const env = { PORT: 'http', HOST: '0.0.0.0', DATABASE_URL: 'mysql://db/x', TOOLYARD_MASTER_KEY: 'hunter2' };
    const names = (more: Record<string, string>) =>
      problemsOf({ ...env, ...more }).map((text) => text.split(':', 1)[0]);
    expect(names({})).toEqual(['PORT', 'DATABASE_URL', 'TOOLYARD_MASTER_KEY', 'TOOLYARD_PUBLIC_URL']);
    expect(names({ TOOLYARD_MASTER_KEY: '' })).toContain('TOOLYARD_MASTER_KEY or TOOLYARD_MASTER_KEY_FILE');
    expect(names({ TOOLYARD_MASTER_KEY_FILE: '/k' })).toContain('TOOLYARD_MASTER_KEY and TOOLYARD_MASTER_KEY_FILE');
  });

  it.each([
    ['an outside database without a master key', { DATABASE_URL: 'postgresql://db/x' }, 'TOOLYARD_MASTER_KEY or'],
    ['a public address that clients cannot know', { HOST: '0.0.0.0' }, 'TOOLYARD_PUBLIC_URL'],
    ['two master keys', { TOOLYARD_MASTER_KEY: KEY, TOOLYARD_MASTER_KEY_FILE: '/k' }, 'TOOLYARD_MASTER_KEY and'],
    ['a limit of zero', { TOOLYARD_RATE_LIMITS: 'invoke=0' }, 'TOOLYARD_RATE_LIMITS'],
    ['a duplicate limit class', { TOOLYARD_RATE_LIMITS: 'invoke=5,invoke=6' }, 'invoke is repeated'],
    ['a limit class that does not exist', { TOOLYARD_RATE_LIMITS: 'invokes=5' }, 'TOOLYARD_RATE_LIMITS'],
    ['an egress rule without a port', { TOOLYARD_EGRESS_ALLOW: 'internal.example' }, 'TOOLYARD_EGRESS_ALLOW'],
    ['OTLP over gRPC', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json'],
    ['a header without a value', { OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }, 'must be a comma list of name=value'],
    [
      'a cluster without a namespace',
      { ...PODS, TOOLYARD_KUBERNETES_NAMESPACE: '' },
      'TOOLYARD_KUBERNETES_NAMESPACE: needed',
    ],
    ['a cluster without an image', { ...PODS, TOOLYARD_KUBERNETES_IMAGE: '' }, 'TOOLYARD_KUBERNETES_IMAGE: needed'],
    ['an invalid namespace', { ...PODS, TOOLYARD_KUBERNETES_NAMESPACE: 'A_b' }, 'must be a Kubernetes name'],
    ['a name for an address', { ...PODS, TOOLYARD_KUBERNETES_PROXY_IP: 'localhost' }, 'must be an IP address'],
    ['a cluster that is not used', { TOOLYARD_KUBERNETES_IMAGE: 'x' }, 'only with TOOLYARD_PROGRAMS=kubernetes'],
    ['programs elsewhere', { TOOLYARD_PROGRAMS: 'nomad' }, 'must be one of machine, kubernetes'],
    ['a header with a line break', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac' }, 'must be a comma list of name=value'],
  ])('refuses %s', (_name, env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
  });

  it('accepts a Kubernetes cluster for programs', () => {
    const image = PODS.TOOLYARD_KUBERNETES_IMAGE;
    const least = { configPath: null, namespace: 'programs', image, runtimeClass: null, proxyIp: null };
    expect(readConfig(PODS).kubernetes).toEqual(least);
    expect(readConfig({}).kubernetes).toBeNull();
  });

  it('changes only the named limits, and can disable all', () => {
    expect(readConfig({ TOOLYARD_RATE_LIMITS: 'invoke=5' }).limits).toMatchObject({ dashboard_calls: 5 });
    expect(readConfig({ TOOLYARD_RATE_LIMITS: 'dashboard_calls=6,invoke=5' }).limits).toMatchObject({
      invoke: 5,
      dashboard_calls: 6,
    });
    expect(readConfig({ TOOLYARD_RATE_LIMITS: 'invoke=5, stacks=7' }).limits).toMatchObject({
      default: 60,
      invoke: 5,
      stacks: 7,
    });
    expect(readConfig({ TOOLYARD_RATE_LIMITS: 'off' }).limits).toBe('off');
  });

  it('exports nothing without a receiver, and reads OpenTelemetry’s variables', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'tools' }).otlp).toBeNull();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/team/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-team = tools',
      OTEL_SERVICE_NAME: 'tools',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=prod,service.name=other',
    };
    expect(readConfig(env).otlp).toEqual({
      endpoint: 'https://otlp.example.com/team',
      headers: { authorization: 'Basic YTpi', 'x-team': 'tools' },
      timeoutMs: 10_000,
      resource: { 'deployment.environment': 'prod', 'service.name': 'tools' },
      spanDelayMs: 5_000,
      metricIntervalMs: 60_000,
    });
  });

  it.each([
    ['http://127.0.0.1:8123', { origin: 'http://127.0.0.1:8123', user: null, password: '', database: 'default' }],
    [
      'https://ann:p%40ss%2Fword@ch.example.com:8443/tools/?table=calls_2',
      {
        origin: 'https://ch.example.com:8443',
        user: 'ann',
        password: 'p@ss/word',
        database: 'tools',
        table: 'calls_2',
      },
    ],
  ])('reads the copy target of call records: %s', (address, calls) => {
    expect(readConfig({ TOOLYARD_CALLS_URL: address }).calls).toEqual({ table: 'toolyard_calls', ...calls });
  });

  it.each([
    'hunter2',
    'postgres://u:hunter2@ch/x',
    'http://u:hunter2%0d%0a@ch/x',
    'http://u:hunter2%zz@ch/x',
    'https://u:hunter2%E2%82%AC@ch/x',
    'https://:hunter2@ch/x',
    'http://u:hunter2@ch/a/b',
    "http://u:hunter2@ch/x?table=a'b",
    'http://u:hunter2@ch/x?password=hunter2',
    'http://u:hunter2@ch/x#hunter2',
  ])('refuses %s as their address, and hides its value', (address) => {
    const problems = problemsOf({ TOOLYARD_CALLS_URL: address });
    expect(problems).toEqual([expect.stringMatching(/^TOOLYARD_CALLS_URL: must be https:/)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    ['https://:a%2Fb@api.example.com/v1/?model=m', { url: 'https://api.example.com/v1', model: 'm', key: 'a/b' }],
    ['http://127.0.0.1:11434/v1?model=org/m%3Av1', { url: 'http://127.0.0.1:11434/v1', model: 'org/m:v1', key: null }],
  ])('reads the embeddings endpoint: %s', (address, embeddings) => {
    expect(readConfig({ TOOLYARD_EMBEDDINGS_URL: address }).embeddings).toEqual(embeddings);
  });

  it.each([
    'hunter2',
    'ftp://:hunter2@host/v1?model=m',
    'https://:hunter2@host/v1',
    'https://hunter2@host/v1?model=m',
    'https://:hunter2%0a@host/v1?model=m',
    'https://:hunter2%zz@host/v1?model=m',
    'https://:hunter2@host/v1?model=m&key=hunter2',
    'https://:x@host/v1?model=m#hunter2',
  ])('refuses %s as its address, and hides its value', (address) => {
    const problems = problemsOf({ TOOLYARD_EMBEDDINGS_URL: address });
    expect(problems).toEqual([expect.stringMatching(/^TOOLYARD_EMBEDDINGS_URL: must be https:/)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each([
    ['https://k:a%2Fb@s3.example.com/box', { base: 'https://s3.example.com/box', region: 'us-east-1' }],
    [
      'http://k:a%2Fb@127.0.0.1:9000/box/one/two/?region=eu-central-1',
      { base: 'http://127.0.0.1:9000/box/one/two', region: 'eu-central-1' },
    ],
    [
      'https://k:a%2Fb@s3.example.com/box/one?style=host',
      { base: 'https://box.s3.example.com/one', region: 'us-east-1' },
    ],
  ])('reads the bucket of files: %s', (address, files) => {
    const keys = { accessKeyId: 'k', secretAccessKey: 'a/b' };
    expect(readConfig({ TOOLYARD_FILES_URL: address }).files).toEqual({ ...files, ...keys });
  });

  it.each([
    'hunter2',
    's3://k:hunter2@host/box',
    'https://k:hunter2@host',
    'https://k:hunter2@host/B',
    'https://host/box?secret=hunter2',
    'https://hunter2@host/box',
    'https://k:hunter2%0a@host/box',
    'https://k:hunter2@host/box/..%2f/x',
    'https://k:hunter2@host/box?style=other',
    'https://k:hunter2@host/box?region=A',
  ])('refuses %s as its address, and hides its value', (address) => {
    const problems = problemsOf({ TOOLYARD_FILES_URL: address });
    expect(problems).toEqual([expect.stringMatching(/^TOOLYARD_FILES_URL: must be https:/)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('removes the trailing slash of the public address', () => {
    expect(readConfig({ TOOLYARD_PUBLIC_URL: 'https://tools.example.com/' }).publicUrl).toBe(
      'https://tools.example.com',
    );
  });
});

describe('names and sources of settings', () => {
  it('refuses unknown TOOLYARD_ names and suggests the nearest known one', () => {
    expect(problemsOf({ TOOLYARD_MASTERKEY: KEY, TOOLYARD_RATE_LIMIT: 'off', TOOLYARD_ZZZZZZZZZZZZZ: '1' })).toEqual([
      'TOOLYARD_MASTERKEY: no such setting. Did you mean TOOLYARD_MASTER_KEY?',
      'TOOLYARD_RATE_LIMIT: no such setting. Did you mean TOOLYARD_RATE_LIMITS?',
      expect.stringMatching(/^TOOLYARD_ZZZZZZZZZZZZZ: no such setting/),
    ]);
  });

  it('detects every single-letter typo in every setting', () => {
    const known = effectiveSettings({}).map(({ name }) => name);
    const mistyped = known
      .filter((name) => name.startsWith('TOOLYARD_'))
      .flatMap((name) => [9, 10, 11].map((at) => [name, `${name.slice(0, at)}${name.slice(at + 1)}`] as const));
    for (const [name, typed] of mistyped) {
      expect(problemsOf({ [typed]: 'x' })[0]).toBe(`${typed}: no such setting. Did you mean ${name}?`);
    }
    expect(mistyped.length).toBeGreaterThan(100);
  });

  it.each([
    [
      'the command and client libraries',
      'TOOLYARD_API_KEY TOOLYARD_URL TOOLYARD_PROFILE TOOLYARD_TOKEN TOOLYARD_STACK_URL',
    ],
    [
      'Kubernetes, for a Service named toolyard',
      'TOOLYARD_SERVICE_HOST TOOLYARD_SERVICE_PORT TOOLYARD_SERVICE_PORT_HTTP TOOLYARD_PORT TOOLYARD_PORT_4000_TCP TOOLYARD_PORT_4000_TCP_ADDR TOOLYARD_DB_SERVICE_HOST',
    ],
  ])('ignores variables of %s', (_name, names) => {
    expect(problemsOf(Object.fromEntries(names.split(' ').map((name) => [name, 'tcp://10.0.0.1:4000'])))).toEqual([]);
  });

  const SECRETS: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1/x',
    TOOLYARD_DIRECT_DATABASE_URL: 'postgresql://u:hunter2@127.0.0.2/x',
    TOOLYARD_REPLICA_DATABASE_URL: 'postgresql://u:hunter2@127.0.0.3/x',
    REDIS_URL: 'redis://u:hunter2@127.0.0.1',
    TOOLYARD_CALLS_URL: 'http://u:hunter2@127.0.0.1/x',
    TOOLYARD_EMBEDDINGS_URL: 'http://:hunter2@127.0.0.1/v1?model=m',
    TOOLYARD_FILES_URL: 'http://key:hunter2@127.0.0.1/bucket',
    TOOLYARD_MASTER_KEY: KEY,
    TOOLYARD_MASTER_KEY_PREVIOUS: KEY,
    TOOLYARD_SMTP_URL: 'smtp://u:hunter2@127.0.0.1?from=a@example.com',
    TOOLYARD_METRICS_TOKEN: 'hunter2hunter2hunter2',
    TOOLYARD_NPM_PROXY: 'http://u:hunter2@127.0.0.1:3128',
    TOOLYARD_OIDC_CLIENT_SECRET: 'hunter2',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2',
  };
  const OIDC = { TOOLYARD_OIDC_ISSUER: 'https://id.example.com', TOOLYARD_OIDC_CLIENT_ID: 'x' };

  it('reads every secret from a file or from systemd, with the same result', () => {
    expect(Object.keys(SECRETS)).toEqual(SECRET_VARIABLES);
    const dir = mkdtempSync(join(tmpdir(), 'toolyard-secrets-'));
    for (const [name, value] of Object.entries(SECRETS)) writeFileSync(join(dir, name), `${value}\n`);
    const plain = readConfig({ ...OIDC, ...SECRETS });
    const named = Object.fromEntries(SECRET_VARIABLES.map((name) => [`${name}_FILE`, join(dir, name)]));
    const masterKey = { from: 'file', path: join(dir, 'TOOLYARD_MASTER_KEY'), previous: plain.masterKey.previous };
    expect(readConfig({ ...OIDC, ...named })).toEqual({ ...plain, masterKey });
    expect(readConfig({ ...OIDC, CREDENTIALS_DIRECTORY: dir })).toEqual({ ...plain, masterKey });
    for (const name of SECRET_VARIABLES) {
      expect(problemsOf({ ...OIDC, ...SECRETS, [`${name}_FILE`]: join(dir, name) })).toContain(
        `${name} and ${name}_FILE: set one of them`,
      );
    }
    rmSync(dir, { recursive: true });
    const unread = SECRET_VARIABLES.filter((name) => name !== 'TOOLYARD_MASTER_KEY');
    expect(problemsOf({ ...OIDC, ...named })).toEqual(
      expect.arrayContaining(unread.map((name) => expect.stringMatching(`^${name}_FILE: .* can't be read`))),
    );
  });
});
