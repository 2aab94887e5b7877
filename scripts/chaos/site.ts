import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Closers, createClosers } from '../../src/start/closers.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/harness/databaseProxy.ts';
import { lastingPort } from '../../test/harness/listen.ts';
import { startPgbouncer } from '../../test/harness/pgbouncer.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../../test/harness/postgres.ts';
import { type FrontProxy, ORIGIN, startProxy } from '../../test/harness/proxies.ts';
import { type RedisServer, startRedis } from '../../test/harness/redis.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { serverDocument as recordsDocument, startUpstream, type Upstream } from '../crash/upstream.ts';
import { type Account, makeAccount } from './account.ts';
import { type CountingUpstream, serverDocument, startCountingUpstream } from './upstream.ts';

const START_MS_MAX = 120_000;
/** The setup for the files of `deploy/` (docs/deploy.md). */
const LAME_DUCK_SECONDS = 5;
// Redis counts requests against this limit, but they never reach it.
export const LIMITS = ['default', 'stacks', 'invoke', 'list_tools', 'call_tool']
  .map((name) => `${name}=999999999`)
  .join(',');

const NATURAL_FILES = { nginx: 'scripts/chaos/natural/nginx.conf', haproxy: 'scripts/chaos/natural/haproxy.cfg' };

type Env = Readonly<Record<string, string>>;

/** One service process, whose address stays the same. */
export type Instance = {
  readonly port: number;
  service(): Service;
  /** Starts the process with additional variables; resolves when it's ready. */
  start(more?: Env): Promise<void>;
  /** Sends SIGTERM, as a supervisor would. @throws if the process doesn't exit with 0 */
  stop(): Promise<void>;
  /** Sends SIGKILL if the process runs. */
  kill(): Promise<void>;
};

/** Three instances on one PostgreSQL and one Redis, behind both proxies of `deploy/`. */
export type Site = {
  readonly postgres: FaultyPostgres;
  /** The network between the last instance and PostgreSQL. */
  readonly network: DatabaseProxy;
  readonly redis: RedisServer;
  readonly upstream: CountingUpstream;
  readonly recordsUpstream: Upstream;
  readonly instances: readonly Instance[];
  readonly proxies: readonly FrontProxy[];
  readonly account: Account;
  close(): Promise<void>;
};

export type SiteOptions = {
  /** Proxies with simple settings and without the delay before shutdown, for comparison. */
  readonly isNatural?: boolean | undefined;
  /** Puts PgBouncer between the instances and PostgreSQL, as in `docs/deploy.md`. */
  readonly isPooled?: boolean;
  /** Carries changes over Redis (`TOOLYARD_CHANGES`). */
  readonly isCarriedByRedis?: boolean | undefined;
};

/** An instance that isn't started yet. */
export function makeInstance(port: number, common: Env): Instance {
  let service: Service | null = null;
  const current = (): Service => {
    if (!service) throw new Error('The instance was never started');
    return service;
  };
  return {
    port,
    service: current,
    async start(more = {}) {
      service = startService({ ...common, PORT: String(port), ...more });
      await service.ready(START_MS_MAX);
    },
    async kill() {
      await service?.stop('SIGKILL');
    },
    async stop() {
      const { code, err } = await current().stop();
      if (code !== 0) throw new Error(`The instance ended with ${code}: ${err.slice(-2_000)}`);
    },
  };
}

/** @throws if something doesn't start; then it stops everything else */
export async function openSite({
  isNatural = false,
  isPooled = false,
  isCarriedByRedis = false,
}: SiteOptions = {}): Promise<Site> {
  const closers = createClosers();
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-chaos-'));
  closers.add(async () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const beneath = await openBeneath(closers);
    const env = {
      TOOLYARD_LAME_DUCK_SECONDS: String(isNatural ? 0 : LAME_DUCK_SECONDS),
      ...(isCarriedByRedis && { TOOLYARD_CHANGES: 'redis' }),
      ...(isPooled && (await openPooler(beneath, closers))),
    };
    const instances = await startInstances(beneath, dataDir, env, closers);
    const ports = instances.map(({ port }) => port);
    const proxies: FrontProxy[] = [];
    for (const kind of ['nginx', 'haproxy'] as const) {
      const proxy = await startProxy(kind, ports, isNatural ? NATURAL_FILES[kind] : undefined);
      proxies.push(proxy);
      closers.add(() => proxy.close());
    }
    const apiKey = instances.flatMap(({ service }) => /\bty_\w+/.exec(service().out()) ?? [])[0] ?? '';
    const documents = [serverDocument(beneath.upstream.origin), recordsDocument(beneath.recordsUpstream.origin)];
    const account = await makeAccount(`http://127.0.0.1:${ports[0]}`, apiKey, documents);
    const close = () => closers.close();
    return { ...beneath, instances, proxies, account, close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** The services that the instances use. */
type Beneath = Pick<Site, 'postgres' | 'network' | 'redis' | 'upstream' | 'recordsUpstream'>;

async function openBeneath(closers: Closers): Promise<Beneath> {
  const postgres = await startFaultyPostgres(() => undefined);
  closers.add(() => postgres.close());
  const network = await startDatabaseProxy(postgres.url);
  closers.add(async () => network.close());
  const redis = await startRedis();
  closers.add(() => redis.kill());
  const upstream = await startCountingUpstream();
  closers.add(async () => upstream.close());
  const recordsUpstream = await startUpstream();
  closers.add(async () => recordsUpstream.close());
  // An interrupted run leaves nothing behind.
  process.once('exit', () => [postgres, redis].forEach((each) => void each.kill()));
  return { postgres, network, redis, upstream, recordsUpstream };
}

async function openPooler({ postgres }: Beneath, closers: Closers): Promise<Env> {
  const pooler = await startPgbouncer(postgres.url, 'transaction');
  closers.add(() => pooler.close());
  return { DATABASE_URL: pooler.url, TOOLYARD_DIRECT_DATABASE_URL: postgres.url };
}

async function startInstances(
  { postgres, network, redis, upstream, recordsUpstream }: Beneath,
  dataDir: string,
  more: Env,
  closers: Closers,
): Promise<readonly Instance[]> {
  const common = {
    REDIS_URL: redis.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_PUBLIC_URL: ORIGIN,
    TOOLYARD_TRUST_PROXY: 'true',
    TOOLYARD_RATE_LIMITS: LIMITS,
    TOOLYARD_LOG_LEVEL: 'warn',
    TOOLYARD_EGRESS_ALLOW: `127.0.0.1:${upstream.port},127.0.0.1:${recordsUpstream.port}`,
  };
  const urls = [postgres.url, postgres.url, network.url];
  const instances: Instance[] = [];
  for (const [at, url] of urls.entries()) {
    const own = { DATABASE_URL: url, TOOLYARD_DATA_DIR: join(dataDir, String(at)) };
    const instance = makeInstance(await lastingPort(), { ...common, ...own, ...more });
    instances.push(instance);
    closers.add(() => instance.kill());
    process.once('exit', () => void instance.kill());
  }
  await Promise.all(instances.map((instance) => instance.start()));
  return instances;
}
