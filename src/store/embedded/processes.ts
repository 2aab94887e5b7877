import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { sha256Text } from '../../core/lib/sha256.ts';
import { attempt } from './files.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
// The start time is field 22 of proc_pid_stat(5); the state, field 3, is the first one after the command.
const STATE_INDEX = 0;
const START_TIME_INDEX = 19;

function linuxIdentity(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie holds nothing any more: it only waits for its parent to ask how it ended.
  if (fields[STATE_INDEX] === 'Z') return null;
  const boot = attempt(() => readFileSync(BOOT_ID, 'utf8').slice(0, 8)) ?? 'boot';
  return `${boot}.${fields[START_TIME_INDEX] ?? ''}`;
}

const ps = (pid: number, column: string): string | null =>
  attempt(() => execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()) || null;

/** Tells a process from a later one that was given the same pid. Null when no live process has this pid. */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid);
  const started = ps(pid, 'lstart');
  return started && sha256Text(started, 'hex').slice(0, 16);
}

function readCommand(pid: number): readonly string[] | null {
  if (process.platform !== 'linux') return ps(pid, 'command')?.split(' ') ?? null;
  if (processIdentity(pid) === null) return null;
  // Unlike /proc/PID/cwd this is readable by a root without CAP_SYS_PTRACE, as in a container.
  return attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
}

/** True when `pid` is a live postmaster of `cluster`, and not a stranger with the pid of a dead one. */
export function isPostmaster(pid: number, cluster: string): boolean {
  const command = readCommand(pid);
  if (command === null || !basename(command[0] ?? '').startsWith('postgres')) return false;
  const directory = command[command.indexOf('-D') + 1];
  if (!command.includes('-D') || directory === undefined) return true;
  return attempt(() => realpathSync(directory)) === realpathSync(cluster);
}
