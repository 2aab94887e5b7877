import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientAt } from '../../src/store/connection.ts';
import { eventually } from './eventually.ts';
import { listenOnLoopback } from './listen.ts';

/** Debian installs it outside an unprivileged user's PATH. */
const PROGRAM = '/usr/sbin/pgbouncer';
/** The user id for PgBouncer, which refuses to run as root. */
const NOBODY = 65_534;

export const hasPgbouncer = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

export type Pgbouncer = { readonly url: string; close(): Promise<void> };

/** Required by `docs/deploy.md`. */
const IGNORED = 'statement_timeout,idle_in_transaction_session_timeout,lock_timeout';

/** PgBouncer in front of the database at `url`, on a free port. */
export async function startPgbouncer(
  url: string,
  mode: 'transaction' | 'session' | 'statement',
  ignored = IGNORED,
): Promise<Pgbouncer> {
  const home = mkdtempSync(join(tmpdir(), 'toolyard-pgbouncer-'));
  const target = new URL(url);
  const port = await freePort();
  const user = decodeURIComponent(target.username);
  const config = join(home, 'pgbouncer.ini');
  const database = target.pathname.slice(1);
  const password = decodeURIComponent(target.password);
  writeFileSync(
    config,
    `[databases]
${database} = host=${target.hostname} port=${target.port} dbname=${database} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignored}
server_login_retry = 1
`,
  );
  chmodSync(home, 0o755);
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child: ChildProcess = spawn(PROGRAM, [config], { stdio: 'ignore', ...asNobody });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  await eventually('PgBouncer answers', () => answers(through.href));
  return {
    url: through.href,
    async close() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = clientAt(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
