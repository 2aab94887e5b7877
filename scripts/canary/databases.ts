import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { clientAt } from '../../src/store/connection.ts';
import { databaseUrl } from '../../src/store/embedded/cluster.ts';
import { locate } from '../../src/store/embedded/location.ts';
import { findPostmaster } from '../../src/store/embedded/postmaster.ts';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { type Piece, piece } from './scan.ts';

/** Where one pass stores its data, and how the scan reads it back. */
export type Store = {
  readonly name: string;
  /** Environment variables for the service. */
  readonly env: Readonly<Record<string, string>>;
  /** The scan reads everything below this folder, including readable database files. */
  readonly directories: readonly string[];
  /** How `dump` was made, for the report. */
  readonly dumpedBy: string;
  dump(): Promise<readonly Piece[]>;
  close(): Promise<void>;
};

const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const READY_MS_MAX = 120_000;
const DUMP_BYTES_MAX = 512 * 1_048_576;

const run = promisify(execFile);
const makeDir = (name: string): string => mkdtempSync(join(tmpdir(), `toolyard-canary-${name}-`));

/** The embedded PostgreSQL. Its package has no pg_dump, so each table is copied out as text. */
export function embeddedStore(): Store {
  const dataDir = makeDir('embedded');
  return {
    name: 'embedded PostgreSQL',
    env: { TOOLYARD_DATA_DIR: dataDir },
    directories: [dataDir],
    dumpedBy: 'SELECT of every row of every table as text, of all schemas but the catalogs',
    dump: () => dumpTables(embeddedUrl(dataDir)),
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The URL of a running embedded database. */
export function embeddedUrl(dataDir: string): string {
  const { cluster } = locate(dataDir);
  return databaseUrl(cluster, findPostmaster(cluster)?.port ?? 0);
}

async function dumpTables(connectionString: string): Promise<readonly Piece[]> {
  const client = clientAt(connectionString);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`);
  const pieces: Piece[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
    pieces.push(piece(name, rows.map(({ line }) => line).join('\n')));
  }
  await client.end();
  return pieces;
}

/** The operator's server (`DATABASE_URL`), or a new one from Debian's binaries; null if there is neither. */
export async function externalStore(): Promise<Store | null> {
  const url = process.env['DATABASE_URL'];
  if (url) return databaseOn(url, 'pg_dump', [], async () => undefined);
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? null : debianStore(join(DEBIAN_VERSIONS, newest, 'bin'));
}

async function debianStore(bin: string): Promise<Store> {
  const home = makeDir('debian');
  const cluster = join(home, 'cluster');
  const user = serviceUser();
  mkdirSync(cluster);
  if (user) for (const path of [home, cluster]) chownSync(path, user.uid, user.gid);
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
  await run(join(bin, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], options);
  const port = await freePort();
  // A log of all the service's statements, which the scan also reads.
  const logging = ['logging_collector=on', `log_directory=${home}`, 'log_statement=all'];
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${home}`, ...logging];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return databaseOn(`postgresql://postgres@127.0.0.1:${port}/postgres`, join(bin, 'pg_dump'), [home], stop);
}

/** PostgreSQL refuses to run as root. */
function serviceUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connectWhenReady(connectionString: string): Promise<Client> {
  for (const deadline = Date.now() + READY_MS_MAX; ; await delay(50)) {
    const client = clientAt(connectionString);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > deadline) throw error;
    }
  }
}

/** A new database on a server, dumped with PostgreSQL's own program. */
async function databaseOn(
  serverUrl: string,
  pgDump: string,
  directories: readonly string[],
  stop: () => Promise<void>,
): Promise<Store> {
  const admin = await connectWhenReady(serverUrl);
  const name = `toolyard_canary_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const dataDir = makeDir('external');
  const { stdout: dumpedBy } = await run(pgDump, ['--version']);
  return {
    name: 'PostgreSQL by DATABASE_URL',
    env: {
      TOOLYARD_DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    },
    directories: [dataDir, ...directories],
    dumpedBy: dumpedBy.trim(),
    dump: async () => {
      const { stdout } = await run(pgDump, [url.href], { maxBuffer: DUMP_BYTES_MAX });
      return [piece('pg_dump', stdout)];
    },
    async close() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
      await stop();
    },
  };
}
