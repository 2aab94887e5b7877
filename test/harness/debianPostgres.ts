import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseDir } from './databaseDir.ts';
import { lastingPort } from './listen.ts';

/* Debian's PostgreSQL, for tests that need a standby or another major version than the embedded one. */

const VERSIONS = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;

/** The newest installed major version; null if there is none. */
export const debianVersion: string | null =
  (existsSync(VERSIONS) ? readdirSync(VERSIONS) : []).sort((a, b) => Number(b) - Number(a))[0] ?? null;

/** The folder of its programs. */
export const debianPrograms: string = join(VERSIONS, debianVersion ?? '', 'bin');

function pg(name: string, ...args: readonly string[]): void {
  const program = join(debianPrograms, name);
  const command = isRoot ? ['runuser', '-u', 'postgres', '--', program] : [program];
  execFileSync(command[0] ?? '', [...command.slice(1), ...args], { stdio: 'ignore', cwd: '/' });
}

/** One server, whose user `toolyard` needs no password. */
export type DebianServer = {
  readonly port: number;
  readonly url: string;
  start(): void;
  /** Kills it, if it runs. */
  kill(): void;
  /** Makes a standby accept writes. */
  promote(): void;
};

function serverIn(home: string, name: string, port: number, settings = ''): DebianServer {
  const folder = join(home, name);
  return {
    port,
    url: `postgresql://toolyard@127.0.0.1:${port}/postgres`,
    start() {
      const options = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c fsync=off ${settings}`;
      pg('pg_ctl', 'start', '-w', '-D', folder, '-l', join(home, `${name}.log`), '-o', options);
    },
    kill() {
      try {
        pg('pg_ctl', 'stop', '-m', 'immediate', '-D', folder);
      } catch {
        // It's stopped already.
      }
    },
    promote: () => pg('pg_ctl', 'promote', '-w', '-D', folder),
  };
}

async function startIn(home: string, name: string, settings?: string): Promise<DebianServer> {
  const access = ['-A', 'trust', '-U', 'toolyard', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  pg('initdb', '-D', join(home, name), ...access);
  const server = serverIn(home, name, await lastingPort(), settings);
  server.start();
  return server;
}

function newHome(): string {
  const home = mkdtempSync(join(databaseDir(), 'toolyard-debian-'));
  if (isRoot) spawnSync('chown', ['postgres', home]);
  return home;
}

/** An empty server. */
export async function startDebianServer(): Promise<DebianServer & { close(): void }> {
  const home = newHome();
  const server = await startIn(home, 'server');
  return {
    ...server,
    close() {
      server.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Pair = {
  readonly primary: DebianServer;
  readonly standby: DebianServer;
  /** One address with both hosts. The standby comes first, and can't be used. */
  readonly url: string;
  close(): void;
};

/** A primary and its standby. If it's synchronous, the standby has every acknowledged transaction. */
export async function startPair({ isSynchronous = false } = {}): Promise<Pair> {
  const home = newHome();
  const primary = await startIn(home, 'primary', isSynchronous ? "-c synchronous_standby_names='*'" : '');
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'toolyard'];
  pg('pg_basebackup', '-R', ...source, '-D', join(home, 'standby'));
  const standby = serverIn(home, 'standby', await lastingPort());
  standby.start();
  return {
    primary,
    standby,
    url: `postgresql://toolyard@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`,
    close() {
      for (const server of [primary, standby]) server.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
