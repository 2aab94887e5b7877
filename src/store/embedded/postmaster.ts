import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { POSTGRES_ENV } from './cluster.ts';
import { attempt } from './files.ts';
import type { Location } from './location.ts';
import { isPostmaster } from './processes.ts';

const READY_MAX_MS = 60_000;
const STOP_MAX_MS = 30_000;
const START_ATTEMPTS_MAX = 20;
const POLL_MS = 10;
const LOG_BYTES_MAX = 1_048_576;

/** The running PostgreSQL, as `postmaster.pid` describes it. */
type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
  readonly isStopping: boolean;
};
/** PostgreSQL settings (`-c name=value`) in addition to those always given. */
export type Settings = Readonly<Record<string, string>>;

// Log errors in one line without values, so that no row's content reaches the log file.
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

function readPidFile(cluster: string): Postmaster | null {
  const lines = attempt(() => readFileSync(pidFile(cluster), 'utf8'))?.split('\n');
  if (lines === undefined) return null;
  const status = lines[7]?.trim();
  const [pid, port] = [Number(lines[0]), Number(lines[3] ?? 0)];
  return { pid, port, isReady: status === 'ready', isStopping: status === 'stopping' };
}

/** The live postmaster of `cluster`, ready or not, or null. The pid file of a dead one is ignored. */
export function findPostmaster(cluster: string): Postmaster | null {
  const pidFile = readPidFile(cluster);
  return pidFile && Number.isInteger(pidFile.pid) && isPostmaster(pidFile.pid, cluster) ? pidFile : null;
}

/** Returns `wanted` if it is free, or any free port. */
async function freePort(preferred: number): Promise<number> {
  if (!Number.isInteger(preferred) || preferred < 1 || preferred > 65_535) return probePort(0);
  return probePort(preferred).catch(() => probePort(0));
}

/** Returns `port` if it is free on loopback, or any free port for 0. @throws if it is in use */
export function probePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const logFile = (location: Location): string => join(location.home, 'postgres.log');

async function launch(location: Location, postgres: string, settings: Settings, port: number): Promise<ChildProcess> {
  const all = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const args = ['-D', location.cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const path = logFile(location);
  if ((attempt(() => statSync(path).size) ?? 0) > LOG_BYTES_MAX) renameSync(path, `${path}.1`);
  const log = openSync(path, 'a', 0o600);
  if (location.user !== null) fchownSync(log, location.user.uid, location.user.gid);
  try {
    // Start a separate session, so that Ctrl-C reaches only the server, which drains before it stops its database.
    const options = { ...location.user, cwd: '/', env: POSTGRES_ENV, detached: true };
    const child = spawn(postgres, args, { ...options, stdio: ['ignore', log, log] });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** Waits until a postmaster is ready, even one of another process; null if `child` has ended and there is no other. */
async function waitUntilReady(cluster: string, child: ChildProcess | null): Promise<Postmaster | null> {
  for (const deadline = Date.now() + READY_MAX_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.isReady) return postmaster;
    if (postmaster === null && (child === null || hasEnded(child))) return null;
  }
  throw new Error(`PostgreSQL in ${cluster} was not ready after ${READY_MAX_MS / 1000} s`);
}

/**
 * Uses the running postmaster of `location`, or starts one. Prefers `port`, then the port of a killed postmaster, to
 * which other processes still connect, then any free port. If two processes start one, PostgreSQL's pid file decides.
 * Retries while backends of a killed postmaster still run, or if the port is taken.
 * @throws when none becomes ready
 */
export async function ensurePostmaster(
  location: Location,
  postgres: string,
  settings: Settings,
  port: number | null = null,
): Promise<Postmaster> {
  const preferredPort = port ?? readPidFile(location.cluster)?.port ?? 0;
  for (let attempts = 0; attempts < START_ATTEMPTS_MAX; attempts++) {
    const running = await waitUntilReady(location.cluster, null);
    if (running !== null) return running;
    // Remove a dead postmaster's pid file: if another process of the user has that pid, PostgreSQL would not start.
    rmSync(pidFile(location.cluster), { force: true });
    const chosen = port ?? (await freePort(attempts === 0 ? preferredPort : 0));
    const started = await waitUntilReady(location.cluster, await launch(location, postgres, settings, chosen));
    if (started !== null) return started;
    await delay(POLL_MS * 2 ** Math.min(attempts, 5));
  }
  const lines =
    attempt(() => readFileSync(logFile(location), 'utf8'))
      ?.trim()
      .split('\n') ?? [];
  throw new Error(`PostgreSQL did not start; the end of ${logFile(location)}:\n${lines.slice(-5).join('\n')}`);
}

/** Shuts PostgreSQL down in fast mode; after 30 s in immediate mode, from which the next start recovers. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = findPostmaster(cluster);
  if (running === null) return;
  const isGone = async (): Promise<boolean> => {
    for (const deadline = Date.now() + STOP_MAX_MS; Date.now() < deadline; await delay(POLL_MS)) {
      if (!isPostmaster(running.pid, cluster)) return true;
    }
    return false;
  };
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    attempt(() => process.kill(running.pid, signal));
    if (await isGone()) return;
  }
  throw new Error(`PostgreSQL (pid ${running.pid}) does not stop`);
}
