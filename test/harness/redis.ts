import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { eventually } from './eventually.ts';
import { lastingPort } from './listen.ts';

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export type RedisServer = { readonly url: string; readonly child: ChildProcess; start(): void; kill(): Promise<void> };

/** A separate Redis without files, at a fixed address. */
export async function startRedis(): Promise<RedisServer> {
  const port = await lastingPort();
  const launch = () =>
    spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  let child = launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    get child() {
      return child;
    },
    start: () => {
      child = launch();
    },
    async kill() {
      child.kill('SIGKILL');
      await eventually('Redis is gone', () => child.exitCode !== null || child.signalCode !== null);
    },
  };
}
