import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { attempt } from '../../src/store/embedded/files.ts';
import { findPostmaster } from '../../src/store/embedded/postmaster.ts';
import { processIdentity } from '../../src/store/embedded/processes.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { fillDataDir } from './cluster.ts';
import { databaseDir } from './databaseDir.ts';
import { eventually } from './eventually.ts';
import { listenOnLoopback } from './listen.ts';
import { silentLog } from './log.ts';

export type FaultyPostgres = {
  /** An address that stays the same while the server behind it is killed and restarted. */
  readonly url: string;
  /** Sends SIGKILL to every process of the server; resolves when all are gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGSTOP to every server process: connections stay open but get no responses. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
};

/** Forwards to `port()`, which changes with each start of the server. */
export const forward = (port: () => number): Server =>
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

/**
 * A separate PostgreSQL, for tests that take the database away. Migrated, unless `fill` prepares its data directory.
 */
export async function startFaultyPostgres(fill = fillDataDir): Promise<FaultyPostgres> {
  const dataDir = mkdtempSync(join(databaseDir(), 'toolyard-faulty-'));
  const cluster = join(dataDir, 'postgres');
  const open = () => openEmbedded({ dataDir, log: silentLog, settings: { fsync: 'off' } });
  fill(dataDir);
  let embedded = await open();
  const proxy = forward(() => Number(new URL(embedded.url).port));
  const url = new URL(embedded.url);
  url.port = String(await listenOnLoopback(proxy));
  // Kills the postmaster first, so that it can't replace a child that it sees die.
  const family = (): readonly number[] => {
    const { pid } = findPostmaster(cluster) ?? { pid: 0 };
    return pid === 0 ? [] : [pid, ...childrenOf(pid)];
  };
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) attempt(() => process.kill(pid, name));
  };
  return {
    url: url.href,
    async kill() {
      const all = family();
      signal(all, 'SIGKILL');
      await eventually('PostgreSQL is gone', () => all.every((each) => processIdentity(each) === null));
    },
    async start() {
      const previous = embedded;
      embedded = await open();
      // Removes the killed server's usage record; the new server writes its own.
      await previous.close();
    },
    freeze: () => signal(family(), 'SIGSTOP'),
    thaw: () => signal(family(), 'SIGCONT'),
    async close() {
      await embedded.close();
      proxy.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
