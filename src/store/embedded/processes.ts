import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { sha256Text } from '../../core/lib/sha256.ts';
import { attempt } from './files.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
// Indexes of fields after the command (proc_pid_stat(5)): the state is field 3 and the start time is field 22.
const STATE_INDEX = 0;
const START_TIME_INDEX = 19;

function linuxIdentity(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie holds no resources: it only waits for its parent to read its exit status.
  if (fields[STATE_INDEX] === 'Z') return null;
  const boot = attempt(() => readFileSync(BOOT_ID, 'utf8').slice(0, 8)) ?? 'boot';
  return `${boot}.${fields[START_TIME_INDEX] ?? ''}`;
}

const ps = (pid: number, column: string): string | null =>
  attempt(() => execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()) || null;

/** Identifies a process by pid and start time, since pids are reused. Null when no live process has this pid. */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid);
  const started = ps(pid, 'lstart');
  return started && sha256Text(started, 'hex').slice(0, 16);
}

function readCommand(pid: number): readonly string[] | null {
  if (process.platform !== 'linux') return ps(pid, 'command')?.split(' ') ?? null;
  if (processIdentity(pid) === null) return null;
  // Read the command line instead of /proc/PID/cwd, which requires CAP_SYS_PTRACE. Root lacks that in containers.
  return attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'));
}

/** Whether `pid` is a live postmaster of `cluster`, and not another process that reuses the pid. */
export function isPostmaster(pid: number, cluster: string): boolean {
  const command = readCommand(pid);
  if (command === null || !basename(command[0] ?? '').startsWith('postgres')) return false;
  const directory = command[command.indexOf('-D') + 1];
  if (!command.includes('-D') || directory === undefined) return true;
  return attempt(() => realpathSync(directory)) === realpathSync(cluster);
}
