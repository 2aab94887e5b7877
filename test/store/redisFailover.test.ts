import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { ClosableLimiter } from '../../src/store/limiter.ts';
import { eventually } from '../harness/eventually.ts';
import { lastingPort } from '../harness/listen.ts';
import { closeAfterTest, openTestDatabase, startInstance } from './changesKit.ts';
import { admitted, HAS_REDIS, isShared, makeLimiter } from './redis.ts';

type Node = { readonly port: number; readonly child: ChildProcess };
type Topology = {
  readonly url: string;
  /** Kills a server that holds counters. */
  killPrimary(): Promise<void>;
};

/** A Redis process with these settings, until the test ends. */
async function launch(dir: string, settings: readonly string[], mode: readonly string[] = []): Promise<Node> {
  const port = await lastingPort();
  const file = join(dir, `${port}.conf`);
  writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, ...settings, ''].join('\n'));
  const child = spawn('redis-server', [file, ...mode], { stdio: 'ignore' });
  closeAfterTest(() => child.kill('SIGKILL'));
  await eventually(`Redis answers at ${port}`, async () => (await ask(port, 'PING')) === 'PONG');
  return { port, child };
}

async function ask(port: number, command: string, ...args: readonly string[]): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.call(command, ...args);
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'toolyard-redis-'));
  closeAfterTest(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Settings of each server: nothing on disk, and replicas are copied at once. */
const SERVER = ['save ""', 'repl-diskless-sync-delay 0'];

const isCopy =
  ({ port }: Node) =>
  async (): Promise<boolean> => {
    const facts = String(await ask(port, 'INFO', 'replication'));
    return facts.includes('role:master') || facts.includes('master_link_status:up');
  };

async function startSentinels(): Promise<Topology> {
  const dir = temporaryDir();
  const primary = await launch(dir, SERVER);
  const replica = await launch(dir, [...SERVER, `replicaof 127.0.0.1 ${primary.port}`]);
  const watched = [`sentinel monitor main 127.0.0.1 ${primary.port} 2`, 'sentinel down-after-milliseconds main 500'];
  const settings = [...watched, 'sentinel failover-timeout main 3000'];
  const sentinels = await Promise.all([0, 1, 2].map(() => launch(dir, settings, ['--sentinel'])));
  const knowsAll = async ({ port }: Node): Promise<boolean> => {
    const facts = String(await ask(port, 'SENTINEL', 'MASTER', 'main'));
    return facts.includes('num-slaves,1') && facts.includes('num-other-sentinels,2');
  };
  await eventually('the sentinels know each other', async () =>
    (await Promise.all(sentinels.map(knowsAll))).every(Boolean),
  );
  await eventually('the replica has a copy', isCopy(replica));
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/main`,
    killPrimary: async () => void primary.child.kill('SIGKILL'),
  };
}

async function startCluster(): Promise<Topology> {
  const dir = temporaryDir();
  const nodes: Node[] = [];
  for (let at = 0; at < 6; at += 1) {
    const own = mkdtempSync(join(dir, 'node-'));
    nodes.push(await launch(own, [...SERVER, 'cluster-enabled yes', 'cluster-node-timeout 1000']));
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync('redis-cli', create, { stdio: 'ignore' });
  const isOk = async ({ port }: Node) => String(await ask(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok');
  await eventually('the cluster is whole', async () => (await Promise.all(nodes.map(isOk))).every(Boolean), 60_000);
  // A replica that never had a copy is not promoted.
  for (const node of nodes) await eventually('each replica has a copy', isCopy(node), 60_000);
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    async killPrimary() {
      const slot = await ask(nodes[0]?.port ?? 0, 'CLUSTER', 'KEYSLOT', 'toolyard:limit:default:a');
      const slots = await ask(nodes[0]?.port ?? 0, 'CLUSTER', 'SLOTS');
      const owner = (Array.isArray(slots) ? slots : []).find(
        ([from, to]) => from <= Number(slot) && Number(slot) <= to,
      );
      nodes.find(({ port }) => port === owner?.[2]?.[1])?.child.kill('SIGKILL');
    },
  };
}

const TOPOLOGIES = { sentinels: startSentinels, 'a cluster': startCluster };

describe.runIf(HAS_REDIS).each(Object.entries(TOPOLOGIES))('with %s', (_name, start) => {
  it('counts and changes continue after a fail-over', async () => {
    const redis = await start();
    const limiters = [makeLimiter(redis.url), makeLimiter(redis.url)];
    for (const limiter of limiters) await eventually('Redis answers', isShared(limiter));
    expect(await admitted(limiters, 25)).toBe(25);
    const database = await openTestDatabase();
    const options = { carrier: 'redis', redisUrl: redis.url } as const;
    const instances = await Promise.all([0, 1].map(() => startInstance(database.url, options)));
    const areCarried = () => instances.every(({ changes }) => changes.heartbeat.carrier === 'redis');
    await eventually('Redis carries changes', areCarried);
    await redis.killPrimary();
    // The window is a minute: the counts of before the fail-over are still in it.
    expect(await admitted(limiters, 10)).toBe(10);
    // Only this counter was on the killed server.
    const isCounted = (limiter: ClosableLimiter) => async (): Promise<boolean> => {
      await limiter.peek('default', 'a');
      return !limiter.isDegraded();
    };
    for (const limiter of limiters) await eventually('Redis counts again', isCounted(limiter), 60_000);
    expect(await admitted(limiters, 60)).toBeLessThanOrEqual(60 - 25);
    await eventually('Redis carries changes again', areCarried, 60_000);
    const [here, there] = instances;
    here?.changes.announce({
      id: '00000000-0000-4000-8000-000000000001',
      payloads: [JSON.stringify({ origin: 'x', kind: 'tools', id: 'a' })],
    });
    await eventually('the other instance hears', () => there?.heard.length === 1);
  });
});
