import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { attempt } from './files.ts';

/** The unprivileged account that PostgreSQL runs as when this process is root. */
export type ServiceUser = { readonly uid: number; readonly gid: number };

const ACCOUNT = 'toolyard';

const idOf = (name: string, flag: '-u' | '-g'): number | null =>
  attempt(() => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })));

function findAccount(name: string): ServiceUser | null {
  const uid = idOf(name, '-u');
  const gid = idOf(name, '-g');
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
}

function createAccount(): ServiceUser | null {
  const shell = '/usr/sbin/nologin';
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', shell, ACCOUNT]);
  // BusyBox has adduser instead of useradd.
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', '-s', shell, ACCOUNT]);
  return findAccount(ACCOUNT);
}

/**
 * The user that runs PostgreSQL. Null for this process's user, unless that is root, which PostgreSQL refuses. Prefers
 * the owner of an existing cluster or data directory, because no other user can read it.
 */
export function findServiceUser(existing: readonly string[]): ServiceUser | null {
  if (process.getuid?.() !== 0) return null;
  const owners = existing.map((path) => attempt(() => statSync(path)));
  const owner = owners.find((stat) => stat !== null && stat.uid !== 0);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const user = findAccount(ACCOUNT) ?? findAccount('postgres') ?? createAccount() ?? findAccount('nobody');
  if (user === null) {
    throw new Error('PostgreSQL cannot run as root and no other user is available: start as another user');
  }
  return user;
}

/** Whether `user` can enter `directory`, which requires access to every directory above it. */
export function canTraverse(user: ServiceUser, directory: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...user, cwd: '/' }).status === 0;
}
