import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { afterEach } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/limits/classes.ts';
import { type ClosableLimiter, createLimiter } from '../../src/store/limiter.ts';
import { createSharedCounter } from '../../src/store/sharedCounter.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { silentLog } from '../harness/log.ts';

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!HAS_REDIS) {
  if (process.env['CI'] === 'true') throw new Error('redis-server is not installed, and CI must test with it');
  process.stdout.write('redis-server is not installed: the tests of shared limits are skipped\n');
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function makeLimiter(redisUrl: string | null, log = silentLog): ClosableLimiter {
  const limiter = createLimiter({
    limits: DOCUMENTED_LIMITS,
    shared: redisUrl === null ? null : createSharedCounter(redisUrl, log),
  });
  closers.push(() => limiter.close());
  return limiter;
}

export type RedisServer = { readonly url: string; readonly child: ChildProcess; start(): void; kill(): Promise<void> };

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const launch = () =>
    spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  let child = launch();
  const kill = async () => {
    child.kill('SIGKILL');
    await eventually('Redis is gone', () => child.exitCode !== null || child.signalCode !== null);
  };
  closers.push(kill);
  return {
    url: `redis://127.0.0.1:${port}`,
    get child() {
      return child;
    },
    start: () => {
      child = launch();
    },
    kill,
  };
}

export const isShared = (limiter: ClosableLimiter) => async (): Promise<boolean> => {
  await limiter.peek('default', 'probe');
  return !limiter.isDegraded();
};

export async function admitted(limiters: readonly ClosableLimiter[], requests: number): Promise<number> {
  const all = Array.from({ length: requests }, (_, index) =>
    limiters[index % limiters.length]?.reserve('default', 'a'),
  );
  return (await Promise.all(all)).filter((state) => state?.isAllowed).length;
}
