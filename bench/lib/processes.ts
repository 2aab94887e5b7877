import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The core of the measured process, and the core of everything else; null if the system can't pin cores. */
export const CORES =
  availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0 ? { measured: 0, rest: 1 } : null;

/** Moves this process and its future children to the core for everything that isn't measured. */
export function stayAside(): void {
  if (CORES) execFileSync('taskset', ['-a', '-c', '-p', String(CORES.rest), String(process.pid)], { stdio: 'ignore' });
}

export type Core = 'measured' | 'rest' | 'any';

/** Runs a command on a given core, or on both, regardless of its parent's core. */
export function pinned(core: Core, command: readonly string[]): readonly string[] {
  if (!CORES) return command;
  const cores = core === 'any' ? Object.values(CORES) : [CORES[core]];
  return ['taskset', '-c', cores.join(','), ...command];
}

export type Started = { readonly pid: number; stop(): Promise<void> };

export type Program = {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly core: Core;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A file for standard error, so that no process needs to read it. Readiness then comes from standard output. */
  readonly log?: string;
};

const READY_MS_MAX = 90_000;
const STOP_MS_MAX = 15_000;

/**
 * Starts a program on its core and waits until `parse` accepts its output. @throws with the output if it exits first
 * or takes too long
 */
export async function start<T>(program: Program, parse: (output: string) => T | null): Promise<Started & { ready: T }> {
  const log = program.log === undefined ? 'pipe' : openSync(program.log, 'a');
  const { child, stop } = launch(program, ['pipe', log]);
  const started = await outputOf(child, program.command[0], parse).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { pid: child.pid ?? 0, stop, ready: started };
}

/** Starts a program without a ready message; its whole output goes to its log. */
export function startSilent(program: Program & { readonly log: string }): Started {
  const log = openSync(program.log, 'a');
  const { child, stop } = launch(program, [log, log]);
  return { pid: child.pid ?? 0, stop };
}

function launch({ command, core, env, cwd }: Program, [out, err]: readonly ['pipe' | number, 'pipe' | number]) {
  const [first = '', ...rest] = pinned(core, command);
  const child = spawn(first, rest, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', out, err],
    ...(cwd !== undefined && { cwd }),
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const stop = async () => {
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(kill);
  };
  return { child, stop };
}

function outputOf<T>(child: ChildProcess, name: string, ready: (output: string) => T | null): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let output = '';
  const fail = (why: string) => reject(new Error(`${name} ${why}:\n${output.slice(-4_000)}`));
  const hear = (text: string) => {
    output = (output + text).slice(-65_536);
    const value = ready(output);
    if (value !== null) resolve(value);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
  child.once('error', reject);
  child.once('close', (code) => fail(`ended with ${code}`));
  const timer = setTimeout(() => fail(`was not ready within ${READY_MS_MAX} ms`), READY_MS_MAX);
  return promise.finally(() => clearTimeout(timer));
}

/** Finds the port that our own small servers print. */
export const printedPort = (output: string): number | null => {
  const [, port] = /^port (\d+)$/m.exec(output) ?? [];
  return port === undefined ? null : Number(port);
};

const TICK_MS = 10;

/** `pid` and all its descendants that still run. */
function treeOf(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** CPU time of a process and its children, milliseconds; NaN without `/proc`. */
export function cpuMsOf(pid: number, of: 'tree' | 'process' = 'tree'): number {
  try {
    return (of === 'tree' ? treeOf(pid) : [pid]).reduce((sum, each) => sum + ownCpuMs(each), 0);
  } catch {
    return Number.NaN;
  }
}

function ownCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields 14 and 15 of proc(5); the name before them may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory of one process, megabytes; NaN without `/proc`. */
export const residentMbOf = (pid: number): number => memoryMbOf(pid, 'VmRSS');

/** Peak resident memory since `forgetPeak`, megabytes; NaN without `/proc`. */
export const peakMbOf = (pid: number): number => memoryMbOf(pid, 'VmHWM');

/** Resets the peak (proc(5), `clear_refs`). Without permission, the peak covers the process's whole lifetime. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak is then an upper bound.
  }
}

function memoryMbOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kb] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(lines) ?? [];
    return Math.round(Number(kb) / 1_024);
  } catch {
    return Number.NaN;
  }
}

const IDLE_AFTER_MS = 5_000;

/** Resident memory of a process that became ready a moment ago, after its startup cleanup. */
export async function idleMbOf(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
  return residentMbOf(pid);
}
