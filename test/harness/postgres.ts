import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostmaster } from '../../src/store/embedded/postmaster.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { migrate } from '../../src/store/migrate.ts';
import { eventually } from './eventually.ts';
import { listenOnLoopback } from './listen.ts';
import { silentLog } from './log.ts';

export type FaultyPostgres = {
  /** An address that stays the same while the server behind it is killed and started again. */
  readonly url: string;
  /** SIGKILL to the postmaster; resolves when it is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP to every process of the server: connections stay open and nobody answers. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
};

/** Forwards to `port()`, which differs after each start of the server. */
const forward = (port: () => number): Server =>
  createServer((near) => {
    const far = connect(port(), '127.0.0.1');
    const both = [
      { from: near, to: far },
      { from: far, to: near },
    ];
    for (const { from, to } of both) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** A migrated PostgreSQL of its own, for tests that take the database away. */
export async function startFaultyPostgres(): Promise<FaultyPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-faulty-'));
  const cluster = join(dataDir, 'postgres');
  const open = () => openEmbedded({ dataDir, log: silentLog, settings: { fsync: 'off' } });
  let embedded = await open();
  await migrate(embedded.url, { log: silentLog });
  const proxy = forward(() => Number(new URL(embedded.url).port));
  const url = new URL(embedded.url);
  url.port = String(await listenOnLoopback(proxy));
  const pid = () => findPostmaster(cluster)?.pid ?? 0;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const each of [pid(), ...childrenOf(pid())]) process.kill(each, signal);
  };
  return {
    url: url.href,
    async kill() {
      process.kill(pid(), 'SIGKILL');
      await eventually('the postmaster is gone', () => findPostmaster(cluster) === null);
    },
    async start() {
      const previous = embedded;
      embedded = await open();
      // The record of the killed one's use; the new one keeps the server running.
      await previous.close();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      await embedded.close();
      proxy.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
